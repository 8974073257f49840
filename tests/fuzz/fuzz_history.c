/* Fuzz target: the file of a history, all that is read of it and every form in which it is shown.
 * SPDX-License-Identifier: MIT
 *
 * Either the file, byte for byte, or behind "rows" and LF the rows of a whole one, a line each:
 * 'r'un, 'f'act or 're's'ult, and its fields, each with a tab before it and its type first:
 * 'i'nteger, 'd'ouble, 't'ext, 'b'lob or 'n'ull.
 */
#include <assert.h>
#include <math.h>
#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "fuzz.h"
#include "host/base/xalloc.h"
#include "host/core/history/history.h"
#include "host/render/history_text.h"

#define PATH_MAX_LENGTH 64

/* SQLite opens files only, and keeps two more beside one. */
static const char *path_of(void)
{
    static char path[PATH_MAX_LENGTH];
    snprintf(path, sizeof path, "/dev/shm/fuzz-history-%ld", (long)getpid());
    return path;
}

static void write_file(const char *path, const uint8_t *bytes, size_t size)
{
    FILE *file = fopen(path, "wb");
    if (file == NULL || fwrite(bytes, 1, size, file) != size || fclose(file) != 0)
        abort();
}

static void bind_field(sqlite3_stmt *insert, int at, const char *field, size_t length)
{
    char *value = xstrndup(field + 1, length - 1);
    switch (field[0]) {
    case 'i':
        sqlite3_bind_int64(insert, at, strtoll(value, NULL, 10));
        break;
    case 'd':
        sqlite3_bind_double(insert, at, strtod(value, NULL));
        break;
    case 't':
        sqlite3_bind_text(insert, at, field + 1, (int)length - 1, SQLITE_TRANSIENT);
        break;
    case 'b':
        sqlite3_bind_blob(insert, at, field + 1, (int)length - 1, SQLITE_TRANSIENT);
        break;
    default:
        sqlite3_bind_null(insert, at);
    }
    free(value);
}

/* What the schema refuses is left out. */
static void add_row(sqlite3 *database, const char *line, size_t length)
{
    static const char *const inserts[] = {
        "INSERT INTO run VALUES (?, ?, ?, ?, ?, ?, ?, ?)", "INSERT INTO fact VALUES (?, ?, ?)",
        "INSERT INTO result VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"};
    const char *which = length != 0 ? strchr("rfs", line[0]) : NULL, *end = line + length;
    sqlite3_stmt *insert;
    if (which == NULL || line[0] == '\0')
        return;
    if (sqlite3_prepare_v2(database, inserts[which - "rfs"], -1, &insert, NULL) != SQLITE_OK)
        abort();
    const char *tab = memchr(line, '\t', length);
    for (int at = 1; tab != NULL; at++) {
        const char *field = tab + 1;
        tab = memchr(field, '\t', (size_t)(end - field));
        size_t size = (size_t)((tab != NULL ? tab : end) - field);
        if (size != 0)
            bind_field(insert, at, field, size);
    }
    (void)sqlite3_step(insert);
    sqlite3_finalize(insert);
}

static void write_rows(const char *path, const char *text, size_t size)
{
    struct error error;
    sqlite3 *database;
    struct history *made = history_open(path, true, &error);
    if (made == NULL)
        abort();
    history_close(made);
    if (sqlite3_open(path, &database) != SQLITE_OK ||
        sqlite3_exec(database, "PRAGMA synchronous = OFF; BEGIN", NULL, NULL, NULL) != SQLITE_OK)
        abort();
    for (const char *end; size != 0 && (end = memchr(text, '\n', size)) != NULL; text = end + 1) {
        add_row(database, text, (size_t)(end - text));
        size -= (size_t)(end + 1 - text);
    }
    (void)sqlite3_exec(database, "COMMIT", NULL, NULL, NULL);
    sqlite3_close(database);
}

static void remove_files(const char *path)
{
    static const char *const ending[] = {"", "-wal", "-shm", "-journal"};
    for (size_t i = 0; i < sizeof ending / sizeof ending[0]; i++) {
        char name[PATH_MAX_LENGTH + 16];
        snprintf(name, sizeof name, "%s%s", path, ending[i]);
        unlink(name);
    }
}

static void add_fact(void *context, const char *key, const char *value)
{
    buf_printf(context, "%s %s\n", key, value);
}

static void show_run(struct history *history, int64_t id, struct buf *out)
{
    struct history_results results = {0};
    struct buf capture = {0};
    struct error error;
    (void)history_facts(history, id, add_fact, out, &error);
    if (history_results(history, id, &results, &error))
        history_text_results(&results, out);
    (void)history_capture(history, id, &capture, &error);
    history_results_free(&results);
    buf_free(&capture);
}

/* Of the first measurement of each run. */
static void show_trend(struct history *history, const char *path, struct history_list *list,
                       struct buf *out)
{
    double *values = xcalloc(list->count, sizeof *values);
    for (size_t i = 0; i < list->count; i++) {
        struct history_results results = {0};
        struct error error;
        if (history_results(history, list->runs[i].id, &results, &error) && results.count != 0)
            values[i] = results.list[0].ticks[STATS_AVG];
        assert(isfinite(values[i]) && values[i] >= 0);
        history_results_free(&results);
    }
    struct history_trend trend = {.metric = "fuzz", .list = list, .values = values};
    trend.changed = list->count >= 2 && trend_change_point(values, list->count, &trend.change);
    history_text_trend(&trend, out);
    history_json_trend(&trend, out);
    trend.exact = true;
    trend.changed = list->count >= 2 && trend_last_step(values, list->count, &trend.change);
    history_text_trend(&trend, out);
    history_html(&trend, 1, path, out);
    free(values);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
    const char *path = path_of();
    bool rows = size >= 5 && memcmp(bytes, "rows\n", 5) == 0;
    if (rows)
        write_rows(path, (const char *)bytes + 5, size - 5);
    else
        write_file(path, bytes, size);
    struct history_filter any = {0};
    struct history_list list = {0};
    struct buf out = {0};
    struct error error;
    struct history *history = history_open(path, false, &error);
    if (history != NULL && history_find(history, &any, &list, &error) && list.count != 0) {
        history_text_list(&list, &out);
        history_json_list(&list, &out);
        for (size_t i = 0; i < list.count && i < 8; i++)
            show_run(history, list.runs[i].id, &out);
        show_trend(history, path, &list, &out);
    }
    history_list_free(&list);
    if (history != NULL)
        history_close(history);
    buf_free(&out);
    remove_files(path);
    return 0;
}
