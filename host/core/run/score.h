/* How much a core does per MHz of its clock, by benches that compute.
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include "run.h"

struct score {
    const char *name; /* of its series */
    uint64_t n;       /* samples of which it is the mean */
    uint64_t per_mhz; /* work in 10^6 cycles: a second at 1 MHz; truncated */
    const char *unit; /* of per_mhz: "bytes/s/MHz" */
};

/* The score of a series: the work of one sample, a row of wire/results/, over its average cycles.
 * false where the bench has no such row, or the series is not counted in cycles of the core. */
bool score_of(const struct run *run, const struct series *series, struct score *score);

/* Whether a series of this run has one. */
bool score_in(const struct run *run);
