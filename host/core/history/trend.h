/* Where a measurement changed in a row of runs.
 * SPDX-License-Identifier: MIT
 *
 * Simulated runs repeat themselves, so a change is any other value. Runs of a board are noisy:
 * there it is the change point of Pettitt (A Non-Parametric Approach to the Change-Point Problem,
 * Applied Statistics 28, 1979), which assumes no distribution: K is the largest |U(t)|, U(t) the
 * sum over all pairs across t of the sign of their difference; p is about 2 exp(-6 K^2 / (T^3 +
 * T^2)).
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>

/* A change is called where p is below. */
#define TREND_P 0.01

struct trend_change {
    size_t at;            /* the first run that is different, from 1 to count - 1 */
    double before, after; /* exact: the value; else the median before and from `at` on */
    double p;             /* 0 where exact */
};

/* The last run that differs from the one before; false where all are equal. */
bool trend_last_step(const double *values, size_t count, struct trend_change *change);
/* False where p is not below TREND_P; *change is the likeliest place all the same, count >= 2. */
bool trend_change_point(const double *values, size_t count, struct trend_change *change);
