/* Shift, interval and dominance of two groups of values.
 * SPDX-License-Identifier: MIT
 */
#include "effect.h"

#include <stdlib.h>
#include <string.h>

#include "host/base/xalloc.h"

#define U_MAX (EFFECT_GROUP_MAX * EFFECT_GROUP_MAX)

static int by_double(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static int by_number(const void *a, const void *b)
{
    uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
    return (x > y) - (x < y);
}

static double middle(const double *sorted, size_t count)
{
    return count % 2 != 0 ? sorted[count / 2] : (sorted[count / 2 - 1] + sorted[count / 2]) / 2;
}

double effect_median(double *values, size_t count)
{
    qsort(values, count, sizeof *values, by_double);
    return middle(values, count);
}

/* P(U = u) of groups of m and n where nothing differs, u from 0 to m n: the largest of all values
 * is one of the m, and then stands above all n, or one of the n. */
static void null_distribution(size_t m, size_t n, double *probability)
{
    double(*row)[U_MAX + 1] = xcalloc(EFFECT_GROUP_MAX + 1, sizeof *row);
    for (size_t j = 0; j <= n; j++)
        row[j][0] = 1; /* no x: U is 0 */
    for (size_t i = 1; i <= m; i++)
        for (size_t j = 0; j <= n; j++) {
            double of_x = (double)i / (double)(i + j);
            /* row[j] still holds i - 1; downwards, so that u - j is not yet overwritten. */
            for (size_t u = i * j + 1; u-- > 0;) {
                double with_x = u >= j ? row[j][u - j] : 0;
                double with_y = j != 0 ? row[j - 1][u] : 0;
                row[j][u] = of_x * with_x + (1 - of_x) * with_y;
            }
        }
    memcpy(probability, row[n], (m * n + 1) * sizeof *probability);
    free(row);
}

/* How many differences may be cut off at each end so that the interval still has the wanted
 * confidence; 0 where none, or where even the whole range has less. */
static size_t differences_cut(size_t m, size_t n, double wanted, double *confidence)
{
    double *probability = xcalloc(m * n + 1, sizeof *probability);
    null_distribution(m, n, probability);
    size_t cut = 0;
    double below = probability[0]; /* P(U <= cut) */
    while (cut + 1 < m * n / 2 + 1 && 1 - 2 * (below + probability[cut + 1]) >= wanted)
        below += probability[++cut];
    *confidence = 1 - 2 * below > 0 ? 1 - 2 * below : 0;
    free(probability);
    return cut;
}

struct effect effect_of(const double *x, size_t x_count, const double *y, size_t y_count,
                        double wanted)
{
    size_t count = x_count * y_count;
    double *differences = xcalloc(count, sizeof *differences);
    for (size_t i = 0; i < x_count; i++)
        for (size_t j = 0; j < y_count; j++)
            differences[i * y_count + j] = y[j] - x[i];
    qsort(differences, count, sizeof *differences, by_double);
    struct effect effect = {.shift = middle(differences, count)};
    size_t cut = differences_cut(x_count, y_count, wanted, &effect.confidence);
    effect.low = differences[cut];
    effect.high = differences[count - 1 - cut];
    free(differences);
    return effect;
}

static uint64_t *sorted_copy(const uint64_t *values, size_t count)
{
    uint64_t *copy = xcalloc(count, sizeof *copy);
    memcpy(copy, values, count * sizeof *copy);
    qsort(copy, count, sizeof *copy, by_number);
    return copy;
}

double effect_delta(const uint64_t *x, size_t x_count, const uint64_t *y, size_t y_count)
{
    uint64_t *a = sorted_copy(x, x_count), *b = sorted_copy(y, y_count);
    double above = 0, below = 0;
    size_t smaller = 0, not_larger = 0; /* of a, against b[j] */
    for (size_t j = 0; j < y_count; j++) {
        while (smaller < x_count && a[smaller] < b[j])
            smaller++;
        while (not_larger < x_count && a[not_larger] <= b[j])
            not_larger++;
        above += (double)smaller;
        below += (double)(x_count - not_larger);
    }
    free(a);
    free(b);
    return (above - below) / ((double)x_count * (double)y_count);
}
