/* A comparison for people: what changed first, then what did not.
 * SPDX-License-Identifier: MIT
 */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "compare_render.h"
#include "table.h"
#include "wrap.h"

/* Of one measurement; the rest is in the JSON. */
#define FUNCTIONS_SHOWN 12u
#define INSTRUCTIONS_SHOWN 24u

static void add_header(const struct compare_report *report, struct buf *out)
{
    const struct comparison *comparison = report->comparison;
    wrap_labelled(out, "base:", 5, report->base_name);
    wrap_labelled(out, "new:", 5, report->new_name);
    if (comparison->options.gate == COMPARE_EXACT)
        buf_add_text(out, "gate: exact, simulated runs repeat themselves to the cycle\n");
    else
        buf_printf(out, "gate: noise, %zu run(s) against %zu\n", comparison->base_runs,
                   comparison->new_runs);
}

static void add_differences(const struct compare_report *report, struct buf *out)
{
    for (int field = -1; (field = identity_difference(report->base, report->new, field + 1)) >= 0;)
        wrap_line(out, 2, "allowed to differ: %s: %s -> %s", identity_field_name(field),
                  report->base->value[field], report->new->value[field]);
}

static const struct table_title exact_titles[] = {{"ticks", 26, true},
                                                  {"base", 13, false},
                                                  {"new", 13, false},
                                                  {"change", 11, false},
                                                  {"", 12, false}};
static const struct table_title noise_titles[] = {
    {"ticks", 6, true},  {"base", 11, false},     {"new", 11, false},
    {"shift", 9, false}, {"interval", 21, false}, {"  limit: both", 17, true}};

/* Each measurement is a table of its own, all with these columns. */
static void add_columns(bool exact, struct table *table)
{
    for (size_t i = 0; exact && i < sizeof exact_titles / sizeof exact_titles[0]; i++)
        table_column(table, &exact_titles[i]);
    for (size_t i = 0; !exact && i < sizeof noise_titles / sizeof noise_titles[0]; i++)
        table_column(table, &noise_titles[i]);
}

static void add_exact_row(enum stats_item item, const struct compare_row *row, struct table *table)
{
    char base[COMPARE_TEXT_MAX], new[COMPARE_TEXT_MAX], shift[COMPARE_TEXT_MAX];
    char percent[COMPARE_TEXT_MAX];
    table_row(table);
    table_cell(table, "  %s", stats_item_name[item]);
    table_cell(table, "%s", compare_value(item, true, row->base, false, base));
    table_cell(table, "%s", compare_value(item, true, row->new, false, new));
    table_cell(table, "%s", compare_value(item, true, row->effect.shift, true, shift));
    table_cell(table, "%s", compare_percent(row, percent));
}

static void add_limits(enum stats_item item, const struct compare_row *row, struct table *table)
{
    char cycles[COMPARE_TEXT_MAX];
    table_cell(table, "%8s, %.2f %%", compare_value(item, false, row->cycles, false, cycles),
               row->percent);
}

static void add_noise_row(enum stats_item item, const struct compare_row *row, struct table *table)
{
    char base[COMPARE_TEXT_MAX], new[COMPARE_TEXT_MAX], shift[COMPARE_TEXT_MAX];
    char low[COMPARE_TEXT_MAX], high[COMPARE_TEXT_MAX];
    table_row(table);
    table_cell(table, "  %s", stats_item_name[item]);
    table_cell(table, "%s", compare_value(item, false, row->base, false, base));
    table_cell(table, "%s", compare_value(item, false, row->new, false, new));
    table_cell(table, "%s", compare_value(item, false, row->effect.shift, true, shift));
    if (row->effect.confidence > 0)
        table_cell(table, "%s to %s", compare_value(item, false, row->effect.low, true, low),
                   compare_value(item, false, row->effect.high, true, high));
    else
        table_cell(table, "none");
    if (!row->decides)
        table_cell(table, " not judged");
    else if (row->change == COMPARE_UNDECIDED)
        table_cell(table, " unknown");
    else
        add_limits(item, row, table);
}

static void add_title(const struct compare_report *report, const struct compare_metric *metric,
                      struct buf *out)
{
    bool exact = report->comparison->options.gate == COMPARE_EXACT;
    struct buf title = {0};
    compare_add_name(metric, &title);
    buf_printf(&title, ": %s", compare_change_name[metric->change]);
    if (metric->change == COMPARE_GONE || metric->change == COMPARE_ADDED)
        ;
    else if (!metric->has_raw)
        buf_add_text(&title, ", by RESULT: samples are not on both sides");
    else if (exact)
        buf_printf(&title, ", %zu of %" PRIu64 " samples differ, %zu of them by %+" PRId64,
                   metric->differ, metric->new_n, metric->common_count, metric->common_shift);
    else
        buf_printf(&title, ", Cliff's delta %+.3f", metric->delta);
    if (metric->base_n != metric->new_n)
        buf_printf(&title, "; n %" PRIu64 " -> %" PRIu64, metric->base_n, metric->new_n);
    wrap_text(out, 0, 2, title.bytes);
    buf_free(&title);
}

static void add_cycles(bool executed, uint64_t cycles, struct table *table)
{
    if (executed)
        table_cell(table, "%" PRIu64, cycles);
    else
        table_cell(table, "-");
}

static void add_instruction(const struct ledger_diff_instruction *change, struct table *table)
{
    table_row(table);
    table_cell(table, "      %08" PRIX32 " %s",
               change->in_new ? change->new_address : change->base_address, change->text);
    add_cycles(change->in_base, change->base_cycles, table);
    add_cycles(change->in_new, change->new_cycles, table);
    table_cell(table, "%+" PRId64, (int64_t)(change->new_cycles - change->base_cycles));
}

/* Where the cycles went: the most common window by function and instruction, and the mean over all
 * windows, which also has what only some windows do. */
static void add_where(const struct ledger_diff *diff, struct buf *out)
{
    static const struct table_title titles[] = {{"  the most common window, cycles", 41, true},
                                                {"base", 8, false},
                                                {"new", 8, false},
                                                {"change", 7, false},
                                                {"mean change", 12, false}};
    struct table table = {0};
    table_titles(&table, titles, sizeof titles / sizeof titles[0]);
    for (size_t i = 0; i < diff->count; i++) {
        const struct ledger_diff_function *function = &diff->functions[i];
        uint64_t base = function->base_cycles, new = function->new_cycles;
        size_t shown = 0;
        if (i == FUNCTIONS_SHOWN) {
            table_line(&table, "    and %zu more functions", diff->count - i);
            break;
        }
        table_row(&table);
        table_cell(&table, "    %s", function->what);
        table_cell(&table, "%" PRIu64, base);
        table_cell(&table, "%" PRIu64, new);
        table_cell(&table, "%+" PRId64, (int64_t)(new - base));
        table_cell(&table, "%+.3f", function->new_mean - function->base_mean);
        for (; shown < function->instruction_count && shown < INSTRUCTIONS_SHOWN; shown++)
            add_instruction(&function->instructions[shown], &table);
        if (shown < function->instruction_count)
            table_line(&table, "      and %zu more instructions",
                       function->instruction_count - shown);
    }
    table_end(&table, out);
}

static void add_metric(const struct compare_report *report, const struct compare_metric *metric,
                       struct buf *out)
{
    bool exact = report->comparison->options.gate == COMPARE_EXACT;
    struct table table = {0};
    add_title(report, metric, out);
    if (metric->change == COMPARE_GONE || metric->change == COMPARE_ADDED)
        return;
    add_columns(exact, &table);
    for (int item = 0; item < STATS_ITEMS; item++) {
        const struct compare_row *row = &metric->rows[item];
        if (row->change == COMPARE_EQUAL)
            continue;
        if (exact)
            add_exact_row((enum stats_item)item, row, &table);
        else
            add_noise_row((enum stats_item)item, row, &table);
    }
    table_end(&table, out);
    if (compare_where(report, metric) != NULL)
        add_where(compare_where(report, metric), out);
}

static void add_table(const struct compare_report *report, struct buf *out)
{
    const struct comparison *comparison = report->comparison;
    if (comparison->count[COMPARE_EQUAL] + comparison->count[COMPARE_WITHIN] ==
        comparison->metric_count)
        return;
    struct table titles = {0};
    table_row(&titles);
    add_columns(comparison->options.gate == COMPARE_EXACT, &titles);
    buf_add_text(out, "\n");
    table_end(&titles, out);
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
    static const struct table_title titles[] = {{"within limits, avg", 29, true},
                                                {"shift", 8, false},
                                                {"interval", 21, false},
                                                {"  limit: both", 17, true}};
    struct table table = {0};
    table_titles(&table, titles, sizeof titles / sizeof titles[0]);
    for (size_t i = 0; i < comparison->metric_count; i++) {
        const struct compare_metric *metric = &comparison->metrics[i];
        const struct compare_row *row = &metric->rows[STATS_AVG];
        struct buf name = {0};
        if (metric->change != COMPARE_WITHIN)
            continue;
        compare_add_name(metric, &name);
        table_row(&table);
        table_cell(&table, "  %s", name.bytes);
        table_cell(&table, "%+.2f", row->effect.shift);
        if (row->effect.confidence > 0)
            table_cell(&table, "%+.2f to %+8.2f", row->effect.low, row->effect.high);
        else
            table_cell(&table, "none");
        add_limits(STATS_AVG, row, &table);
        buf_free(&name);
    }
    buf_add_text(out, "\n");
    table_end(&table, out);
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

static void add_interval(double confidence, struct buf *out)
{
    if (confidence > 0)
        wrap_item(out,
                  "Of each run one value; shift: the median of all differences between runs "
                  "(Hodges-Lehmann), its interval at %.1f %% by ranks.",
                  confidence * 100);
    else
        wrap_item(out,
                  "Shift: the difference of the two runs. One run a side gives it no interval.");
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
    add_interval(comparison->metrics[0].rows[0].effect.confidence, out);
    wrap_item(out,
              "A change is called where the %s lies beyond both limits. The extremes are single "
              "samples and are not judged.",
              comparison->metrics[0].rows[0].effect.confidence > 0 ? "whole interval" : "shift");
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
