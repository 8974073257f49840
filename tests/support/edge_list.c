/* Captures in memory to edges as text.
 * SPDX-License-Identifier: MIT
 */
#include "edge_list.h"

#include <string.h>

static void on_edges(void *context, int64_t ticks, const struct edge *edges, size_t count)
{
    struct buf *text = context;
    for (size_t i = 0; i < count; i++)
        buf_printf(text, "%c%u@%lld%s ", edges[i].rising ? '+' : '-', edges[i].watch,
                   (long long)ticks, edges[i].in_doubt ? "?" : "");
}

static void keep_names(struct edge_list *list, const struct import_capture *capture)
{
    for (size_t i = 0; i < capture->variable_count; i++) {
        import_name(capture, &capture->variables[i], IMPORT_WHOLE, &list->names);
        buf_add_text(&list->names, " ");
    }
}

static void run(struct edge_list *list, struct import *import, int64_t min_pulse)
{
    struct edges edges;
    edges_init(&edges, import->capture.bits);
    for (uint32_t bit = 0; bit < import->capture.bits && bit < 4096; bit++)
        edges_watch(&edges, bit);
    edges.listener = on_edges;
    edges.context = &list->text;
    edges.min_pulse_ticks = min_pulse;
    list->ok = import_run(import, &edges, &list->error);
    list->truncated = import->capture.truncated;
    list->last_ticks = import->capture.last_ticks;
    edges_free(&edges);
}

void edge_list_read(struct edge_list *list, const char *name, const void *bytes, size_t size,
                    size_t chunk, const struct import_options *options, int64_t min_pulse)
{
    struct import import;
    edge_list_free(list);
    buf_add_text(&list->text, "");
    buf_add_text(&list->warnings, "");
    buf_add_text(&list->names, "");
    list->ok = import_open_memory(&import, name, bytes, size, chunk, options, &list->error);
    if (!list->ok)
        return;
    keep_names(list, &import.capture);
    list->hz = import.capture.hz;
    run(list, &import, min_pulse);
    for (size_t i = 0; i < import.capture.findings.length; i++)
        buf_printf(&list->warnings, "%llu: %s\n",
                   (unsigned long long)import.capture.findings.list[i].line,
                   import.capture.findings.list[i].text);
    import_close(&import);
}

void edge_list_free(struct edge_list *list)
{
    buf_free(&list->text);
    buf_free(&list->warnings);
    buf_free(&list->names);
    *list = (struct edge_list){0};
}
