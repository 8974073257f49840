/* Minimum, average, nearest-rank p99 and maximum of a series, in ticks and in ns.
 * SPDX-License-Identifier: MIT
 */
#include "lib/stats.h"

static void swap(uint32_t *a, uint32_t *b)
{
    uint32_t kept = *a;
    *a = *b;
    *b = kept;
}

/* Restores the heap order (parent not below child) under root, within count elements. */
static void sift_down(uint32_t *heap, uint32_t root, uint32_t count)
{
    for (;;) {
        uint32_t child = 2 * root + 1;
        if (child >= count)
            return;
        if (child + 1 < count && heap[child + 1] > heap[child])
            child++;
        if (heap[root] >= heap[child])
            return;
        swap(&heap[root], &heap[child]);
        root = child;
    }
}

/* Heapsort: in place, no recursion, and no bad case (most series here are nearly constant). */
static void sort(uint32_t *values, uint32_t count)
{
    for (uint32_t root = count / 2; root-- > 0;)
        sift_down(values, root, count);
    for (uint32_t end = count; end-- > 1;) {
        swap(&values[0], &values[end]);
        sift_down(values, 0, end);
    }
}

/* ticks * 10^9 / divisor, truncated. The product does not fit 64 bits, so one decimal digit at a
 * time: the remainder stays below divisor, which is at most 2^32 samples times 2^28 Hz. */
static uint64_t scaled_to_ns(uint64_t ticks, uint64_t divisor)
{
    uint64_t ns = ticks / divisor;
    uint64_t remainder = ticks % divisor;
    for (int digit = 0; digit < 9; digit++) {
        remainder *= 10;
        ns = ns * 10 + remainder / divisor;
        remainder %= divisor;
    }
    return ns;
}

static uint64_t sum_of(const uint32_t *ticks, uint32_t n)
{
    uint64_t sum = 0;
    for (uint32_t i = 0; i < n; i++)
        sum += ticks[i];
    return sum;
}

void stats_compute(struct stats *stats, uint32_t *ticks, uint32_t n, uint32_t hz)
{
    sort(ticks, n);
    uint64_t sum = sum_of(ticks, n);
    uint32_t rank = (uint32_t)(((uint64_t)n * 99 + 99) / 100);

    stats->n = n;
    stats->min_ticks = ticks[0];
    stats->avg_ticks = (uint32_t)(sum / n);
    stats->p99_ticks = ticks[rank - 1];
    stats->max_ticks = ticks[n - 1];
    stats->min_ns = scaled_to_ns(stats->min_ticks, hz);
    stats->avg_ns = scaled_to_ns(sum, (uint64_t)n * hz);
    stats->p99_ns = scaled_to_ns(stats->p99_ticks, hz);
    stats->max_ns = scaled_to_ns(stats->max_ticks, hz);
}
