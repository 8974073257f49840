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

/* How long the task of a phase critical... masks interrupts, in core cycles. */
uint64_t facts_section_cycles(const struct run *run, const char *phase);

/* Statistics to show: recomputed where there are samples, else as sent; NULL where neither. */
const struct stats *facts_stats(const struct series *series);

/* Average ticks of the series of another run that has the same name and phase; 0 where none. */
uint64_t facts_average_like(const struct run *other, const struct series *series);

/* One published measurement of silicon. */
struct published {
    const char *board;
    uint64_t core_hz;            /* 0 where nobody says */
    const char *phase, *name;    /* phase NULL where none */
    uint64_t ticks[STATS_ITEMS]; /* 0 where not published */
};
/* What was published for a series (phase NULL or a name) of a run on this board, at its clock; NULL
 * where nothing was, or board is NULL. */
const struct published *published_of(const char *board, const struct run *run, const char *phase,
                                     const char *name);
/* Whether anything was, for a series of this run. */
bool published_in(const char *board, const struct run *run);
/* Whether anything was published for this board. */
bool published_has(const char *board);
/* (ours - theirs) in thousandths of theirs, rounded to nearest. */
int64_t published_difference(uint64_t ours, uint64_t theirs);
