/* What can be read off a run, in words: constancy, sampling, what masking and background tasks add.
 * SPDX-License-Identifier: MIT
 */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "host/base/text.h"
#include "host/core/facts.h"
#include "term_parts.h"
#include "wrap.h"

#define CRITICAL wire_phases[WIRE_PHASE_CRITICAL20US].name
#define IDLE wire_phases[WIRE_PHASE_IDLE].name
#define BUSY wire_phases[WIRE_PHASE_BUSY].name
#define IRQ_ENTRY wire_pairs[WIRE_PAIR_IRQ_ENTRY].name
#define EVENT_TO_TASK wire_pairs[WIRE_PAIR_EVENT_TO_TASK].name

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

static void add_clock(const struct run *run, struct buf *out)
{
    char core[TEXT_NUMBER_MAX];
    wrap_item(out,
              "One tick is one count at the nominal clock that CONFIG states (%s Hz). ns are "
              "converted at it, truncated; no external instrument calibrated it.",
              text_number(run_config_number(run, WIRE_CONFIG_CORE), core));
}

/* The series' statistics, NULL where the run has none. */
static const struct stats *stats_in(const struct run *run, const char *phase, const char *name)
{
    const struct series *series = run_series(run, name, phase);
    return series != NULL ? facts_stats(series) : NULL;
}

static void add_sampling(const struct run *run, struct buf *out)
{
    const struct stats *stats = stats_in(run, CRITICAL, IRQ_ENTRY);
    struct facts_arrival arrival;
    char max[TEXT_NUMBER_MAX], period[TEXT_NUMBER_MAX], tick[TEXT_NUMBER_MAX],
        places[TEXT_NUMBER_MAX];
    if (stats == NULL || !facts_arrival(run, &arrival))
        return;
    text_number(arrival.places, places);
    wrap_item(out,
              "%s: the maximum of irq_entry, %s ticks, is sampled, %s phases: the interrupts come "
              "every %s cycles and the kernel tick every %s, so they meet it at %s places, %" PRIu64
              " cycles apart. It is no worst case.",
              CRITICAL, text_number(stats->ticks[STATS_MAX], max), places,
              text_number(arrival.period_ticks, period), text_number(arrival.tick_ticks, tick),
              places, arrival.spacing_ticks);
}

static void add_masking(const struct run *run, struct buf *out)
{
    const struct stats *idle = stats_in(run, IDLE, IRQ_ENTRY);
    const struct stats *critical = stats_in(run, CRITICAL, IRQ_ENTRY);
    char section[TEXT_NUMBER_MAX], with[TEXT_NUMBER_MAX], without[TEXT_NUMBER_MAX],
        more[TEXT_NUMBER_MAX];
    if (idle == NULL || critical == NULL)
        return;
    uint64_t a = critical->ticks[STATS_MAX], b = idle->ticks[STATS_MAX];
    wrap_item(out,
              "Masked time adds up to the whole section to the worst latency: %s masks interrupts "
              "for about %s cycles; the maximum of irq_entry is %s ticks in it and %s in %s: %c%s.",
              CRITICAL, text_number(WIRE_CRITICAL_TICKS, section), text_number(a, with),
              text_number(b, without), IDLE, a < b ? '-' : '+',
              text_number(a < b ? b - a : a - b, more));
}

static void add_background(const struct run *run, struct buf *out)
{
    static const enum wire_pair pairs[] = {WIRE_PAIR_IRQ_ENTRY, WIRE_PAIR_EVENT_TO_TASK};
    char text[200] = "";
    size_t used = 0;
    int64_t most = 0;
    for (size_t i = 0; i < 2; i++) {
        const struct stats *idle = stats_in(run, IDLE, wire_pairs[pairs[i]].name);
        const struct stats *busy = stats_in(run, BUSY, wire_pairs[pairs[i]].name);
        if (idle == NULL || busy == NULL)
            return;
        int64_t more = (int64_t)(busy->ticks[STATS_AVG] - idle->ticks[STATS_AVG]);
        most = more > most ? more : most;
        used += (size_t)snprintf(text + used, sizeof text - used,
                                 "%s%s %" PRIu64 " ticks in %s, %" PRIu64 " in %s",
                                 i != 0 ? "; " : "", wire_pairs[pairs[i]].name,
                                 idle->ticks[STATS_AVG], IDLE, busy->ticks[STATS_AVG], BUSY);
    }
    if (most <= 0)
        wrap_item(out, "A background task below the interrupt's level adds nothing: on average %s.",
                  text);
    else
        wrap_item(out,
                  "A background task below the interrupt's level adds at most %" PRId64
                  " tick(s) here: on average %s.",
                  most, text);
}

/* Which of our round trips and one-way trips comes nearest to what was published as notify_block:
 * its window is not known. */
static void add_notify_block(const struct report *report, struct buf *out)
{
    const char *name = wire_metrics[WIRE_METRIC_NOTIFY_BLOCK].name;
    const struct published *published =
        report->board != NULL ? published_find(report->board, NULL, name) : NULL;
    const char *nearest = NULL;
    uint64_t nearest_gap = UINT64_MAX, value = 0;
    if (published == NULL)
        return;
    for (int metric = WIRE_METRIC_NOTIFY_BLOCK; metric <= WIRE_METRIC_NOTIFY_REWAIT; metric++) {
        const struct stats *stats = stats_in(report->run, NULL, wire_metrics[metric].name);
        if (stats == NULL)
            continue;
        uint64_t ours = stats->ticks[STATS_AVG], theirs = published->ticks[STATS_AVG];
        uint64_t gap = ours > theirs ? ours - theirs : theirs - ours;
        if (gap < nearest_gap) {
            nearest_gap = gap;
            nearest = wire_metrics[metric].name;
            value = ours;
        }
    }
    if (nearest != NULL)
        wrap_item(out,
                  "Which window was published as %s (%" PRIu64
                  " ticks) is unknown; of those measured here %s comes nearest, %" PRIu64 " ticks.",
                  name, published->ticks[STATS_AVG], nearest, value);
}

void term_add_reading(const struct report *report, struct buf *out)
{
    buf_add_text(out, "\n");
    add_clock(report->run, out);
    if (report->environment != NULL)
        wrap_item(out, "Simulated: cycles are those of the timing model, not of silicon.");
    add_sampling(report->run, out);
    add_masking(report->run, out);
    add_background(report->run, out);
    add_notify_block(report, out);
}
