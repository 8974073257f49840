/* Which window a sample is of where no label marks it: taken from the store of the sample itself.
 * SPDX-License-Identifier: MIT
 *
 * Firmware puts each sample, a difference of two readings of a counter, into its static store
 * (firmware/lib/samples.h: `samples`, two columns). When the store of a value v is seen, the window
 * ended at the last reading of a counter, and it began v counts before: there must have been a
 * reading, too, or SysTick must have counted to 0. A store that fits no such pair has no window,
 * and a series that has one without is unknown: nothing is guessed.
 *
 * Knows nothing of the simulator; source_sim.c hands it events.
 */
#pragma once

#include "ledger.h"

#define STORED_SYMBOL "samples"
#define STORED_COLUMNS 2u
/* Readings and exceptions that are remembered: more than any window of a bench has. */
#define STORED_READINGS 256u
#define STORED_ENTRIES 1024u

/* A moment from which a counter counts: it was read, or it is SysTick at 0. */
struct stored_reading {
    uint64_t cycle;
    struct ledger_state state;
    bool is_taken; /* a window ends here; no second one does */
};

/* A series whose windows are known, in the order of its samples. */
struct stored_series {
    const char *name; /* of the run */
    size_t column;    /* of the store; STORED_COLUMNS: no window is known */
    struct ledger_window *windows;
    size_t count, capacity;
};

struct stored {
    uint32_t address, bytes; /* of the store */
    uint64_t cycles_a_tick;  /* of the timer, where it counts slower than the core; else 1 */
    struct stored_reading readings[STORED_READINGS];
    uint64_t reading_count; /* ever */
    struct ledger_entry entries[STORED_ENTRIES];
    uint64_t entry_count;        /* ever */
    struct ledger_window *slots; /* a word of the store each; end 0: not known */
    uint32_t *values;
    struct stored_series *series;
    size_t series_count, series_capacity;
    size_t looked_at; /* series of the run */
};

/* False where the image has no store of samples. */
bool stored_init(struct stored *stored, const struct image *image);
void stored_free(struct stored *stored);

/* ---- events, in the order in which they happen ---- */

void stored_reading(struct stored *stored, uint64_t cycle, const struct ledger_state *state);
void stored_exception(struct stored *stored, uint32_t number, uint64_t cycle,
                      const struct ledger_state *state);
/* A word of the store now holds value. */
void stored_value(struct stored *stored, uint32_t address, uint32_t value);
/* A line of the run has been sent. */
void stored_sent(struct stored *stored, const struct run *run);
