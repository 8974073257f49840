/* The measured windows of a run as channels beside its pins: high from a window's begin to its end.
 * SPDX-License-Identifier: MIT
 *
 * A window begins and ends at the cycle at which the load at its label reads the counter, or begins
 * at the timer's compare, as in ledger.h. So the time from an edge of these to the edge of a pin is
 * what lies between the stamp and the pin's store, and the width of one is the sample. Windows that
 * follow each other without gap (a slice) have no channel.
 *
 * Knows nothing of the simulator; source_sim.c hands it events.
 */
#pragma once

#include "ledger.h"

struct pins_windows {
    const struct ledger *ledger; /* for its labels; no window of it is used */
    struct {
        bool high, opening, closing;
    } state[LEDGER_KEYS];
    /* Told of each edge; name: of the series. */
    void (*edge)(void *context, const char *name, bool level, uint64_t cycle);
    void *context;
};

/* Name of the channel of key number index; NULL where it has none. */
const char *pins_windows_name(const struct pins_windows *windows, int index);

/* ---- events, in the order in which they happen ---- */

/* The instruction at a label is about to execute. */
void pins_windows_probe(struct pins_windows *windows, uint32_t address);
/* A counter of time is read. */
void pins_windows_read(struct pins_windows *windows, uint64_t cycle);
/* The timer compared. */
void pins_windows_timer(struct pins_windows *windows, uint64_t cycle);
