/* Least squares through paired measurements.
 * SPDX-License-Identifier: MIT
 */
#include "fit.h"

#include <math.h>

/* Quantile 0.975 of the normal distribution. */
#define Z 1.959963984540054

double fit_student(size_t freedom)
{
    /* Abramowitz and Stegun, Handbook of Mathematical Functions, 26.7.5. */
    double z2 = Z * Z, v = (double)freedom;
    double g1 = (z2 + 1) / 4;
    double g2 = ((5 * z2 + 16) * z2 + 3) / 96;
    double g3 = (((3 * z2 + 19) * z2 + 17) * z2 - 15) / 384;
    double g4 = ((((79 * z2 + 776) * z2 + 1482) * z2 - 1920) * z2 - 945) / 92160;
    return Z * (1 + (g1 + (g2 + (g3 + g4 / v) / v) / v) / v);
}

/* Sums about the means keep their digits. */
struct sums {
    double xx, xy;
};

static struct sums sums_of(const double *x, const double *y, const struct fit *fit)
{
    struct sums sums = {0};
    for (size_t i = 0; i < fit->n; i++) {
        double dx = x[i] - fit->mean_x, dy = y[i] - fit->mean_y;
        sums.xx += dx * dx;
        sums.xy += dx * dy;
    }
    return sums;
}

static void set_residuals(struct fit *fit, const double *x, const double *y, size_t freedom)
{
    double sum = 0;
    for (size_t i = 0; i < fit->n; i++) {
        double residual =
            y[i] - fit->mean_y - (fit->has_slope ? fit->slope : 1) * (x[i] - fit->mean_x);
        sum += residual * residual;
        if (fabs(residual) > fit->worst)
            fit->worst = fabs(residual);
    }
    fit->residual = sqrt(sum / (double)freedom);
}

struct fit fit_line(const double *x, const double *y, size_t n, double spread)
{
    struct fit fit = {.n = n};
    /* From the first on, so that values that are all the same have exactly that mean. */
    for (size_t i = 0; i < n; i++) {
        fit.mean_x += (x[i] - x[0]) / (double)n;
        fit.mean_y += (y[i] - y[0]) / (double)n;
    }
    fit.mean_x += x[0];
    fit.mean_y += y[0];
    struct sums sums = sums_of(x, y, &fit);
    fit.has_slope = sums.xx > 0;
    size_t freedom = n - (fit.has_slope ? 2 : 1);
    if (fit.has_slope) {
        fit.slope = sums.xy / sums.xx;
    }
    set_residuals(&fit, x, y, freedom);
    double half = fit_student(freedom) * fmax(fit.residual, spread), n_part = 1 / (double)n;
    if (fit.has_slope) {
        fit.offset = fit.mean_y - fit.slope * fit.mean_x;
        fit.slope_half = half / sqrt(sums.xx);
        fit.offset_half = half * sqrt(n_part + fit.mean_x * fit.mean_x / sums.xx);
    } else {
        fit.offset = fit.mean_y - fit.mean_x;
        fit.offset_half = half * sqrt(n_part);
    }
    return fit;
}
