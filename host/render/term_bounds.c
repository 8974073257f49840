/* How far the unknown constants of the timing model move the averages.
 * SPDX-License-Identifier: MIT
 */
#include <inttypes.h>

#include "host/core/run/bounds.h"
#include "host/core/run/facts.h"
#include "table.h"
#include "term_parts.h"

static void add_row(const struct report *report, const struct series *series, struct table *table)
{
    const struct published *published =
        published_of(report->board, report->run, series->phase, series->name);
    const struct run *const runs[] = {report->low, report->run, report->high};
    table_row(table);
    table_cell(table, "%s%s%s", series->phase != NULL ? series->phase : "",
               series->phase != NULL ? " " : "", series->name);
    for (size_t i = 0; i < sizeof runs / sizeof runs[0]; i++)
        table_cell(table, "%" PRIu64, facts_average_like(runs[i], series));
    if (published != NULL)
        table_cell(table, "%" PRIu64, published->ticks[STATS_AVG]);
}

void term_add_bounds(const struct report *report, struct buf *out)
{
    static const struct table_title titles[] = {{"average ticks, unknowns at", 27, true},
                                                {"low", 9, false},
                                                {"here", 9, false},
                                                {"high", 9, false},
                                                {"silicon", 9, false}};
    struct table table = {0};
    table_titles(&table, titles, published_in(report->board, report->run) ? 5 : 4);
    for (size_t i = 0; i < report->run->series_count; i++)
        add_row(report, &report->run->series[i], &table);
    buf_add_text(out, "\n");
    table_end(&table, out);
    buf_add_text(out, "unknowns, published by nobody, in cycles (low to high):\n");
    for (size_t i = 0; i < bound_count; i++)
        buf_printf(out, "  %s %" PRIu32 " to %" PRIu32 "\n", bounds[i].knob, bounds[i].low,
                   bounds[i].high);
}
