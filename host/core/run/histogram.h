/* Samples counted in ranges, for a reader who wants both the body and the tail.
 * SPDX-License-Identifier: MIT
 *
 * Between the 1st and the 95th percentile the ranges are equally wide; beyond them each is twice as
 * wide as the one before. So a body of a few ticks keeps its shape beside a tail of thousands, and
 * a disturbance in a few samples of a hundred is tail.
 */
#pragma once

#include <stddef.h>
#include <stdint.h>

#define HISTOGRAM_BODY_BINS 12u
/* A tail doubles at most 64 times on either side. */
#define HISTOGRAM_BINS_MAX (HISTOGRAM_BODY_BINS + 2 * 65)

struct histogram_bin {
    uint64_t low, high; /* inclusive */
    size_t count;
};

/* Bins follow each other without gap, from the smallest sample to the largest. */
struct histogram {
    struct histogram_bin bins[HISTOGRAM_BINS_MAX];
    size_t count;
    uint64_t p50, p90, p95, p99, p999; /* nearest-rank */
};

/* n >= 1; samples may be in any order. */
struct histogram histogram_of(const uint64_t *samples, size_t n);
