/* What can be read off a run: the most common values, and the paragraphs of reading.c.
 * SPDX-License-Identifier: MIT
 */
#include <inttypes.h>
#include <stdio.h>

#include "host/core/run/facts.h"
#include "items.h"
#include "term_parts.h"
#include "wrap.h"

static void add_mode(struct buf *out, const char *phase, const char *name, const struct mode *mode,
                     size_t n)
{
    char label[64];
    snprintf(label, sizeof label, "%.20s%s%.40s", phase != NULL ? phase : "",
             phase != NULL ? " " : "", name);
    buf_printf(out, "%-42s %9" PRIu64 "   %7zu of %zu\n", label, mode->value, mode->differ, n);
}

void term_add_modes(const struct report *report, struct buf *out)
{
    const struct run *run = report->run;
    struct mode mode;
    size_t n;
    if (run_samples(run) == 0)
        return;
    buf_printf(out, "\n%-42s %9s   %s\n", "most common value", "ticks", "samples that differ");
    for (size_t i = 0; i < run->series_count; i++)
        if (facts_mode(&run->series[i], &mode))
            add_mode(out, run->series[i].phase, run->series[i].name, &mode, run->series[i].count);
    for (size_t i = 0; i < run->phase_count; i++)
        if (facts_handover_mode(run, run->phases[i].name, &mode, &n))
            add_mode(out, run->phases[i].name, "event_to_task - irq_entry", &mode, n);
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
