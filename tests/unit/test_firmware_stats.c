/* The statistics that the firmware publishes: truncation, nearest rank, and sums beyond 64 bits.
 * SPDX-License-Identifier: MIT
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
/* cmocka wants the four headers above before its own. */
#include <cmocka.h>

#include "lib/stats.h"

#define MAX_N 2048u
#define H5_HZ 250000000u

static struct stats stats_of(const uint32_t *ticks, uint32_t n, uint32_t hz)
{
    static uint32_t copy[MAX_N];
    struct stats stats;
    for (uint32_t i = 0; i < n; i++)
        copy[i] = ticks[i];
    stats_compute(&stats, copy, n, hz);
    return stats;
}

static void test_one_sample(void **state)
{
    (void)state;
    struct stats stats = stats_of((uint32_t[]){373}, 1, H5_HZ);
    assert_int_equal(stats.n, 1);
    assert_int_equal(stats.min_ticks, 373);
    assert_int_equal(stats.avg_ticks, 373);
    assert_int_equal(stats.p99_ticks, 373);
    assert_int_equal(stats.max_ticks, 373);
    assert_int_equal(stats.avg_ns, 1492);
}

/* Ranks by the definition, ceil(0.99 n), worked out by hand. */
static void test_p99_is_nearest_rank(void **state)
{
    (void)state;
    static const struct {
        uint32_t n, rank;
    } cases[] = {{1, 1},     {2, 2},     {99, 99},    {100, 99},    {101, 100},
                 {200, 198}, {999, 990}, {1000, 990}, {2047, 2027}, {2048, 2028}};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        static uint32_t ticks[MAX_N];
        for (uint32_t k = 0; k < cases[i].n; k++)
            ticks[k] = cases[i].n - k; /* n, ..., 2, 1: the r-th smallest is r */
        struct stats stats = stats_of(ticks, cases[i].n, H5_HZ);
        assert_int_equal(stats.p99_ticks, cases[i].rank);
        assert_int_equal(stats.min_ticks, 1);
        assert_int_equal(stats.max_ticks, cases[i].n);
    }
}

/* Like the published notify_preempt: 373 throughout but for two samples hit by a tick. avg_ns is
 * 1493 although avg_ticks is 373, and 373 ticks are 1492 ns. */
static void test_ticks_and_ns_are_truncated_apart(void **state)
{
    (void)state;
    static uint32_t ticks[1000];
    for (int i = 0; i < 1000; i++)
        ticks[i] = 373;
    ticks[10] = 508;
    ticks[500] = 508;
    struct stats stats = stats_of(ticks, 1000, H5_HZ);
    assert_int_equal(stats.avg_ticks, 373);
    assert_int_equal(stats.avg_ns, 1493);
    assert_int_equal(stats.p99_ns, 1492);
    assert_int_equal(stats.max_ns, 2032);
}

/* 16 MHz: 62.5 ns a tick, so odd tick counts lose half a nanosecond. */
static void test_ns_are_truncated_not_rounded(void **state)
{
    (void)state;
    struct stats stats = stats_of((uint32_t[]){3, 5}, 2, 16000000u);
    assert_int_equal(stats.min_ns, 187); /* 187.5 */
    assert_int_equal(stats.max_ns, 312); /* 312.5 */
    assert_int_equal(stats.avg_ns, 250);
}

/* sum * 10^9 is 8.8e21 here, beyond 64 bits. */
static void test_largest_samples(void **state)
{
    (void)state;
    static uint32_t ticks[MAX_N];
    for (uint32_t i = 0; i < MAX_N; i++)
        ticks[i] = UINT32_MAX;
    struct stats stats = stats_of(ticks, MAX_N, H5_HZ);
    assert_int_equal(stats.avg_ticks, UINT32_MAX);
    assert_int_equal(stats.avg_ns, 17179869180u); /* 4294967295 ticks of 4 ns */
    assert_int_equal(stats.max_ns, 17179869180u);
    stats = stats_of(ticks, MAX_N, 1);
    assert_true(stats.avg_ns == 4294967295u * (uint64_t)1000000000u);
}

/* Against a second opinion: counting ranks instead of sorting, 128-bit instead of digit by digit.
 */
static void test_against_direct_computation(void **state)
{
    (void)state;
    uint32_t seed = 1;
    for (uint32_t n = 1; n <= MAX_N; n += 89) {
        static uint32_t ticks[MAX_N];
        unsigned __int128 sum = 0;
        for (uint32_t i = 0; i < n; i++) {
            seed = seed * 1664525u + 1013904223u;
            ticks[i] = seed >> (seed >> 28); /* of every magnitude, with repetitions */
            sum += ticks[i];
        }
        struct stats stats = stats_of(ticks, n, 168000000u);
        assert_int_equal(stats.avg_ticks, (uint32_t)(sum / n));
        assert_true(stats.avg_ns == (uint64_t)(sum * 1000000000u / ((uint64_t)n * 168000000u)));

        uint32_t below = 0, up_to = 0;
        for (uint32_t i = 0; i < n; i++) {
            below += ticks[i] < stats.p99_ticks;
            up_to += ticks[i] <= stats.p99_ticks;
        }
        uint32_t rank = n - n / 100;
        assert_true(below < rank && rank <= up_to);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_one_sample),
        cmocka_unit_test(test_p99_is_nearest_rank),
        cmocka_unit_test(test_ticks_and_ns_are_truncated_apart),
        cmocka_unit_test(test_ns_are_truncated_not_rounded),
        cmocka_unit_test(test_largest_samples),
        cmocka_unit_test(test_against_direct_computation),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
