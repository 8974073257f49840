/* Measures an option by simulating its images.
 * SPDX-License-Identifier: MIT
 */
#include "prices_measure.h"

#include "cli.h"
#include "compare_sim.h"
#include "judge.h"
#include "target.h"
#include "wire/results.h"

/* One image at one place; EXIT_YES, or an exit code after a message. */
static int measure(struct prices *prices, size_t option, size_t place)
{
    static struct intake intake;
    struct session session = {0};
    struct environment environment;
    struct target target;
    struct error error;
    const struct target_wish wish = {.what = prices->board,
                                     .clock = prices->at_clock,
                                     .bench = wire_benches[WIRE_BENCH_OPTION_PRICE].name,
                                     .option = prices->list[option].option->name,
                                     .moved = wire_option_places[place]};
    if (!target_open(&target, &wish, &error))
        return cli_fail(&error);
    int code = compare_sim_run(&target, NULL, &session, &intake, &environment);
    if (code == EXIT_YES) {
        struct judgement judgement =
            judge(&session, &intake, &(struct judge_options){.name = target.path}, false);
        code = judgement.exit_code;
        if (code == EXIT_YES)
            prices_add(prices, option, place, judgement.run, &environment);
    }
    session_free(&session);
    target_close(&target);
    return code;
}

int prices_measure(struct prices *prices, size_t option)
{
    int code = EXIT_YES;
    for (size_t place = 0; place < WIRE_OPTION_PLACES && code == EXIT_YES; place++)
        code = measure(prices, option, place);
    return code;
}
