/* A comparison for people: what changed first, then what did not.
 * SPDX-License-Identifier: MIT
 */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "compare_render.h"
#include "wrap.h"

/* Of one measurement; the rest is in the JSON. */
#define FUNCTIONS_SHOWN 12u
#define INSTRUCTIONS_SHOWN 24u

static void add_header(const struct compare_report *report, struct buf *out)
{
    const struct comparison *comparison = report->comparison;
    buf_printf(out, "base: %s\nnew:  %s\n", report->base_name, report->new_name);
    if (comparison->options.gate == COMPARE_EXACT)
        buf_add_text(out, "gate: exact, simulated runs repeat themselves to the cycle\n");
    else
        buf_printf(out, "gate: noise, %zu run(s) against %zu\n", comparison->base_runs,
                   comparison->new_runs);
}

static void add_differences(const struct compare_report *report, struct buf *out)
{
    for (int field = -1; (field = identity_difference(report->base, report->new, field + 1)) >= 0;)
        buf_printf(out, "allowed to differ: %s: %.60s -> %.60s\n", identity_field_name(field),
                   report->base->value[field], report->new->value[field]);
}

static void add_exact_row(enum stats_item item, const struct compare_row *row, struct buf *out)
{
    char base[COMPARE_TEXT_MAX], new[COMPARE_TEXT_MAX], shift[COMPARE_TEXT_MAX];
    char percent[COMPARE_TEXT_MAX];
    buf_printf(out, "  %-24s %13s %13s %11s %12s\n", stats_item_name[item],
               compare_value(item, true, row->base, false, base),
               compare_value(item, true, row->new, false, new),
               compare_value(item, true, row->effect.shift, true, shift),
               compare_percent(row, percent));
}

static void add_noise_row(enum stats_item item, const struct compare_row *row, struct buf *out)
{
    char base[COMPARE_TEXT_MAX], new[COMPARE_TEXT_MAX], shift[COMPARE_TEXT_MAX];
    char low[COMPARE_TEXT_MAX], high[COMPARE_TEXT_MAX], interval[2 * COMPARE_TEXT_MAX + 4];
    char cycles[COMPARE_TEXT_MAX];
    snprintf(interval, sizeof interval, "%s to %s",
             compare_value(item, false, row->effect.low, true, low),
             compare_value(item, false, row->effect.high, true, high));
    buf_printf(out, "  %-4s %11s %11s %9s %22s", stats_item_name[item],
               compare_value(item, false, row->base, false, base),
               compare_value(item, false, row->new, false, new),
               compare_value(item, false, row->effect.shift, true, shift), interval);
    if (!row->decides)
        buf_add_text(out, "  not judged\n");
    else if (row->change == COMPARE_UNDECIDED)
        buf_add_text(out, "  unknown\n");
    else
        buf_printf(out, " %8s, %.2f %%\n", compare_value(item, false, row->cycles, false, cycles),
                   row->percent);
}

static void add_title(const struct compare_report *report, const struct compare_metric *metric,
                      struct buf *out)
{
    bool exact = report->comparison->options.gate == COMPARE_EXACT;
    compare_add_name(metric, out);
    buf_printf(out, ": %s", compare_change_name[metric->change]);
    if (metric->change == COMPARE_GONE || metric->change == COMPARE_ADDED)
        ;
    else if (!metric->has_raw)
        buf_add_text(out, ", by RESULT: samples are not on both sides");
    else if (exact)
        buf_printf(out, ", %zu of %" PRIu64 " samples differ, %zu of them by %+" PRId64,
                   metric->differ, metric->new_n, metric->common_count, metric->common_shift);
    else
        buf_printf(out, ", Cliff's delta %+.3f", metric->delta);
    if (metric->base_n != metric->new_n)
        buf_printf(out, "; n %" PRIu64 " -> %" PRIu64, metric->base_n, metric->new_n);
    buf_add_text(out, "\n");
}

static void add_instruction(const struct ledger_diff_instruction *change, struct buf *out)
{
    uint64_t base = change->base_cycles, new = change->new_cycles;
    buf_printf(out, "      %08" PRIX32 " %-26.26s",
               change->in_new ? change->new_address : change->base_address, change->text);
    if (!change->in_base)
        buf_printf(out, " %8s %8" PRIu64, "-", new);
    else if (!change->in_new)
        buf_printf(out, " %8" PRIu64 " %8s", base, "-");
    else
        buf_printf(out, " %8" PRIu64 " %8" PRIu64, base, new);
    buf_printf(out, " %+7" PRId64 "\n", (int64_t)(new - base));
}

/* Where the cycles went: the most common window by function and instruction, and the mean over all
 * windows, which also has what only some windows do. */
static void add_where(const struct ledger_diff *diff, struct buf *out)
{
    buf_printf(out, "  %-39s %8s %8s %7s %12s\n", "the most common window, cycles", "base", "new",
               "change", "mean change");
    for (size_t i = 0; i < diff->count; i++) {
        const struct ledger_diff_function *function = &diff->functions[i];
        uint64_t base = function->base_cycles, new = function->new_cycles;
        size_t shown = 0;
        if (i == FUNCTIONS_SHOWN) {
            buf_printf(out, "    and %zu more functions\n", diff->count - i);
            break;
        }
        buf_printf(out, "    %-37.37s %8" PRIu64 " %8" PRIu64 " %+7" PRId64 " %+12.3f\n",
                   function->what, base, new, (int64_t)(new - base),
                   function->new_mean - function->base_mean);
        for (; shown < function->instruction_count && shown < INSTRUCTIONS_SHOWN; shown++)
            add_instruction(&function->instructions[shown], out);
        if (shown < function->instruction_count)
            buf_printf(out, "      and %zu more instructions\n",
                       function->instruction_count - shown);
    }
}

static void add_metric(const struct compare_report *report, const struct compare_metric *metric,
                       struct buf *out)
{
    bool exact = report->comparison->options.gate == COMPARE_EXACT;
    add_title(report, metric, out);
    if (metric->change == COMPARE_GONE || metric->change == COMPARE_ADDED)
        return;
    for (int item = 0; item < STATS_ITEMS; item++) {
        const struct compare_row *row = &metric->rows[item];
        if (row->change == COMPARE_EQUAL)
            continue;
        if (exact)
            add_exact_row((enum stats_item)item, row, out);
        else
            add_noise_row((enum stats_item)item, row, out);
    }
    if (compare_where(report, metric) != NULL)
        add_where(compare_where(report, metric), out);
}

static void add_table(const struct compare_report *report, struct buf *out)
{
    const struct comparison *comparison = report->comparison;
    if (comparison->count[COMPARE_EQUAL] + comparison->count[COMPARE_WITHIN] ==
        comparison->metric_count)
        return;
    if (comparison->options.gate == COMPARE_EXACT)
        buf_printf(out, "\n%-26s %13s %13s %11s\n", "ticks", "base", "new", "change");
    else
        buf_printf(out, "\n%-6s %11s %11s %9s %22s %s\n", "ticks", "base", "new", "shift",
                   "interval", "  limit: both");
    for (int change = COMPARE_CHANGES - 1; change > COMPARE_WITHIN; change--)
        for (size_t i = 0; i < comparison->metric_count; i++)
            if (comparison->metrics[i].change == (enum compare_change)change)
                add_metric(report, &comparison->metrics[i], out);
}

/* Of what noise covers, one line each: the average. */
static void add_within(const struct compare_report *report, struct buf *out)
{
    const struct comparison *comparison = report->comparison;
    if (comparison->count[COMPARE_WITHIN] == 0)
        return;
    buf_printf(out, "\n%-29s %8s %22s %s\n", "within limits, avg", "shift", "interval",
               "  limit: both");
    for (size_t i = 0; i < comparison->metric_count; i++) {
        const struct compare_metric *metric = &comparison->metrics[i];
        const struct compare_row *row = &metric->rows[STATS_AVG];
        struct buf name = {0};
        if (metric->change != COMPARE_WITHIN)
            continue;
        compare_add_name(metric, &name);
        buf_printf(out, "  %-27.27s %+8.2f %+10.2f to %+8.2f %8.2f, %.2f %%\n", name.bytes,
                   row->effect.shift, row->effect.low, row->effect.high, row->cycles, row->percent);
        buf_free(&name);
    }
}

static void add_equal(const struct compare_report *report, struct buf *out)
{
    const struct comparison *comparison = report->comparison;
    struct buf names = {0};
    for (size_t i = 0; i < comparison->metric_count; i++)
        if (comparison->metrics[i].change == COMPARE_EQUAL) {
            buf_add_text(&names, names.length != 0 ? ", " : "");
            compare_add_name(&comparison->metrics[i], &names);
        }
    if (names.length != 0) {
        buf_add_text(out, "\n");
        wrap_item(out, "Equal: %s.", names.bytes);
    }
    buf_free(&names);
}

/* What a reader must know about the columns. */
static void add_reading(const struct compare_report *report, struct buf *out)
{
    const struct comparison *comparison = report->comparison;
    if (comparison->count[COMPARE_EQUAL] == comparison->metric_count)
        return;
    if (comparison->options.gate == COMPARE_EXACT) {
        if (report->where == NULL)
            wrap_item(out, "Which functions and instructions changed: compare the two images "
                           "(.elf) instead of their captures.");
        return;
    }
    buf_add_text(out, "\n");
    wrap_item(out,
              "Of each run one value; shift: the median of all differences between runs "
              "(Hodges-Lehmann), its interval at %.1f %% by ranks.",
              comparison->metrics[0].rows[0].effect.confidence * 100);
    wrap_item(out, "A change is called where the whole interval lies beyond both limits. The "
                   "extremes are single samples and are not judged.");
    if (comparison->count[COMPARE_UNDECIDED] != 0)
        wrap_item(out,
                  "Undecided: from fewer than %u runs a side nothing is known about noise. Give "
                  "more, give --percent and --cycles, or --exact where both were simulated.",
                  COMPARE_RUNS_NEEDED);
}

static void render(const struct compare_report *report, struct buf *out)
{
    add_header(report, out);
    add_differences(report, out);
    add_table(report, out);
    add_within(report, out);
    add_equal(report, out);
    add_reading(report, out);
    buf_add_text(out, "\n");
    compare_add_verdict(report, out);
    buf_add_text(out, "\n");
}

const struct compare_renderer compare_term = {"term", render};
