/* The trends of a history's measurements.
 * SPDX-License-Identifier: MIT
 */
#include "history_trends.h"
#include "history_names.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "host/base/text.h"
#include "host/base/xalloc.h"

/* "idle irq_entry" or "notify_block": the value in a run; false where it has none. */
static bool value_of(const struct history_results *results, const char *metric,
                     enum stats_item item, double *value)
{
    for (size_t i = 0; i < results->count; i++) {
        const struct history_result *result = &results->list[i];
        size_t phase = strlen(result->phase);
        const char *name = phase != 0 ? metric + phase + 1 : metric;
        bool matches =
            phase == 0 || (strncmp(metric, result->phase, phase) == 0 && metric[phase] == ' ');
        if (matches && strcmp(name, result->name) == 0) {
            *value = result->ticks[item];
            return true;
        }
    }
    return false;
}

static void drop(struct history_list *found, size_t at)
{
    struct history_list one = {.runs = xcalloc(1, sizeof *one.runs), .count = 1};
    one.runs[0] = found->runs[at];
    memmove(&found->runs[at], &found->runs[at + 1], (found->count - at - 1) * sizeof *found->runs);
    found->count--;
    history_list_free(&one);
}

/* Leaves the runs that have the measurement and are like the newest of those, with their values. */
static bool take_values(struct history *history, const char *metric, enum stats_item item,
                        struct history_list *found, double *values, size_t *left_out,
                        struct error *error)
{
    size_t kept = 0; /* at the list's end, the newest first */
    for (size_t i = found->count; i-- > 0;) {
        struct history_results results = {0};
        double value;
        if (!history_results(history, found->runs[i].id, &results, error))
            return false;
        const struct identity *newest = &found->runs[found->count - 1].identity;
        bool has = value_of(&results, metric, item, &value);
        history_results_free(&results);
        if (has && (kept == 0 || identity_difference(newest, &found->runs[i].identity, 0) < 0)) {
            values[kept++] = value;
            continue;
        }
        drop(found, i);
        *left_out += has;
    }
    for (size_t i = 0; i < kept / 2; i++) {
        double swapped = values[i];
        values[i] = values[kept - 1 - i];
        values[kept - 1 - i] = swapped;
    }
    return true;
}

static void find_change(struct history_trend *trend, const struct history_list *found)
{
    trend->exact = identity_is_simulated(&found->runs[0].identity);
    if (found->count >= 2)
        trend->changed = trend->exact
                             ? trend_last_step(trend->values, found->count, &trend->change)
                             : trend_change_point(trend->values, found->count, &trend->change);
}

static void add_name(const struct history_result *result, struct buf *name)
{
    buf_printf(name, "%s%s%s", result->phase, result->phase[0] != '\0' ? " " : "", result->name);
}

bool trends_add(struct trends *trends, struct history *history, const struct trend_wish *wish,
                const char *metric, struct error *error)
{
    struct history_list *found = xcalloc(1, sizeof *found);
    trends->list = xgrow(trends->list, &trends->capacity, trends->count + 1, sizeof *trends->list);
    struct history_trend *trend = &trends->list[trends->count++];
    *trend = (struct history_trend){
        .metric = xstrndup(metric, strlen(metric)), .item = wish->item, .list = found};
    if (!history_find(history, wish->filter, found, error))
        return false;
    double *values = xcalloc(found->count, sizeof *values);
    trend->values = values;
    if (!take_values(history, metric, wish->item, found, values, &trend->left_out, error))
        return false;
    if (found->count == 0) {
        history_names_no_metric(history, wish->path, wish->filter, metric, error);
        return false;
    }
    find_change(trend, found);
    return true;
}

bool trends_add_all(struct trends *trends, struct history *history, const struct trend_wish *wish,
                    struct error *error)
{
    struct history_list found = {0};
    struct history_results results = {0};
    bool ok = history_find(history, wish->filter, &found, error);
    if (ok && found.count == 0) {
        error_set(error, "%s: has no such run; `tailchain history list` shows them", wish->path);
        ok = false;
    }
    ok = ok && history_results(history, found.runs[found.count - 1].id, &results, error);
    if (ok && results.count == 0) {
        error_set(error,
                  "%s: run %" PRId64 " has no measurement, only sizes or counts; choose others "
                  "with --bench",
                  wish->path, found.runs[found.count - 1].id);
        ok = false;
    }
    for (size_t i = 0; ok && i < results.count; i++) {
        const struct history_result *result = &results.list[i];
        struct buf name = {0};
        add_name(result, &name);
        ok = trends_add(trends, history, wish, name.bytes, error);
        buf_free(&name);
    }
    history_results_free(&results);
    history_list_free(&found);
    return ok;
}

void trends_free(struct trends *trends)
{
    for (size_t i = 0; i < trends->count; i++) {
        struct history_trend *trend = &trends->list[i];
        history_list_free((struct history_list *)trend->list);
        free((void *)trend->list);
        free((void *)trend->values);
        free((char *)trend->metric);
    }
    free(trends->list);
    *trends = (struct trends){0};
}
