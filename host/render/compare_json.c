/* A comparison for programs: JSON (docs/json.md).
 * SPDX-License-Identifier: MIT
 */
#include <jansson.h>
#include <stdlib.h>

#include "compare_render.h"
#include "json_text.h"

#define SCHEMA 1

static json_t *text_or_null(const char *text)
{
    return text != NULL ? json_string(text) : json_null();
}

static json_t *number(uint64_t value)
{
    return json_integer((json_int_t)value);
}

static json_t *identity_of(const struct identity *identity)
{
    json_t *object = json_object();
    for (int field = 0; field < identity_field_count(); field++)
        if (identity->value[field] != NULL)
            json_object_set_new(object, identity_field_name(field),
                                json_string(identity->value[field]));
    return object;
}

static json_t *row_of(const struct comparison *comparison, const struct compare_row *row)
{
    json_t *object = json_object();
    json_object_set_new(object, "base", json_real(row->base));
    json_object_set_new(object, "new", json_real(row->new));
    json_object_set_new(object, "shift", json_real(row->effect.shift));
    if (comparison->options.gate == COMPARE_NOISE) {
        json_object_set_new(object, "low", json_real(row->effect.low));
        json_object_set_new(object, "high", json_real(row->effect.high));
        json_object_set_new(object, "confidence", json_real(row->effect.confidence));
    }
    json_object_set_new(object, "limit_cycles", json_real(row->cycles));
    json_object_set_new(object, "limit_percent", json_real(row->percent));
    json_object_set_new(object, "decides", json_boolean(row->decides));
    json_object_set_new(object, "change", json_string(compare_change_name[row->change]));
    return object;
}

static json_t *instructions_of(const struct ledger_diff_function *function)
{
    json_t *array = json_array();
    for (size_t i = 0; i < function->instruction_count; i++) {
        const struct ledger_diff_instruction *change = &function->instructions[i];
        json_t *object = json_object();
        json_object_set_new(object, "text", json_string(change->text));
        json_object_set_new(object, "base_address",
                            change->in_base ? number(change->base_address) : json_null());
        json_object_set_new(object, "new_address",
                            change->in_new ? number(change->new_address) : json_null());
        json_object_set_new(object, "base_executions", number(change->base_executions));
        json_object_set_new(object, "new_executions", number(change->new_executions));
        json_object_set_new(object, "base_cycles", number(change->base_cycles));
        json_object_set_new(object, "new_cycles", number(change->new_cycles));
        json_array_append_new(array, object);
    }
    return array;
}

static json_t *where_of(const struct ledger_diff *diff)
{
    json_t *array = json_array();
    for (size_t i = 0; i < diff->count; i++) {
        const struct ledger_diff_function *function = &diff->functions[i];
        json_t *object = json_object();
        json_object_set_new(object, "what", json_string(function->what));
        json_object_set_new(object, "base_instructions", number(function->base_instructions));
        json_object_set_new(object, "new_instructions", number(function->new_instructions));
        json_object_set_new(object, "base_cycles", number(function->base_cycles));
        json_object_set_new(object, "new_cycles", number(function->new_cycles));
        json_object_set_new(object, "base_mean", json_real(function->base_mean));
        json_object_set_new(object, "new_mean", json_real(function->new_mean));
        json_object_set_new(object, "instructions", instructions_of(function));
        json_array_append_new(array, object);
    }
    return array;
}

static json_t *metric_of(const struct compare_report *report, const struct compare_metric *metric)
{
    const struct comparison *comparison = report->comparison;
    const struct ledger_diff *where = compare_where(report, metric);
    json_t *object = json_object();
    json_object_set_new(object, "name", json_string(metric->name));
    json_object_set_new(object, "phase", text_or_null(metric->phase));
    json_object_set_new(object, "hz", number(metric->hz));
    json_object_set_new(object, "base_n", number(metric->base_n));
    json_object_set_new(object, "new_n", number(metric->new_n));
    json_object_set_new(object, "change", json_string(compare_change_name[metric->change]));
    json_object_set_new(object, "fails",
                        json_boolean(compare_report_fails(report, metric->change)));
    json_object_set_new(object, "from_samples", json_boolean(metric->has_raw));
    if (metric->change == COMPARE_GONE || metric->change == COMPARE_ADDED)
        return object;
    if (metric->has_raw) {
        json_object_set_new(object, "cliffs_delta", json_real(metric->delta));
        json_object_set_new(object, "samples_differ", number(metric->differ));
        json_object_set_new(object, "common_shift", json_integer(metric->common_shift));
        json_object_set_new(object, "common_count", number(metric->common_count));
    }
    for (int item = 0; item < STATS_ITEMS; item++)
        json_object_set_new(object, stats_item_name[item], row_of(comparison, &metric->rows[item]));
    if (where != NULL)
        json_object_set_new(object, "where", where_of(where));
    return object;
}

static void render(const struct compare_report *report, struct buf *out)
{
    const struct comparison *comparison = report->comparison;
    json_t *document = json_object(), *metrics = json_array();
    for (size_t i = 0; i < comparison->metric_count; i++)
        json_array_append_new(metrics, metric_of(report, &comparison->metrics[i]));
    json_object_set_new(document, "schema", json_integer(SCHEMA));
    json_object_set_new(document, "gate",
                        json_string(comparison->options.gate == COMPARE_EXACT ? "exact" : "noise"));
    json_object_set_new(document, "base", json_text(report->base_name));
    json_object_set_new(document, "new", json_text(report->new_name));
    json_object_set_new(document, "base_runs", number(comparison->base_runs));
    json_object_set_new(document, "new_runs", number(comparison->new_runs));
    json_object_set_new(document, "base_identity", identity_of(report->base));
    json_object_set_new(document, "new_identity", identity_of(report->new));
    json_object_set_new(document, "measurements", metrics);
    char *text = json_dumps(document, JSON_INDENT(1));
    if (text != NULL)
        buf_add_text(out, text);
    buf_add_text(out, "\n");
    free(text);
    json_decref(document);
}

const struct compare_renderer compare_json = {"json", render};
