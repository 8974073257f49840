/* The fit of a clock's error and an offset, and how often its intervals hold the truth.
 * SPDX-License-Identifier: MIT
 */
#include <math.h>

#include "host/import/fit.h"
#include "tests/unit/cmocka_all.h"

#define N 200u
#define TRIALS 2000u

static void a_line_without_noise(void **state)
{
    double x[N], y[N];
    (void)state;
    for (size_t i = 0; i < N; i++) {
        x[i] = 1e-6 * (double)(i % 17);
        y[i] = 50e-9 + 1.00002 * x[i];
    }
    struct fit fit = fit_line(x, y, N, 0);
    assert_true(fit.has_slope);
    assert_true(fabs(fit.slope - 1.00002) < 1e-9);
    assert_true(fabs(fit.offset - 50e-9) < 1e-15);
    assert_true(fit.slope_half < 1e-8 && fit.residual < 1e-15);
    /* What the resolution hides stays in the interval. */
    struct fit coarse = fit_line(x, y, N, 1e-9);
    assert_true(coarse.slope == fit.slope && coarse.slope_half > 1e-5);
}

static void counts_that_are_all_the_same(void **state)
{
    double x[N], y[N];
    (void)state;
    for (size_t i = 0; i < N; i++) {
        x[i] = 1e-6;
        y[i] = 1e-6 + 52e-9 + (i % 2 == 0 ? 1e-9 : -1e-9);
    }
    struct fit fit = fit_line(x, y, N, 0);
    assert_false(fit.has_slope);
    assert_true(fabs(fit.offset - 52e-9) < 1e-14);
    assert_true(fit.offset_half > 1e-10 && fit.offset_half < 2e-10);
}

/* Two-sided 95 % of Student's distribution, as every table has it. */
static void student(void **state)
{
    static const struct {
        size_t freedom;
        double value;
    } table[] = {{3, 3.182},  {4, 2.776},  {5, 2.571},   {8, 2.306},    {10, 2.228},
                 {20, 2.086}, {30, 2.042}, {100, 1.984}, {1000, 1.962}, {1000000, 1.960}};
    (void)state;
    for (size_t i = 0; i < sizeof table / sizeof table[0]; i++) {
        double value = fit_student(table[i].freedom);
        if (fabs(value - table[i].value) > 0.01 * table[i].value)
            fail_msg("%zu: %f", table[i].freedom, value);
    }
}

/* Uniform in 0..1. */
static double random_number(uint64_t *seed)
{
    *seed = *seed * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return (double)(*seed >> 11) / 9007199254740992.0;
}

/* Edges rounded to an analyser's step, anywhere against the target's clock. */
static struct fit trial(uint64_t *seed, double step)
{
    double x[N], y[N];
    for (size_t i = 0; i < N; i++) {
        double from = 1e-3 * (double)i + step * random_number(seed);
        x[i] = 1e-6 + 100e-6 * random_number(seed);
        y[i] = (floor((from + 40e-9 + 1.00005 * x[i]) / step) - floor(from / step)) * step;
    }
    return fit_line(x, y, N, step / sqrt(6));
}

static void intervals_hold_the_truth_in_95_of_100(void **state)
{
    uint64_t seed = 1;
    size_t slopes = 0, offsets = 0;
    (void)state;
    for (size_t i = 0; i < TRIALS; i++) {
        struct fit fit = trial(&seed, 20e-9);
        slopes += fabs(fit.slope - 1.00005) <= fit.slope_half;
        offsets += fabs(fit.offset - 40e-9) <= fit.offset_half;
    }
    /* A little more than 95: at least what the resolution causes is assumed. */
    assert_in_range(slopes, TRIALS * 94 / 100, TRIALS * 99 / 100);
    assert_in_range(offsets, TRIALS * 94 / 100, TRIALS * 99 / 100);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_line_without_noise),
        cmocka_unit_test(counts_that_are_all_the_same),
        cmocka_unit_test(student),
        cmocka_unit_test(intervals_hold_the_truth_in_95_of_100),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
