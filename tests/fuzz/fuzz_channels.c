/* Fuzz target: what people ask of a capture whose names are hostile, too: channels, slopes, a name
 * for the measurement. What is written of it is a run that verifies.
 * SPDX-License-Identifier: MIT
 *
 * First line: FROM, TO, MARK and NAME of `tailchain import`, with tabs between. The rest is a value
 * change dump.
 */
#include <stdlib.h>
#include <string.h>

#include "fuzz_import.h"
#include "host/base/xalloc.h"
#include "host/import/imported_run.h"
#include "judged.h"

enum { FROM, TO, MARK, NAME, WORDS };

struct asked {
    char *words[WORDS]; /* FROM to MARK with their slopes */
    struct pairs pairs;
};

static bool cut(struct asked *asked, const uint8_t *bytes, size_t size)
{
    for (int i = 0; i < WORDS; i++) {
        const uint8_t *end = memchr(bytes, i == NAME ? '\n' : '\t', size);
        if (end == NULL || memchr(bytes, '\0', (size_t)(end - bytes)) != NULL)
            return false;
        asked->words[i] = xstrndup((const char *)bytes, (size_t)(end - bytes));
        size -= (size_t)(end + 1 - bytes);
        bytes = end + 1;
    }
    return true;
}

static bool watch(struct edges *edges, const struct import_capture *capture, const char *text,
                  struct pairs_edge *wanted)
{
    struct error error;
    uint32_t bit;
    size_t length;
    wanted->slope = pairs_slope_of(text, &length);
    assert(length <= strlen(text));
    char *name = xstrndup(text, length);
    bool found = import_find(capture, name, &bit, &error);
    free(name);
    if (!found)
        return false;
    assert(bit < capture->bits);
    wanted->watch = edges_watch(edges, bit);
    return true;
}

static bool put(void *context, const char *bytes, size_t length)
{
    buf_add(context, bytes, length);
    return true;
}

static void check_run(const struct imported *imported, const char *given)
{
    static struct judged judged;
    struct buf text = {0}, name = {0};
    imported_metric(imported, &name);
    bool written = imported_run(imported, given[0] != '\0' ? given : name.bytes, put, &text);
    assert(written);
    judged_text(&judged, text.bytes, text.length, text.length, false);
    assert(judged.session.count == 1 && judged.verdict == VERDICT_VERIFIED);
    judged_free(&judged);
    buf_free(&text);
    buf_free(&name);
}

static void show(const struct imported *imported)
{
    struct buf out = {0};
    term_import_head(imported, &out);
    term_import_list(imported, &out);
    term_import_edges(imported, &out);
    term_import_pairs(imported, &out);
    bool written = json_import(imported, put, &out);
    assert(written);
    buf_free(&out);
}

static void import_pairs(struct import *import, struct asked *asked)
{
    struct edges edges;
    struct error error;
    struct pairs *pairs = &asked->pairs;
    const char *const marks[] = {asked->words[MARK]};
    struct imported imported = {.name = "fuzz",
                                .capture = &import->capture,
                                .edges = &edges,
                                .pairs = pairs,
                                .from = asked->words[FROM],
                                .to = asked->words[TO],
                                .marks = marks};
    edges_init(&edges, import->capture.bits);
    pairs_init(pairs, &edges);
    edges.listener = pairs_listen;
    edges.context = pairs;
    bool found = watch(&edges, &import->capture, asked->words[FROM], &pairs->from) &&
                 watch(&edges, &import->capture, asked->words[TO], &pairs->to);
    if (found && watch(&edges, &import->capture, asked->words[MARK], &pairs->mark[0]))
        pairs->mark_count = 1;
    if (found && import_run(import, &edges, &error)) {
        pairs_end(pairs);
        assert(!pairs->samples.failed);
        if (pairs->samples.count != 0) {
            imported.stats = samples_stats(&pairs->samples, import->capture.hz);
            check_run(&imported, asked->words[NAME]);
        }
        show(&imported);
    }
    pairs_free(pairs);
    edges_free(&edges);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
    struct asked asked = {0};
    struct import import;
    struct error error;
    const struct import_options options = {.format = "vcd"};
    const uint8_t *line = size != 0 ? memchr(bytes, '\n', size) : NULL;
    if (line != NULL && cut(&asked, bytes, size) &&
        import_open_memory(&import, "fuzz", line + 1, size - (size_t)(line + 1 - bytes), size,
                           &options, &error)) {
        import_pairs(&import, &asked);
        import_close(&import);
    }
    for (int i = 0; i < WORDS; i++)
        free(asked.words[i]);
    return 0;
}
