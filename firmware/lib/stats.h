/* The summary figures of RTOS_BENCH_V1, in integers, from a series of samples.
 * SPDX-License-Identifier: MIT
 *
 * To be computed after the window. The host recomputes all of them from the RAW rows; these are
 * what the protocol publishes. Freestanding: also compiled for the host by its unit test.
 */
#pragma once

#include <stdint.h>

struct stats {
    uint32_t n;
    uint32_t min_ticks;
    uint32_t avg_ticks; /* truncated */
    uint32_t p99_ticks; /* nearest rank: the ceil(0.99 n)-th smallest */
    uint32_t max_ticks;
    uint64_t min_ns; /* each truncated from the exact value, not from the ticks above */
    uint64_t avg_ns;
    uint64_t p99_ns;
    uint64_t max_ns;
};

/* Summary of n > 0 samples of a counter at hz > 0. Sorts ticks in place, so print RAW rows first.
 */
void stats_compute(struct stats *stats, uint32_t *ticks, uint32_t n, uint32_t hz);
