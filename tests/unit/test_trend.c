/* Where a measurement changed: steps of simulated runs, Pettitt's change point of noisy ones.
 * SPDX-License-Identifier: MIT
 */
#include "cmocka_all.h"

#include <math.h>

#include "host/core/history/trend.h"

#define COUNT(array) (sizeof(array) / sizeof(array)[0])

static void the_last_step_is_found(void **state)
{
    (void)state;
    const double flat[] = {3, 3, 3}, two[] = {3, 4, 4, 2, 2};
    struct trend_change change;
    assert_false(trend_last_step(flat, COUNT(flat), &change));
    assert_false(trend_last_step(flat, 1, &change));
    assert_true(trend_last_step(two, COUNT(two), &change));
    assert_int_equal(change.at, 3);
    assert_true(change.before == 4 && change.after == 2);
}

/* Ten below, ten above: U is 100 at the middle, p = 2 exp(-6 * 100^2 / (20^3 + 20^2)). */
static void complete_separation_has_the_p_of_the_formula(void **state)
{
    (void)state;
    double values[20];
    struct trend_change change;
    for (int i = 0; i < 20; i++)
        values[i] = (i < 10 ? 100 : 200) + (i * 7) % 5;
    assert_true(trend_change_point(values, 20, &change));
    assert_int_equal(change.at, 10);
    assert_true(fabs(change.p - 2 * exp(-60000.0 / 8400)) < 1e-12);
    assert_true(change.before == 102 && change.after == 202);
}

static void few_runs_and_noise_give_no_change(void **state)
{
    (void)state;
    const double few[] = {1, 1, 9, 9}, equal[] = {5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5};
    double noise[24];
    struct trend_change change;
    assert_false(trend_change_point(few, COUNT(few), &change));
    assert_int_equal(change.at, 2);
    assert_false(trend_change_point(equal, COUNT(equal), &change));
    for (int i = 0; i < 24; i++)
        noise[i] = (i * 13) % 7;
    assert_false(trend_change_point(noise, 24, &change));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_last_step_is_found),
        cmocka_unit_test(complete_separation_has_the_p_of_the_formula),
        cmocka_unit_test(few_runs_and_noise_give_no_change),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
