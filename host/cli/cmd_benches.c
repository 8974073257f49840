/* tailchain benches: what can be measured, and where.
 * SPDX-License-Identifier: MIT
 */
#include "cli.h"
#include "names.h"

#include <stdio.h>
#include <string.h>

#include "host/render/wrap.h"
#include "wire/options.h"
#include "wire/results.h"

static error_t parse(int key, char *value, struct argp_state *state)
{
    const char **name = state->input;
    if (key != ARGP_KEY_ARG)
        return ARGP_ERR_UNKNOWN;
    if (*name != NULL)
        argp_error(state, "one bench at a time");
    *name = value;
    return 0;
}

static const struct argp argp = {
    NULL,
    parse,
    "[BENCH]",
    "List what can be measured and on which boards, or everything that one bench prints.\v"
    "Exit status: 0, or 2 where there is no such bench.\n\n"
    "Example: what the default bench measures\n"
    "  tailchain benches rtos_bench\n",
    NULL,
    NULL,
    NULL};

/* "  on a, b" and a line for each board, or clock of a board, that cannot. */
static void add_boards(struct buf *out, enum wire_bench bench)
{
    const struct wire_board *board;
    const struct wire_clock *clock;
    const char *between = "  on ";
    for (size_t i = 0; (board = wire_board(i)) != NULL; i++) {
        if (wire_bench_refused(bench, board->name, NULL) != NULL)
            continue;
        buf_printf(out, "%s%s", between, board->name);
        between = ", ";
    }
    buf_add_text(out, "\n");
    for (size_t i = 0; (board = wire_board(i)) != NULL; i++) {
        const char *why = wire_bench_refused(bench, board->name, NULL);
        if (why != NULL)
            buf_printf(out, "  not on %s: %s\n", board->name, why);
    }
    for (size_t i = 0; (clock = wire_clock(i)) != NULL; i++) {
        const char *why = wire_bench_refused(bench, clock->board, clock->name);
        if (why != NULL && wire_bench_refused(bench, clock->board, NULL) == NULL)
            buf_printf(out, "  not on %s at %s: %s\n", clock->board, clock->name, why);
    }
}

static void add_bench(struct buf *out, enum wire_bench bench)
{
    buf_printf(out, "%s: ", wire_benches[bench].name);
    wrap_text(out, strlen(wire_benches[bench].name) + 2, 2, wire_benches[bench].what);
    add_boards(out, bench);
}

static void add_series(struct buf *out, const struct wire_series *row, const char *kind)
{
    char n[32] = "any number of";
    if (row->samples != 0)
        snprintf(n, sizeof n, "%u", row->samples);
    wrap_item(out, "%s: %s %s%s: %s", row->name, n, kind,
              row->optional ? ", not on every board" : "", row->meaning);
}

static void add_results(struct buf *out, enum wire_bench bench)
{
    for (int i = 0; i < WIRE_METRICS; i++)
        if (wire_metrics[i].bench == bench)
            add_series(out, &wire_metrics[i],
                       wire_metrics[i].unit == WIRE_TIMER ? "samples in counts of the timer"
                                                          : "samples in cycles of the core");
    for (int i = 0; i < WIRE_PHASES; i++)
        if (wire_phases[i].bench == bench)
            add_series(out, &wire_phases[i],
                       "pairs (irq_entry, event_to_task) in counts of the timer");
    for (int i = 0; i < WIRE_QUANTITIES; i++) {
        const struct wire_quantity_row *row = &wire_quantities[i];
        if (row->bench == bench)
            wrap_item(out, "%s: a number in %s%s: %s", row->name, row->unit,
                      row->optional ? ", not on every board" : "", row->meaning);
    }
    const struct wire_remark *remark;
    for (size_t i = 0; (remark = wire_remark(i)) != NULL; i++)
        if (remark->bench == bench)
            wrap_item(out, "%s", remark->text);
}

/* Once for a board, at its first clock, where it is refused at all of them. */
static void add_refusal(struct buf *out, const char *option, const struct wire_clock *clock)
{
    const char *why = wire_option_refused(option, clock->board, NULL);
    const char *here = wire_option_refused(option, clock->board, clock->name);
    if (why != NULL && clock == wire_clock_named(clock->board, NULL))
        wrap_item(out, "--option %s not on %s: %s", option, clock->board, why);
    else if (why == NULL && here != NULL)
        wrap_item(out, "--option %s not on %s at %s: %s", option, clock->board, clock->name, here);
}

static void add_options(struct buf *out)
{
    const struct wire_option *option;
    for (size_t i = 0; (option = wire_option(i)) != NULL; i++)
        wrap_item(out, "--option %s: %s", option->name, option->what);
    const struct wire_clock *clock;
    for (size_t b = 0; (clock = wire_clock(b)) != NULL; b++)
        for (size_t i = 0; (option = wire_option(i)) != NULL; i++)
            add_refusal(out, option->name, clock);
}

int cmd_benches(int argc, char **argv)
{
    const char *name = NULL;
    struct error error;
    struct buf out = {0};
    cli_parse(&argp, argc, argv, &name);
    enum wire_bench chosen = name != NULL ? name_bench(name, &error) : WIRE_BENCHES;
    if (name != NULL && chosen == WIRE_BENCHES)
        return cli_fail(&error);
    for (int bench = 0; bench < WIRE_BENCHES; bench++)
        if (name == NULL || bench == (int)chosen)
            add_bench(&out, (enum wire_bench)bench);
    if (name != NULL)
        add_results(&out, chosen);
    if (name != NULL && chosen == WIRE_BENCH_OPTION_PRICE)
        add_options(&out);
    fwrite(out.bytes, 1, out.length, stdout);
    buf_free(&out);
    return EXIT_YES;
}
