/* A report for programs: JSON with every raw sample (docs/json.md).
 * SPDX-License-Identifier: MIT
 *
 * Nothing in it depends on host time: two runs give the same bytes.
 */
#include <jansson.h>
#include <stdlib.h>
#include <string.h>

#include "host/core/run/facts.h"
#include "host/core/run/score.h"
#include "render.h"
#include "json_segments.h"

#define SCHEMA 1

/* Jansson's integers are signed; what is beyond them becomes text rather than negative. */
static json_t *number(uint64_t value)
{
    if (value <= INT64_MAX)
        return json_integer((json_int_t)value);
    char text[24];
    int length = snprintf(text, sizeof text, "%llu", (unsigned long long)value);
    return json_stringn(text, (size_t)length);
}

static json_t *text_or_null(const char *text)
{
    return text != NULL ? json_string(text) : json_null();
}

static json_t *config_of(const struct run *run)
{
    json_t *config = json_object();
    for (int field = 0; field < wire_field_count(WIRE_CONFIG); field++) {
        const struct run_config_value *value = &run->config[field];
        if (value->present)
            json_object_set_new(config, wire_key(WIRE_CONFIG, field),
                                run_config_is_number(field) ? number(value->number)
                                                            : json_string(value->text));
    }
    return config;
}

static json_t *raw_of(const struct series *series)
{
    json_t *raw = json_array();
    for (size_t i = 0; i < series->count; i++)
        json_array_append_new(raw, number(series->raw[i]));
    return raw;
}

/* every: what is a part of what is measured, and stands in no sample's list. */
static json_t *cause_of(const struct cause_series *series, enum cause_kind kind, bool every)
{
    const struct cause_list *list = &series->of[kind];
    json_t *samples = json_array();
    char text[CAUSE_TEXT_MAX];
    for (size_t i = 0; i < list->count && !every; i++) {
        json_t *sample = json_pack("{s:o}", "index", number(list->samples[i].index));
        if (cause_text(kind, &list->samples[i], text)[0] != '\0')
            json_object_set_new(sample, "text", json_string(text));
        json_array_append_new(samples, sample);
    }
    return json_pack("{s:s,s:b,s:o}", "name", cause_name[kind], "every", every, "samples", samples);
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

static json_t *result_of(const struct report *report, const struct series *series)
{
    const struct stats *stats = facts_stats(series);
    struct mode mode;
    json_t *result = json_object();
    json_object_set_new(result, "name", json_string(series->name));
    json_object_set_new(result, "phase", text_or_null(series->phase));
    json_object_set_new(result, "n", number(stats->n));
    json_object_set_new(result, "hz", number(stats->hz));
    for (int unit = 0; unit < 2; unit++)
        for (int item = 0; item < STATS_ITEMS; item++) {
            char key[16];
            snprintf(key, sizeof key, "%s_%s", stats_item_name[item], unit == 0 ? "ticks" : "ns");
            json_object_set_new(result, key,
                                number(unit == 0 ? stats->ticks[item] : stats->ns[item]));
        }
    json_object_set_new(result, "recomputed", json_boolean(series->has_computed));
    if (facts_mode(series, &mode)) {
        json_object_set_new(result, "mode_ticks", number(mode.value));
        json_object_set_new(result, "not_mode", number(mode.differ));
    }
    struct score score;
    if (score_of(report->run, series, &score))
        json_object_set_new(
            result, "score",
            json_pack("{s:o,s:s}", "value", number(score.per_mhz), "unit", score.unit));
    const struct cause_series *causes = causes_find(report->causes, series->name, series->phase);
    if (causes != NULL)
        json_object_set_new(result, "causes", causes_of(causes));
    json_object_set_new(result, "raw", raw_of(series));
    return result;
}

static json_t *results_of(const struct report *report)
{
    const struct run *run = report->run;
    json_t *results = json_array();
    for (size_t i = 0; i < run->series_count; i++)
        if (facts_stats(&run->series[i]) != NULL)
            json_array_append_new(results, result_of(report, &run->series[i]));
    return results;
}

static json_t *stacks_of(const struct run *run)
{
    json_t *stacks = json_array();
    for (size_t i = 0; i < run->stack_count; i++) {
        json_t *object = json_object();
        json_object_set_new(object, "task", json_string(run->stacks[i].task));
        json_object_set_new(object, "size", number(run->stacks[i].size));
        json_object_set_new(object, "free", number(run->stacks[i].free));
        json_array_append_new(stacks, object);
    }
    return stacks;
}

static json_t *values_of(const struct run *run)
{
    json_t *values = json_array();
    for (size_t i = 0; i < run->value_count; i++) {
        json_t *object = json_object();
        json_object_set_new(object, "name", json_string(run->values[i].name));
        json_object_set_new(object, "value", number(run->values[i].number));
        json_object_set_new(object, "unit", json_string(run->values[i].unit));
        json_array_append_new(values, object);
    }
    return values;
}

static json_t *phases_of(const struct run *run)
{
    json_t *phases = json_array();
    for (size_t i = 0; i < run->phase_count; i++) {
        const struct run_phase *phase = &run->phases[i];
        struct mode mode;
        size_t n;
        json_t *object = json_object();
        json_object_set_new(object, "name", json_string(phase->name));
        json_object_set_new(object, "irq", number(phase->irq));
        json_object_set_new(object, "task", number(phase->task));
        json_object_set_new(object, "bad", number(phase->bad));
        json_object_set_new(object, "status", json_string(phase->status));
        if (facts_handover_mode(run, phase->name, &mode, &n)) {
            json_object_set_new(object, "handover_mode_ticks", number(mode.value));
            json_object_set_new(object, "handover_not_mode", number(mode.differ));
        }
        json_array_append_new(phases, object);
    }
    return phases;
}

static json_t *note_of(const struct environment *environment)
{
    json_t *note = json_object();
    for (int key = 0; key < NOTE_KEYS; key++)
        if (environment->note[key] != NULL)
            json_object_set_new(note, note_key_name[key], json_string(environment->note[key]));
    return note;
}

static json_t *environment_of(const struct environment *environment)
{
    if (environment == NULL)
        return json_null();
    json_t *object = json_object();
    json_object_set_new(object, "machine", text_or_null(environment->machine));
    json_object_set_new(object, "engine", text_or_null(environment->engine));
    json_object_set_new(object, "note", note_of(environment));
    json_object_set_new(object, "image_sha256", json_string(environment->image_sha256));
    json_object_set_new(object, "flash_bytes", number(environment->flash_bytes));
    json_object_set_new(object, "ram_bytes", number(environment->ram_bytes));
    json_object_set_new(object, "core_hz", number(environment->core_hz));
    json_object_set_new(object, "cycles", number(environment->cycles));
    json_object_set_new(object, "instructions", number(environment->instructions));
    json_object_set_new(object, "instructions_skipped", number(environment->instructions_skipped));
    json_object_set_new(object, "idle_cycles_skipped", number(environment->idle_cycles_skipped));
    json_object_set_new(object, "simulated_ns", number(environment->simulated_ns));
    json_t *knobs = json_object();
    for (int i = 0; i < environment->knob_count; i++)
        json_object_set_new(knobs, environment->knobs[i].name, number(environment->knobs[i].value));
    json_object_set_new(object, "knobs", knobs);
    return object;
}

/* By what the cycles were spent on; what took none in any window is left out. */
static json_t *spent_of(const struct ledger_table *table)
{
    json_t *array = json_array();
    for (int i = 0; i < LEDGER_WAITS; i++) {
        if (table->all_waits[i] == 0)
            continue;
        json_t *entry = json_object();
        json_object_set_new(entry, "what", json_string(ledger_wait_rows[i].name));
        json_object_set_new(entry, "cycles", number(table->waits[i]));
        json_object_set_new(entry, "mean_cycles",
                            json_real((double)table->all_waits[i] / (double)table->windows));
        json_array_append_new(array, entry);
    }
    return array;
}

static json_t *table_of(const struct ledger_table *table)
{
    json_t *object = json_object();
    json_object_set_new(object, "name", json_string(table->name));
    json_object_set_new(object, "phase", text_or_null(table->phase));
    json_object_set_new(object, "valid", json_boolean(table->why[0] == '\0'));
    json_object_set_new(object, "why",
                        table->why[0] != '\0' ? json_string(table->why) : json_null());
    json_object_set_new(object, "windows", number(table->windows));
    json_object_set_new(object, "cycles", number(table->total));
    json_object_set_new(object, "cycles_all_windows", number(table->all_total));
    json_object_set_new(object, "cycles_per_count", number(table->cycles_a_tick));
    if (table->by_timer && table->why[0] == '\0') {
        json_object_set_new(object, "before_entry_min", number(table->before_min));
        json_object_set_new(object, "before_entry_max", number(table->before_max));
        json_object_set_new(object, "from_entry_mode", number(table->from_entry.value));
        json_object_set_new(object, "from_entry_not_mode", number(table->from_entry.differ));
    }
    json_t *rows = json_array();
    for (size_t i = 0; i < table->row_count; i++) {
        const struct ledger_row *row = &table->rows[i];
        json_t *entry = json_object();
        json_object_set_new(entry, "what", json_string(row->what));
        json_object_set_new(entry, "instructions", number(row->instructions));
        json_object_set_new(entry, "cycles", number(row->cycles));
        json_object_set_new(entry, "fetch_wait_cycles", number(row->fetch));
        json_object_set_new(entry, "data_wait_cycles", number(row->data));
        json_object_set_new(entry, "mean_cycles",
                            json_real((double)row->all_cycles / (double)table->windows));
        json_array_append_new(rows, entry);
    }
    json_object_set_new(object, "rows", rows);
    json_object_set_new(object, "spent", spent_of(table));
    if (table->segments != NULL && table->segments->why[0] == '\0')
        json_object_set_new(object, "segments", json_segments(table->segments));
    return object;
}

static json_t *ledger_of(const struct ledger *ledger)
{
    json_t *tables = json_array();
    for (size_t i = 0; i < ledger->table_count; i++)
        json_array_append_new(tables, table_of(&ledger->tables[i]));
    return tables;
}

static json_t *bounds_of(const struct report *report)
{
    json_t *array = json_array();
    for (size_t i = 0; i < report->run->series_count; i++) {
        const struct series *series = &report->run->series[i];
        json_t *object = json_object();
        json_object_set_new(object, "name", json_string(series->name));
        json_object_set_new(object, "phase", text_or_null(series->phase));
        json_object_set_new(object, "low_avg_ticks",
                            number(facts_average_like(report->low, series)));
        json_object_set_new(object, "avg_ticks", number(facts_average_like(report->run, series)));
        json_object_set_new(object, "high_avg_ticks",
                            number(facts_average_like(report->high, series)));
        json_array_append_new(array, object);
    }
    return array;
}

static json_t *findings_of(const struct run *run)
{
    json_t *findings = json_array();
    for (size_t i = 0; i < run->findings.length; i++) {
        const struct finding *finding = &run->findings.list[i];
        json_t *object = json_object();
        json_object_set_new(object, "line", number(finding->line));
        json_object_set_new(object, "warning", json_boolean(finding->kind == FINDING_WARNING));
        json_object_set_new(object, "text", json_string(finding->text));
        json_array_append_new(findings, object);
    }
    return findings;
}

static void add_value(struct buf *out, const json_t *value)
{
    char *text = json_dumps(value, JSON_COMPACT | JSON_ENCODE_ANY);
    if (text != NULL)
        buf_add_text(out, text);
    free(text);
}

/* One key a line, one element of an array a line: diffs stay readable, raw rows stay short. */
static void add_document(struct buf *out, json_t *document)
{
    const char *key, *separator = "{\n";
    json_t *value;
    json_object_foreach(document, key, value)
    {
        buf_printf(out, "%s\"%s\":", separator, key);
        separator = ",\n";
        if (!json_is_array(value) || json_array_size(value) == 0) {
            add_value(out, value);
            continue;
        }
        for (size_t i = 0; i < json_array_size(value); i++) {
            buf_add_text(out, i == 0 ? "[\n" : ",\n");
            add_value(out, json_array_get(value, i));
        }
        buf_add_text(out, "\n]");
    }
    buf_add_text(out, "\n}\n");
}

static json_t *marks_of(const struct run *run)
{
    json_t *marks = json_array();
    for (size_t i = 0; i < run->mark_count; i++) {
        const struct run_mark *mark = &run->marks[i];
        json_t *object = json_object(), *indices = json_array();
        for (size_t k = 0; k < mark->count; k++)
            json_array_append_new(indices, number(mark->indices[k]));
        json_object_set_new(object, "name", json_string(mark->series));
        json_object_set_new(object, "channel", json_string(mark->channel));
        json_object_set_new(object, "indices", indices);
        json_array_append_new(marks, object);
    }
    return marks;
}

static json_t *import_of(const struct run *run)
{
    const struct run_import *import = &run->import;
    json_t *object = json_object();
    json_object_set_new(object, "file", json_string(import->file));
    json_object_set_new(object, "format", json_string(import->format));
    json_object_set_new(object, "resolution", json_string(import->resolution));
    json_object_set_new(object, "hz", number(import->hz));
    json_object_set_new(object, "from", json_string(import->from));
    json_object_set_new(object, "to", json_string(import->to));
    json_object_set_new(object, "unpaired", number(import->unpaired));
    json_object_set_new(object, "min_pulse_ticks", number(import->min_pulse_ticks));
    json_object_set_new(object, "suspect", number(import->suspect));
    json_object_set_new(object, "holes", number(import->holes));
    json_object_set_new(object, "marked", marks_of(run));
    return object;
}

static json_t *clock_of(const struct run_clock *clock)
{
    return json_pack("{s:s,s:s,s:o,s:o,s:I,s:I,s:I}", "run", clock->run, "series", clock->series,
                     "hz", number(clock->hz), "n", number(clock->n), "ppb", (json_int_t)clock->ppb,
                     "ppb_low", (json_int_t)clock->ppb_low, "ppb_high",
                     (json_int_t)clock->ppb_high);
}

static json_t *document_of(const struct report *report)
{
    const struct run *run = report->run;
    json_t *document = json_object();
    json_object_set_new(document, "schema", json_integer(SCHEMA));
    json_object_set_new(document, "protocol", json_string(WIRE_PROTOCOL));
    json_object_set_new(document, "board", text_or_null(report->board));
    json_object_set_new(document, "config", config_of(run));
    json_object_set_new(document, "dwt_read_pair_ticks",
                        run->read_pair_line != 0 ? number(run->read_pair_ticks) : json_null());
    if (run_is_import(run))
        json_object_set_new(document, "import", import_of(run));
    if (report->clock != NULL || run->clock.line != 0)
        json_object_set_new(document, "clock",
                            clock_of(report->clock != NULL ? report->clock : &run->clock));
    json_object_set_new(document, "results", results_of(report));
    json_object_set_new(document, "phases", phases_of(run));
    if (run->value_count != 0)
        json_object_set_new(document, "values", values_of(run));
    if (run->stack_count != 0)
        json_object_set_new(document, "stacks", stacks_of(run));
    json_object_set_new(document, "heap_free",
                        run_has_heap(run) ? number(run->heap_free) : json_null());
    json_object_set_new(document, "min_heap",
                        run_has_heap(run) ? number(run->min_heap) : json_null());
    json_object_set_new(document, "environment", environment_of(report->environment));
    if (report->ledger != NULL)
        json_object_set_new(document, "ledger", ledger_of(report->ledger));
    if (report->low != NULL && report->high != NULL)
        json_object_set_new(document, "bounds", bounds_of(report));
    json_object_set_new(document, "findings", findings_of(run));
    json_object_set_new(document, "verified", json_boolean(report->verdict == VERDICT_VERIFIED));
    return document;
}

static void render(const struct report_set *set, struct buf *out)
{
    json_t *document = document_of(&set->reports[0]);
    if (set->count > 1) {
        json_t *runs = json_array();
        json_array_append_new(runs, document);
        for (size_t i = 1; i < set->count; i++)
            json_array_append_new(runs, document_of(&set->reports[i]));
        document = json_pack("{s:i,s:o}", "schema", SCHEMA, "runs", runs);
    }
    add_document(out, document);
    json_decref(document);
}

const struct renderer render_json = {"json", ".json", "JSON with every sample (docs/json.md)",
                                     render};
