/* tailchain verify: are captured runs what they claim to be, and do they repeat each other?
 * SPDX-License-Identifier: MIT
 */
#include "cli.h"
#include "judge.h"
#include "say_repeat.h"
#include "self_test.h"

#include <stdlib.h>
#include <string.h>

#include "host/base/xalloc.h"

enum { OPTION_RUN = 0x100, OPTION_ALLOW_SUMMARY, OPTION_EQUAL, OPTION_SELF_TEST };

struct arguments {
    const char **paths;
    size_t count, capacity;
    bool equal, self_test;
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
    case OPTION_EQUAL:
        arguments->equal = true;
        return 0;
    case OPTION_SELF_TEST:
        arguments->self_test = true;
        return 0;
    case ARGP_KEY_ARG:
        arguments->paths = xgrow(arguments->paths, &arguments->capacity, arguments->count + 1,
                                 sizeof *arguments->paths);
        arguments->paths[arguments->count++] = value;
        return 0;
    case ARGP_KEY_END:
        if (arguments->count == 0 && !arguments->self_test)
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
    {"equal", OPTION_EQUAL, NULL, 0,
     "Of several captures: exit status 1 where their statistics are not all equal", 0},
    {"self-test", OPTION_SELF_TEST, NULL, 0,
     "Instead: simulate bench self_test on the boards or images named, by default on all boards, "
     "and "
     "say whether windows move by as many cycles as are planted in them",
     0},
    {0}};

static const struct argp argp = {
    options,
    parse,
    "RUN.LOG...\n--self-test [BOARD|IMAGE.ELF...]",
    "Recompute every statistic of a captured run from its RAW rows, and check its lines, indices, "
    "counts, order and checksums. Of several captures say, too, whether their statistics are equal "
    "item by item. RUN.LOG may be - for standard input.\v"
    "Exit status: 0 verified, 1 not (cut off, gaps, changed or contradictory values, a failed "
    "run, a planted delay that does not show), 2 trouble (no capture, or nothing to recompute).\n\n"
    "Example: judge the first of two runs in a capture\n"
    "  tailchain verify run.log --run 1\n",
    NULL,
    NULL,
    NULL};

/* Judges one capture; *run is the one that decided. */
static int verify_one(const struct arguments *arguments, const char *path, struct session *session,
                      const struct run **run)
{
    static struct intake intake;
    struct judge_options judged_as = arguments->judge;
    judged_as.name = strcmp(path, "-") == 0 ? "standard input" : path;
    intake_init(&intake, session);
    int code = judge_read(path, &intake);
    if (code != EXIT_YES)
        return code;
    struct judgement judgement = judge(session, &intake, &judged_as, true);
    *run = judgement.run;
    return judgement.exit_code;
}

/* Trouble with one file does not keep the others from being judged. */
static int verify_all(const struct arguments *arguments, struct session *sessions,
                      const struct run **runs)
{
    int worst = EXIT_YES;
    for (size_t i = 0; i < arguments->count && worst < EXIT_SIGNAL; i++) {
        int code = verify_one(arguments, arguments->paths[i], &sessions[i], &runs[i]);
        worst = code > worst ? code : worst;
    }
    /* What is not verified has no statistics to compare. */
    if (worst == EXIT_YES && arguments->count > 1 && !say_repeat(runs, arguments->count) &&
        arguments->equal)
        worst = EXIT_NO;
    return worst;
}

int cmd_verify(int argc, char **argv)
{
    struct arguments arguments = {0};
    cli_parse(&argp, argc, argv, &arguments);
    struct session *sessions = xcalloc(arguments.count, sizeof *sessions);
    const struct run **runs = xcalloc(arguments.count, sizeof(const struct run *));
    int code = arguments.self_test ? self_test(arguments.paths, arguments.count)
                                   : verify_all(&arguments, sessions, runs);
    for (size_t i = 0; i < arguments.count; i++)
        session_free(&sessions[i]);
    free(sessions);
    free(runs);
    free(arguments.paths);
    return code;
}
