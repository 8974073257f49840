/* What can be read off a run, in words: sampling, what masking and background tasks add.
 * SPDX-License-Identifier: MIT
 */
#include "items.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "host/base/text.h"

#define PARAGRAPH_MAX 1200

#define IDLE wire_phases[WIRE_PHASE_IDLE].name
#define BUSY wire_phases[WIRE_PHASE_BUSY].name
#define IRQ_ENTRY wire_pairs[WIRE_PAIR_IRQ_ENTRY].name
#define EVENT_TO_TASK wire_pairs[WIRE_PAIR_EVENT_TO_TASK].name

static void say(const struct reading *reading, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

static void say(const struct reading *reading, const char *format, ...)
{
    char text[PARAGRAPH_MAX];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    reading->say(reading->context, text);
}

/* "irq_entry, event_to_task": the series that the timer counts, each once; returns text. */
static const char *timed_names(const struct run *run, char *text, size_t size)
{
    size_t used = 0;
    text[0] = '\0';
    for (size_t i = 0; i < run->series_count; i++) {
        const struct series *series = &run->series[i];
        bool first = run_series_unit(run, series->name, series->phase) == WIRE_TIMER;
        for (size_t j = 0; j < i && first; j++)
            first = strcmp(run->series[j].name, series->name) != 0;
        if (first && used < size)
            used += (size_t)snprintf(text + used, size - used, "%s%s", used != 0 ? ", " : "",
                                     series->name);
    }
    return text;
}

/* What converts ticks to ns, and how far that is to be trusted. */
static void add_clock(const struct report *report, const struct reading *reading)
{
    const struct run *run = report->run;
    char core[TEXT_NUMBER_MAX], timer[TEXT_NUMBER_MAX], names[160], series[256] = "",
                                                                    clock[CLOCK_TEXT_MAX];
    uint64_t core_hz = run_unit_hz(run, WIRE_CYCLES), timer_hz = run_unit_hz(run, WIRE_TIMER);
    if (run_is_import(run)) {
        say(reading,
            "One tick is one step of the capture's time, %s a second by the analyser's own clock; "
            "resolution %s. ns are truncated.",
            text_number(run->import.hz, core), run->import.resolution);
        if (run->clock.line != 0)
            say(reading, "It calibrates the clock that %s (%s) counted with, %s Hz nominal: %s.",
                run->clock.run, run->clock.series, text_number(run->clock.hz, core),
                clock_text(&run->clock, clock));
        return;
    }
    if (timer_hz != core_hz && *timed_names(run, names, sizeof names) != '\0')
        snprintf(series, sizeof series, "; of what the timer counts (%s) one of its own at %s Hz",
                 names, text_number(timer_hz, timer));
    say(reading,
        "One tick is one count at the nominal clock that CONFIG states (%s Hz)%s. ns are "
        "converted at it, truncated; %s%s.",
        text_number(core_hz, core), series,
        report->clock != NULL ? "calibrated: " : "no external instrument calibrated it",
        report->clock != NULL ? clock_text(report->clock, clock) : "");
}

/* The series' statistics, NULL where the run has none. */
static const struct stats *stats_in(const struct run *run, const char *phase, const char *name)
{
    const struct series *series = run_series(run, name, phase);
    return series != NULL ? facts_stats(series) : NULL;
}

static void add_sampling(const struct run *run, const char *phase, const struct reading *reading)
{
    const struct stats *stats = stats_in(run, phase, IRQ_ENTRY);
    struct facts_arrival arrival;
    char max[TEXT_NUMBER_MAX], period[TEXT_NUMBER_MAX], tick[TEXT_NUMBER_MAX],
        places[TEXT_NUMBER_MAX];
    if (stats == NULL || !facts_arrival(run, &arrival))
        return;
    text_number(arrival.places, places);
    say(reading,
        "%s: the maximum of irq_entry, %s ticks, is sampled, %s phases: the interrupts come "
        "every %s cycles and the kernel tick every %s, so they meet it at %s places, %" PRIu64
        " cycles apart. It is no worst case.",
        phase, text_number(stats->ticks[STATS_MAX], max), places,
        text_number(arrival.period_ticks, period), text_number(arrival.tick_ticks, tick), places,
        arrival.spacing_ticks);
}

static void add_masking(const struct run *run, const char *phase, const struct reading *reading)
{
    const struct stats *idle = stats_in(run, IDLE, IRQ_ENTRY);
    const struct stats *critical = stats_in(run, phase, IRQ_ENTRY);
    uint64_t core_hz = run_unit_hz(run, WIRE_CYCLES), timer_hz = run_unit_hz(run, WIRE_TIMER);
    char cycles[TEXT_NUMBER_MAX], ticks[TEXT_NUMBER_MAX],
        of_timer[64] = "", with[TEXT_NUMBER_MAX], without[TEXT_NUMBER_MAX], more[TEXT_NUMBER_MAX];
    if (idle == NULL || critical == NULL)
        return;
    uint64_t section = facts_section_cycles(run, phase);
    if (timer_hz != core_hz && core_hz != 0)
        snprintf(of_timer, sizeof of_timer, " (%s ticks)",
                 text_number(section * timer_hz / core_hz, ticks));
    uint64_t a = critical->ticks[STATS_MAX], b = idle->ticks[STATS_MAX];
    say(reading,
        "Masked time adds up to the whole section to the worst latency: %s masks interrupts "
        "for about %s cycles%s; the maximum of irq_entry is %s ticks in it and %s in %s: %c%s.",
        phase, text_number(section, cycles), of_timer, text_number(a, with),
        text_number(b, without), IDLE, a < b ? '-' : '+', text_number(a < b ? b - a : a - b, more));
}

static void add_background(const struct run *run, const struct reading *reading)
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
        say(reading, "A background task below the interrupt's level adds nothing: on average %s.",
            text);
    else
        say(reading,
            "A background task below the interrupt's level adds at most %" PRId64
            " tick(s) here: on average %s.",
            most, text);
}

/* Which of our round trips and one-way trips comes nearest to what was published as notify_block:
 * its window is not known. */
static void add_notify_block(const struct report *report, const struct reading *reading)
{
    const char *name = wire_metrics[WIRE_METRIC_NOTIFY_BLOCK].name;
    const struct published *published = published_of(report->board, report->run, NULL, name);
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
        say(reading,
            "Which window was published as %s (%" PRIu64
            " ticks) is unknown; of those measured here %s comes nearest, %" PRIu64 " ticks.",
            name, published->ticks[STATS_AVG], nearest, value);
}

static void add_remarks(const struct run *run, const struct reading *reading)
{
    const struct wire_remark *remark;
    for (size_t i = 0; (remark = wire_remark(i)) != NULL; i++)
        if (remark->bench == run_bench(run))
            say(reading, "%s", remark->text);
}

void reading_clock(const struct report *report, const struct reading *reading)
{
    add_clock(report, reading);
    if (report->environment != NULL)
        say(reading, "Simulated: cycles are those of the timing model, not of silicon.");
}

void reading_whole(const struct report *report, const struct reading *reading)
{
    reading_clock(report, reading);
    for (int i = WIRE_PHASE_CRITICAL20US; i <= WIRE_PHASE_CRITICAL5000; i++)
        add_sampling(report->run, wire_phases[i].name, reading);
    for (int i = WIRE_PHASE_CRITICAL20US; i <= WIRE_PHASE_CRITICAL5000; i++)
        add_masking(report->run, wire_phases[i].name, reading);
    add_background(report->run, reading);
    add_notify_block(report, reading);
    add_remarks(report->run, reading);
}

const char *verdict_text(const struct report *report, char text[static VERDICT_TEXT_MAX])
{
    char samples[TEXT_NUMBER_MAX];
    switch (report->verdict) {
    case VERDICT_VERIFIED:
        snprintf(text, VERDICT_TEXT_MAX,
                 "Verified: every statistic recomputed from %s raw samples.",
                 text_number(run_samples(report->run), samples));
        break;
    case VERDICT_SUMMARY:
        snprintf(text, VERDICT_TEXT_MAX,
                 "Not verified: statistics as sent, no raw samples; consistent.");
        break;
    case VERDICT_FAILED:
        snprintf(text, VERDICT_TEXT_MAX, "NOT VERIFIED: do not use these figures.");
        break;
    }
    return text;
}
