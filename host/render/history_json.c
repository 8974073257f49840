/* What a history holds, as JSON (docs/json.md).
 * SPDX-License-Identifier: MIT
 */
#include <jansson.h>
#include <stdlib.h>

#include "history_text.h"

#define SCHEMA 1

static json_t *run_of(const struct history_run *run)
{
    json_t *object = json_object(), *identity = json_object();
    json_object_set_new(object, "id", json_integer(run->id));
    json_object_set_new(object, "added", json_string(run->added));
    json_object_set_new(object, "commit", json_string(run->commit));
    json_object_set_new(object, "label", json_string(run->label));
    json_object_set_new(object, "tool", json_string(run->tool));
    json_object_set_new(object, "source", json_string(run->source));
    for (int field = 0; field < identity_field_count(); field++)
        if (run->identity.value[field] != NULL)
            json_object_set_new(identity, identity_field_name(field),
                                json_string(run->identity.value[field]));
    json_object_set_new(object, "identity", identity);
    return object;
}

static void add_document(json_t *document, struct buf *out)
{
    char *text = json_dumps(document, JSON_INDENT(1));
    if (text != NULL)
        buf_add_text(out, text);
    buf_add_text(out, "\n");
    free(text);
    json_decref(document);
}

void history_json_list(const struct history_list *list, struct buf *out)
{
    json_t *document = json_object(), *runs = json_array();
    for (size_t i = 0; i < list->count; i++)
        json_array_append_new(runs, run_of(&list->runs[i]));
    json_object_set_new(document, "schema", json_integer(SCHEMA));
    json_object_set_new(document, "runs", runs);
    add_document(document, out);
}

void history_json_trend(const struct history_trend *trend, struct buf *out)
{
    json_t *document = json_object(), *runs = json_array(), *change = json_null();
    for (size_t i = 0; i < trend->list->count; i++) {
        json_t *run = run_of(&trend->list->runs[i]);
        json_object_set_new(run, "value", json_real(trend->values[i]));
        json_array_append_new(runs, run);
    }
    if (trend->changed) {
        change = json_object();
        json_object_set_new(change, "run", json_integer(trend->list->runs[trend->change.at].id));
        json_object_set_new(change, "before", json_real(trend->change.before));
        json_object_set_new(change, "after", json_real(trend->change.after));
        json_object_set_new(change, "p", json_real(trend->change.p));
    }
    json_object_set_new(document, "schema", json_integer(SCHEMA));
    json_object_set_new(document, "metric", json_string(trend->metric));
    json_object_set_new(document, "statistic", json_string(stats_item_name[trend->item]));
    json_object_set_new(document, "unit", json_string("ticks"));
    json_object_set_new(document, "exact", json_boolean(trend->exact));
    json_object_set_new(document, "left_out", json_integer((json_int_t)trend->left_out));
    json_object_set_new(document, "runs", runs);
    json_object_set_new(document, "change", change);
    add_document(document, out);
}
