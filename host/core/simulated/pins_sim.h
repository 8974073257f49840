/* The pins of a simulated board as a logic analyser would record them, and the measured windows
 * beside them: a value change dump.
 * SPDX-License-Identifier: MIT
 *
 * Times are in ps since reset, truncated, at the cycle at which the level changes. A pin is called
 * as on the part ("PE2"), a window as its series, in a scope "windows". IEEE 1364-2005, clause 18;
 * names of letters, digits and underscores only, so that every viewer reads it.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define PINS_SIM_MAX 256u

struct pins_windows;
struct sim;

/* Set write and context; the rest is the recorder's. */
struct pins_sim {
    void (*write)(void *context, const char *bytes, size_t length);
    void *context;
    const struct pins_windows *windows; /* NULL: none are recorded */
    const struct sim *sim;
    const char *name[PINS_SIM_MAX]; /* as observers hear it */
    size_t count;                   /* windows included, behind the pins */
    uint64_t ps;                    /* of the last time stamp */
};

/* Behind sim_reset: declares all pins and their levels. machine: for the scope's name. */
void pins_sim_begin(struct pins_sim *pins, const struct sim *sim, const char *machine);
/* What struct sim_observer's pin is told, and struct pins_windows' edge. */
void pins_sim_edge(struct pins_sim *pins, const char *name, bool level, uint64_t cycle);
/* Writes when the recording ended; the sim is still there. */
void pins_sim_end(struct pins_sim *pins);
