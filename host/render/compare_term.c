/* A comparison for people: what changed first, then what did not.
 * SPDX-License-Identifier: MIT
 */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "compare_render.h"
#include "wrap.h"

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
    buf_printf(out, "\n%-29s %8s %22s %s\n", "within noise, avg", "shift", "interval",
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
    if (comparison->options.gate == COMPARE_EXACT ||
        comparison->count[COMPARE_EQUAL] == comparison->metric_count)
        return;
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
