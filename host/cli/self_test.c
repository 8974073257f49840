/* Runs bench self_test on simulated boards.
 * SPDX-License-Identifier: MIT
 */
#include "self_test.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "cli.h"
#include "compare_sim.h"
#include "host/base/text.h"
#include "host/core/verify/planted.h"
#include "judge.h"

struct tally {
    size_t windows, held;
};

static void print_head(const struct run *run, const struct target *target)
{
    char core[TEXT_NUMBER_MAX], timer[TEXT_NUMBER_MAX];
    const char *clock = target->image.note[NOTE_CLOCK];
    printf("%s, clock %s: core at %s Hz, timer at %s Hz\n", target->machine,
           clock != NULL ? clock : "unknown", text_number(run_unit_hz(run, WIRE_CYCLES), core),
           text_number(run_unit_hz(run, WIRE_TIMER), timer));
    printf("  %-20s %6s %9s %8s %12s  samples\n", "window", "cycles", "expected", "minimum",
           "most common");
}

static void print_planted(const struct planted *planted, struct tally *tally)
{
    char expected[48];
    snprintf(expected, sizeof expected, "+%" PRIu64 " or %" PRIu64, planted->low, planted->high);
    if (planted->low == planted->high)
        snprintf(expected, sizeof expected, "+%" PRIu64, planted->low);
    printf("  %-20s %6" PRIu32 " %9s %+8" PRId64 " %+12" PRId64 "  %zu of %zu%s%s%s\n",
           planted->name, planted->row->cycles, expected, planted->min, planted->common,
           planted->common_samples, planted->count,
           cli_colour(stdout, planted->holds ? CLI_PLAIN : CLI_RED),
           planted->holds ? "" : "  WRONG", cli_colour(stdout, CLI_PLAIN));
    tally->windows++;
    tally->held += planted->holds;
}

/* One image; a run that does not verify for another reason has no say. */
static int test_image(const struct target_wish *wish, struct tally *tally)
{
    static struct intake intake;
    struct session session = {0};
    struct environment environment;
    struct target target;
    struct planted planted;
    struct error error;
    if (!target_open(&target, wish, &error))
        return cli_fail(&error);
    int code = compare_sim_run(&target, NULL, &session, &intake, &environment);
    if (code == EXIT_YES) {
        intake_end(&intake);
        struct judgement judgement =
            judge(&session, &intake, &(struct judge_options){.name = target.path}, false);
        code = judgement.exit_code;
        if (judgement.run != NULL)
            print_head(judgement.run, &target);
        for (size_t i = 0; judgement.run != NULL && planted_of(judgement.run, i, &planted); i++)
            print_planted(&planted, tally);
    }
    session_free(&session);
    target_close(&target);
    return code;
}

/* A board at each of its clocks; NULL: all boards. */
static int test_board(const char *board, struct tally *tally)
{
    const struct wire_clock *clock;
    int worst = EXIT_YES;
    for (size_t i = 0; worst < EXIT_TROUBLE && (clock = wire_clock(i)) != NULL; i++) {
        if (board != NULL && strcmp(clock->board, board) != 0)
            continue;
        struct target_wish wish = {.what = clock->board,
                                   .bench = wire_benches[WIRE_BENCH_SELF_TEST].name,
                                   .clock = clock->name};
        int code = test_image(&wish, tally);
        worst = code > worst ? code : worst;
    }
    return worst;
}

static int test_one(const char *what, struct tally *tally)
{
    if (wire_board_named(what) != NULL)
        return test_board(what, tally);
    /* An image, or neither: then the message says which boards there are. */
    struct target_wish wish = {.what = what, .bench = wire_benches[WIRE_BENCH_SELF_TEST].name};
    return test_image(&wish, tally);
}

int self_test(const char *const *what, size_t count)
{
    struct tally tally = {0};
    int worst = count == 0 ? test_board(NULL, &tally) : EXIT_YES;
    for (size_t i = 0; i < count && worst < EXIT_TROUBLE; i++) {
        int code = test_one(what[i], &tally);
        worst = code > worst ? code : worst;
    }
    if (worst >= EXIT_TROUBLE)
        return worst;
    printf("%zu windows: ", tally.windows);
    if (tally.held == tally.windows)
        printf("%seach%s moved by just what was planted\n", cli_colour(stdout, CLI_GREEN),
               cli_colour(stdout, CLI_PLAIN));
    else
        printf("%zu did not move by what was planted\n", tally.windows - tally.held);
    return worst;
}
