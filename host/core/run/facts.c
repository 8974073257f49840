/* What can be read off a run besides its statistics.
 * SPDX-License-Identifier: MIT
 */
#include "facts.h"

#include <stdlib.h>
#include <string.h>

#include "host/base/xalloc.h"

#define US_PER_SECOND 1000000u

bool facts_mode(const struct series *series, struct mode *mode)
{
    if (series == NULL || series->damaged || series->count == 0)
        return false;
    *mode = stats_mode(series->raw, series->count);
    return true;
}

bool facts_handover_mode(const struct run *run, const char *phase, struct mode *mode, size_t *n)
{
    const struct series *irq = run_series(run, wire_pairs[WIRE_PAIR_IRQ_ENTRY].name, phase);
    const struct series *task = run_series(run, wire_pairs[WIRE_PAIR_EVENT_TO_TASK].name, phase);
    if (irq == NULL || task == NULL || irq->damaged || irq->count == 0 || irq->count != task->count)
        return false;
    uint64_t *difference = xcalloc(irq->count, sizeof *difference);
    for (size_t i = 0; i < irq->count; i++)
        difference[i] = (uint32_t)(task->raw[i] - irq->raw[i]);
    *mode = stats_mode(difference, irq->count);
    *n = irq->count;
    free(difference);
    return true;
}

bool facts_arrival(const struct run *run, struct facts_arrival *arrival)
{
    uint64_t core = run_config_number(run, WIRE_CONFIG_CORE);
    uint64_t tick = run_config_number(run, WIRE_CONFIG_TICK);
    if (core == 0 || tick == 0 || core % tick != 0 || core % US_PER_SECOND != 0)
        return false;
    uint64_t period = core / US_PER_SECOND * WIRE_PHASE_PERIOD_US;
    uint64_t spacing = stats_gcd(period, core / tick);
    *arrival = (struct facts_arrival){period, core / tick, core / tick / spacing, spacing};
    return true;
}

uint64_t facts_section_cycles(const struct run *run, const char *phase)
{
    uint64_t core = run_config_number(run, WIRE_CONFIG_CORE);
    bool in_cycles = strcmp(phase, wire_phases[WIRE_PHASE_CRITICAL5000].name) == 0;
    return in_cycles ? WIRE_CRITICAL_CYCLES : core / US_PER_SECOND * WIRE_CRITICAL_US;
}

const struct stats *facts_stats(const struct series *series)
{
    if (series->has_computed)
        return &series->computed;
    return series->result_line != 0 ? &series->sent : NULL;
}

uint64_t facts_average_like(const struct run *other, const struct series *series)
{
    const struct series *same = run_series(other, series->name, series->phase);
    const struct stats *stats = same != NULL ? facts_stats(same) : NULL;
    return stats != NULL ? stats->ticks[STATS_AVG] : 0;
}

static const struct published rows[] = {
#define PUBLISHED(board, core_hz, phase, name, min, avg, p99, max)                                 \
    {board,                                                                                        \
     core_hz,                                                                                      \
     phase,                                                                                        \
     name,                                                                                         \
     {[STATS_MIN] = min, [STATS_AVG] = avg, [STATS_P99] = p99, [STATS_MAX] = max}},
#include "published.def"
#undef PUBLISHED
};

static bool same(const char *a, const char *b)
{
    return a == NULL || b == NULL ? a == b : strcmp(a, b) == 0;
}

const struct published *published_of(const char *board, const struct run *run, const char *phase,
                                     const char *name)
{
    uint64_t core_hz = run_config_number(run, WIRE_CONFIG_CORE);
    for (size_t i = 0; board != NULL && i < sizeof rows / sizeof rows[0]; i++)
        if (same(rows[i].board, board) && same(rows[i].phase, phase) && same(rows[i].name, name) &&
            (rows[i].core_hz == 0 || rows[i].core_hz == core_hz))
            return &rows[i];
    return NULL;
}

bool published_in(const char *board, const struct run *run)
{
    for (size_t i = 0; i < run->series_count; i++)
        if (published_of(board, run, run->series[i].phase, run->series[i].name) != NULL)
            return true;
    return false;
}

bool published_has(const char *board)
{
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++)
        if (same(rows[i].board, board))
            return true;
    return false;
}

int64_t published_difference(uint64_t ours, uint64_t theirs)
{
    bool less = ours < theirs;
    __extension__ typedef unsigned __int128 uint128;
    uint128 gap = less ? theirs - ours : ours - theirs;
    uint128 thousandths = (gap * 1000 + theirs / 2) / theirs;
    int64_t limited = thousandths > INT64_MAX ? INT64_MAX : (int64_t)thousandths;
    return less ? -limited : limited;
}
