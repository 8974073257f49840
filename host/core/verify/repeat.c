/* Compares the statistics of repeated runs.
 * SPDX-License-Identifier: MIT
 */
#include "repeat.h"

#include <stdio.h>
#include <stdlib.h>

#include "host/core/run/facts.h"
#include "host/base/xalloc.h"

/* n, then the statistics in ticks, then in ns. */
#define ITEMS (1 + 2 * (int)STATS_ITEMS)

static uint64_t item_of(const struct stats *stats, int item)
{
    if (item == 0)
        return stats->n;
    return item <= (int)STATS_ITEMS ? stats->ticks[item - 1] : stats->ns[item - 1 - STATS_ITEMS];
}

static void name_item(int item, char *text, size_t size)
{
    if (item == 0)
        snprintf(text, size, "n");
    else
        snprintf(text, size, "%s_%s", stats_item_name[(item - 1) % STATS_ITEMS],
                 item <= (int)STATS_ITEMS ? "ticks" : "ns");
}

static const struct stats *stats_in(const struct run *run, const struct series *like)
{
    const struct series *series = run_series(run, like->name, like->phase);
    return series != NULL ? facts_stats(series) : NULL;
}

static void add_difference(struct repeat *repeat, const struct run *const *runs,
                           const struct series *like, int item)
{
    repeat->differences = xgrow(repeat->differences, &repeat->capacity, repeat->count + 1,
                                sizeof *repeat->differences);
    struct repeat_difference *difference = &repeat->differences[repeat->count++];
    *difference =
        (struct repeat_difference){.name = like->name,
                                   .phase = like->phase,
                                   .values = xcalloc(repeat->run_count, sizeof *difference->values),
                                   .has = xcalloc(repeat->run_count, sizeof *difference->has)};
    name_item(item, difference->item, sizeof difference->item);
    for (size_t i = 0; i < repeat->run_count; i++) {
        const struct stats *stats = stats_in(runs[i], like);
        difference->has[i] = stats != NULL;
        if (stats != NULL)
            difference->values[i] = item_of(stats, item);
    }
}

static bool is_equal(const struct repeat *repeat, const struct run *const *runs,
                     const struct series *like, int item)
{
    const struct stats *first = stats_in(runs[0], like);
    for (size_t i = 1; i < repeat->run_count; i++) {
        const struct stats *stats = stats_in(runs[i], like);
        if ((stats == NULL) != (first == NULL) ||
            (stats != NULL && item_of(stats, item) != item_of(first, item)))
            return false;
    }
    return true;
}

/* The measurements that `from` has and no run before it. */
static void compare_those_of(struct repeat *repeat, const struct run *const *runs, size_t from)
{
    for (size_t s = 0; s < runs[from]->series_count; s++) {
        const struct series *like = &runs[from]->series[s];
        bool seen = facts_stats(like) == NULL;
        for (size_t before = 0; before < from && !seen; before++)
            seen = stats_in(runs[before], like) != NULL;
        for (int item = 0; item < ITEMS && !seen; item++, repeat->items++)
            if (!is_equal(repeat, runs, like, item))
                add_difference(repeat, runs, like, item);
    }
}

void repeat_compare(struct repeat *repeat, const struct run *const *runs, size_t count)
{
    *repeat = (struct repeat){.run_count = count};
    for (size_t from = 0; from < count; from++)
        compare_those_of(repeat, runs, from);
}

void repeat_free(struct repeat *repeat)
{
    for (size_t i = 0; i < repeat->count; i++) {
        free(repeat->differences[i].values);
        free(repeat->differences[i].has);
    }
    free(repeat->differences);
    *repeat = (struct repeat){0};
}
