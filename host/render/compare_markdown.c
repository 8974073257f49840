/* A comparison for a pull request: one comment, what changed on top, the rest folded away.
 * SPDX-License-Identifier: MIT
 */
#include <inttypes.h>
#include <string.h>

#include "compare_render.h"

/* Of one measurement; a comment is read on a screen. */
#define FUNCTIONS_SHOWN 8u
#define INSTRUCTIONS_SHOWN 16u

/* A word in a table's cell: neither its column nor its markup may end in it. */
static void add_code(struct buf *out, const char *text)
{
    buf_add_text(out, "`");
    for (; *text != '\0'; text++)
        buf_add(out, *text == '`' || *text == '\n' ? "'" : *text == '|' ? "/" : text, 1);
    buf_add_text(out, "`");
}

static void add_row(const struct compare_report *report, const struct compare_metric *metric,
                    enum stats_item item, struct buf *out)
{
    const struct compare_row *row = &metric->rows[item];
    bool exact = report->comparison->options.gate == COMPARE_EXACT;
    char text[COMPARE_TEXT_MAX];
    struct buf name = {0};
    compare_add_name(metric, &name);
    buf_add_text(out, "| ");
    add_code(out, name.bytes);
    buf_printf(out, " | %s | ", stats_item_name[item]);
    buf_printf(out, "%s | ", compare_value(item, exact, row->base, false, text));
    buf_printf(out, "%s | ", compare_value(item, exact, row->new, false, text));
    buf_printf(out, "%s | ", compare_value(item, exact, row->effect.shift, true, text));
    buf_printf(out, "%s | ", compare_percent(row, text));
    if (!exact && row->effect.confidence > 0) {
        buf_printf(out, "%s to ", compare_value(item, exact, row->effect.low, true, text));
        buf_printf(out, "%s | ", compare_value(item, exact, row->effect.high, true, text));
    } else if (!exact) {
        buf_add_text(out, "none | ");
    }
    buf_printf(out, "%s |\n", row->decides ? compare_change_name[row->change] : "not judged");
    buf_free(&name);
}

static void add_head(const struct compare_report *report, struct buf *out)
{
    if (report->comparison->options.gate == COMPARE_EXACT)
        buf_add_text(out, "| measurement, ticks | | base | new | change | | verdict |\n"
                          "|---|---|--:|--:|--:|--:|---|\n");
    else
        buf_add_text(out, "| measurement, ticks | | base | new | shift | | interval | verdict |\n"
                          "|---|---|--:|--:|--:|--:|--:|---|\n");
}

static bool is_on_both(const struct compare_metric *metric)
{
    return metric->change != COMPARE_GONE && metric->change != COMPARE_ADDED;
}

static void add_changed(const struct compare_report *report, struct buf *out)
{
    const struct comparison *comparison = report->comparison;
    if (comparison->count[COMPARE_EQUAL] + comparison->count[COMPARE_WITHIN] ==
        comparison->metric_count)
        return;
    add_head(report, out);
    for (int change = COMPARE_CHANGES - 1; change > COMPARE_WITHIN; change--)
        for (size_t i = 0; i < comparison->metric_count; i++) {
            const struct compare_metric *metric = &comparison->metrics[i];
            if (metric->change != (enum compare_change)change)
                continue;
            for (int item = 0; item < STATS_ITEMS && is_on_both(metric); item++)
                if (metric->rows[item].change != COMPARE_EQUAL)
                    add_row(report, metric, (enum stats_item)item, out);
        }
    buf_add_text(out, "\n");
    for (size_t i = 0; i < comparison->metric_count; i++)
        if (!is_on_both(&comparison->metrics[i])) {
            struct buf name = {0};
            compare_add_name(&comparison->metrics[i], &name);
            buf_add_text(out, "- ");
            add_code(out, name.bytes);
            buf_printf(out, " is %s\n", compare_change_name[comparison->metrics[i].change]);
            buf_free(&name);
        }
}

static void add_instructions(const struct ledger_diff_function *function, struct buf *out)
{
    for (size_t i = 0; i < function->instruction_count && i < INSTRUCTIONS_SHOWN; i++) {
        const struct ledger_diff_instruction *change = &function->instructions[i];
        buf_add_text(out, "| &nbsp;&nbsp;");
        add_code(out, change->text);
        if (change->in_base)
            buf_printf(out, " | %" PRIu64, change->base_cycles);
        else
            buf_add_text(out, " | -");
        if (change->in_new)
            buf_printf(out, " | %" PRIu64, change->new_cycles);
        else
            buf_add_text(out, " | -");
        buf_printf(out, " | %+" PRId64 " | |\n",
                   (int64_t)(change->new_cycles - change->base_cycles));
    }
}

static void add_where(const struct compare_metric *metric, const struct ledger_diff *diff,
                      struct buf *out)
{
    struct buf name = {0};
    compare_add_name(metric, &name);
    buf_add_text(out, "<details><summary>Where the cycles of ");
    buf_add_text(out, name.bytes);
    buf_add_text(out, " went</summary>\n\n| the most common window, cycles | base | new | change | "
                      "mean change |\n|---|--:|--:|--:|--:|\n");
    for (size_t i = 0; i < diff->count && i < FUNCTIONS_SHOWN; i++) {
        const struct ledger_diff_function *function = &diff->functions[i];
        buf_add_text(out, "| ");
        add_code(out, function->what);
        buf_printf(out, " | %" PRIu64 " | %" PRIu64 " | %+" PRId64 " | %+.3f |\n",
                   function->base_cycles, function->new_cycles,
                   (int64_t)(function->new_cycles - function->base_cycles),
                   function->new_mean - function->base_mean);
        add_instructions(function, out);
    }
    buf_add_text(out, "\n</details>\n\n");
    buf_free(&name);
}

static void add_unchanged(const struct compare_report *report, struct buf *out)
{
    const struct comparison *comparison = report->comparison;
    size_t shown = comparison->count[COMPARE_EQUAL] + comparison->count[COMPARE_WITHIN];
    if (shown == 0)
        return;
    buf_printf(out, "<details><summary>%zu did not change%s</summary>\n\n", shown,
               comparison->count[COMPARE_WITHIN] != 0 ? " beyond the limits" : "");
    add_head(report, out);
    for (size_t i = 0; i < comparison->metric_count; i++)
        if (comparison->metrics[i].change <= COMPARE_WITHIN)
            add_row(report, &comparison->metrics[i], STATS_AVG, out);
    buf_add_text(out, "\n</details>\n");
}

static void render(const struct compare_report *report, struct buf *out)
{
    const struct comparison *comparison = report->comparison;
    buf_add_text(out, "### Tailchain: ");
    compare_add_verdict(report, out);
    buf_add_text(out, "\n\n");
    add_code(out, report->base_name);
    buf_add_text(out, " to ");
    add_code(out, report->new_name);
    if (comparison->options.gate == COMPARE_EXACT)
        buf_add_text(out, ", exact: simulated runs repeat themselves to the cycle.\n\n");
    else if (comparison->metrics[0].rows[0].effect.confidence > 0)
        buf_printf(out,
                   ", %zu run(s) against %zu; a change counts where its whole interval (%.1f %%) "
                   "lies beyond the noise of the runs.\n\n",
                   comparison->base_runs, comparison->new_runs,
                   comparison->metrics[0].rows[0].effect.confidence * 100);
    else
        buf_add_text(out, ", one run against one: the shift has no interval.\n\n");
    for (int field = -1;
         (field = identity_difference(report->base, report->new, field + 1)) >= 0;) {
        buf_printf(out, "- %s differs: ", identity_field_name(field));
        add_code(out, report->base->value[field]);
        buf_add_text(out, " to ");
        add_code(out, report->new->value[field]);
        buf_add_text(out, "\n");
    }
    add_changed(report, out);
    for (size_t i = 0; i < comparison->metric_count; i++)
        if (compare_where(report, &comparison->metrics[i]) != NULL)
            add_where(&comparison->metrics[i], compare_where(report, &comparison->metrics[i]), out);
    add_unchanged(report, out);
}

const struct compare_renderer compare_markdown = {"markdown", render};
