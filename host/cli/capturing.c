/* Reads one run from a source.
 * SPDX-License-Identifier: MIT
 */
#include "capturing.h"

#include <inttypes.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli.h"
#include "host/base/interrupt.h"
#include "host/base/text.h"
#include "host/base/xalloc.h"
#include "host/core/source/source_ahead.h"

/* A CR LF may arrive in two pieces. */
#define LINE_END_MS 50
#define NS_PER_MS 1000000u
/* A live port that sends this much without one line of ours sends something else: an hour and a
 * half of it at 115200 baud. */
#define NOISE_MAX_BYTES (UINT64_C(64) << 20)

static uint64_t elapsed_ns(const struct capturing *c)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (uint64_t)((now.tv_sec - c->start.tv_sec) * 1000000000L + now.tv_nsec -
                      c->start.tv_nsec);
}

/* Milliseconds that may still be waited, -1 for ever. */
static int wait_ms(const struct capturing *c)
{
    if (c->max_time_ns == 0)
        return -1;
    uint64_t elapsed = elapsed_ns(c);
    return elapsed >= c->max_time_ns
               ? 0
               : (int)((c->max_time_ns - elapsed + NS_PER_MS - 1) / NS_PER_MS);
}

bool capturing_has_run(const struct capturing *c)
{
    return c->intake.parser.run == NULL && intake_run_is_over(&c->intake);
}

static void show_progress(const struct capturing *c)
{
    const struct parser *parser = &c->intake.parser;
    char bytes[TEXT_NUMBER_MAX];
    text_number(c->intake.capture.bytes, bytes);
    if (parser->run == NULL)
        progress_show(&c->progress, "%s bytes, waiting for BEGIN", bytes);
    else if (parser->row != NULL)
        progress_show(&c->progress, "%s bytes, %s%s%s %zu samples", bytes,
                      parser->row->phase != NULL ? parser->row->phase : "",
                      parser->row->phase != NULL ? " " : "", parser->row->name, parser->row->count);
    else
        progress_show(&c->progress, "%s bytes, measuring", bytes);
}

/* Whether more than NOISE_MAX_BYTES came since the last line of ours. */
static bool is_only_noise(struct capturing *c)
{
    uint64_t bytes = c->intake.capture.bytes;
    if (c->intake.parser.wire_lines != c->lines_seen) {
        c->lines_seen = c->intake.parser.wire_lines;
        c->bytes_at_line = bytes;
    }
    return !c->source.is_file && bytes - c->bytes_at_line > NOISE_MAX_BYTES;
}

/* Writes and reads bytes; where runs are split, up to the line that ends one, and keeps what is
 * behind it. */
static enum source_status take(struct capturing *c, const char *bytes, size_t length,
                               struct error *error)
{
    while (length > 0) {
        const char *end = c->split ? memchr(bytes, '\n', length) : NULL;
        size_t piece = end != NULL ? (size_t)(end - bytes) + 1 : length;
        /* Standard output may be a pipe that is full, and Ctrl-C ends the wait for its reader. */
        if (!output_write(&c->output, bytes, piece, error))
            return interrupt_signal() != 0 ? SOURCE_INTERRUPTED : SOURCE_FAILED;
        if (!intake_feed(&c->intake, bytes, piece))
            return SOURCE_END;
        bytes += piece;
        length -= piece;
        if (c->split && capturing_has_run(c))
            break;
    }
    memmove(c->pending, bytes, length);
    c->pending_length = length;
    return SOURCE_BYTES;
}

/* After Ctrl-C: what has come by then is kept, but not waited for. */
static enum source_status take_left(struct capturing *c, struct error *error)
{
    char bytes[4096];
    for (size_t left = SOURCE_AHEAD_BYTES, got = 1; got > 0 && left > got; left -= got) {
        got = source_read_left(&c->source, bytes, sizeof bytes);
        enum source_status taken = take(c, bytes, got, error);
        if (taken == SOURCE_FAILED || taken == SOURCE_INTERRUPTED)
            return taken;
    }
    return SOURCE_INTERRUPTED;
}

static enum source_status pump(struct capturing *c, struct error *error)
{
    static char bytes[CAPTURING_CHUNK];
    size_t got;
    enum source_status taken = take(c, c->pending, c->pending_length, error);
    for (;;) {
        if (taken != SOURCE_BYTES)
            return taken;
        bool done = (!c->source.is_file || c->split) && capturing_has_run(c);
        int wait = done ? (c->intake.capture.after_cr ? LINE_END_MS : 0) : wait_ms(c);
        if (done && wait == 0)
            return SOURCE_END;
        /* A source that always has bytes would never be waited for. */
        if (wait == 0)
            return SOURCE_QUIET;
        if (is_only_noise(c)) {
            error_set(error,
                      "%s: no line of " WIRE_PROTOCOL " in the last %" PRIu64
                      " MiB; check port, baud rate and firmware",
                      c->source.path, NOISE_MAX_BYTES >> 20);
            return SOURCE_FAILED;
        }
        enum source_status status = source_read(&c->source, bytes, sizeof bytes, wait, &got, error);
        if (status == SOURCE_INTERRUPTED)
            return take_left(c, error);
        if (status != SOURCE_BYTES)
            return done && status == SOURCE_QUIET ? SOURCE_END : status;
        taken = take(c, bytes, got, error);
        show_progress(c);
    }
}

enum source_status capturing_read(struct capturing *c, struct error *error)
{
    clock_gettime(CLOCK_MONOTONIC, &c->start);
    progress_start(&c->progress);
    show_progress(c);
    enum source_status status = pump(c, error);
    progress_end(&c->progress);
    intake_end(&c->intake);
    return status;
}

/* ---- its end ---- */

/* Puts the bytes of an unfinished run aside and says where they are; returns text. */
static const char *put_aside(struct capturing *c, char *text, size_t size)
{
    struct error why;
    bool is_stdout = output_is_stdout(&c->output);
    char *path = xstrndup(c->output.path, strlen(c->output.path));
    if (c->intake.capture.bytes == 0) {
        output_discard(&c->output);
        snprintf(text, size, "nothing came, and nothing is kept");
    } else if (is_stdout) {
        output_discard(&c->output);
        snprintf(text, size, "what came went to standard output");
    } else if (!output_keep(&c->output, ".partial", &why)) {
        snprintf(text, size, "what came is lost: %s", why.text);
    } else {
        snprintf(text, size, "what came is in %s.partial", path);
    }
    free(path);
    return text;
}

/* The END of a run may be what was lost of it. */
static void say_too_late(const struct capturing *c)
{
    struct session *session = c->intake.parser.session;
    const char *name = output_is_stdout(&c->output) ? "capture" : c->output.path;
    if (session->count != 0)
        judge(session, &c->intake, &(struct judge_options){.name = name}, false);
    const char *what = "no whole run in time; reset the board";
    if (c->intake.capture.bytes == 0)
        what = "nothing came in time; check port and cable, reset the board";
    else if (c->intake.parser.wire_lines == 0)
        what = "what came in time has no line of " WIRE_PROTOCOL "; check baud rate and firmware";
    fprintf(stderr, "tailchain: %s: %s, or wait longer with --max-time\n", c->source.path, what);
}

int capturing_give_up(struct capturing *c, enum source_status status, const struct error *error)
{
    char left[PATH_MAX];
    bool is_stdout = output_is_stdout(&c->output), came = c->intake.capture.bytes != 0;
    if (status == SOURCE_FAILED)
        cli_fail(error);
    else if (status == SOURCE_QUIET)
        say_too_late(c);
    put_aside(c, left, sizeof left);
    if (status == SOURCE_INTERRUPTED)
        return cli_say_interrupted(c->source.path, left);
    if (came && !is_stdout)
        fprintf(stderr, "tailchain: %s\n", left);
    return EXIT_TROUBLE;
}

int capturing_conclude(struct capturing *c, struct session *session, const char *board,
                       struct judgement *judgement)
{
    struct error error;
    bool is_stdout = output_is_stdout(&c->output);
    bool whole = capturing_has_run(c);
    bool unplugged = !whole && c->source.is_terminal && !c->intake.capture.too_long;
    char *name = xstrndup(is_stdout ? "capture" : c->output.path,
                          strlen(is_stdout ? "capture" : c->output.path));
    *judgement = judge(session, &c->intake, &(struct judge_options){.name = name}, false);
    int code = judgement->exit_code;
    if (!whole) {
        if (unplugged)
            fprintf(stderr,
                    "tailchain: %s: the device is gone: unplugged, or its other side closed it\n",
                    c->source.path);
        capturing_give_up(c, SOURCE_END, &error);
        code = unplugged ? EXIT_TROUBLE : code;
    } else if (!output_commit(&c->output, &error)) {
        code = cli_fail(&error);
    } else if (judgement->run != NULL && judgement->run->end == RUN_ENDED) {
        cli_show(
            &render_term,
            &(struct report){
                .name = name, .run = judgement->run, .verdict = judgement->verdict, .board = board},
            is_stdout ? stderr : stdout);
    }
    free(name);
    return code;
}

/* ---- the source ---- */

bool capturing_open(struct capturing *c, const char *path, struct session *session,
                    struct error *error)
{
    intake_init(&c->intake, session);
    c->lines_seen = c->bytes_at_line = 0;
    if (!output_open(&c->output, path, error))
        return false;
    bool ok = !output_is_same(&c->output, c->port);
    if (!ok)
        error_set(error, "%s: is both input and output; choose another -o", path);
    else if (!c->is_open)
        ok = c->is_open = source_open(&c->source, c->port, &c->line, error) &&
                          source_read_ahead(&c->source, error);
    if (!ok)
        output_discard(&c->output);
    return ok;
}

bool capturing_empty(struct capturing *c, struct error *error)
{
    /* A file has no before. */
    if (c->source.is_file)
        return true;
    static char bytes[CAPTURING_CHUNK];
    size_t got, left = NOISE_MAX_BYTES;
    enum source_status status = SOURCE_BYTES;
    c->pending_length = 0;
    source_stay(&c->source);
    while (status == SOURCE_BYTES && left > CAPTURING_CHUNK) {
        status = source_read(&c->source, bytes, sizeof bytes, 0, &got, error);
        left -= CAPTURING_CHUNK;
    }
    return status != SOURCE_FAILED && source_read_ahead(&c->source, error);
}

void capturing_close(struct capturing *c)
{
    if (c->is_open)
        source_close(&c->source);
    c->is_open = false;
}
