/* histogram: bins follow each other, count every sample once, and keep body and tail apart.
 * SPDX-License-Identifier: MIT
 */
#include "cmocka_all.h"

#include <stdlib.h>

#include "host/core/run/histogram.h"

static void check(const uint64_t *samples, size_t n, const struct histogram *h)
{
    size_t counted = 0;
    uint64_t min = UINT64_MAX, max = 0;
    for (size_t i = 0; i < n; i++) {
        min = samples[i] < min ? samples[i] : min;
        max = samples[i] > max ? samples[i] : max;
    }
    assert_in_range(h->count, 1, HISTOGRAM_BINS_MAX);
    assert_true(h->bins[0].low == min && h->bins[h->count - 1].high == max);
    for (size_t b = 0; b < h->count; b++) {
        size_t inside = 0;
        assert_true(h->bins[b].low <= h->bins[b].high);
        assert_true(b == 0 || h->bins[b].low == h->bins[b - 1].high + 1);
        for (size_t i = 0; i < n; i++)
            inside += samples[i] >= h->bins[b].low && samples[i] <= h->bins[b].high;
        assert_int_equal(h->bins[b].count, inside);
        counted += inside;
    }
    assert_int_equal(counted, n);
}

static void a_constant_is_one_bin(void **state)
{
    (void)state;
    const uint64_t samples[] = {7, 7, 7};
    struct histogram h = histogram_of(samples, 3);
    check(samples, 3, &h);
    assert_int_equal(h.count, 1);
    assert_int_equal(h.p50, 7);
    assert_int_equal(h.p999, 7);
}

static void the_whole_range_of_numbers_fits(void **state)
{
    (void)state;
    const uint64_t samples[] = {0, 1, UINT64_MAX, UINT64_MAX - 1, UINT64_C(1) << 40};
    struct histogram h = histogram_of(samples, 5);
    check(samples, 5, &h);
    const uint64_t two[] = {UINT64_MAX, 0};
    h = histogram_of(two, 2);
    check(two, 2, &h);
}

/* 97 samples of 26 to 28, 3 far out: the body keeps a bin for each value. */
static void a_far_tail_leaves_the_body_its_shape(void **state)
{
    (void)state;
    uint64_t samples[100];
    for (size_t i = 0; i < 100; i++)
        samples[i] = i < 97 ? 26 + i % 3 : 1000 * (i - 96);
    struct histogram h = histogram_of(samples, 100);
    check(samples, 100, &h);
    for (size_t b = 0; b < 3; b++)
        assert_true(h.bins[b].low == 26 + b && h.bins[b].high == 26 + b);
    assert_true(h.count < 20);
}

static void percentiles_are_nearest_rank(void **state)
{
    (void)state;
    uint64_t samples[2000];
    for (size_t i = 0; i < 2000; i++)
        samples[i] = 2000 - i; /* 1 to 2000, in no order that helps */
    struct histogram h = histogram_of(samples, 2000);
    check(samples, 2000, &h);
    assert_int_equal(h.p50, 1000);
    assert_int_equal(h.p90, 1800);
    assert_int_equal(h.p95, 1900);
    assert_int_equal(h.p99, 1980);
    assert_int_equal(h.p999, 1998);
    h = histogram_of(samples, 7);
    assert_int_equal(h.p50, 1997);
    assert_int_equal(h.p99, 2000);
}

static void any_samples_are_counted(void **state)
{
    (void)state;
    uint64_t samples[300], random = 1;
    for (int round = 0; round < 200; round++) {
        size_t n = 1 + (size_t)round;
        for (size_t i = 0; i < n; i++) {
            random = random * UINT64_C(6364136223846793005) + 1442695040888963407u;
            samples[i] = random >> (random >> 58);
        }
        struct histogram h = histogram_of(samples, n);
        check(samples, n, &h);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_constant_is_one_bin),
        cmocka_unit_test(the_whole_range_of_numbers_fits),
        cmocka_unit_test(a_far_tail_leaves_the_body_its_shape),
        cmocka_unit_test(percentiles_are_nearest_rank),
        cmocka_unit_test(any_samples_are_counted),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
