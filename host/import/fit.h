/* A straight line through paired measurements: the clock error and the offset between two clocks.
 * SPDX-License-Identifier: MIT
 *
 * Ordinary least squares, y = offset + slope x, with 95 % intervals from the residuals (Student's
 * t, n - 2 degrees of freedom). Residuals cannot show what rounding hides, so the intervals assume
 * at least the spread that the instrument's resolution causes.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>

/* Fewer pairs than this give no interval worth a word. */
#define FIT_MIN 5u

struct fit {
    size_t n;
    double mean_x, mean_y;
    bool has_slope;             /* x varies: slope and offset can be told apart */
    double slope, slope_half;   /* half: of the 95 % interval */
    double offset, offset_half; /* without a slope: mean of y - x, and its own interval */
    double residual;            /* standard deviation about the line */
    double worst;               /* largest residual, without its sign */
};

/* n >= FIT_MIN. spread: standard deviation of y by resolution alone. */
struct fit fit_line(const double *x, const double *y, size_t n, double spread);
/* The factor of a 95 % interval with so many degrees of freedom, from 3 on; within 1 %. */
double fit_student(size_t freedom);
