/* The noise gate: what differs by more than repeated runs of a board differ among themselves.
 * SPDX-License-Identifier: MIT
 */
#include "compare.h"

#include <stdlib.h>
#include <string.h>

#include "host/core/run/facts.h"
#include "host/base/xalloc.h"

/* A maximum is the value of one sample, and a minimum too: the noisiest figures of a run. */
static const bool item_decides[STATS_ITEMS] = {[STATS_AVG] = true, [STATS_P99] = true};

/* One statistic in every run of a side. */
struct values {
    double of[EFFECT_GROUP_MAX];
    size_t count;
    double range;
};

static void fill(struct values *values, const struct compare_metric *metric,
                 const struct compare_side *side, enum stats_item item)
{
    double min = 0, max = 0;
    values->count = side->count;
    for (size_t i = 0; i < side->count; i++) {
        const struct series *series = run_series(side->runs[i], metric->name, metric->phase);
        double value = item == STATS_AVG ? compare_average(series, metric->has_raw)
                                         : (double)facts_stats(series)->ticks[item];
        values->of[i] = value;
        min = i == 0 || value < min ? value : min;
        max = i == 0 || value > max ? value : max;
    }
    values->range = max - min;
}

static double median_of(const struct values *values)
{
    struct values copy = *values;
    return effect_median(copy.of, copy.count);
}

/* Values, shift and the noise of this statistic; the limits need all measurements. */
static void fill_row(struct compare_row *row, const struct values *base, const struct values *new,
                     enum stats_item item)
{
    *row = (struct compare_row){
        .base = median_of(base),
        .new = median_of(new),
        .effect = effect_of(base->of, base->count, new->of, new->count, COMPARE_CONFIDENCE),
        .cycles = base->range > new->range ? base->range : new->range,
        .decides = item_decides[item]};
}

static bool is_on_both(const struct compare_metric *metric)
{
    return metric->change != COMPARE_GONE && metric->change != COMPARE_ADDED;
}

static void fill_rows(struct comparison *comparison, const struct compare_side *base,
                      const struct compare_side *new)
{
    struct values of_base, of_new;
    for (size_t i = 0; i < comparison->metric_count; i++) {
        struct compare_metric *metric = &comparison->metrics[i];
        for (int item = 0; item < STATS_ITEMS && is_on_both(metric); item++) {
            fill(&of_base, metric, base, (enum stats_item)item);
            fill(&of_new, metric, new, (enum stats_item)item);
            fill_row(&metric->rows[item], &of_base, &of_new, (enum stats_item)item);
        }
    }
}

/* X of one statistic: the median over all measurements of its range in percent of the base. */
static double typical_percent(const struct comparison *comparison, enum stats_item item)
{
    double *percents = xcalloc(comparison->metric_count, sizeof *percents), typical = 0;
    size_t count = 0;
    for (size_t i = 0; i < comparison->metric_count; i++) {
        const struct compare_metric *metric = &comparison->metrics[i];
        const struct compare_row *row = &metric->rows[item];
        if (is_on_both(metric) && row->base > 0)
            percents[count++] = row->cycles / row->base * 100;
    }
    if (count != 0)
        typical = effect_median(percents, count);
    free(percents);
    return typical;
}

static void set_limits(struct comparison *comparison)
{
    const struct compare_options *options = &comparison->options;
    for (int item = 0; item < STATS_ITEMS; item++) {
        double percent = options->has_percent ? options->percent
                                              : typical_percent(comparison, (enum stats_item)item);
        for (size_t i = 0; i < comparison->metric_count; i++) {
            struct compare_row *row = &comparison->metrics[i].rows[item];
            row->percent = percent;
            if (options->has_cycles)
                row->cycles = options->cycles;
            else if (row->cycles < 1)
                row->cycles = 1; /* the counter's resolution */
        }
    }
}

static bool knows_noise(const struct comparison *comparison)
{
    return (comparison->options.has_cycles && comparison->options.has_percent) ||
           (comparison->base_runs >= COMPARE_RUNS_NEEDED &&
            comparison->new_runs >= COMPARE_RUNS_NEEDED);
}

static enum compare_change judge_row(const struct compare_row *row, bool knows)
{
    const struct effect *effect = &row->effect;
    double limit = row->base * row->percent / 100;
    if (limit < row->cycles)
        limit = row->cycles;
    if (effect->low == 0 && effect->high == 0)
        return COMPARE_EQUAL;
    if (!knows)
        return COMPARE_UNDECIDED;
    if (effect->low > limit)
        return COMPARE_SLOWER;
    return effect->high < -limit ? COMPARE_FASTER : COMPARE_WITHIN;
}

/* All samples of a side together, for the delta: a description, not a test. */
static uint64_t *pooled(const struct compare_metric *metric, const struct compare_side *side,
                        size_t *count)
{
    uint64_t *all = NULL;
    size_t capacity = 0;
    *count = 0;
    for (size_t i = 0; i < side->count; i++) {
        const struct series *series = run_series(side->runs[i], metric->name, metric->phase);
        all = xgrow(all, &capacity, *count + series->count, sizeof *all);
        memcpy(all + *count, series->raw, series->count * sizeof *all);
        *count += series->count;
    }
    return all;
}

static void judge_metric(struct compare_metric *metric, const struct compare_side *base,
                         const struct compare_side *new, bool knows)
{
    metric->change = COMPARE_EQUAL;
    for (int item = 0; item < STATS_ITEMS; item++) {
        struct compare_row *row = &metric->rows[item];
        row->change = judge_row(row, knows);
        enum compare_change counts = row->change;
        if (!row->decides && counts > COMPARE_WITHIN)
            counts = COMPARE_WITHIN;
        if (counts > metric->change)
            metric->change = counts;
    }
    if (!metric->has_raw)
        return;
    size_t base_count, new_count;
    uint64_t *of_base = pooled(metric, base, &base_count);
    uint64_t *of_new = pooled(metric, new, &new_count);
    metric->delta = effect_delta(of_base, base_count, of_new, new_count);
    free(of_base);
    free(of_new);
}

void compare_noise(struct comparison *comparison, const struct compare_side *base,
                   const struct compare_side *new)
{
    fill_rows(comparison, base, new);
    set_limits(comparison);
    bool knows = knows_noise(comparison);
    for (size_t i = 0; i < comparison->metric_count; i++)
        if (is_on_both(&comparison->metrics[i]))
            judge_metric(&comparison->metrics[i], base, new, knows);
}
