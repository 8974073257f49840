/* The exact gate: simulated runs repeat themselves to the cycle, so any other value is a change.
 * SPDX-License-Identifier: MIT
 */
#include "compare.h"

#include <stdlib.h>

#include "host/core/run/facts.h"
#include "host/base/xalloc.h"

static int by_signed(const void *a, const void *b)
{
    int64_t x = *(const int64_t *)a, y = *(const int64_t *)b;
    return (x > y) - (x < y);
}

/* Samples by index: how many differ, and by how much most of those. */
static void compare_samples(struct compare_metric *metric, const struct series *base,
                            const struct series *new)
{
    size_t n = base->count < new->count ? base->count : new->count;
    int64_t *shifts = xcalloc(n, sizeof *shifts);
    for (size_t i = 0; i < n; i++)
        if (base->raw[i] != new->raw[i])
            shifts[metric->differ++] = (int64_t)(new->raw[i] - base->raw[i]);
    qsort(shifts, metric->differ, sizeof *shifts, by_signed);
    for (size_t start = 0, end; start < metric->differ; start = end) {
        for (end = start + 1; end < metric->differ && shifts[end] == shifts[start];)
            end++;
        if (end - start > metric->common_count) {
            metric->common_count = end - start;
            metric->common_shift = shifts[start];
        }
    }
    free(shifts);
    metric->delta = effect_delta(base->raw, base->count, new->raw, new->count);
}

static void fill_row(struct compare_row *row, double base, double new,
                     const struct compare_options *options)
{
    double shift = new - base, size = shift < 0 ? -shift : shift;
    *row = (struct compare_row){.base = base,
                                .new = new,
                                .effect = {shift, shift, shift, 1},
                                .cycles = options->has_cycles ? options->cycles : 0,
                                .percent = options->has_percent ? options->percent : 0,
                                .decides = true};
    if (size > row->cycles && size > base * row->percent / 100)
        row->change = shift > 0 ? COMPARE_SLOWER : COMPARE_FASTER;
    else
        row->change = size > 0 ? COMPARE_WITHIN : COMPARE_EQUAL;
}

void compare_exact(struct compare_metric *metric, const struct series *base,
                   const struct series *new, const struct compare_options *options)
{
    const struct stats *b = facts_stats(base), *n = facts_stats(new);
    bool moved = b->n != n->n;
    for (int item = 0; item < STATS_ITEMS; item++)
        fill_row(&metric->rows[item], (double)b->ticks[item], (double)n->ticks[item], options);
    if (metric->has_raw) {
        compare_samples(metric, base, new);
        /* Truncation hides less than a tick of the average; the samples do not. */
        fill_row(&metric->rows[STATS_AVG], compare_average(base, true), compare_average(new, true),
                 options);
        moved = moved || metric->differ != 0;
    } else {
        /* ns resolve the average more finely than ticks do. */
        moved = moved || b->ns[STATS_AVG] != n->ns[STATS_AVG];
    }
    /* With limits, what they cover is no change, however the samples moved. */
    enum compare_change otherwise =
        options->has_cycles || options->has_percent ? COMPARE_WITHIN : COMPARE_MOVED;
    metric->change = moved ? otherwise : COMPARE_EQUAL;
    for (int item = 0; item < STATS_ITEMS; item++)
        if (metric->rows[item].change > metric->change)
            metric->change = metric->rows[item].change;
}
