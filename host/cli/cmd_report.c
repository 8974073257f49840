/* tailchain report: shows captured runs, one or several side by side.
 * SPDX-License-Identifier: MIT
 */
#include "cli.h"
#include "judge.h"
#include "names.h"
#include "outputs.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "host/base/xalloc.h"
#include "host/core/run/facts.h"

enum {
    OPTION_RUN = 0x100,
    OPTION_ALLOW_SUMMARY,
    OPTION_FORMAT,
    OPTION_BOARD,
    OPTION_HISTOGRAM,
    OPTION_CALIBRATION
};

#define FORMATS_MAX 16

struct arguments {
    const char *paths[REPORTS_MAX];
    size_t path_count;
    const char *boards[REPORTS_MAX]; /* one for all, or one each */
    size_t board_count;
    const struct renderer *renderer; /* for standard output; NULL for none */
    bool histograms;
    const char *calibration; /* an imported run; NULL for none */
    struct judge_options judge;
    struct outputs outputs;
};

static void choose_format(struct arguments *arguments, const char *name, struct argp_state *state)
{
    const char *names[FORMATS_MAX];
    size_t count = 0;
    while (count < FORMATS_MAX && renderer_name(count) != NULL) {
        names[count] = renderer_name(count);
        count++;
    }
    arguments->renderer = renderer_at(name_choice(state, "format", name, names, count));
}

static void add_path(struct arguments *arguments, const char *path, struct argp_state *state)
{
    if (arguments->path_count == REPORTS_MAX)
        argp_error(state, "at most %u captures side by side", REPORTS_MAX);
    for (size_t i = 0; i < arguments->path_count; i++)
        if (strcmp(path, "-") == 0 && strcmp(arguments->paths[i], "-") == 0)
            argp_error(state, "standard input is one capture");
    arguments->paths[arguments->path_count++] = path;
}

static void add_board(struct arguments *arguments, const char *board, struct argp_state *state)
{
    if (arguments->board_count == REPORTS_MAX)
        argp_error(state, "at most %u boards", REPORTS_MAX);
    name_hint_board(board);
    arguments->boards[arguments->board_count++] = board;
}

static void check(struct arguments *arguments, struct argp_state *state)
{
    if (arguments->board_count > 1 && arguments->board_count != arguments->path_count)
        argp_error(state,
                   "--board is given once for all captures, or once for each; there are %zu "
                   "for %zu",
                   arguments->board_count, arguments->path_count);
    if (arguments->renderer == NULL && arguments->outputs.count == 0)
        arguments->renderer = &render_term;
}

static error_t parse(int key, char *value, struct argp_state *state)
{
    struct arguments *arguments = state->input;
    switch (key) {
    case OPTION_RUN:
        arguments->judge.run = cli_number(state, "--run", value, SESSION_RUNS_MAX);
        return 0;
    case OPTION_ALLOW_SUMMARY:
        arguments->judge.allow_summary = true;
        return 0;
    case OPTION_FORMAT:
        choose_format(arguments, value, state);
        return 0;
    case OPTION_BOARD:
        add_board(arguments, value, state);
        return 0;
    case OPTION_CALIBRATION:
        arguments->calibration = value;
        return 0;
    case OPTION_HISTOGRAM:
        arguments->histograms = true;
        return 0;
    case 'o':
        outputs_add_by_ending(&arguments->outputs, value, state);
        return 0;
    case ARGP_KEY_INIT:
        state->child_inputs[0] = &arguments->outputs;
        return 0;
    case ARGP_KEY_ARG:
        add_path(arguments, value, state);
        return 0;
    case ARGP_KEY_NO_ARGS:
        argp_error(state, "which capture?");
        return 0;
    case ARGP_KEY_END:
        check(arguments, state);
        return 0;
    default:
        return ARGP_ERR_UNKNOWN;
    }
}

static const struct argp_option options[] = {
    {"run", OPTION_RUN, "N", 0, "Show run N of a capture (from 1); the last by default", 0},
    {"format", OPTION_FORMAT, "FORMAT", 0,
     "On standard output: term (default), markdown, json, csv, samples, junit or html", 0},
    {"histogram", OPTION_HISTOGRAM, NULL, 0, "Add a histogram of each measurement to the table", 0},
    {"board", OPTION_BOARD, "BOARD", 0,
     "The board that was measured: figures published for it stand beside; once for all captures or "
     "once for each",
     0},
    {"calibration", OPTION_CALIBRATION, "IMPORT.LOG", 0,
     "State the board's clock as this run calibrates it, of `import --against ... -o IMPORT.LOG`",
     0},
    {"allow-summary", OPTION_ALLOW_SUMMARY, NULL, 0,
     "Accept statistics without RAW rows where they are consistent", 0},
    {"output", 'o', "FILE", 0,
     "Write the form that the ending says: .html .md .json .csv .samples.csv .xml .txt", 0},
    {0}};

static const struct argp_child children[] = {{&outputs_argp, 0, NULL, 0}, {0}};

static const struct argp argp = {
    options,
    parse,
    "RUN.LOG...",
    "Show a captured run: statistics in ticks and ns, what can be read off them, and whether they "
    "are verified. Several stand side by side. RUN.LOG may be - for standard input.\v"
    "Without an output a table goes to standard output. Outputs are opened before the work and "
    "appear when they are complete.\n\n"
    "Exit status: as of verify, the worst of all captures; what is shown of a run that is not "
    "verified says so.\n\n"
    "Examples: a table with the figures published for the same board; a page with plots\n"
    "  tailchain report run.log --board nucleo-h5e5zj\n"
    "  tailchain report before.log after.log --html both.html\n",
    children,
    NULL,
    NULL};

/* One capture, read and judged. */
struct input {
    struct session session;
    struct intake intake;
    struct judgement judgement;
};

static int read_input(const struct arguments *arguments, size_t index, struct input *input)
{
    const char *path = arguments->paths[index];
    struct judge_options judge_options = arguments->judge;
    judge_options.name = strcmp(path, "-") == 0 ? "standard input" : path;
    intake_init(&input->intake, &input->session);
    int code = judge_read(path, &input->intake);
    if (code != EXIT_YES)
        return code;
    input->judgement = judge(&input->session, &input->intake, &judge_options, false);
    return input->judgement.exit_code;
}

/* Whether the clock is one that the run counts with. */
static bool is_clock_of(const struct run_clock *clock, const struct run *run)
{
    return clock->hz == run_unit_hz(run, WIRE_CYCLES) || clock->hz == run_unit_hz(run, WIRE_TIMER);
}

/* *clock: NULL where none was given. */
static int read_calibration(const struct arguments *arguments, struct input *input,
                            const struct run_clock **clock)
{
    struct error error;
    const char *path = arguments->calibration;
    *clock = NULL;
    if (path == NULL)
        return EXIT_YES;
    intake_init(&input->intake, &input->session);
    int code = judge_read(path, &input->intake);
    if (code != EXIT_YES)
        return code;
    input->judgement =
        judge(&input->session, &input->intake, &(struct judge_options){.name = path}, false);
    if (input->judgement.exit_code != EXIT_YES)
        return input->judgement.exit_code;
    *clock = &input->judgement.run->clock;
    if ((*clock)->line != 0)
        return EXIT_YES;
    error_set(&error,
              "%s: says nothing of a clock; make it with `tailchain import CAPTURE --from A --to B "
              "--against RUN.LOG -o FILE`, of events whose lengths vary",
              path);
    return cli_fail(&error);
}

static int refuse_clock(const struct arguments *arguments, size_t index,
                        const struct run_clock *clock)
{
    struct error error;
    error_set(&error,
              "%s: counts with no clock of %" PRIu64
              " Hz, so %s does not calibrate it; give the run "
              "of that board",
              arguments->paths[index], clock->hz, arguments->calibration);
    return cli_fail(&error);
}

static const char *board_of(const struct arguments *arguments, size_t index)
{
    if (arguments->board_count == 0)
        return NULL;
    return arguments->boards[arguments->board_count > 1 ? index : 0];
}

static int show(struct arguments *arguments, struct input *const *inputs,
                const struct run_clock *clock)
{
    struct report reports[REPORTS_MAX];
    struct report_set set = {.reports = reports,
                             .count = arguments->path_count,
                             .histograms = arguments->histograms,
                             .unicode = cli_unicode()};
    struct error error;
    for (size_t i = 0; i < set.count && clock != NULL; i++)
        if (!is_clock_of(clock, inputs[i]->judgement.run))
            return refuse_clock(arguments, i, clock);
    for (size_t i = 0; i < set.count; i++)
        reports[i] = (struct report){
            .name = strcmp(arguments->paths[i], "-") == 0 ? "standard input" : arguments->paths[i],
            .run = inputs[i]->judgement.run,
            .verdict = inputs[i]->judgement.verdict,
            .clock = clock,
            .board = board_of(arguments, i)};
    if (!outputs_write(&arguments->outputs, &set, &error))
        return cli_fail(&error);
    if (arguments->renderer != NULL)
        cli_show_set(arguments->renderer, &set, stdout);
    for (size_t i = 0; i < arguments->board_count; i++)
        if (!published_has(arguments->boards[i]))
            fprintf(stderr, "tailchain: hint: nothing was published for board %s\n",
                    arguments->boards[i]);
    return EXIT_YES;
}

static int worse(int a, int b)
{
    return a > b ? a : b;
}

static int report(struct arguments *arguments, struct input **inputs, struct input *calibration)
{
    struct error error;
    const struct run_clock *clock;
    if (!outputs_open(&arguments->outputs, arguments->paths, arguments->path_count, &error))
        return cli_fail(&error);
    if (arguments->renderer != NULL && outputs_use_stdout(&arguments->outputs)) {
        error_set(&error, "--format and an output both go to standard output; name a file");
        return cli_fail(&error);
    }
    int code = read_calibration(arguments, calibration, &clock);
    if (code != EXIT_YES)
        return code;
    bool complete = true;
    for (size_t i = 0; i < arguments->path_count; i++) {
        inputs[i] = xcalloc(1, sizeof *inputs[i]);
        code = worse(code, read_input(arguments, i, inputs[i]));
        complete = complete && inputs[i]->judgement.run != NULL;
    }
    return complete ? worse(code, show(arguments, inputs, clock)) : code;
}

int cmd_report(int argc, char **argv)
{
    struct arguments arguments = {0};
    struct input *inputs[REPORTS_MAX] = {0};
    static struct input calibration;
    cli_parse(&argp, argc, argv, &arguments);
    int code = report(&arguments, inputs, &calibration);
    outputs_discard(&arguments.outputs);
    session_free(&calibration.session);
    for (size_t i = 0; i < REPORTS_MAX; i++)
        if (inputs[i] != NULL) {
            session_free(&inputs[i]->session);
            free(inputs[i]);
        }
    return code;
}
