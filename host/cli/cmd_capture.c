/* tailchain capture: from a board's serial port, a pty, a pipe or a file to a verified run.
 * SPDX-License-Identifier: MIT
 */
#include "cli.h"
#include "judge.h"
#include "progress.h"
#include "say_repeat.h"

#include <inttypes.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "host/base/interrupt.h"
#include "host/base/output.h"
#include "host/base/text.h"
#include "host/base/xalloc.h"
#include "host/core/probe.h"
#include "host/core/source.h"

#define DEFAULT_BAUD 115200u
#define CHUNK 65536
/* A CR LF may arrive in two pieces. */
#define LINE_END_MS 50
#define NS_PER_MS 1000000u
/* A live port that sends this much without one line of ours sends something else: an hour and a
 * half of it at 115200 baud. */
#define NOISE_MAX_BYTES (UINT64_C(64) << 20)

#define RUNS_MAX 100

enum {
    OPTION_PORT = 0x100,
    OPTION_BAUD,
    OPTION_MAX_TIME,
    OPTION_BOARD,
    OPTION_RUNS,
    OPTION_FLASH,
    OPTION_RESET
};

struct arguments {
    const char *port, *output, *board;
    const char *flash; /* an image, or NULL */
    bool reset;
    unsigned baud;
    uint64_t max_time_ns; /* of each run; 0 for no limit */
    size_t runs;
};

static void check(const struct arguments *arguments, struct argp_state *state)
{
    bool drives = arguments->flash != NULL || arguments->reset;
    if (arguments->port == NULL)
        argp_error(state, "which port? Give --port PATH");
    else if (arguments->output == NULL)
        argp_error(state, "where to? Give -o FILE, or -o - for standard output");
    else if (arguments->runs > 1 && strcmp(arguments->output, "-") == 0)
        argp_error(state, "--runs makes one file a run; give -o FILE");
    else if (drives && (arguments->board == NULL || !probe_knows(arguments->board)))
        argp_error(state, "--flash and --reset need --board, one that tailchain benches lists");
}

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
    case OPTION_RUNS:
        arguments->runs = cli_number(state, "--runs", value, RUNS_MAX);
        return 0;
    case OPTION_FLASH:
        arguments->flash = value;
        return 0;
    case OPTION_RESET:
        arguments->reset = true;
        return 0;
    case ARGP_KEY_ARG:
        argp_error(state, "what is '%s'? The port is given with --port", value);
        return 0;
    case ARGP_KEY_END:
        check(arguments, state);
        return 0;
    default:
        return ARGP_ERR_UNKNOWN;
    }
}

static const struct argp_option options[] = {
    {"port", OPTION_PORT, "PATH", 0, "Serial device, pty, FIFO or file; - is standard input", 0},
    {"output", 'o', "FILE", 0, "Where the bytes go, as they came; - is standard output", 0},
    {"baud", OPTION_BAUD, "N", 0, "Speed of a serial device; 115200 by default", 0},
    {"max-time", OPTION_MAX_TIME, "S", 0, "Give up after S seconds a run; by default wait for ever",
     0},
    {"runs", OPTION_RUNS, "N", 0,
     "Capture N runs, of -o run.log into run.1.log and so on, and say whether their statistics are "
     "equal item by item",
     0},
    {"board", OPTION_BOARD, "BOARD", 0,
     "The board that is measured: figures published for it stand beside", 0},
    {"flash", OPTION_FLASH, "IMAGE.ELF", 0,
     "Write IMAGE.ELF to the flash of --board through openocd, verify it there, and reset", 0},
    {"reset", OPTION_RESET, NULL, 0, "Reset --board through openocd before each run", 0},
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
    "  tailchain capture --port /dev/ttyACM0 -o run.log\n"
    "The same, flashed first and run three times\n"
    "  tailchain capture --port /dev/ttyACM0 -o run.log --board nucleo-f410rb \\\n"
    "    --flash build/firmware/nucleo-f410rb/rtos_bench.elf --reset --runs 3\n",
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
    bool is_open;        /* the source */
    bool split;          /* stop behind the run's END, whatever follows */
    char pending[CHUNK]; /* what came behind it: of the next run */
    size_t pending_length;
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

/* Writes and reads bytes; where runs are split, up to the line that ends one, and keeps what is
 * behind it. */
static enum source_status take(struct capturing *c, const char *bytes, size_t length,
                               struct error *error)
{
    while (length > 0) {
        const char *end = c->split ? memchr(bytes, '\n', length) : NULL;
        size_t piece = end != NULL ? (size_t)(end - bytes) + 1 : length;
        if (!output_write(&c->output, bytes, piece, error))
            return SOURCE_FAILED;
        if (!intake_feed(&c->intake, bytes, piece))
            return SOURCE_END;
        bytes += piece;
        length -= piece;
        if (c->split && has_run(c))
            break;
    }
    memmove(c->pending, bytes, length);
    c->pending_length = length;
    return SOURCE_BYTES;
}

/* Reads until the run, the input or the time ends. */
static enum source_status pump(struct capturing *c, struct error *error)
{
    static char bytes[CHUNK];
    size_t got;
    enum source_status taken = take(c, c->pending, c->pending_length, error);
    for (;;) {
        if (taken != SOURCE_BYTES)
            return taken;
        bool done = (!c->source.is_file || c->split) && has_run(c);
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
        taken = take(c, bytes, got, error);
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

/* Of a run that was read: its verdict, its file and its table. */
static int conclude(struct capturing *c, struct judgement *judgement, struct session *session,
                    const char *board)
{
    struct error error;
    bool is_stdout = output_is_stdout(&c->output);
    bool whole = has_run(c);
    char *name = xstrndup(is_stdout ? "capture" : c->output.path,
                          strlen(is_stdout ? "capture" : c->output.path));
    *judgement = judge(session, &c->intake, &(struct judge_options){.name = name}, false);
    int code = judgement->exit_code;
    if (!whole) {
        give_up(c, SOURCE_END, &error);
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

/* The output before the source: a bad path must not cost a run. */
static bool open_both(struct capturing *c, const struct arguments *arguments, const char *path,
                      struct error *error)
{
    if (!output_open(&c->output, path, error))
        return false;
    bool ok = !output_is_same(&c->output, arguments->port);
    if (!ok)
        error_set(error, "%s: is both input and output; choose another -o", path);
    else if (!c->is_open)
        ok = c->is_open = source_open(&c->source, arguments->port, arguments->baud, error);
    if (!ok)
        output_discard(&c->output);
    return ok;
}

/* What a run before the reset has sent. */
static bool drain(struct capturing *c, struct error *error)
{
    static char bytes[CHUNK];
    size_t got, left = NOISE_MAX_BYTES;
    enum source_status status = SOURCE_BYTES;
    c->pending_length = 0;
    while (status == SOURCE_BYTES && left > CHUNK) {
        status = source_read(&c->source, bytes, sizeof bytes, 0, &got, error);
        left -= CHUNK;
    }
    return status != SOURCE_FAILED;
}

/* The port is open already, so that the first byte after the reset is seen; the board is halted
 * while it is emptied, so that no byte from before it is. */
static bool start_board(struct capturing *c, const struct arguments *arguments, bool first,
                        struct error *error)
{
    const char *image = first ? arguments->flash : NULL;
    if (image == NULL && !arguments->reset)
        return true;
    return probe_halt(arguments->board, image, error) && (c->source.is_file || drain(c, error)) &&
           probe_run(arguments->board, error);
}

static int capture(struct capturing *c, const struct arguments *arguments, const char *path,
                   struct session *session, struct judgement *judgement)
{
    struct error error;
    intake_init(&c->intake, session);
    c->lines_seen = c->bytes_at_line = 0;
    bool first = !c->is_open;
    if (!open_both(c, arguments, path, &error))
        return cli_fail(&error);
    if (!start_board(c, arguments, first, &error)) {
        output_discard(&c->output);
        return interrupt_signal() != 0
                   ? cli_say_interrupted(arguments->board, "the board may be halted")
                   : cli_fail(&error);
    }
    clock_gettime(CLOCK_MONOTONIC, &c->start);
    progress_start(&c->progress);
    enum source_status status = pump(c, &error);
    progress_end(&c->progress);
    intake_end(&c->intake);
    if (status != SOURCE_END)
        return give_up(c, status, &error);
    return conclude(c, judgement, session, arguments->board);
}

/* "run.log" as "run.2.log"; the caller frees it. */
static char *path_of_run(const char *path, size_t number)
{
    const char *slash = strrchr(path, '/'), *name = slash != NULL ? slash + 1 : path;
    const char *dot = strrchr(name, '.');
    if (dot == NULL || dot == name)
        dot = name + strlen(name);
    size_t size = strlen(path) + 24;
    char *numbered = xcalloc(size, 1);
    snprintf(numbered, size, "%.*s.%zu%s", (int)(dot - path), path, number, dot);
    return numbered;
}

/* Behind a run that is not verified the rest may still be; where it has no end, nothing follows. */
static int capture_runs(struct capturing *c, const struct arguments *arguments,
                        struct session *sessions)
{
    const struct run **runs = xcalloc(arguments->runs, sizeof *runs);
    int worst = EXIT_YES;
    for (size_t i = 0; i < arguments->runs && worst < EXIT_TROUBLE; i++) {
        struct judgement judgement = {0};
        char *path = path_of_run(arguments->output, i + 1);
        int code = capture(c, arguments, path, &sessions[i], &judgement);
        free(path);
        runs[i] = judgement.run;
        worst = code > worst ? code : worst;
        if (!has_run(c))
            break;
    }
    if (worst == EXIT_YES)
        say_repeat(runs, arguments->runs);
    free(runs);
    return worst;
}

int cmd_capture(int argc, char **argv)
{
    struct arguments arguments = {.baud = DEFAULT_BAUD, .runs = 1};
    static struct capturing capturing;
    struct judgement judgement;
    cli_parse(&argp, argc, argv, &arguments);
    struct session *sessions = xcalloc(arguments.runs, sizeof *sessions);
    capturing.max_time_ns = arguments.max_time_ns;
    capturing.split = arguments.runs > 1;
    int code = arguments.runs > 1
                   ? capture_runs(&capturing, &arguments, sessions)
                   : capture(&capturing, &arguments, arguments.output, sessions, &judgement);
    if (capturing.is_open)
        source_close(&capturing.source);
    for (size_t i = 0; i < arguments.runs; i++)
        session_free(&sessions[i]);
    free(sessions);
    return code;
}
