/* What the page's scripts read: runs, measurements, packed samples.
 * SPDX-License-Identifier: MIT
 *
 * Samples are packed as their distance from the smallest, in as many bytes as the largest distance
 * needs (none for a constant), little-endian, in base64: about 1.4 characters a sample of a usual
 * run. Nothing is rounded or left out.
 */
#include <inttypes.h>
#include <jansson.h>
#include <stdlib.h>
#include <string.h>

#include "html_parts.h"
#include "render.h"

static void add_base64(struct buf *out, const unsigned char *bytes, size_t length)
{
    static const char digit[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    for (size_t i = 0; i < length; i += 3) {
        size_t left = length - i;
        uint32_t group = (uint32_t)bytes[i] << 16 | (left > 1 ? (uint32_t)bytes[i + 1] << 8 : 0) |
                         (left > 2 ? bytes[i + 2] : 0);
        char four[4] = {digit[group >> 18], digit[group >> 12 & 63],
                        left > 1 ? digit[group >> 6 & 63] : '=',
                        left > 2 ? digit[group & 63] : '='};
        buf_add(out, four, sizeof four);
    }
}

static json_t *number_text(uint64_t number)
{
    char text[24];
    snprintf(text, sizeof text, "%" PRIu64, number);
    return json_string(text);
}

/* A number that JavaScript shows; exact up to 2^53. */
static json_t *number(uint64_t value)
{
    return value <= INT64_MAX ? json_integer((json_int_t)value) : json_real((double)value);
}

static void pack(json_t *object, const struct series *series)
{
    uint64_t min = UINT64_MAX, max = 0;
    struct buf bytes = {0}, text = {0};
    for (size_t i = 0; i < series->count; i++) {
        min = series->raw[i] < min ? series->raw[i] : min;
        max = series->raw[i] > max ? series->raw[i] : max;
    }
    int width = 0;
    while (width < 8 && (max - min) >> (8 * width) != 0)
        width++;
    for (size_t i = 0; i < series->count; i++)
        for (int k = 0; k < width; k++) {
            unsigned char byte = (unsigned char)((series->raw[i] - min) >> (8 * k));
            buf_add(&bytes, &byte, 1);
        }
    add_base64(&text, (const unsigned char *)bytes.bytes, bytes.length);
    json_object_set_new(object, "base", number_text(min));
    json_object_set_new(object, "width", json_integer(width));
    json_object_set_new(object, "data",
                        json_stringn(text.length != 0 ? text.bytes : "", text.length));
    buf_free(&bytes);
    buf_free(&text);
}

static json_t *four(const uint64_t values[STATS_ITEMS])
{
    json_t *array = json_array();
    for (int i = 0; i < STATS_ITEMS; i++)
        json_array_append_new(array, number(values[i]));
    return array;
}

static json_t *published_object(const struct published *published, const struct stats *stats)
{
    uint64_t ns[STATS_ITEMS];
    json_t *differences = json_array();
    for (int i = 0; i < STATS_ITEMS; i++) {
        char text[DIFFERENCE_MAX];
        ns[i] = stats_ns(published->ticks[i], stats->hz != 0 ? stats->hz : 1);
        json_array_append_new(
            differences, json_string(difference_text(stats->ticks[i], published->ticks[i], text)));
    }
    return json_pack("{s:o,s:o,s:o}", "ticks", four(published->ticks), "ns", four(ns), "difference",
                     differences);
}

/* Index of text among those of a cause, added where it is new. */
static size_t text_index(json_t *texts, const char *text)
{
    size_t count = json_array_size(texts);
    for (size_t i = 0; i < count; i++)
        if (strcmp(json_string_value(json_array_get(texts, i)), text) == 0)
            return i;
    json_array_append_new(texts, json_string(text));
    return count;
}

/* { name, every, drawn, samples: indices, texts: different ones, which: the text of each sample }.
 * every: a part of what is measured, in no sample's list. drawn: has a colour of its own. */
static json_t *cause_of(const struct cause_series *series, enum cause_kind kind, bool every)
{
    const struct cause_list *list = &series->of[kind];
    json_t *samples = json_array(), *texts = json_array(), *which = json_array();
    for (size_t i = 0; i < list->count && !every; i++) {
        char text[CAUSE_TEXT_MAX];
        cause_text(kind, &list->samples[i], text);
        json_array_append_new(samples, number(list->samples[i].index));
        json_array_append_new(which, number(text_index(texts, text)));
    }
    return json_pack("{s:s,s:b,s:b,s:o,s:o,s:o}", "name", cause_name[kind], "every", every, "drawn",
                     kind < CAUSE_LATE, "samples", samples, "texts", texts, "which", which);
}

static json_t *causes_of(const struct cause_series *series)
{
    json_t *causes = json_array();
    for (int kind = 0; kind < CAUSE_KINDS; kind++) {
        if (series->every[kind])
            json_array_append_new(causes, cause_of(series, (enum cause_kind)kind, true));
        if (series->of[kind].count != 0)
            json_array_append_new(causes, cause_of(series, (enum cause_kind)kind, false));
    }
    return causes;
}

/* The same of an import's marks: samples with an edge of a channel in their windows. */
static json_t *marks_as_causes(const struct run *run, const struct item *item)
{
    json_t *causes = json_array();
    for (size_t i = 0; item->phase == NULL && i < run->mark_count; i++) {
        const struct run_mark *mark = &run->marks[i];
        if (strcmp(mark->series, item->name) != 0)
            continue;
        json_t *samples = json_array();
        for (size_t k = 0; k < mark->count; k++)
            json_array_append_new(samples, number(mark->indices[k]));
        char name[160];
        snprintf(name, sizeof name, "edge of %.140s", mark->channel);
        json_array_append_new(causes,
                              json_pack("{s:s,s:b,s:b,s:o,s:[],s:[]}", "name", name, "every", false,
                                        "drawn", true, "samples", samples, "texts", "which"));
    }
    return causes;
}

static json_t *series_of(const struct report *report, size_t run, const struct item *item)
{
    const struct series *series = item_series(report, item);
    if (series == NULL)
        return NULL;
    const struct stats *stats = facts_stats(series);
    const struct published *published = item_published(report, item);
    struct mode mode;
    json_t *object = json_object();
    json_object_set_new(object, "run", json_integer((json_int_t)run));
    json_object_set_new(object, "n", number(stats->n));
    json_object_set_new(object, "hz", number(stats->hz));
    json_object_set_new(object, "ticks", four(stats->ticks));
    json_object_set_new(object, "ns", four(stats->ns));
    if (published != NULL)
        json_object_set_new(object, "published", published_object(published, stats));
    const struct cause_series *causes = causes_find(report->causes, item->name, item->phase);
    if (causes != NULL)
        json_object_set_new(object, "causes", causes_of(causes));
    else if (report->run->mark_count != 0)
        json_object_set_new(object, "causes", marks_as_causes(report->run, item));
    /* Whether what is not among the causes did not happen. */
    json_object_set_new(object, "traced", json_boolean(causes != NULL));
    bool has_samples = facts_mode(series, &mode);
    json_object_set_new(object, "count", number(has_samples ? series->count : 0));
    if (has_samples) {
        json_object_set_new(object, "mode", number(mode.value));
        pack(object, series);
    } else {
        json_object_set_new(object, "base", json_string("0"));
        json_object_set_new(object, "width", json_integer(0));
    }
    return object;
}

static json_t *id_of(size_t index)
{
    char text[32];
    snprintf(text, sizeof text, "m%zu", index);
    return json_string(text);
}

/* Of the later series of a pair, the first: what of its delay came before the interrupt was served
 * is in there. */
static void add_first(json_t *object, const struct items *items, size_t index)
{
    const struct item *item = &items->list[index];
    if (item->phase == NULL || strcmp(item->name, wire_pairs[WIRE_PAIR_EVENT_TO_TASK].name) != 0)
        return;
    for (size_t i = 0; i < items->count; i++)
        if (items->list[i].phase != NULL && strcmp(items->list[i].phase, item->phase) == 0 &&
            strcmp(items->list[i].name, wire_pairs[WIRE_PAIR_IRQ_ENTRY].name) == 0)
            json_object_set_new(object, "first", id_of(i));
}

static json_t *item_of(const struct report_set *set, const struct items *items, size_t index)
{
    const struct item *item = &items->list[index];
    const char *meaning = item_meaning(item);
    char label[ITEM_LABEL_MAX];
    struct facts_arrival arrival;
    json_t *object = json_object(), *list = json_array();
    json_object_set_new(object, "id", id_of(index));
    json_object_set_new(object, "label", json_string(item_label(item, label)));
    json_object_set_new(object, "name", json_string(item->name));
    if (item->phase != NULL)
        json_object_set_new(object, "phase", json_string(item->phase));
    if (meaning != NULL)
        json_object_set_new(object, "meaning", json_string(meaning));
    add_first(object, items, index);
    if (set->count == 1 && item->phase != NULL && facts_arrival(set->reports[0].run, &arrival)) {
        json_object_set_new(object, "period_ticks", number(arrival.period_ticks));
        json_object_set_new(object, "tick_ticks", number(arrival.tick_ticks));
    }
    for (size_t r = 0; r < set->count; r++) {
        json_t *series = series_of(&set->reports[r], r, item);
        if (series != NULL)
            json_array_append_new(list, series);
    }
    json_object_set_new(object, "series", list);
    return object;
}

/* Names of files need not be UTF-8, and JSON must. */
static json_t *text_of(const char *text)
{
    json_t *string = json_string(text);
    if (string != NULL)
        return string;
    struct buf ascii = {0};
    for (; *text != '\0'; text++) {
        unsigned char byte = (unsigned char)*text;
        buf_printf(&ascii, byte < 0x80 ? "%c" : "\\x%02X", byte);
    }
    string = json_string(ascii.bytes);
    buf_free(&ascii);
    return string;
}

static json_t *runs_of(const struct report_set *set)
{
    json_t *runs = json_array();
    for (size_t r = 0; r < set->count; r++) {
        char letter[2] = {set->count > 1 ? report_letter(r) : '\0', '\0'};
        json_array_append_new(
            runs, json_pack("{s:s,s:o}", "letter", letter, "name", text_of(set->reports[r].name)));
    }
    return runs;
}

/* What a download is called: the capture's name without its folders. */
static const char *file_of(const struct report_set *set)
{
    const char *slash = strrchr(set->reports[0].name, '/');
    return slash != NULL ? slash + 1 : set->reports[0].name;
}

static bool same_clock(const struct report_set *set)
{
    for (size_t r = 1; r < set->count; r++)
        if (run_config_number(set->reports[r].run, WIRE_CONFIG_CORE) !=
            run_config_number(set->reports[0].run, WIRE_CONFIG_CORE))
            return false;
    return true;
}

/* In a script element nothing may look like its end: '<' stands in strings only, and is escaped. */
void html_add_script_text(struct buf *out, const char *json)
{
    for (const char *rest; (rest = strchr(json, '<')) != NULL; json = rest + 1) {
        buf_add(out, json, (size_t)(rest - json));
        buf_add_text(out, "\\u003c");
    }
    buf_add_text(out, json);
}

void html_add_data(struct buf *out, const struct report_set *set, const struct items *items)
{
    struct buf statistics = {0};
    json_t *list = json_array(), *document = json_object();
    render_csv.render(set, &statistics);
    for (size_t i = 0; i < items->count; i++)
        json_array_append_new(list, item_of(set, items, i));
    json_object_set_new(document, "unit", json_string(same_clock(set) ? "ticks" : "ns"));
    json_object_set_new(document, "file", text_of(file_of(set)));
    json_object_set_new(document, "runs", runs_of(set));
    json_object_set_new(document, "items", list);
    json_object_set_new(document, "statistics", text_of(statistics.bytes));
    char *text = json_dumps(document, JSON_COMPACT);
    if (text != NULL)
        html_add_script_text(out, text);
    free(text);
    json_decref(document);
    buf_free(&statistics);
}
