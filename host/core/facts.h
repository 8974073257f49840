/* What can be read off a run besides its statistics.
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include "run.h"

/* The most common value of a series; false where it has no undamaged rows. */
bool facts_mode(const struct series *series, struct mode *mode);
/* The same of event_to_task minus irq_entry, pair by pair (unsigned, 32 bits), in one phase. */
bool facts_handover_mode(const struct run *run, const char *phase, struct mode *mode, size_t *n);

/* At how many places of the tick's period a phase's interrupts arrive. */
struct facts_arrival {
    uint64_t period_ticks;  /* from one interrupt to the next */
    uint64_t tick_ticks;    /* from one kernel tick to the next */
    uint64_t places;        /* distinct arrival phases */
    uint64_t spacing_ticks; /* from one place to the next */
};
/* False where CONFIG's clock gives no whole cycles. */
bool facts_arrival(const struct run *run, struct facts_arrival *arrival);

/* Statistics to show: recomputed where there are samples, else as sent; NULL where neither. */
const struct stats *facts_stats(const struct series *series);

/* Average ticks of the series of another run that has the same name and phase; 0 where none. */
uint64_t facts_average_like(const struct run *other, const struct series *series);

/* One published measurement of silicon. */
struct published {
    const char *board, *phase, *name; /* phase NULL where none */
    uint64_t ticks[STATS_ITEMS];
};
/* NULL where none was published for this board. */
const struct published *published_find(const char *board, const char *phase, const char *name);
/* Whether anything was published for this board. */
bool published_has(const char *board);
/* (ours - theirs) in thousandths of theirs, rounded to nearest. */
int64_t published_difference(uint64_t ours, uint64_t theirs);
