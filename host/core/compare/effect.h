/* How large a difference is between two groups of values, and how sure that is: without assuming
 * any distribution.
 * SPDX-License-Identifier: MIT
 *
 * The shift is the estimator of Hodges and Lehmann (Estimates of Location Based on Rank Tests, Ann.
 * Math. Statist. 34, 1963): the median of all differences y - x. Its interval runs between two of
 * those differences in order, chosen by the exact null distribution of U (Mann and Whitney, On a
 * Test of Whether one of Two Random Variables is Stochastically Larger than the Other, Ann. Math.
 * Statist. 18, 1947; Hollander, Wolfe and Chicken, Nonparametric Statistical Methods, 3rd
 * ed., 4.3). Delta is Cliff's (Dominance statistics, Psychological Bulletin 114, 1993).
 */
#pragma once

#include <stddef.h>
#include <stdint.h>

/* More values than this in a group make no interval narrower that anybody needs. */
#define EFFECT_GROUP_MAX 32u

struct effect {
    double shift;      /* of y against x, in their unit */
    double low, high;  /* inclusive ends of its interval */
    double confidence; /* of the interval: at least the wanted one, or the most that so few give */
};

/* 1 <= x_count, y_count <= EFFECT_GROUP_MAX; wanted: of the interval, 0 to 1. */
struct effect effect_of(const double *x, size_t x_count, const double *y, size_t y_count,
                        double wanted);

/* P(y > x) - P(y < x), from -1 to 1, over all pairs; counts >= 1. */
double effect_delta(const uint64_t *x, size_t x_count, const uint64_t *y, size_t y_count);

/* The median; count >= 1. Sorts values. */
double effect_median(double *values, size_t count);
