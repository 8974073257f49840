/* An import for programs: JSON with counts in ticks and every sample (docs/json.md).
 * SPDX-License-Identifier: MIT
 */
#include <inttypes.h>
#include <jansson.h>
#include <stdlib.h>
#include <string.h>

#include "host/core/run/stats.h"
#include "import_report.h"
#include "json_text.h"

#define SCHEMA 1

static json_t *number(uint64_t value)
{
    return json_integer(value <= INT64_MAX ? (json_int_t)value : INT64_MAX);
}

/* Names are bytes; what is no UTF-8 becomes printable text. */
static json_t *name_of(const struct import_capture *capture, const struct import_variable *variable,
                       uint32_t bit)
{
    struct buf name = {0};
    import_name(capture, variable, bit, &name);
    json_t *text = json_stringn(name.bytes, name.length);
    if (text == NULL) {
        for (size_t i = 0; i < name.length; i++)
            if ((unsigned char)name.bytes[i] >= 0x80)
                name.bytes[i] = '?';
        text = json_stringn(name.bytes, name.length);
    }
    buf_free(&name);
    return text;
}

static json_t *channel_of(const struct imported *imported, size_t index, uint32_t bit)
{
    const struct import_variable *variable = &imported->capture->variables[index];
    const struct edges *edges = imported->edges;
    json_t *channel = json_object();
    json_object_set_new(channel, "number", number(index + 1));
    json_object_set_new(channel, "name", name_of(imported->capture, variable, bit));
    json_object_set_new(channel, "bits", number(bit == IMPORT_WHOLE ? variable->width : 1));
    if (edges == NULL || bit == IMPORT_WHOLE)
        return channel;
    const struct edges_counts *counts =
        &edges->watches[edges_watch_of(edges, variable->first_bit + bit)].counts;
    bool any = counts->rising + counts->falling != 0;
    json_object_set_new(channel, "rising", number(counts->rising));
    json_object_set_new(channel, "falling", number(counts->falling));
    json_object_set_new(channel, "first_ticks", any ? json_integer(counts->first) : json_null());
    json_object_set_new(channel, "last_ticks", any ? json_integer(counts->last) : json_null());
    json_object_set_new(channel, "shortest_ticks",
                        counts->shortest != 0 ? json_integer(counts->shortest) : json_null());
    json_object_set_new(channel, "in_doubt", number(counts->in_doubt));
    json_object_set_new(channel, "without_width", number(counts->without_width));
    json_object_set_new(channel, "filtered", number(counts->filtered));
    return channel;
}

static json_t *channels_of(const struct imported *imported)
{
    const struct import_capture *capture = imported->capture;
    const struct edges *edges = imported->edges;
    json_t *channels = json_array();
    for (size_t i = 0; i < capture->variable_count; i++) {
        const struct import_variable *variable = &capture->variables[i];
        if (edges == NULL)
            json_array_append_new(channels, channel_of(imported, i, IMPORT_WHOLE));
        for (uint32_t bit = 0; edges != NULL && bit < variable->width; bit++)
            if (edges_watch_of(edges, variable->first_bit + bit) != EDGES_NOT_WATCHED)
                json_array_append_new(channels, channel_of(imported, i, bit));
    }
    return channels;
}

static json_t *statistics_of(const struct imported *imported)
{
    const struct stats *stats = &imported->stats;
    if (imported->pairs->samples.count == 0)
        return json_null();
    json_t *object = json_object();
    for (int unit = 0; unit < 2; unit++)
        for (int item = 0; item < STATS_ITEMS; item++) {
            char key[16];
            snprintf(key, sizeof key, "%s_%s", stats_item_name[item], unit == 0 ? "ticks" : "ns");
            json_object_set_new(object, key,
                                number(unit == 0 ? stats->ticks[item] : stats->ns[item]));
        }
    return object;
}

static void add_rhythm(const struct pairs *pairs, json_t *object)
{
    const struct rhythm *rhythm = &pairs->rhythm;
    json_object_set_new(object, "longer", number(rhythm->longer.count));
    json_object_set_new(object, "split", number(rhythm->split.count));
    json_object_set_new(object, "holes", number(rhythm->holes.count));
    json_object_set_new(object, "late", number(rhythm->late.count));
    json_object_set_new(object, "pauses", number(rhythm->pauses.count));
    json_object_set_new(object, "missing", number(rhythm->missing));
    json_object_set_new(object, "not_judged", number(rhythm->not_judged));
    json_object_set_new(object, "suspect", json_array());
}

/* Its arrays are empty: there may be more samples than memory (put_pairs). */
static json_t *pairs_of(const struct imported *imported)
{
    const struct pairs *pairs = imported->pairs;
    json_t *object = json_object(), *marks = json_object();
    json_object_set_new(object, "from", json_text(imported->from));
    json_object_set_new(object, "to", json_text(imported->to));
    json_object_set_new(object, "n", number(pairs->samples.count));
    json_object_set_new(object, "from_without_to", number(pairs->missing_to.count));
    json_object_set_new(object, "to_without_from", number(pairs->extra_to.count));
    json_object_set_new(object, "to_before_first", number(pairs->before_first));
    json_object_set_new(object, "from_after_last", number(pairs->after_last));
    json_object_set_new(object, "in_doubt", number(pairs->in_doubt));
    add_rhythm(pairs, object);
    json_object_set_new(object, "statistics", statistics_of(imported));
    json_object_set_new(object, "raw", json_array());
    for (size_t mark = 0; mark < pairs->mark_count; mark++) {
        json_t *name = json_text(imported->marks[mark]);
        json_object_set_new(marks, json_string_value(name), json_array());
        json_decref(name);
    }
    json_object_set_new(object, "marked", marks);
    return object;
}

/* Whole numbers, so that no reader meets an exponent. */
static json_t *rounded(double value)
{
    return json_integer((json_int_t)(value < 0 ? value - 0.5 : value + 0.5));
}

static json_t *against_of(const struct against *against)
{
    json_t *object = json_object();
    json_object_set_new(object, "file", json_text(against->file));
    json_object_set_new(object, "name", json_string(against->series->name));
    json_object_set_new(object, "phase",
                        against->series->phase != NULL ? json_string(against->series->phase)
                                                       : json_null());
    json_object_set_new(object, "n", number(against->fit.n));
    json_object_set_new(object, "hz", number(against->target_hz));
    if (against->fit.has_slope) {
        json_object_set_new(object, "clock_ppb", rounded(against->clock_ppb));
        json_object_set_new(object, "clock_ppb_low", rounded(against->clock_ppb_low));
        json_object_set_new(object, "clock_ppb_high", rounded(against->clock_ppb_high));
    } else {
        json_object_set_new(object, "clock_ppb", json_null());
    }
    json_object_set_new(object, "offset_ps", rounded(against->offset_ps));
    json_object_set_new(object, "offset_ps_low", rounded(against->offset_ps_low));
    json_object_set_new(object, "offset_ps_high", rounded(against->offset_ps_high));
    json_object_set_new(object, "residual_ps", rounded(against->fit.residual * 1e12));
    json_object_set_new(object, "worst_ps", rounded(against->fit.worst * 1e12));
    return object;
}

static json_t *document_of(const struct imported *imported)
{
    const struct import_capture *capture = imported->capture;
    struct buf resolution = {0};
    json_t *root = json_object();
    imported_resolution(imported, &resolution);
    json_object_set_new(root, "schema", json_integer(SCHEMA));
    json_object_set_new(root, "kind", json_string("import"));
    json_object_set_new(root, "file", json_text(imported->name));
    json_object_set_new(root, "format", json_string(capture->format));
    json_object_set_new(root, "resolution", json_string(resolution.bytes));
    json_object_set_new(root, "hz", number(capture->hz));
    json_object_set_new(root, "samplerate_hz",
                        capture->samplerate_hz != 0 ? number(capture->samplerate_hz) : json_null());
    json_object_set_new(root, "samples",
                        capture->samples != 0 ? number(capture->samples) : json_null());
    json_object_set_new(root, "truncated", json_boolean(capture->truncated));
    json_object_set_new(root, "gaps", number(capture->gaps));
    if (imported->edges != NULL) {
        json_object_set_new(root, "first_ticks", json_integer(capture->first_ticks));
        json_object_set_new(root, "last_ticks", json_integer(capture->last_ticks));
        json_object_set_new(root, "grid_ticks", number(imported->edges->grid));
        json_object_set_new(root, "min_pulse_ticks",
                            json_integer(imported->edges->min_pulse_ticks));
    }
    json_object_set_new(root, "channels", channels_of(imported));
    if (imported->pairs != NULL)
        json_object_set_new(root, "pairs", pairs_of(imported));
    if (imported->against != NULL)
        json_object_set_new(root, "against", against_of(imported->against));
    buf_free(&resolution);
    return root;
}

/* ---- arrays as long as the capture ---- */

#define PIECE 65536u

struct writer {
    struct buf bytes;
    bool (*put)(void *context, const char *bytes, size_t length);
    void *context;
    bool ok;
};

static void flush(struct writer *writer)
{
    writer->ok =
        writer->ok && writer->put(writer->context, writer->bytes.bytes, writer->bytes.length);
    writer->bytes.length = 0;
}

/* Ticks, or the indices of the samples with a flag; jansson's layout. */
#define ALL_TICKS SAMPLES_FLAGS
static void put_array(struct writer *writer, struct samples *samples, unsigned flag, int depth)
{
    const struct samples_block *block;
    const char *before = "[";
    samples_rewind(samples);
    while (writer->ok && (block = samples_next(samples)) != NULL)
        for (size_t i = 0; i < block->count; i++) {
            if (flag != ALL_TICKS && (block->flags[i] >> flag & 1) == 0)
                continue;
            uint64_t value = flag == ALL_TICKS ? block->ticks[i] : block->first + i;
            buf_printf(&writer->bytes, "%s\n%*s%" PRIu64, before, depth + 1, "",
                       value <= INT64_MAX ? value : INT64_MAX);
            before = ",";
            if (writer->bytes.length >= PIECE)
                flush(writer);
        }
    if (*before == ',')
        buf_printf(&writer->bytes, "\n%*s]", depth, "");
    else
        buf_add_text(&writer->bytes, "[]");
}

/* Everything up to the empty array of a key, and its samples; returns what is behind it. A quote
 * within a name is escaped, so that no name looks like the key. */
static const char *put_to(struct writer *writer, const char *text, const char *key,
                          struct samples *samples, unsigned flag, int depth)
{
    struct buf wanted = {0};
    json_t *string = json_string(key);
    char *dumped = json_dumps(string, JSON_ENCODE_ANY | JSON_ENSURE_ASCII);
    buf_printf(&wanted, "%s: []", dumped);
    const char *found = strstr(text, wanted.bytes);
    free(dumped);
    json_decref(string);
    if (found == NULL) {
        buf_free(&wanted);
        return text; /* a mark that was given twice */
    }
    size_t length = (size_t)(found - text) + wanted.length - strlen("[]");
    buf_free(&wanted);
    buf_add(&writer->bytes, text, length);
    put_array(writer, samples, flag, depth);
    return text + length + strlen("[]");
}

static const char *put_pairs(struct writer *writer, const struct imported *imported,
                             const char *text)
{
    struct pairs *pairs = imported->pairs;
    text = put_to(writer, text, "suspect", &pairs->samples, SAMPLES_SUSPECT, 2);
    text = put_to(writer, text, "raw", &pairs->samples, ALL_TICKS, 2);
    for (unsigned mark = 0; mark < pairs->mark_count; mark++) {
        json_t *name = json_text(imported->marks[mark]);
        text = put_to(writer, text, json_string_value(name), &pairs->samples, mark, 3);
        json_decref(name);
    }
    return text;
}

bool json_import(const struct imported *imported,
                 bool (*put)(void *context, const char *bytes, size_t length), void *context)
{
    struct writer writer = {.put = put, .context = context, .ok = true};
    json_t *root = document_of(imported);
    char *text = json_dumps(root, JSON_INDENT(1) | JSON_ENSURE_ASCII);
    const char *rest = text;
    if (imported->pairs != NULL)
        rest = put_pairs(&writer, imported, text);
    buf_add_text(&writer.bytes, rest);
    buf_add_text(&writer.bytes, "\n");
    flush(&writer);
    buf_free(&writer.bytes);
    free(text);
    json_decref(root);
    return writer.ok;
}
