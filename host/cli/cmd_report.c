/* tailchain report: shows a captured run.
 * SPDX-License-Identifier: MIT
 */
#include "cli.h"
#include "judge.h"

#include <stdio.h>
#include <string.h>

#include "host/core/facts.h"

enum { OPTION_RUN = 0x100, OPTION_ALLOW_SUMMARY, OPTION_FORMAT, OPTION_BOARD };

struct arguments {
    const char *path;
    const char *board;
    const struct renderer *renderer;
    struct judge_options judge;
};

static void choose_format(struct arguments *arguments, const char *name, struct argp_state *state)
{
    arguments->renderer = renderer_find(name);
    if (arguments->renderer == NULL)
        argp_error(state, "no format '%s'; there are term and json", name);
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
        arguments->board = value;
        return 0;
    case ARGP_KEY_ARG:
        if (arguments->path != NULL)
            argp_error(state, "one capture at a time");
        arguments->path = value;
        return 0;
    case ARGP_KEY_NO_ARGS:
        argp_error(state, "which capture?");
        return 0;
    default:
        return ARGP_ERR_UNKNOWN;
    }
}

static const struct argp_option options[] = {
    {"run", OPTION_RUN, "N", 0, "Show run N of the capture (from 1); the last by default", 0},
    {"format", OPTION_FORMAT, "FORMAT", 0, "term (default) or json", 0},
    {"board", OPTION_BOARD, "BOARD", 0,
     "The board that was measured: figures published for it stand beside", 0},
    {"allow-summary", OPTION_ALLOW_SUMMARY, NULL, 0,
     "Accept statistics without RAW rows where they are consistent", 0},
    {0}};

static const struct argp argp = {
    options,
    parse,
    "RUN.LOG",
    "Show a captured run: statistics in ticks and ns, what can be read off them, and whether they "
    "are verified. RUN.LOG may be - for standard input.\v"
    "Exit status: as of verify; what is shown of a run that is not verified says so.\n\n"
    "Example: a table with the figures published for the same board\n"
    "  tailchain report run.log --board nucleo-h5e5zj\n",
    NULL,
    NULL,
    NULL};

static void show(const struct arguments *arguments, const struct judgement *judgement)
{
    struct report report = {.name = arguments->judge.name,
                            .run = judgement->run,
                            .verdict = judgement->verdict,
                            .board = arguments->board};
    cli_show(arguments->renderer, &report, stdout);
    if (arguments->board != NULL && !published_has(arguments->board))
        fprintf(stderr, "tailchain: hint: nothing was published for board %s\n", arguments->board);
}

int cmd_report(int argc, char **argv)
{
    struct arguments arguments = {.renderer = &render_term};
    struct session session = {0};
    static struct intake intake;
    cli_parse(&argp, argc, argv, &arguments);
    arguments.judge.name = strcmp(arguments.path, "-") == 0 ? "standard input" : arguments.path;
    intake_init(&intake, &session);
    int code = judge_read(arguments.path, &intake);
    if (code == EXIT_YES) {
        struct judgement judgement = judge(&session, &intake, &arguments.judge, false);
        code = judgement.exit_code;
        if (judgement.run != NULL)
            show(&arguments, &judgement);
    }
    session_free(&session);
    return code;
}
