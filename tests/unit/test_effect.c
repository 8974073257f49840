/* Shift, interval and dominance against values worked out by hand and by published tables.
 * SPDX-License-Identifier: MIT
 */
#include "cmocka_all.h"

#include <math.h>

#include "host/core/compare/effect.h"

#define COUNT(array) (sizeof(array) / sizeof(array)[0])

static void shift_is_the_median_of_all_differences(void **state)
{
    (void)state;
    const double x[] = {1, 2, 4}, y[] = {5, 9};
    /* 4 3 1 8 7 5: sorted 1 3 4 5 7 8. */
    struct effect effect = effect_of(x, 3, y, 2, 0.5);
    assert_true(effect.shift == 4.5);
    assert_true(effect.low <= effect.shift && effect.shift <= effect.high);
}

/* 1 - 2 / C(m + n, m): the most that so few values can give. */
static void the_whole_range_has_the_confidence_of_complete_separation(void **state)
{
    (void)state;
    const double x[] = {1, 2, 3, 4, 5}, y[] = {11, 12, 13, 14, 15};
    struct effect three = effect_of(x, 3, y, 3, 0.999), five = effect_of(x, 5, y, 5, 0.99);
    assert_true(fabs(three.confidence - 0.9) < 1e-12);
    assert_true(three.low == 8 && three.high == 12);
    assert_true(fabs(five.confidence - (1 - 2.0 / 252)) < 1e-12);
    assert_true(five.low == 6 && five.high == 14);
    assert_true(effect_of(x, 1, y, 1, 0.99).confidence == 0);
}

/* Critical values of U, two-sided 5 %, from the tables of Mann and Whitney's test: 5 and 5: 2; 8
 * and 8: 13; 10 and 10: 23; 5 and 10: 8; 20 and 20: 127. An interval cuts off as many differences
 * at each end. With x all 0 and y = 0, 1, 2, ... scaled so that every difference is its own rank,
 * the lower end is the number that was cut off. */
static void the_interval_cuts_at_the_tabled_critical_values(void **state)
{
    (void)state;
    static const struct {
        size_t m, n, critical;
    } rows[] = {{5, 5, 2}, {8, 8, 13}, {10, 10, 23}, {5, 10, 8}, {20, 20, 127}};
    for (size_t r = 0; r < COUNT(rows); r++) {
        double x[EFFECT_GROUP_MAX], y[EFFECT_GROUP_MAX];
        for (size_t i = 0; i < rows[r].m; i++)
            x[i] = -(double)i;
        for (size_t j = 0; j < rows[r].n; j++)
            y[j] = (double)(j * rows[r].m);
        struct effect effect = effect_of(x, rows[r].m, y, rows[r].n, 0.95);
        assert_true(effect.low == (double)rows[r].critical);
        assert_true(effect.high == (double)(rows[r].m * rows[r].n - 1 - rows[r].critical));
        assert_true(effect.confidence >= 0.95 && effect.confidence < 0.975);
    }
}

static void the_largest_groups_are_fine(void **state)
{
    (void)state;
    double x[EFFECT_GROUP_MAX], y[EFFECT_GROUP_MAX];
    for (size_t i = 0; i < EFFECT_GROUP_MAX; i++) {
        x[i] = (double)i;
        y[i] = (double)i + 100;
    }
    struct effect effect = effect_of(x, EFFECT_GROUP_MAX, y, EFFECT_GROUP_MAX, 0.99);
    assert_true(effect.shift == 100);
    assert_true(effect.confidence >= 0.99 && effect.confidence < 0.995);
    assert_true(effect.low > 69 && effect.low < 100 && effect.high < 131);
}

static void delta_counts_pairs(void **state)
{
    (void)state;
    const uint64_t low[] = {1, 2, 3}, high[] = {4, 5}, mixed[] = {3, 1, 2, 2};
    assert_true(effect_delta(low, 3, high, 2) == 1);
    assert_true(effect_delta(high, 2, low, 3) == -1);
    assert_true(effect_delta(low, 3, low, 3) == 0);
    /* 1: above 0, below 3; 2: above 1, below 1 (twice 2 are ties); 3: above 3, below 0; of y: */
    assert_true(fabs(effect_delta(low, 3, mixed, 4) - 0.0) < 1e-12);
    const uint64_t one[] = {2};
    assert_true(fabs(effect_delta(one, 1, mixed, 4) - 0.0) < 1e-12);
    const uint64_t heavy[] = {2, 3, 3, 3};
    assert_true(fabs(effect_delta(one, 1, heavy, 4) - 0.75) < 1e-12);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(shift_is_the_median_of_all_differences),
        cmocka_unit_test(the_whole_range_has_the_confidence_of_complete_separation),
        cmocka_unit_test(the_interval_cuts_at_the_tabled_critical_values),
        cmocka_unit_test(the_largest_groups_are_fine),
        cmocka_unit_test(delta_counts_pairs),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
