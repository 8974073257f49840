/* What can be read off a run: the most common values, and the paragraphs of reading.c.
 * SPDX-License-Identifier: MIT
 */
#include <inttypes.h>

#include "host/core/run/facts.h"
#include "items.h"
#include "table.h"
#include "term_parts.h"
#include "wrap.h"

static void add_mode(struct table *table, const char *phase, const char *name,
                     const struct mode *mode, size_t n)
{
    table_row(table);
    table_cell(table, "%s%s%s", phase != NULL ? phase : "", phase != NULL ? " " : "", name);
    table_cell(table, "%" PRIu64, mode->value);
    table_cell(table, "  %7zu of %zu", mode->differ, n);
}

void term_add_modes(const struct report *report, struct buf *out)
{
    const struct run *run = report->run;
    static const struct table_title titles[] = {
        {"most common value", 42, true}, {"ticks", 9, false}, {"  samples that differ", 0, true}};
    struct table table = {0};
    struct mode mode;
    size_t n;
    if (run_samples(run) == 0)
        return;
    table_titles(&table, titles, 3);
    for (size_t i = 0; i < run->series_count; i++)
        if (facts_mode(&run->series[i], &mode))
            add_mode(&table, run->series[i].phase, run->series[i].name, &mode,
                     run->series[i].count);
    for (size_t i = 0; i < run->phase_count; i++)
        if (facts_handover_mode(run, run->phases[i].name, &mode, &n))
            add_mode(&table, run->phases[i].name, "event_to_task - irq_entry", &mode, n);
    buf_add_text(out, "\n");
    table_end(&table, out);
}

static void add_paragraph(void *context, const char *paragraph)
{
    wrap_item(context, "%s", paragraph);
}

void term_add_reading(const struct report *report, struct buf *out)
{
    buf_add_text(out, "\n");
    reading_whole(report, &(struct reading){add_paragraph, out});
}

void term_add_clock(const struct report *report, struct buf *out)
{
    reading_clock(report, &(struct reading){add_paragraph, out});
}
