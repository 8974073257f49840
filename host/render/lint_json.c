/* A lint for programs: JSON (docs/json.md).
 * SPDX-License-Identifier: MIT
 */
#include "lint_render.h"

#include <jansson.h>
#include <stdlib.h>

#define SCHEMA 1

static void set_text(json_t *object, const char *key, const char *text)
{
    json_object_set_new(object, key, text != NULL ? json_string(text) : json_null());
}

static json_t *finding_of(const struct lint_finding *finding)
{
    const struct lint_row *row = &lint_rows[finding->rule];
    json_t *object = json_object();
    set_text(object, "rule", row->id);
    set_text(object, "severity", lint_severity_name[row->severity]);
    set_text(object, "what", row->what);
    set_text(object, "where", finding->where);
    set_text(object, "seen", finding->seen);
    set_text(object, "costs", finding->price);
    set_text(object, "why", row->why);
    set_text(object, "do", row->todo);
    return object;
}

void lint_json(const struct lint_report *report, struct buf *out)
{
    json_t *document = json_object(), *findings = json_array();
    for (size_t i = 0; i < report->lint->count; i++)
        json_array_append_new(findings, finding_of(&report->lint->findings[i]));
    json_object_set_new(document, "schema", json_integer(SCHEMA));
    set_text(document, "kind", "lint");
    set_text(document, "name", report->name);
    set_text(document, "other", report->other);
    set_text(document, "machine", report->machine);
    for (int severity = 0; severity < LINT_SEVERITIES; severity++)
        json_object_set_new(
            document, lint_severity_name[severity],
            json_integer((json_int_t)lint_count(report->lint, (enum lint_severity)severity)));
    json_object_set_new(document, "findings", findings);
    char *text = json_dumps(document, JSON_INDENT(1));
    if (text != NULL)
        buf_add_text(out, text);
    buf_add_text(out, "\n");
    free(text);
    json_decref(document);
}
