/* Samples counted in ranges.
 * SPDX-License-Identifier: MIT
 */
#include "histogram.h"

#include <stdlib.h>
#include <string.h>

#include "host/base/xalloc.h"

static int by_value(const void *a, const void *b)
{
    uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
    return (x > y) - (x < y);
}

/* Nearest-rank: the one at rank ceil(n * thousandths / 1000). */
static uint64_t quantile(const uint64_t *sorted, size_t n, size_t thousandths)
{
    size_t below = (n / 1000) * (1000 - thousandths) + (n % 1000) * (1000 - thousandths) / 1000;
    return sorted[n - below - 1];
}

static void add(struct histogram *histogram, uint64_t low, uint64_t high)
{
    histogram->bins[histogram->count++] = (struct histogram_bin){.low = low, .high = high};
}

/* From first - 1 down to min, doubling; the widest comes first in the list. */
static void add_low_tail(struct histogram *histogram, uint64_t min, uint64_t first, uint64_t width)
{
    struct histogram_bin tail[65];
    size_t count = 0;
    for (uint64_t high = first; high > min;) {
        uint64_t low = high - min > width ? high - width : min;
        tail[count++] = (struct histogram_bin){.low = low, .high = high - 1};
        high = low;
        width = width > UINT64_MAX / 2 ? UINT64_MAX : width * 2;
    }
    while (count > 0) {
        count--;
        add(histogram, tail[count].low, tail[count].high);
    }
}

/* Equal widths from first up to last, then doubling up to max. */
static void add_from(struct histogram *histogram, uint64_t first, uint64_t last, uint64_t max,
                     uint64_t width)
{
    for (uint64_t low = first;; low += width) {
        if (low > last)
            width = width > UINT64_MAX / 2 ? UINT64_MAX : width * 2;
        if (max - low < width) {
            add(histogram, low, max);
            return;
        }
        add(histogram, low, low + width - 1);
    }
}

static void count_samples(struct histogram *histogram, const uint64_t *sorted, size_t n)
{
    size_t bin = 0;
    for (size_t i = 0; i < n; i++) {
        while (sorted[i] > histogram->bins[bin].high)
            bin++;
        histogram->bins[bin].count++;
    }
}

struct histogram histogram_of(const uint64_t *samples, size_t n)
{
    uint64_t *sorted = xcalloc(n, sizeof *sorted);
    memcpy(sorted, samples, n * sizeof *sorted);
    qsort(sorted, n, sizeof *sorted, by_value);
    struct histogram histogram = {.p50 = quantile(sorted, n, 500),
                                  .p90 = quantile(sorted, n, 900),
                                  .p95 = quantile(sorted, n, 950),
                                  .p99 = quantile(sorted, n, 990),
                                  .p999 = quantile(sorted, n, 999)};
    uint64_t first = sorted[n / 100], last = histogram.p95;
    uint64_t width = (last - first) / HISTOGRAM_BODY_BINS + 1;
    add_low_tail(&histogram, sorted[0], first, width);
    add_from(&histogram, first, last, sorted[n - 1], width);
    count_samples(&histogram, sorted, n);
    free(sorted);
    return histogram;
}
