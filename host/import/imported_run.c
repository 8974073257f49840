/* Writes an import as a run.
 * SPDX-License-Identifier: MIT
 */
#include "imported_run.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

#include "host/base/text.h"
#include "host/core/run/run.h"
#include "host/core/run/stats.h"
#include "wire/wire.h"

/* As long as a word of a run is kept. */
#define WORD_MAX 128
#define PIECE 65536u
#define NUMBER_MAX 32

struct writer {
    struct buf bytes;
    bool (*put)(void *context, const char *bytes, size_t length);
    void *context;
    bool ok;
};

static void add_byte(void *context, char byte)
{
    buf_add(context, &byte, 1);
}

static void flush(struct writer *writer)
{
    writer->ok =
        writer->ok && writer->put(writer->context, writer->bytes.bytes, writer->bytes.length);
    writer->bytes.length = 0;
}

static void write_record(struct writer *writer, const struct wire_record *record)
{
    wire_write(&(struct wire_sink){add_byte, &writer->bytes}, record);
    if (writer->bytes.length >= PIECE)
        flush(writer);
}

/* A word of the wire has no comma; returns text. */
static const char *word(const char *bytes, char text[static WORD_MAX])
{
    text_printable(bytes, strlen(bytes), text, WORD_MAX);
    for (char *at = text; *at != '\0'; at++)
        if (*at == ',')
            *at = ';';
    return text;
}

static void write_import(struct writer *writer, const struct imported *imported)
{
    const struct pairs *pairs = imported->pairs;
    char file[WORD_MAX], format[WORD_MAX], step[WORD_MAX], from[WORD_MAX], to[WORD_MAX];
    struct wire_record record = {.kind = WIRE_IMPORT};
    struct buf resolution = {0};
    imported_resolution(imported, &resolution);
    wire_set_text(&record, WIRE_IMPORT_FILE, word(imported->name, file));
    wire_set_text(&record, WIRE_IMPORT_FORMAT, word(imported->capture->format, format));
    wire_set_text(&record, WIRE_IMPORT_RESOLUTION, word(resolution.bytes, step));
    wire_set_number(&record, WIRE_IMPORT_HZ, imported->capture->hz);
    wire_set_text(&record, WIRE_IMPORT_FROM, word(imported->from, from));
    wire_set_text(&record, WIRE_IMPORT_TO, word(imported->to, to));
    wire_set_number(&record, WIRE_IMPORT_UNPAIRED, pairs->missing_to.count + pairs->extra_to.count);
    if (imported->edges->min_pulse_ticks != 0)
        wire_set_number(&record, WIRE_IMPORT_MIN_PULSE, (uint64_t)imported->edges->min_pulse_ticks);
    if (pairs->rhythm.suspects != 0)
        wire_set_number(&record, WIRE_IMPORT_SUSPECT, pairs->rhythm.suspects);
    if (pairs->rhythm.holes.count != 0)
        wire_set_number(&record, WIRE_IMPORT_HOLES, pairs->rhythm.holes.count);
    write_record(writer, &record);
    buf_free(&resolution);
}

static void set_ppb(struct wire_record *record, int field, double ppb, char text[static NUMBER_MAX])
{
    snprintf(text, NUMBER_MAX, "%+.0f", ppb);
    wire_set_text(record, field, text);
}

/* Only a fit that tells clock and offset apart says something of the clock. */
static void write_clock(struct writer *writer, const struct against *against)
{
    struct wire_record record = {.kind = WIRE_CLOCK};
    char run[WORD_MAX], series[WORD_MAX], numbers[3][NUMBER_MAX];
    if (against == NULL || !against->fit.has_slope)
        return;
    struct buf name = {0};
    buf_printf(&name, "%s%s%s", against->series->phase != NULL ? against->series->phase : "",
               against->series->phase != NULL ? ":" : "", against->series->name);
    wire_set_text(&record, WIRE_CLOCK_RUN, word(against->file, run));
    wire_set_text(&record, WIRE_CLOCK_SERIES, word(name.bytes, series));
    wire_set_number(&record, WIRE_CLOCK_HZ, against->target_hz);
    wire_set_number(&record, WIRE_CLOCK_N, against->fit.n);
    set_ppb(&record, WIRE_CLOCK_PPB, against->clock_ppb, numbers[0]);
    set_ppb(&record, WIRE_CLOCK_PPB_LOW, against->clock_ppb_low, numbers[1]);
    set_ppb(&record, WIRE_CLOCK_PPB_HIGH, against->clock_ppb_high, numbers[2]);
    write_record(writer, &record);
    buf_free(&name);
}

static void write_rows(struct writer *writer, struct samples *samples, const char *metric)
{
    const struct samples_block *block;
    struct wire_record record = {.kind = WIRE_RAW};
    wire_set_text(&record, WIRE_RAW_NAME, metric);
    samples_rewind(samples);
    while (writer->ok && (block = samples_next(samples)) != NULL)
        for (size_t i = 0; i < block->count && writer->ok; i++) {
            wire_set_number(&record, WIRE_RAW_INDEX, block->first + i);
            wire_set_number(&record, WIRE_RAW_TICKS, block->ticks[i]);
            write_record(writer, &record);
        }
}

static void write_marks(struct writer *writer, struct samples *samples, unsigned flag,
                        const char *metric, const char *channel)
{
    const struct samples_block *block;
    struct wire_record record = {.kind = WIRE_MARK};
    if (samples->with_flag[flag] == 0)
        return;
    wire_set_text(&record, WIRE_MARK_NAME, metric);
    wire_set_text(&record, WIRE_MARK_CHANNEL, channel);
    samples_rewind(samples);
    while (writer->ok && (block = samples_next(samples)) != NULL)
        for (size_t i = 0; i < block->count && writer->ok; i++)
            if ((block->flags[i] >> flag & 1) != 0) {
                wire_set_number(&record, WIRE_MARK_INDEX, block->first + i);
                write_record(writer, &record);
            }
}

static void write_all_marks(struct writer *writer, const struct imported *imported,
                            const char *metric)
{
    struct pairs *pairs = imported->pairs;
    char channel[WORD_MAX];
    for (unsigned mark = 0; mark < pairs->mark_count; mark++)
        write_marks(writer, &pairs->samples, mark, metric, word(imported->marks[mark], channel));
    write_marks(writer, &pairs->samples, SAMPLES_SUSPECT, metric, RUN_MARK_SUSPECT);
}

static void write_result(struct writer *writer, const struct stats *stats, const char *metric)
{
    struct wire_record record = {.kind = WIRE_RESULT};
    wire_set_text(&record, WIRE_RESULT_NAME, metric);
    wire_set_number(&record, WIRE_RESULT_N, stats->n);
    wire_set_number(&record, WIRE_RESULT_HZ, stats->hz);
    for (int item = 0; item < STATS_ITEMS; item++) {
        wire_set_number(&record, WIRE_RESULT_MIN_TICKS + item, stats->ticks[item]);
        wire_set_number(&record, WIRE_RESULT_MIN_NS + item, stats->ns[item]);
    }
    write_record(writer, &record);
}

bool imported_run(const struct imported *imported, const char *metric,
                  bool (*put)(void *context, const char *bytes, size_t length), void *context)
{
    struct writer writer = {.put = put, .context = context, .ok = true};
    char name[WORD_MAX];
    struct wire_record begin = {.kind = WIRE_BEGIN}, end = {.kind = WIRE_END_IMPORT};
    word(metric, name);
    wire_set_text(&begin, WIRE_BEGIN_PROTOCOL, WIRE_PROTOCOL);
    wire_set_text(&end, WIRE_END_IMPORT_PROTOCOL, WIRE_PROTOCOL);
    wire_set_number(&end, WIRE_END_IMPORT_SAMPLES, imported->pairs->samples.count);
    write_record(&writer, &begin);
    write_import(&writer, imported);
    write_clock(&writer, imported->against);
    write_rows(&writer, &imported->pairs->samples, name);
    write_all_marks(&writer, imported, name);
    write_result(&writer, &imported->stats, name);
    write_record(&writer, &end);
    flush(&writer);
    buf_free(&writer.bytes);
    return writer.ok;
}

static void add_name(const char *channel, struct buf *name)
{
    size_t length;
    pairs_slope_of(channel, &length);
    for (size_t i = 0; i < length; i++) {
        bool plain = isalnum((unsigned char)channel[i]) || channel[i] == '.';
        buf_add(name, plain ? &channel[i] : "_", 1);
    }
}

void imported_metric(const struct imported *imported, struct buf *name)
{
    add_name(imported->from, name);
    buf_add_text(name, "_to_");
    add_name(imported->to, name);
}
