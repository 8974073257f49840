/* Several runs side by side: a row for each run under each measurement.
 * SPDX-License-Identifier: MIT
 */
#include <inttypes.h>

#include "host/base/text.h"
#include "items.h"
#include "table.h"
#include "term_parts.h"

static void add_heads(const struct report_set *set, struct buf *out)
{
    for (size_t r = 0; r < set->count; r++) {
        const struct report *report = &set->reports[r];
        char core[TEXT_NUMBER_MAX], verdict[VERDICT_TEXT_MAX];
        buf_printf(out, "%c  %.70s\n", report_letter(r), report->name);
        buf_printf(out, "   %s%s%.20s, %s Hz",
                   report->environment != NULL ? "simulated" : "capture",
                   report->board != NULL ? ", " : "", report->board != NULL ? report->board : "",
                   text_number(run_config_number(report->run, WIRE_CONFIG_CORE), core));
        if (report->run->config[WIRE_CONFIG_COMPILER].present)
            buf_printf(out, ", %.30s", report->run->config[WIRE_CONFIG_COMPILER].text);
        buf_printf(out, "\n   %s\n", verdict_text(report, verdict));
    }
}

/* What a table shows: which unit, and whether the runs can be compared in it. */
struct columns {
    bool in_ns, compared;
};

static void add_row(const struct report_set *set, size_t r, const struct item *item,
                    const struct columns *columns, struct table *table)
{
    const struct series *series = item_series(&set->reports[r], item);
    const struct series *first = item_series(&set->reports[0], item);
    char text[DIFFERENCE_MAX];
    if (series == NULL) {
        table_line(table, "  %c not measured", report_letter(r));
        return;
    }
    table_row(table);
    table_cell(table, "  %c", report_letter(r));
    const struct stats *stats = facts_stats(series);
    const uint64_t *values = columns->in_ns ? stats->ns : stats->ticks;
    table_cell(table, "%" PRIu64, stats->n);
    for (int i = 0; i < STATS_ITEMS; i++)
        table_cell(table, "%" PRIu64, values[i]);
    if (r > 0 && first != NULL && columns->compared) {
        const uint64_t *base = columns->in_ns ? facts_stats(first)->ns : facts_stats(first)->ticks;
        table_cell(table, "%s", difference_text(values[STATS_AVG], base[STATS_AVG], text));
        table_cell(table, "%s", difference_text(values[STATS_MAX], base[STATS_MAX], text));
    }
}

/* Ticks of one clock are no ticks of another. */
static bool same_clock(const struct report_set *set)
{
    for (size_t r = 1; r < set->count; r++)
        if (run_config_number(set->reports[r].run, WIRE_CONFIG_CORE) !=
            run_config_number(set->reports[0].run, WIRE_CONFIG_CORE))
            return false;
    return true;
}

static void add_titles(const struct columns *columns, struct table *table)
{
    const struct table_title names[] = {{columns->in_ns ? "ns" : "ticks", 5, true},
                                        {"n", 6, false}};
    static const struct table_title to_first[] = {{"avg, to A", 12, false},
                                                  {"max, to A", 12, false}};
    table_titles(table, names, 2);
    for (int item = 0; item < STATS_ITEMS; item++)
        table_column(table, &(struct table_title){stats_item_name[item], 9, false});
    for (size_t i = 0; i < 2 && columns->compared; i++)
        table_column(table, &to_first[i]);
}

static void add_table(const struct report_set *set, const struct items *items, bool in_ns,
                      struct buf *out)
{
    const struct columns columns = {in_ns, in_ns || same_clock(set)};
    struct table table = {0};
    add_titles(&columns, &table);
    for (size_t i = 0; i < items->count; i++) {
        char label[ITEM_LABEL_MAX];
        table_line(&table, "%s", item_label(&items->list[i], label));
        for (size_t r = 0; r < set->count; r++)
            add_row(set, r, &items->list[i], &columns, &table);
    }
    buf_add_text(out, "\n");
    table_end(&table, out);
}

void term_add_runs(const struct report_set *set, struct buf *out)
{
    struct items items = items_of(set);
    add_heads(set, out);
    add_table(set, &items, false, out);
    add_table(set, &items, true, out);
    if (set->histograms)
        term_add_histograms(set, out);
    buf_add_text(out, "\n");
    term_add_clock(&set->reports[0], out);
    if (!same_clock(set))
        buf_add_text(out, "- The clocks differ, so only the ns can be compared.\n");
    items_free(&items);
}
