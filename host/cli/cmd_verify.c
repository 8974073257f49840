/* tailchain verify: is a captured run what it claims to be?
 * SPDX-License-Identifier: MIT
 */
#include "cli.h"
#include "judge.h"

#include <string.h>

enum { OPTION_RUN = 0x100, OPTION_ALLOW_SUMMARY };

struct arguments {
    const char *path;
    struct judge_options judge;
};

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
    {"run", OPTION_RUN, "N", 0, "Judge run N of the capture (from 1); the last by default", 0},
    {"allow-summary", OPTION_ALLOW_SUMMARY, NULL, 0,
     "Accept statistics without RAW rows where they are consistent", 0},
    {0}};

static const struct argp argp = {
    options,
    parse,
    "RUN.LOG",
    "Recompute every statistic of a captured run from its RAW rows, and check its lines, indices, "
    "counts, order and checksums. RUN.LOG may be - for standard input.\v"
    "Exit status: 0 verified, 1 not (cut off, gaps, changed or contradictory values, a failed "
    "run), 2 trouble (no capture, or nothing to recompute).\n\n"
    "Example: judge the first of two runs in a capture\n"
    "  tailchain verify run.log --run 1\n",
    NULL,
    NULL,
    NULL};

int cmd_verify(int argc, char **argv)
{
    struct arguments arguments = {0};
    struct session session = {0};
    static struct intake intake;
    cli_parse(&argp, argc, argv, &arguments);
    arguments.judge.name = strcmp(arguments.path, "-") == 0 ? "standard input" : arguments.path;
    intake_init(&intake, &session);
    int code = judge_read(arguments.path, &intake);
    if (code == EXIT_YES)
        code = judge(&session, &intake, &arguments.judge, true).exit_code;
    session_free(&session);
    return code;
}
