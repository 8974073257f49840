/* Two groups of runs, measurement by measurement.
 * SPDX-License-Identifier: MIT
 */
#include "compare.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "host/core/run/facts.h"
#include "host/base/xalloc.h"

const char *const compare_change_name[COMPARE_CHANGES] = {
    [COMPARE_EQUAL] = "equal",   [COMPARE_WITHIN] = "within limits",
    [COMPARE_ADDED] = "added",   [COMPARE_MOVED] = "moved",
    [COMPARE_FASTER] = "faster", [COMPARE_UNDECIDED] = "undecided",
    [COMPARE_GONE] = "gone",     [COMPARE_SLOWER] = "slower"};

double compare_average(const struct series *series, bool has_raw)
{
    if (!has_raw)
        return (double)facts_stats(series)->ticks[STATS_AVG];
    long double sum = 0; /* 64 bits of fraction: exact for 2^32 samples of 32 bits */
    for (size_t i = 0; i < series->count; i++)
        sum += (long double)series->raw[i];
    return (double)(sum / (long double)series->count);
}

static struct compare_metric *add_metric(struct comparison *comparison, const struct series *series)
{
    comparison->metrics = xgrow(comparison->metrics, &comparison->capacity,
                                comparison->metric_count + 1, sizeof *comparison->metrics);
    struct compare_metric *metric = &comparison->metrics[comparison->metric_count++];
    *metric = (struct compare_metric){
        .name = series->name, .phase = series->phase, .hz = facts_stats(series)->hz};
    return metric;
}

/* Whether every run of a side has a measurement; *has_raw stays true where all have its samples. */
static bool side_has(const struct compare_side *side, const struct series *like, bool *has_raw,
                     uint64_t *n)
{
    for (size_t i = 0; i < side->count; i++) {
        const struct series *series = run_series(side->runs[i], like->name, like->phase);
        if (series == NULL || facts_stats(series) == NULL)
            return false;
        if (i == 0)
            *n = facts_stats(series)->n;
        *has_raw = *has_raw && series->has_computed;
    }
    return true;
}

static void add_base_metrics(struct comparison *comparison, const struct compare_side *base,
                             const struct compare_side *new)
{
    const struct run *first = base->runs[0];
    for (size_t i = 0; i < first->series_count; i++) {
        const struct series *series = &first->series[i];
        if (facts_stats(series) == NULL)
            continue;
        struct compare_metric *metric = add_metric(comparison, series);
        metric->has_raw = true;
        bool in_base = side_has(base, series, &metric->has_raw, &metric->base_n);
        if (!in_base || !side_has(new, series, &metric->has_raw, &metric->new_n))
            metric->change = COMPARE_GONE;
    }
}

static void add_new_metrics(struct comparison *comparison, const struct compare_side *base,
                            const struct compare_side *new)
{
    const struct run *first = new->runs[0];
    for (size_t i = 0; i < first->series_count; i++) {
        const struct series *series = &first->series[i];
        if (facts_stats(series) == NULL ||
            run_series(base->runs[0], series->name, series->phase) != NULL)
            continue;
        struct compare_metric *metric = add_metric(comparison, series);
        metric->new_n = facts_stats(series)->n;
        metric->change = COMPARE_ADDED;
    }
}

static void compare_exactly(struct comparison *comparison, const struct compare_side *base,
                            const struct compare_side *new)
{
    assert(base->count == 1 && new->count == 1);
    for (size_t i = 0; i < comparison->metric_count; i++) {
        struct compare_metric *metric = &comparison->metrics[i];
        if (metric->change == COMPARE_EQUAL)
            compare_exact(metric, run_series(base->runs[0], metric->name, metric->phase),
                          run_series(new->runs[0], metric->name, metric->phase),
                          &comparison->options);
    }
}

void compare_runs(struct comparison *comparison, const struct compare_side *base,
                  const struct compare_side *new, const struct compare_options *options)
{
    *comparison =
        (struct comparison){.options = *options, .base_runs = base->count, .new_runs = new->count};
    add_base_metrics(comparison, base, new);
    add_new_metrics(comparison, base, new);
    if (options->gate == COMPARE_EXACT)
        compare_exactly(comparison, base, new);
    else
        compare_noise(comparison, base, new);
    for (size_t i = 0; i < comparison->metric_count; i++)
        comparison->count[comparison->metrics[i].change]++;
}

void compare_free(struct comparison *comparison)
{
    free(comparison->metrics);
    *comparison = (struct comparison){0};
}

enum compare_change compare_worst(const struct comparison *comparison)
{
    int change = COMPARE_CHANGES - 1;
    while (change > COMPARE_EQUAL && comparison->count[change] == 0)
        change--;
    return (enum compare_change)change;
}
