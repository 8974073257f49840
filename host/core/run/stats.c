/* The statistics of RTOS_BENCH_V1, computed and cross-checked.
 * SPDX-License-Identifier: MIT
 */
#include "stats.h"

#include <stdlib.h>
#include <string.h>

#include "host/base/xalloc.h"

#define NS_PER_SECOND 1000000000u

__extension__ typedef unsigned __int128 uint128;

const char *const stats_item_name[STATS_ITEMS] = {
    [STATS_MIN] = "min", [STATS_AVG] = "avg", [STATS_P99] = "p99", [STATS_MAX] = "max"};

static int by_value(const void *a, const void *b)
{
    uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
    return (x > y) - (x < y);
}

static uint64_t *sorted_copy(const uint64_t *samples, size_t count)
{
    uint64_t *copy = xcalloc(count, sizeof *copy);
    memcpy(copy, samples, count * sizeof *copy);
    qsort(copy, count, sizeof *copy, by_value);
    return copy;
}

/* The value that stands at a 1-based rank in order, between min and max: digit by digit, base 256,
 * from the highest in which samples differ. Most series differ in one or two, and no order of the
 * samples makes it slow. */
static uint64_t at_rank(const struct stats_pieces *pieces, uint64_t rank, uint64_t min,
                        uint64_t max)
{
    unsigned shift = 0;
    while (shift < 56 && (min ^ max) >> shift > 0xFF)
        shift += 8;
    uint64_t known = ~UINT64_C(0xFF) << shift; /* digits that are settled */
    uint64_t value = min & known;
    for (;; shift -= 8) {
        uint64_t count[256] = {0}, digit = 0;
        const uint64_t *samples;
        for (size_t n; (n = pieces->next(pieces->context, &samples)) != 0;)
            for (size_t i = 0; i < n; i++)
                if ((samples[i] & known) == value)
                    count[samples[i] >> shift & 0xFF]++;
        /* Pieces that could not be read again are missing. */
        while (digit < 0xFF && rank > count[digit])
            rank -= count[digit++];
        value |= digit << shift;
        known |= UINT64_C(0xFF) << shift;
        if (shift == 0)
            return value;
    }
}

uint64_t stats_p99_rank(uint64_t n)
{
    return n - n / 100; /* ceil(0.99 n) without overflow */
}

static uint64_t narrow(uint128 value)
{
    return value > UINT64_MAX ? UINT64_MAX : (uint64_t)value;
}

/* ticks < 2^98 and hz, n < 2^64 / n keep this within 128 bits: see stats_of. */
static uint64_t to_ns(uint128 ticks, uint128 hz)
{
    return narrow(ticks * NS_PER_SECOND / hz);
}

struct stats stats_of_pieces(const struct stats_pieces *pieces, uint64_t hz)
{
    struct stats stats = {.hz = hz};
    uint64_t min = UINT64_MAX, max = 0;
    /* At most 2^64 * n; n samples fill 8 n bytes, so n < 2^34 on any machine in sight and
     * sum * 10^9 stays below 2^128. */
    uint128 sum = 0;
    const uint64_t *samples;
    for (size_t n; (n = pieces->next(pieces->context, &samples)) != 0; stats.n += n)
        for (size_t i = 0; i < n; i++) {
            sum += samples[i];
            min = samples[i] < min ? samples[i] : min;
            max = samples[i] > max ? samples[i] : max;
        }
    if (stats.n == 0)
        return stats;
    stats.ticks[STATS_MIN] = min;
    stats.ticks[STATS_AVG] = (uint64_t)(sum / stats.n);
    stats.ticks[STATS_P99] = at_rank(pieces, stats_p99_rank(stats.n), min, max);
    stats.ticks[STATS_MAX] = max;
    for (int item = 0; item < STATS_ITEMS; item++)
        stats.ns[item] = to_ns(stats.ticks[item], hz);
    stats.ns[STATS_AVG] = to_ns(sum, (uint128)hz * stats.n);
    return stats;
}

/* All of them as one piece. */
struct whole {
    const uint64_t *samples;
    size_t n;
    bool given;
};

static size_t next_whole(void *context, const uint64_t **samples)
{
    struct whole *whole = context;
    whole->given = !whole->given;
    *samples = whole->samples;
    return whole->given ? whole->n : 0;
}

struct stats stats_of(const uint64_t *samples, size_t n, uint64_t hz)
{
    struct whole whole = {samples, n, false};
    return stats_of_pieces(&(struct stats_pieces){next_whole, &whole}, hz);
}

uint64_t stats_ns(uint64_t ticks, uint64_t hz)
{
    return to_ns(ticks, hz);
}

struct mode stats_mode(const uint64_t *samples, size_t count)
{
    struct mode mode = {0};
    size_t most = 0;
    uint64_t *sorted = sorted_copy(samples, count);
    for (size_t start = 0, end; start < count; start = end) {
        for (end = start + 1; end < count && sorted[end] == sorted[start];)
            end++;
        if (end - start > most) {
            most = end - start;
            mode.value = sorted[start];
        }
    }
    free(sorted);
    mode.differ = count - most;
    return mode;
}

/* An inclusive range of sums. */
struct range {
    uint128 low, high;
};

static bool narrow_range(struct range *range, uint128 low, uint128 high)
{
    if (low > range->low)
        range->low = low;
    if (high < range->high)
        range->high = high;
    return range->low <= range->high;
}

/* What min, p99 and max alone allow: at least (at most) the samples below the rank of p99 are all
 * min (p99), those from it on all p99 (max), with one min and one max among them. */
static struct range sums_by_order(const struct stats *s)
{
    uint128 rank = stats_p99_rank(s->n);
    uint128 min = s->ticks[STATS_MIN], p99 = s->ticks[STATS_P99], max = s->ticks[STATS_MAX];
    if (s->n == 1)
        return (struct range){min, min};
    if (rank == s->n)
        return (struct range){min * (s->n - 1) + max, min + max * (s->n - 1)};
    return (struct range){min * (rank - 1) + p99 * (s->n - rank) + max,
                          min + p99 * (rank - 1) + max * (s->n - rank)};
}

/* sum * 10^9 / (hz * n), truncated, is avg_ns. False where the numbers overflow 128 bits. */
static bool sums_by_avg_ns(const struct stats *s, struct range *range)
{
    uint128 scale = (uint128)s->hz * s->n, low, high;
    if (__builtin_mul_overflow(scale, (uint128)s->ns[STATS_AVG], &low) ||
        __builtin_add_overflow(low, scale, &high) || high > (uint128)-1 - NS_PER_SECOND)
        return false;
    range->low = (low + NS_PER_SECOND - 1) / NS_PER_SECOND;
    range->high = (high + NS_PER_SECOND - 1) / NS_PER_SECOND - 1;
    return true;
}

static const char *impossible_order(const struct stats *s)
{
    if (s->n == 0)
        return "n is 0";
    if (s->hz == 0)
        return "hz is 0";
    if (s->ticks[STATS_MIN] > s->ticks[STATS_AVG])
        return "min_ticks is above avg_ticks";
    if (s->ticks[STATS_AVG] > s->ticks[STATS_MAX])
        return "avg_ticks is above max_ticks";
    if (s->ticks[STATS_MIN] > s->ticks[STATS_P99])
        return "min_ticks is above p99_ticks";
    if (s->ticks[STATS_P99] > s->ticks[STATS_MAX])
        return "p99_ticks is above max_ticks";
    if (s->n < 100 && s->ticks[STATS_P99] != s->ticks[STATS_MAX])
        return "p99_ticks is not max_ticks, though n is below 100";
    return NULL;
}

static const char *impossible_ns(const struct stats *s)
{
    static const char *const texts[STATS_ITEMS] = {[STATS_MIN] = "min_ns is not min_ticks at hz",
                                                   [STATS_P99] = "p99_ns is not p99_ticks at hz",
                                                   [STATS_MAX] = "max_ns is not max_ticks at hz"};
    for (int item = 0; item < STATS_ITEMS; item++)
        if (texts[item] != NULL && s->ns[item] != to_ns(s->ticks[item], s->hz))
            return texts[item];
    return NULL;
}

static const char *impossible_sum(const struct stats *s)
{
    if (s->n > UINT32_MAX)
        return "n is beyond 32 bits";
    struct range sums = sums_by_order(s), by_ns;
    uint128 lowest = (uint128)s->ticks[STATS_AVG] * s->n;
    if (!narrow_range(&sums, lowest, lowest + s->n - 1))
        return "avg_ticks cannot be the average of n samples with this min, p99 and max";
    if (!sums_by_avg_ns(s, &by_ns) || !narrow_range(&sums, by_ns.low, by_ns.high))
        return "avg_ns does not fit avg_ticks, min, p99 and max at hz";
    return NULL;
}

bool stats_possible(const struct stats *stats, const char **what)
{
    *what = impossible_order(stats);
    if (*what == NULL)
        *what = impossible_ns(stats);
    if (*what == NULL)
        *what = impossible_sum(stats);
    return *what == NULL;
}

uint64_t stats_gcd(uint64_t a, uint64_t b)
{
    while (b != 0) {
        uint64_t rest = a % b;
        a = b;
        b = rest;
    }
    return a;
}
