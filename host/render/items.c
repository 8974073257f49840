/* The measurements of all runs of a report.
 * SPDX-License-Identifier: MIT
 */
#include "items.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "host/base/xalloc.h"

static bool same(const char *a, const char *b)
{
    return a == NULL || b == NULL ? a == b : strcmp(a, b) == 0;
}

static void add(struct items *items, const struct series *series)
{
    if (facts_stats(series) == NULL)
        return;
    for (size_t i = 0; i < items->count; i++)
        if (same(items->list[i].name, series->name) && same(items->list[i].phase, series->phase))
            return;
    items->list = xgrow(items->list, &items->capacity, items->count + 1, sizeof *items->list);
    items->list[items->count++] = (struct item){series->name, series->phase};
}

struct items items_of(const struct report_set *set)
{
    struct items items = {0};
    for (size_t r = 0; r < set->count; r++)
        for (size_t i = 0; i < set->reports[r].run->series_count; i++)
            add(&items, &set->reports[r].run->series[i]);
    return items;
}

void items_free(struct items *items)
{
    free(items->list);
    *items = (struct items){0};
}

const struct series *item_series(const struct report *report, const struct item *item)
{
    const struct series *series = run_series(report->run, item->name, item->phase);
    return series != NULL && facts_stats(series) != NULL ? series : NULL;
}

const struct published *item_published(const struct report *report, const struct item *item)
{
    return published_of(report->board, report->run, item->phase, item->name);
}

const char *item_label(const struct item *item, char text[static ITEM_LABEL_MAX])
{
    snprintf(text, ITEM_LABEL_MAX, "%.60s%s%.60s", item->phase != NULL ? item->phase : "",
             item->phase != NULL ? " " : "", item->name);
    return text;
}

const char *item_meaning(const struct item *item)
{
    if (item->phase != NULL) {
        int pair = run_pair_index(item->name);
        return pair >= 0 ? wire_pairs[pair].meaning : NULL;
    }
    for (int i = 0; i < WIRE_METRICS; i++)
        if (strcmp(wire_metrics[i].name, item->name) == 0)
            return wire_metrics[i].meaning;
    return NULL;
}

const char *difference_text(uint64_t ours, uint64_t theirs, char text[static DIFFERENCE_MAX])
{
    text[0] = '\0';
    if (theirs == 0)
        return text;
    int64_t d = published_difference(ours, theirs);
    uint64_t size = d < 0 ? (uint64_t)-d : (uint64_t)d;
    snprintf(text, DIFFERENCE_MAX, "%c%" PRIu64 ".%" PRIu64 " %%", d < 0 ? '-' : '+', size / 10,
             size % 10);
    return text;
}

char report_letter(size_t index)
{
    return (char)('A' + (int)index);
}
