/* How far the unknown constants of the timing model move the averages.
 * SPDX-License-Identifier: MIT
 */
#include <inttypes.h>
#include <string.h>

#include "host/core/run/bounds.h"
#include "host/core/run/facts.h"
#include "term_parts.h"

static void add_row(const struct report *report, const struct series *series, struct buf *out)
{
    const struct published *published =
        published_of(report->board, report->run, series->phase, series->name);
    const char *phase = series->phase != NULL ? series->phase : "";
    const char *space = series->phase != NULL ? " " : "";
    int used = (int)(strlen(phase) + strlen(space));
    buf_printf(out, "%s%s%-*s %9" PRIu64 " %9" PRIu64 " %9" PRIu64, phase, space, 27 - used,
               series->name, facts_average_like(report->low, series),
               facts_average_like(report->run, series), facts_average_like(report->high, series));
    if (published != NULL)
        buf_printf(out, " %9" PRIu64, published->ticks[STATS_AVG]);
    buf_add_text(out, "\n");
}

void term_add_bounds(const struct report *report, struct buf *out)
{
    buf_printf(out, "\n%-27s %9s %9s %9s%s\n", "average ticks, unknowns at", "low", "here", "high",
               published_in(report->board, report->run) ? "   silicon" : "");
    for (size_t i = 0; i < report->run->series_count; i++)
        add_row(report, &report->run->series[i], out);
    buf_add_text(out, "unknowns, published by nobody, in cycles (low to high):\n");
    for (size_t i = 0; i < bound_count; i++)
        buf_printf(out, "  %s %" PRIu32 " to %" PRIu32 "\n", bounds[i].knob, bounds[i].low,
                   bounds[i].high);
}
