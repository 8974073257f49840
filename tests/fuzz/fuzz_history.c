/* Fuzz target: the file of a history, all that is read of it and every form in which it is shown.
 * SPDX-License-Identifier: MIT
 */
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "fuzz.h"
#include "host/base/xalloc.h"
#include "host/core/history/history.h"
#include "host/render/history_text.h"

#define PATH_MAX_LENGTH 64

/* SQLite opens files only, and keeps two more beside one. */
static const char *write_file(const uint8_t *bytes, size_t size)
{
    static char path[PATH_MAX_LENGTH];
    snprintf(path, sizeof path, "/dev/shm/fuzz-history-%ld", (long)getpid());
    FILE *file = fopen(path, "wb");
    if (file == NULL || fwrite(bytes, 1, size, file) != size || fclose(file) != 0)
        abort();
    return path;
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

static void show_trend(struct history_list *list, struct buf *out)
{
    double *values = xcalloc(list->count, sizeof *values);
    for (size_t i = 0; i < list->count; i++)
        values[i] = (double)list->runs[i].id;
    struct history_trend trend = {.metric = "fuzz", .list = list, .values = values};
    trend.changed = list->count >= 2 && trend_change_point(values, list->count, &trend.change);
    history_text_trend(&trend, out);
    history_json_trend(&trend, out);
    free(values);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
    const char *path = write_file(bytes, size);
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
        show_trend(&list, &out);
    }
    history_list_free(&list);
    if (history != NULL)
        history_close(history);
    buf_free(&out);
    remove_files(path);
    return 0;
}
