/* Reads the JSON report of a run through Jansson.
 * SPDX-License-Identifier: MIT
 */
#include "report_file.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "host/base/xalloc.h"

static void give_up(const char *what, const char *name)
{
    fprintf(stderr, "%s %s\n", what, name);
    exit(2);
}

json_t *report_read(const char *path)
{
    json_error_t error;
    json_t *report = json_load_file(path, JSON_REJECT_DUPLICATES, &error);
    if (report == NULL)
        give_up(path, error.text);
    return report;
}

const json_t *report_at(const json_t *report, const char *path)
{
    const json_t *at = report;
    const char *rest = path;
    while (at != NULL && *rest != '\0') {
        char key[64];
        size_t length = strcspn(rest, ".");
        snprintf(key, sizeof key, "%.*s", (int)length, rest);
        at = json_object_get(at, key);
        rest += length + (rest[length] == '.');
    }
    if (at == NULL)
        give_up("the report has no", path);
    return at;
}

static bool is_text(const json_t *value, const char *text)
{
    return text == NULL ? json_is_null(value)
                        : json_is_string(value) && strcmp(json_string_value(value), text) == 0;
}

static struct report_result from_samples(const json_t *raw, uint64_t hz)
{
    size_t n = json_array_size(raw);
    uint64_t *samples = xcalloc(n, sizeof *samples);
    double sum = 0;
    for (size_t i = 0; i < n; i++) {
        samples[i] = (uint64_t)json_integer_value(json_array_get(raw, i));
        sum += (double)samples[i];
    }
    return (struct report_result){samples, n, stats_of(samples, n, hz), sum / (double)n};
}

struct report_result report_result(const json_t *report, const char *name, const char *phase)
{
    size_t index;
    const json_t *result;
    json_array_foreach(report_at(report, "results"), index, result)
    {
        if (is_text(json_object_get(result, "name"), name) &&
            is_text(json_object_get(result, "phase"), phase) &&
            json_array_size(json_object_get(result, "raw")) != 0)
            return from_samples(json_object_get(result, "raw"),
                                (uint64_t)json_integer_value(json_object_get(result, "hz")));
    }
    give_up("the report has no samples of", name);
    return (struct report_result){0};
}

const json_t *report_phase(const json_t *report, const char *name)
{
    size_t index;
    const json_t *phase;
    json_array_foreach(report_at(report, "phases"), index, phase)
    {
        if (is_text(json_object_get(phase, "name"), name))
            return phase;
    }
    give_up("the report has no phase", name);
    return NULL;
}
