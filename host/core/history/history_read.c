/* Finds runs in a history and reads what is kept of them.
 * SPDX-License-Identifier: MIT
 */
#include "history_database.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <zlib.h>

#include "host/base/text.h"
#include "host/base/xalloc.h"

/* What a terminal shows and does not obey, whoever wrote the file. */
static char *column(sqlite3_stmt *statement, int at)
{
    char shown[512];
    const char *text = (const char *)sqlite3_column_text(statement, at);
    text_printable(text != NULL ? text : "", text != NULL ? strlen(text) : 0, shown, sizeof shown);
    return xstrndup(shown, strlen(shown));
}

static bool read_identity(struct history *history, struct history_run *run, struct error *error)
{
    sqlite3_stmt *select =
        history_prepare(history, "SELECT value FROM fact WHERE run = ? AND key = ?", error);
    if (select == NULL)
        return false;
    int code = SQLITE_DONE;
    for (int field = 0;
         field < identity_field_count() && (code == SQLITE_DONE || code == SQLITE_ROW); field++) {
        char key[64];
        snprintf(key, sizeof key, "identity.%s", identity_field_name(field));
        sqlite3_bind_int64(select, 1, run->id);
        sqlite3_bind_text(select, 2, key, -1, SQLITE_TRANSIENT);
        code = sqlite3_step(select);
        if (code == SQLITE_ROW)
            run->identity.value[field] = column(select, 0);
        sqlite3_reset(select);
    }
    bool ok = code == SQLITE_DONE || code == SQLITE_ROW;
    if (!ok)
        history_fail(history, error);
    sqlite3_finalize(select);
    return ok;
}

static bool passes(const struct history_filter *filter, const struct history_run *run)
{
    const char *bench = run->identity.value[IDENTITY_CONFIG + WIRE_CONFIG_BENCH];
    const char *board = run->identity.value[IDENTITY_BOARD];
    const char *origin = run->identity.value[IDENTITY_ORIGIN];
    return (filter->id == 0 || filter->id == run->id) &&
           (filter->board == NULL || (board != NULL && strcmp(filter->board, board) == 0)) &&
           (filter->bench == NULL || (bench != NULL && strcmp(filter->bench, bench) == 0)) &&
           (filter->origin == NULL || (origin != NULL && strcmp(filter->origin, origin) == 0)) &&
           (filter->label == NULL || strcmp(filter->label, run->label) == 0) &&
           (filter->commit == NULL ||
            strncmp(filter->commit, run->commit, strlen(filter->commit)) == 0);
}

static void free_run(struct history_run *run)
{
    free(run->added);
    free(run->commit);
    free(run->label);
    free(run->tool);
    free(run->source);
    identity_free(&run->identity);
}

/* The newest `last` stay. */
static void keep_last(struct history_list *list, size_t last)
{
    if (last == 0 || list->count <= last)
        return;
    size_t drop = list->count - last;
    for (size_t i = 0; i < drop; i++)
        free_run(&list->runs[i]);
    memmove(list->runs, list->runs + drop, last * sizeof *list->runs);
    list->count = last;
}

bool history_find(struct history *history, const struct history_filter *filter,
                  struct history_list *list, struct error *error)
{
    sqlite3_stmt *select = history_prepare(
        history, "SELECT id, added, commit_id, label, tool, source FROM run ORDER BY id", error);
    int code = SQLITE_ERROR;
    bool ok = select != NULL;
    while (ok && (code = sqlite3_step(select)) == SQLITE_ROW) {
        struct history_run run = {.id = sqlite3_column_int64(select, 0),
                                  .added = column(select, 1),
                                  .commit = column(select, 2),
                                  .label = column(select, 3),
                                  .tool = column(select, 4),
                                  .source = column(select, 5)};
        ok = read_identity(history, &run, error);
        if (ok && passes(filter, &run)) {
            list->runs = xgrow(list->runs, &list->capacity, list->count + 1, sizeof *list->runs);
            list->runs[list->count++] = run;
        } else {
            free_run(&run);
        }
    }
    if (ok && code != SQLITE_DONE)
        ok = history_fail(history, error);
    sqlite3_finalize(select);
    keep_last(list, filter->last);
    return ok && history_unchanged(history, error);
}

void history_list_free(struct history_list *list)
{
    for (size_t i = 0; i < list->count; i++)
        free_run(&list->runs[i]);
    free(list->runs);
    *list = (struct history_list){0};
}

static bool unpack(const struct history *history, sqlite3_stmt *select, int64_t id,
                   struct buf *capture, struct error *error)
{
    int64_t bytes = sqlite3_column_int64(select, 1);
    const unsigned char *packed = sqlite3_column_blob(select, 0);
    int packed_size = sqlite3_column_bytes(select, 0);
    if (bytes >= 0 && bytes <= (int64_t)HISTORY_CAPTURE_MAX && packed_size > 0) {
        uLongf size = (uLongf)bytes;
        unsigned char *plain = xcalloc((size_t)bytes + 1, 1);
        bool ok =
            uncompress(plain, &size, packed, (uLong)packed_size) == Z_OK && size == (uLongf)bytes;
        if (ok)
            buf_add(capture, plain, size);
        free(plain);
        if (ok)
            return true;
    }
    error_set(error, "%s: the capture of run %" PRId64 " is damaged; use a copy of the history",
              history->path, id);
    return false;
}

bool history_capture(struct history *history, int64_t id, struct buf *capture, struct error *error)
{
    sqlite3_stmt *select =
        history_prepare(history, "SELECT capture, capture_bytes FROM run WHERE id = ?", error);
    if (select == NULL)
        return false;
    sqlite3_bind_int64(select, 1, id);
    int code = sqlite3_step(select);
    bool ok = false;
    if (code == SQLITE_ROW)
        ok = unpack(history, select, id, capture, error);
    else if (code == SQLITE_DONE)
        error_set(error, "%s: has no run %" PRId64 "; `tailchain history list` shows them",
                  history->path, id);
    else
        history_fail(history, error);
    sqlite3_finalize(select);
    return ok && history_unchanged(history, error);
}

bool history_facts(struct history *history, int64_t id,
                   void (*row)(void *context, const char *key, const char *value), void *context,
                   struct error *error)
{
    sqlite3_stmt *select =
        history_prepare(history, "SELECT key, value FROM fact WHERE run = ? ORDER BY key", error);
    if (select == NULL)
        return false;
    sqlite3_bind_int64(select, 1, id);
    int code;
    while ((code = sqlite3_step(select)) == SQLITE_ROW) {
        char *key = column(select, 0), *value = column(select, 1);
        row(context, key, value);
        free(key);
        free(value);
    }
    if (code != SQLITE_DONE)
        history_fail(history, error);
    sqlite3_finalize(select);
    return code == SQLITE_DONE && history_unchanged(history, error);
}

/* Of a count or a statistic: SQLite keeps what it is given, whatever the column. */
static bool is_count(sqlite3_stmt *statement, int at)
{
    int type = sqlite3_column_type(statement, at);
    double value = sqlite3_column_double(statement, at);
    return (type == SQLITE_INTEGER || type == SQLITE_FLOAT) && value >= 0 && isfinite(value);
}

static bool is_result(sqlite3_stmt *select)
{
    bool good = true;
    for (int at = 2; at < 4 + STATS_ITEMS; at++)
        good = good && is_count(select, at);
    return good;
}

bool history_results(struct history *history, int64_t id, struct history_results *results,
                     struct error *error)
{
    sqlite3_stmt *select =
        history_prepare(history,
                        "SELECT name, phase, n, hz, min, avg, p99, max FROM result WHERE run = ? "
                        "ORDER BY position",
                        error);
    if (select == NULL)
        return false;
    sqlite3_bind_int64(select, 1, id);
    int code;
    while ((code = sqlite3_step(select)) == SQLITE_ROW && is_result(select)) {
        results->list =
            xgrow(results->list, &results->capacity, results->count + 1, sizeof *results->list);
        struct history_result *result = &results->list[results->count++];
        *result = (struct history_result){.name = column(select, 0),
                                          .phase = column(select, 1),
                                          .n = (uint64_t)sqlite3_column_int64(select, 2),
                                          .hz = (uint64_t)sqlite3_column_int64(select, 3)};
        for (int item = 0; item < STATS_ITEMS; item++)
            result->ticks[item] = sqlite3_column_double(select, 4 + item);
    }
    if (code == SQLITE_ROW)
        error_set(error,
                  "%s: the results of run %" PRId64 " are damaged; use a copy of the history",
                  history->path, id);
    else if (code != SQLITE_DONE)
        history_fail(history, error);
    sqlite3_finalize(select);
    return code == SQLITE_DONE && history_unchanged(history, error);
}

void history_results_free(struct history_results *results)
{
    for (size_t i = 0; i < results->count; i++) {
        free(results->list[i].name);
        free(results->list[i].phase);
    }
    free(results->list);
    *results = (struct history_results){0};
}
