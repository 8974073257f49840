/* Names that a history holds, for what was misspelt.
 * SPDX-License-Identifier: MIT
 */
#include "history_names.h"

#include <stdlib.h>
#include <string.h>

#include "host/base/suggest.h"
#include "host/base/xalloc.h"

static bool is_among(const char *name, const char *const *names, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (strcmp(names[i], name) == 0)
            return true;
    return false;
}

/* wanted may be NULL: any. */
static bool check(const struct history_list *list, int field, const char *what, const char *wanted,
                  struct error *error)
{
    const char **names = xcalloc(list->count, sizeof *names);
    size_t count = 0;
    for (size_t i = 0; i < list->count; i++) {
        const char *name = list->runs[i].identity.value[field];
        if (name != NULL && !is_among(name, names, count))
            names[count++] = name;
    }
    bool ok = wanted == NULL || is_among(wanted, names, count) ||
              suggest(error, what, wanted, names, count, NULL);
    free(names);
    return ok;
}

bool history_names_check(struct history *history, const char *path,
                         const struct history_filter *filter, struct error *error)
{
    struct history_filter any = {0};
    struct history_list list = {0};
    struct error why;
    if (filter->board == NULL && filter->bench == NULL)
        return true;
    bool ok = history_find(history, &any, &list, error);
    if (ok &&
        (!check(&list, IDENTITY_BOARD, "run of board", filter->board, &why) ||
         !check(&list, IDENTITY_CONFIG + WIRE_CONFIG_BENCH, "run of bench", filter->bench, &why))) {
        error_set(error, "%s: %s", path, why.text);
        ok = false;
    }
    history_list_free(&list);
    return ok;
}

/* "idle irq_entry"; the caller's to free. */
static char *name_of(const struct history_result *result)
{
    struct buf name = {0};
    buf_printf(&name, "%s%s%s", result->phase, result->phase[0] != '\0' ? " " : "", result->name);
    return name.bytes;
}

/* Of names, the first whose measurement is called so in a phase; NULL where there is none. */
static const char *with_phase(const struct history_results *results, const char *metric,
                              char *const *names)
{
    for (size_t i = 0; i < results->count; i++)
        if (strcmp(results->list[i].name, metric) == 0)
            return names[i];
    return NULL;
}

void history_names_no_metric(struct history *history, const char *path,
                             const struct history_filter *filter, const char *metric,
                             struct error *error)
{
    struct history_list list = {0};
    struct history_results results = {0};
    struct error why;
    if (!history_find(history, filter, &list, error) ||
        (list.count != 0 &&
         !history_results(history, list.runs[list.count - 1].id, &results, error))) {
        history_list_free(&list);
        return;
    }
    char **names = xcalloc(results.count, sizeof *names);
    for (size_t i = 0; i < results.count; i++)
        names[i] = name_of(&results.list[i]);
    const char *whole = with_phase(&results, metric, names);
    suggest(&why, "measurement", metric, (const char *const *)names, results.count,
            "`tailchain history show RUN` lists what a run has");
    if (whole != NULL)
        error_set(error, "%s: no measurement '%.60s'; did you mean '%s'?", path, metric, whole);
    else
        error_set(error, "%s: %s", path, why.text);
    for (size_t i = 0; i < results.count; i++)
        free(names[i]);
    free(names);
    history_results_free(&results);
    history_list_free(&list);
}
