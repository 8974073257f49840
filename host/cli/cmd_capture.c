/* tailchain capture: from a board's serial port, a pty, a pipe or a file to a verified run.
 * SPDX-License-Identifier: MIT
 */
#include "cli.h"
#include "judge.h"
#include "progress.h"

#include <inttypes.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "host/base/output.h"
#include "host/base/text.h"
#include "host/base/xalloc.h"
#include "host/core/source.h"

#define DEFAULT_BAUD 115200u
#define CHUNK 65536
/* A CR LF may arrive in two pieces. */
#define LINE_END_MS 50
#define NS_PER_MS 1000000u
/* A live port that sends this much without one line of ours sends something else: an hour and a
 * half of it at 115200 baud. */
#define NOISE_MAX_BYTES (UINT64_C(64) << 20)

enum { OPTION_PORT = 0x100, OPTION_BAUD, OPTION_MAX_TIME, OPTION_BOARD };

struct arguments {
    const char *port, *output, *board;
    unsigned baud;
    uint64_t max_time_ns; /* 0 for no limit */
};

static error_t parse(int key, char *value, struct argp_state *state)
{
    struct arguments *arguments = state->input;
    switch (key) {
    case OPTION_PORT:
        arguments->port = value;
        return 0;
    case 'o':
        arguments->output = value;
        return 0;
    case OPTION_BAUD:
        arguments->baud = (unsigned)cli_number(state, "--baud", value, 10000000);
        return 0;
    case OPTION_MAX_TIME:
        arguments->max_time_ns = cli_seconds(state, "--max-time", value);
        return 0;
    case OPTION_BOARD:
        arguments->board = value;
        return 0;
    case ARGP_KEY_ARG:
        argp_error(state, "what is '%s'? The port is given with --port", value);
        return 0;
    case ARGP_KEY_END:
        if (arguments->port == NULL)
            argp_error(state, "which port? Give --port PATH");
        else if (arguments->output == NULL)
            argp_error(state, "where to? Give -o FILE, or -o - for standard output");
        return 0;
    default:
        return ARGP_ERR_UNKNOWN;
    }
}

static const struct argp_option options[] = {
    {"port", OPTION_PORT, "PATH", 0, "Serial device, pty, FIFO or file; - is standard input", 0},
    {"output", 'o', "FILE", 0, "Where the bytes go, as they came; - is standard output", 0},
    {"baud", OPTION_BAUD, "N", 0, "Speed of a serial device; 115200 by default", 0},
    {"max-time", OPTION_MAX_TIME, "S", 0, "Give up after S seconds; by default wait for ever", 0},
    {"board", OPTION_BOARD, "BOARD", 0,
     "The board that is measured: figures published for it stand beside", 0},
    {0}};

static const struct argp argp = {
    options,
    parse,
    "--port PATH -o FILE",
    "Capture one run from a board, verify it and print the table. A live port is read until the "
    "run's END, a file to its end. FILE appears when a whole run is in it; what was captured of an "
    "unfinished one stays in FILE.partial.\v"
    "Exit status: 0 verified, 1 not, 2 trouble, 130 after Ctrl-C.\n\n"
    "Example: a Nucleo board on its virtual serial port; press its reset button\n"
    "  tailchain capture --port /dev/ttyACM0 -o run.log\n",
    NULL,
    NULL,
    NULL};

struct capturing {
    struct source source;
    struct output output;
    struct intake intake;
    struct progress progress;
    struct timespec start;
    uint64_t max_time_ns;
    uint64_t lines_seen, bytes_at_line; /* of is_only_noise */
};

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

static bool has_run(const struct capturing *c)
{
    const struct run *last = c->intake.parser.last;
    return c->intake.parser.run == NULL && last != NULL && run_is_over(last);
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

/* Reads until the run, the input or the time ends. */
static enum source_status pump(struct capturing *c, struct error *error)
{
    static char bytes[CHUNK];
    size_t got;
    for (;;) {
        bool done = !c->source.is_file && has_run(c);
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
        if (status != SOURCE_BYTES)
            return done && status == SOURCE_QUIET ? SOURCE_END : status;
        if (!output_write(&c->output, bytes, got, error))
            return SOURCE_FAILED;
        if (!intake_feed(&c->intake, bytes, got))
            return SOURCE_END;
        show_progress(c);
    }
}

/* Puts the bytes of an unfinished run aside and says where they are; returns text. */
static const char *put_aside(struct capturing *c, char *text, size_t size)
{
    struct error why;
    bool is_stdout = output_is_stdout(&c->output);
    char *path = xstrndup(c->output.path, strlen(c->output.path));
    if (c->intake.capture.bytes == 0) {
        output_discard(&c->output);
        snprintf(text, size, "nothing came, and nothing is kept");
    } else if (!output_keep(&c->output, ".partial", &why)) {
        snprintf(text, size, "what came is lost: %s", why.text);
    } else if (is_stdout) {
        snprintf(text, size, "what came went to standard output");
    } else {
        snprintf(text, size, "what came is in %s.partial", path);
    }
    free(path);
    return text;
}

/* Ends without a verdict: says why and where the bytes are. */
static int give_up(struct capturing *c, enum source_status status, struct error *error)
{
    char left[PATH_MAX];
    bool is_stdout = output_is_stdout(&c->output), came = c->intake.capture.bytes != 0;
    if (status == SOURCE_FAILED)
        cli_fail(error);
    else if (status == SOURCE_QUIET)
        fprintf(stderr,
                "tailchain: %s: no whole run in time; reset the board, or wait longer with "
                "--max-time\n",
                c->source.path);
    put_aside(c, left, sizeof left);
    if (status == SOURCE_INTERRUPTED)
        return cli_say_interrupted(c->source.path, left);
    if (came && !is_stdout)
        fprintf(stderr, "tailchain: %s\n", left);
    return EXIT_TROUBLE;
}

static int conclude(struct capturing *c, struct session *session, const struct arguments *arguments)
{
    struct error error;
    bool is_stdout = output_is_stdout(&c->output);
    bool whole = has_run(c);
    const char *name = strcmp(arguments->output, "-") == 0 ? "capture" : arguments->output;
    struct judgement judgement =
        judge(session, &c->intake, &(struct judge_options){.name = name}, false);
    if (!whole) {
        give_up(c, SOURCE_END, &error);
        return judgement.exit_code;
    }
    if (!output_commit(&c->output, &error))
        return cli_fail(&error);
    if (judgement.run != NULL && judgement.run->end == RUN_ENDED)
        cli_show(&render_term,
                 &(struct report){.name = name,
                                  .run = judgement.run,
                                  .verdict = judgement.verdict,
                                  .board = arguments->board},
                 is_stdout ? stderr : stdout);
    return judgement.exit_code;
}

static int capture(struct capturing *c, const struct arguments *arguments, struct session *session)
{
    struct error error;
    if (!output_open(&c->output, arguments->output, &error))
        return cli_fail(&error);
    if (output_is_same(&c->output, arguments->port)) {
        output_discard(&c->output);
        error_set(&error, "%s: is both input and output; choose another -o", arguments->output);
        return cli_fail(&error);
    }
    if (!source_open(&c->source, arguments->port, arguments->baud, &error)) {
        output_discard(&c->output);
        return cli_fail(&error);
    }
    clock_gettime(CLOCK_MONOTONIC, &c->start);
    progress_start(&c->progress);
    enum source_status status = pump(c, &error);
    progress_end(&c->progress);
    source_close(&c->source);
    intake_end(&c->intake);
    if (status != SOURCE_END)
        return give_up(c, status, &error);
    return conclude(c, session, arguments);
}

int cmd_capture(int argc, char **argv)
{
    struct arguments arguments = {.baud = DEFAULT_BAUD};
    struct session session = {0};
    static struct capturing capturing;
    cli_parse(&argp, argc, argv, &arguments);
    capturing.max_time_ns = arguments.max_time_ns;
    intake_init(&capturing.intake, &session);
    int code = capture(&capturing, &arguments, &session);
    session_free(&session);
    return code;
}
