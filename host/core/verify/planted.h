/* Does a measurement move by what was planted into its window? The kit's test of itself.
 * SPDX-License-Identifier: MIT
 *
 * WIRE_PLANTED rows say which windows hold how many core cycles more than which others. A counter
 * of core cycles must show just as many. One that counts at another clock shows them times its
 * clock over the core's: the whole count below or above, as each of its reads is cut to one.
 */
#pragma once

#include "host/core/run/run.h"

struct planted {
    const struct wire_planted *row;
    const char *name, *base_name;
    uint64_t low, high;    /* ticks that it may move by */
    int64_t min, common;   /* by which its minimum and its most common value have moved */
    size_t common_samples; /* of its count samples, that have the most common value */
    size_t count;
    bool holds; /* both lie within low and high */
};

/* Row number index of the rows of the run's bench, in wire_planted's order; false past the last, or
 * where the run has no samples of it. A run that verify_run has verified has them all. */
bool planted_of(const struct run *run, size_t index, struct planted *planted);
