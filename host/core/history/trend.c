/* Where a measurement changed in a row of runs.
 * SPDX-License-Identifier: MIT
 */
#include "trend.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "host/core/compare/effect.h"
#include "host/base/xalloc.h"

bool trend_last_step(const double *values, size_t count, struct trend_change *change)
{
    for (size_t i = count; i-- > 1;)
        if (values[i] < values[i - 1] || values[i] > values[i - 1]) {
            *change = (struct trend_change){.at = i, .before = values[i - 1], .after = values[i]};
            return true;
        }
    return false;
}

static double median_of(const double *values, size_t count)
{
    double *copy = xcalloc(count, sizeof *copy);
    memcpy(copy, values, count * sizeof *copy);
    double median = effect_median(copy, count);
    free(copy);
    return median;
}

/* U(t) from U(t - 1): values[t - 1] changes sides. */
static double largest_u(const double *values, size_t count, size_t *at)
{
    double u = 0, largest = 0;
    *at = 1;
    for (size_t t = 1; t < count; t++) {
        for (size_t j = 0; j < count; j++)
            u += (values[t - 1] > values[j]) - (values[t - 1] < values[j]);
        if (fabs(u) > largest) {
            largest = fabs(u);
            *at = t;
        }
    }
    return largest;
}

bool trend_change_point(const double *values, size_t count, struct trend_change *change)
{
    double n = (double)count;
    *change = (struct trend_change){0};
    double k = largest_u(values, count, &change->at);
    change->p = 2 * exp(-6 * k * k / (n * n * n + n * n));
    if (change->p > 1)
        change->p = 1;
    change->before = median_of(values, change->at);
    change->after = median_of(values + change->at, count - change->at);
    return change->p < TREND_P;
}
