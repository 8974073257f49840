/* stats: nearest rank, truncation, exactness, and which statistics no samples can have.
 * SPDX-License-Identifier: MIT
 */
#include "cmocka_all.h"

#include <stdlib.h>
#include <string.h>

#include "host/core/run/stats.h"

static void rank_of_p99(void **state)
{
    (void)state;
    static const struct {
        uint64_t n, rank;
    } rows[] = {{1, 1},     {2, 2},      {99, 99},     {100, 99},    {101, 100},
                {200, 198}, {1000, 990}, {2047, 2027}, {2048, 2028}, {UINT64_MAX, 0}};
    for (size_t i = 0; i + 1 < sizeof rows / sizeof rows[0]; i++)
        assert_int_equal(stats_p99_rank(rows[i].n), rows[i].rank);
    assert_true(stats_p99_rank(UINT64_MAX) == UINT64_MAX - UINT64_MAX / 100);
}

static void ticks_and_ns_are_truncated_independently(void **state)
{
    (void)state;
    /* Average 25.75: avg_ticks 25, avg_ns 103 and not 25 * 4. */
    const uint64_t samples[] = {26, 25, 26, 26};
    struct stats stats = stats_of(samples, 4, 250000000);
    assert_int_equal(stats.n, 4);
    assert_int_equal(stats.ticks[STATS_MIN], 25);
    assert_int_equal(stats.ticks[STATS_AVG], 25);
    assert_int_equal(stats.ticks[STATS_P99], 26);
    assert_int_equal(stats.ticks[STATS_MAX], 26);
    assert_int_equal(stats.ns[STATS_MIN], 100);
    assert_int_equal(stats.ns[STATS_AVG], 103);
    assert_int_equal(stats.ns[STATS_MAX], 104);
}

static void odd_clocks_truncate(void **state)
{
    (void)state;
    const uint64_t samples[] = {1, 2};
    struct stats stats = stats_of(samples, 2, 168000000);
    assert_int_equal(stats.ns[STATS_MIN], 5);  /* 5.95 */
    assert_int_equal(stats.ns[STATS_AVG], 8);  /* 8.93 */
    assert_int_equal(stats.ns[STATS_MAX], 11); /* 11.9 */
}

static void the_largest_values_are_exact_or_marked(void **state)
{
    (void)state;
    const uint64_t samples[] = {UINT64_MAX, UINT64_MAX, UINT64_MAX - 1};
    struct stats stats = stats_of(samples, 3, 1);
    assert_true(stats.ticks[STATS_AVG] == UINT64_MAX - 1);
    assert_true(stats.ns[STATS_AVG] == UINT64_MAX);
    stats = stats_of(samples, 3, UINT64_MAX);
    assert_int_equal(stats.ns[STATS_MAX], 1000000000);
    assert_int_equal(stats.ns[STATS_AVG], 999999999);
}

static int by_value(const void *a, const void *b)
{
    uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
    return (x > y) - (x < y);
}

/* Against plain sorting, with samples that differ in any of their 64 bits. */
static void p99_is_the_sample_at_its_rank(void **state)
{
    (void)state;
    uint64_t samples[300], sorted[300], seed = 7;
    for (size_t n = 1; n <= 300; n++) {
        for (size_t i = 0; i < n; i++) {
            seed = seed * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
            samples[i] = UINT64_C(0x0123456789ABCDEF) ^ (seed >> 8 & UINT64_MAX >> n % 64);
        }
        memcpy(sorted, samples, sizeof sorted);
        qsort(sorted, n, sizeof sorted[0], by_value);
        struct stats stats = stats_of(samples, n, 1);
        assert_true(stats.ticks[STATS_MIN] == sorted[0]);
        assert_true(stats.ticks[STATS_P99] == sorted[stats_p99_rank(n) - 1]);
        assert_true(stats.ticks[STATS_MAX] == sorted[n - 1]);
    }
}

static void mode_prefers_the_smallest(void **state)
{
    (void)state;
    const uint64_t samples[] = {5, 3, 5, 3, 9};
    struct mode mode = stats_mode(samples, 5);
    assert_int_equal(mode.value, 3);
    assert_int_equal(mode.differ, 3);
}

/* notify_preempt as published: 1,000 samples of 373, at most ten above. */
static struct stats published(void)
{
    return (struct stats){
        .n = 1000, .hz = 250000000, .ticks = {373, 373, 373, 508}, .ns = {1492, 1493, 1492, 2032}};
}

static void published_statistics_are_possible(void **state)
{
    (void)state;
    const char *what;
    struct stats stats = published();
    assert_true(stats_possible(&stats, &what));
    struct stats busy = {
        .n = 2048, .hz = 250000000, .ticks = {21, 25, 26, 33}, .ns = {84, 103, 104, 132}};
    assert_true(stats_possible(&busy, &what));
}

static void whatever_follows_from_samples_is_possible(void **state)
{
    (void)state;
    uint64_t samples[300];
    uint32_t seed = 7;
    for (size_t n = 1; n <= 300; n++) {
        for (size_t i = 0; i < n; i++) {
            seed = seed * 1664525u + 1013904223u;
            samples[i] = seed >> (n % 30);
        }
        const char *what;
        struct stats stats = stats_of(samples, n, 168000000 + n);
        if (!stats_possible(&stats, &what))
            fail_msg("n=%zu: %s", n, what);
    }
}

static void impossible(struct stats stats, const char *text)
{
    const char *what;
    assert_false(stats_possible(&stats, &what));
    assert_string_equal(what, text);
}

static void contradictions_have_names(void **state)
{
    (void)state;
    struct stats s;
#define CHANGED(change, text)                                                                      \
    s = published();                                                                               \
    change;                                                                                        \
    impossible(s, text)
    CHANGED(s.n = 0, "n is 0");
    CHANGED(s.hz = 0, "hz is 0");
    CHANGED(s.ticks[STATS_MIN] = 374, "min_ticks is above avg_ticks");
    CHANGED(s.ticks[STATS_MAX] = 372, "avg_ticks is above max_ticks");
    CHANGED(s.ticks[STATS_P99] = 509, "p99_ticks is above max_ticks");
    CHANGED(s.ticks[STATS_P99] = 372, "min_ticks is above p99_ticks");
    CHANGED(s.n = 99, "p99_ticks is not max_ticks, though n is below 100");
    CHANGED(s.ns[STATS_MIN]++, "min_ns is not min_ticks at hz");
    CHANGED(s.ns[STATS_P99]--, "p99_ns is not p99_ticks at hz");
    CHANGED(s.ns[STATS_MAX]++, "max_ns is not max_ticks at hz");
    CHANGED(s.hz /= 2, "min_ns is not min_ticks at hz");
    CHANGED(s.ticks[STATS_AVG] = 375,
            "avg_ticks cannot be the average of n samples with this min, p99 and max");
    CHANGED(s.ns[STATS_AVG] = 1496, "avg_ns does not fit avg_ticks, min, p99 and max at hz");
    CHANGED(s.ns[STATS_AVG] = 1491, "avg_ns does not fit avg_ticks, min, p99 and max at hz");
    CHANGED(s.ns[STATS_AVG] = UINT64_MAX, "avg_ns does not fit avg_ticks, min, p99 and max at hz");
    CHANGED(s.n = UINT64_MAX, "n is beyond 32 bits");
#undef CHANGED
}

static void gcd(void **state)
{
    (void)state;
    assert_int_equal(stats_gcd(252250, 250000), 250);
    assert_int_equal(stats_gcd(0, 7), 7);
    assert_int_equal(stats_gcd(7, 0), 7);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(rank_of_p99),
        cmocka_unit_test(ticks_and_ns_are_truncated_independently),
        cmocka_unit_test(odd_clocks_truncate),
        cmocka_unit_test(the_largest_values_are_exact_or_marked),
        cmocka_unit_test(p99_is_the_sample_at_its_rank),
        cmocka_unit_test(mode_prefers_the_smallest),
        cmocka_unit_test(published_statistics_are_possible),
        cmocka_unit_test(whatever_follows_from_samples_is_possible),
        cmocka_unit_test(contradictions_have_names),
        cmocka_unit_test(gcd),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
