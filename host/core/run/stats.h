/* The statistics of RTOS_BENCH_V1: minimum, average, 99th percentile and maximum, in ticks and ns.
 * SPDX-License-Identifier: MIT
 *
 * As the wire defines them (wire/SPEC.md): p99 is nearest-rank; the average is truncated; ns are
 * truncated independently of the ticks, from the exact sum. All arithmetic is exact (128 bits).
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum stats_item { STATS_MIN, STATS_AVG, STATS_P99, STATS_MAX, STATS_ITEMS };

/* "min", "avg", "p99", "max". */
extern const char *const stats_item_name[STATS_ITEMS];

struct stats {
    uint64_t n;
    uint64_t hz; /* ticks a second */
    uint64_t ticks[STATS_ITEMS];
    uint64_t ns[STATS_ITEMS]; /* UINT64_MAX where the value is beyond 64 bits */
};

/* The most common value of some samples; the smallest of them where several are. */
struct mode {
    uint64_t value;
    size_t differ; /* samples that have another value */
};

/* n >= 1, hz >= 1. */
struct stats stats_of(const uint64_t *samples, size_t n, uint64_t hz);

/* Samples that do not fit into memory. next: the next piece of them and its length; 0 behind the
 * last, and the call after that begins anew. It is called for each of up to nine passes. */
struct stats_pieces {
    size_t (*next)(void *context, const uint64_t **samples);
    void *context;
};

/* The same of pieces. */
struct stats stats_of_pieces(const struct stats_pieces *pieces, uint64_t hz);

/* Ticks in ns, truncated, as in struct stats. hz >= 1. */
uint64_t stats_ns(uint64_t ticks, uint64_t hz);

/* count >= 1. */
struct mode stats_mode(const uint64_t *samples, size_t count);

/* The 1-based rank of the 99th percentile among n sorted samples. */
uint64_t stats_p99_rank(uint64_t n);

/* Whether any n samples can have these statistics; false and *what (a constant sentence) where not.
 * Checks order, ns against ticks, and whether one sum satisfies avg_ticks, avg_ns and the bounds
 * that min, p99 and max set. */
bool stats_possible(const struct stats *stats, const char **what);

uint64_t stats_gcd(uint64_t a, uint64_t b);
