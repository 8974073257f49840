/* tailchain capture: from a board's serial port, a pty, a pipe or a file to a verified run.
 * SPDX-License-Identifier: MIT
 */
#include "capture_board.h"
#include "capturing.h"
#include "cli.h"
#include "names.h"
#include "say_repeat.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "host/base/interrupt.h"
#include "host/base/xalloc.h"

#define DEFAULT_BAUD 115200u
#define BAUD_MAX 100000000u
#define RUNS_MAX 100

enum {
    OPTION_PORT = 0x100,
    OPTION_BAUD,
    OPTION_FLOW,
    OPTION_MAX_TIME,
    OPTION_BOARD,
    OPTION_RUNS,
    OPTION_FLASH,
    OPTION_FLASH_WITH,
    OPTION_RESET
};

struct arguments {
    const char *port, *output;
    struct source_line line;
    uint64_t max_time_ns; /* of each run; 0 for no limit */
    size_t runs;
    const char *flash_with, *reset_with; /* NULL where the user leaves it to us */
    bool resets;
    struct capture_board board;
};

/* What drives the board, by what the user said and by what is installed. */
static void choose_tools(struct arguments *arguments, struct argp_state *state)
{
    struct capture_board *board = &arguments->board;
    board->flash_tool = probe_installed();
    if (arguments->flash_with != NULL)
        board->flash_tool = (enum probe_tool)name_choice(state, "tool", arguments->flash_with,
                                                         probe_tool_name, PROBE_TOOLS);
    if (arguments->resets)
        board->reset = board_reset_by(board->flash_tool);
    if (arguments->reset_with != NULL)
        board->reset = (enum board_reset)(BOARD_RESET_NONE + 1 +
                                          name_choice(state, "way to reset", arguments->reset_with,
                                                      board_reset_names + BOARD_RESET_NONE + 1,
                                                      BOARD_RESETS - 1));
}

static void check_board(struct arguments *arguments, struct argp_state *state)
{
    const struct capture_board *board = &arguments->board;
    choose_tools(arguments, state);
    bool probes = board->image_path != NULL || board_reset_probes(board->reset);
    if (arguments->flash_with != NULL && board->image_path == NULL)
        argp_error(state, "--flash-with needs --flash IMAGE.ELF");
    else if (probes && (board->name == NULL || !probe_knows(board->name)))
        argp_error(
            state,
            "--flash, and --reset by a probe, need --board, one that tailchain benches lists");
    else if (board->reset == BOARD_RESET_RTS && arguments->line.flow == SOURCE_FLOW_RTS_CTS)
        argp_error(state, "--flow rts-cts takes the line that --reset=rts would pulse");
}

static void check(struct arguments *arguments, struct argp_state *state)
{
    if (arguments->port == NULL)
        argp_error(state, "which port? Give --port PATH");
    else if (arguments->output == NULL)
        argp_error(state, "where to? Give -o FILE, or -o - for standard output");
    else if (arguments->runs > 1 && strcmp(arguments->output, "-") == 0)
        argp_error(state, "--runs makes one file a run; give -o FILE");
    check_board(arguments, state);
}

static enum source_flow flow_named(const char *name, struct argp_state *state)
{
    static const char *const names[SOURCE_FLOWS] = {[SOURCE_FLOW_NONE] = "none",
                                                    [SOURCE_FLOW_RTS_CTS] = "rts-cts",
                                                    [SOURCE_FLOW_XON_XOFF] = "xon-xoff"};
    return (enum source_flow)name_choice(state, "flow control", name, names, SOURCE_FLOWS);
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
        arguments->line.baud = (unsigned)cli_number(state, "--baud", value, BAUD_MAX);
        return 0;
    case OPTION_FLOW:
        arguments->line.flow = flow_named(value, state);
        return 0;
    case OPTION_MAX_TIME:
        arguments->max_time_ns = cli_seconds(state, "--max-time", value);
        return 0;
    case OPTION_BOARD:
        name_hint_board(value);
        arguments->board.name = value;
        return 0;
    case OPTION_RUNS:
        arguments->runs = cli_number(state, "--runs", value, RUNS_MAX);
        return 0;
    case OPTION_FLASH:
        arguments->board.image_path = value;
        return 0;
    case OPTION_FLASH_WITH:
        arguments->flash_with = value;
        return 0;
    case OPTION_RESET:
        arguments->resets = true;
        arguments->reset_with = value;
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
    {"baud", OPTION_BAUD, "N", 0, "Speed of a serial device, any that it has; 115200 by default",
     0},
    {"flow", OPTION_FLOW, "HOW", 0,
     "Flow control of a serial device: none (default), rts-cts, xon-xoff", 0},
    {"max-time", OPTION_MAX_TIME, "S", 0, "Give up after S seconds a run; by default wait for ever",
     0},
    {"runs", OPTION_RUNS, "N", 0,
     "Capture N runs, of -o run.log into run.1.log and so on, and say whether their statistics are "
     "equal item by item",
     0},
    {"board", OPTION_BOARD, "BOARD", 0,
     "The board that is measured: figures published for it stand beside", 0},
    {"flash", OPTION_FLASH, "IMAGE.ELF", 0,
     "Write IMAGE.ELF, which must be made for --board, to its flash, verify it there, and reset",
     0},
    {"flash-with", OPTION_FLASH_WITH, "TOOL", 0,
     "openocd (default) or st-flash (default where only that is installed)", 0},
    {"reset", OPTION_RESET, "HOW", OPTION_ARG_OPTIONAL,
     "Reset the board before each run: by openocd or st-flash (default: as for --flash-with), or "
     "by "
     "a pulse on the port's line dtr or rts",
     0},
    {0}};

static const struct argp argp = {
    options,
    parse,
    "--port PATH -o FILE",
    "Capture one run from a board, verify it and print the table. A live port is read until the "
    "run's END, a file to its end. FILE appears when a whole run is in it; what was captured of an "
    "unfinished one stays in FILE.partial.\v"
    "Exit status: 0 verified, 1 not or sent by another firmware than was flashed, 2 trouble, 130 "
    "after "
    "Ctrl-C.\n\n"
    "Example: a Nucleo board on its virtual serial port; press its reset button\n"
    "  tailchain capture --port /dev/ttyACM0 -o run.log\n"
    "The same, flashed first and run three times\n"
    "  tailchain capture --port /dev/ttyACM0 -o run.log --board nucleo-f410rb \\\n"
    "    --flash build/firmware/nucleo-f410rb/rtos_bench.elf --reset --runs 3\n",
    NULL,
    NULL,
    NULL};

static int capture(struct capturing *c, const struct arguments *arguments, const char *path,
                   struct session *session, struct judgement *judgement)
{
    const struct capture_board *board = &arguments->board;
    struct error error;
    bool first = !c->is_open;
    if (!capturing_open(c, path, session, &error))
        return cli_fail(&error);
    if (!capture_board_start(board, c, first, &error)) {
        output_discard(&c->output);
        return interrupt_signal() != 0
                   ? cli_say_interrupted(board->name != NULL ? board->name : c->port,
                                         "the board may be halted, or hold half an image")
                   : cli_fail(&error);
    }
    enum source_status status = capturing_read(c, &error);
    if (status != SOURCE_END)
        return capturing_give_up(c, status, &error);
    int code = capturing_conclude(c, session, board->name, judgement);
    if (!capture_board_sent(board, judgement->run, path) && code == EXIT_YES)
        code = EXIT_NO;
    return code;
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
        if (!capturing_has_run(c))
            break;
    }
    if (worst == EXIT_YES)
        say_repeat(runs, arguments->runs);
    free(runs);
    return worst;
}

int cmd_capture(int argc, char **argv)
{
    struct arguments arguments = {.line = {.baud = DEFAULT_BAUD}, .runs = 1};
    static struct capturing capturing;
    struct judgement judgement = {0};
    struct error error;
    cli_parse(&argp, argc, argv, &arguments);
    arguments.board.max_ns = arguments.max_time_ns;
    if (!capture_board_open(&arguments.board, &error))
        return cli_fail(&error);
    struct session *sessions = xcalloc(arguments.runs, sizeof *sessions);
    capturing.port = arguments.port;
    capturing.line = arguments.line;
    capturing.max_time_ns = arguments.max_time_ns;
    capturing.split = arguments.runs > 1;
    int code = arguments.runs > 1
                   ? capture_runs(&capturing, &arguments, sessions)
                   : capture(&capturing, &arguments, arguments.output, sessions, &judgement);
    capturing_close(&capturing);
    for (size_t i = 0; i < arguments.runs; i++)
        session_free(&sessions[i]);
    free(sessions);
    capture_board_close(&arguments.board);
    return code;
}
