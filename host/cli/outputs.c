/* The forms of a report that a command writes to files.
 * SPDX-License-Identifier: MIT
 */
#include "outputs.h"

#include <string.h>

#include "cli.h"

enum { OPTION_FIRST = 0x200 };

/* Key of an option: OPTION_FIRST and the index of its renderer. */
static const struct argp_option options[] = {
    {"html", OPTION_FIRST + 0, "FILE", 0, "Write one page with plots that needs no network", 0},
    {"markdown", OPTION_FIRST + 1, "FILE", 0, "Write Markdown tables", 0},
    {"json", OPTION_FIRST + 2, "FILE", 0, "Write everything with all samples as JSON", 0},
    {"csv", OPTION_FIRST + 3, "FILE", 0, "Write the statistics as CSV", 0},
    {"samples", OPTION_FIRST + 4, "FILE", 0, "Write every sample as CSV", 0},
    {"junit", OPTION_FIRST + 5, "FILE", 0, "Write JUnit XML for a CI server", 0},
    {0}};

static void add(struct outputs *outputs, const char *path, const struct renderer *renderer,
                struct argp_state *state)
{
    if (outputs->count == OUTPUTS_MAX)
        argp_error(state, "more than %u outputs", OUTPUTS_MAX);
    outputs->list[outputs->count].path = path;
    outputs->list[outputs->count++].renderer = renderer;
}

static error_t parse(int key, char *value, struct argp_state *state)
{
    struct outputs *outputs = state->input;
    for (const struct argp_option *option = options; option->name != NULL; option++)
        if (option->key == key) {
            add(outputs, value, renderer_find(option->name), state);
            return 0;
        }
    return ARGP_ERR_UNKNOWN;
}

const struct argp outputs_argp = {options, parse, NULL, NULL, NULL, NULL, NULL};

void outputs_add_by_ending(struct outputs *outputs, const char *path, struct argp_state *state)
{
    const struct renderer *renderer = renderer_for(path);
    if (renderer == NULL) {
        struct buf endings = {0};
        for (size_t i = 0; (renderer = renderer_at(i)) != NULL; i++)
            buf_printf(&endings, "%s%s", i != 0 ? " " : "", renderer->ending);
        argp_error(state, "-o %s: its ending says no form of a report; there are %s", path,
                   endings.bytes);
    }
    add(outputs, path, renderer, state);
}

static bool is_stdout(const char *path)
{
    return strcmp(path, "-") == 0;
}

/* Files that are compared, and what they are called in a message. */
static bool check(const struct outputs *outputs, const char *const *inputs, size_t input_count,
                  struct error *error)
{
    for (size_t i = 0; i < outputs->count; i++) {
        const char *path = outputs->list[i].path;
        for (size_t k = 0; k < input_count; k++)
            if (!is_stdout(inputs[k]) && output_is_same(&outputs->list[i].file, inputs[k])) {
                error_set(error, "%s: is an input, not an output; choose another file", path);
                return false;
            }
        for (size_t k = 0; k < i; k++)
            if (is_stdout(path) ? is_stdout(outputs->list[k].path)
                                : output_is_same(&outputs->list[k].file, path)) {
                error_set(error, "%s: --%s and --%s are the same output", path,
                          outputs->list[k].renderer->name, outputs->list[i].renderer->name);
                return false;
            }
    }
    return true;
}

bool outputs_open(struct outputs *outputs, const char *const *inputs, size_t input_count,
                  struct error *error)
{
    for (size_t i = 0; i < outputs->count; i++)
        if (!output_open(&outputs->list[i].file, outputs->list[i].path, error))
            return false;
    return check(outputs, inputs, input_count, error);
}

bool outputs_use_stdout(const struct outputs *outputs)
{
    for (size_t i = 0; i < outputs->count; i++)
        if (output_is_stdout(&outputs->list[i].file))
            return true;
    return false;
}

const char *outputs_stdout(const struct outputs *outputs)
{
    for (size_t i = 0; i < outputs->count; i++)
        if (is_stdout(outputs->list[i].path))
            return outputs->list[i].path;
    return NULL;
}

bool outputs_name(const struct outputs *outputs, const char *path)
{
    for (size_t i = 0; i < outputs->count; i++)
        if (output_is_same(&outputs->list[i].file, path))
            return true;
    return false;
}

bool outputs_write(struct outputs *outputs, const struct report_set *set, struct error *error)
{
    bool ok = true;
    for (size_t i = 0; ok && i < outputs->count; i++) {
        struct buf out = {0};
        struct output *file = &outputs->list[i].file;
        outputs->list[i].renderer->render(set, &out);
        ok = output_write(file, out.bytes, out.length, error) && output_commit(file, error);
        buf_free(&out);
    }
    return ok;
}

void outputs_discard(struct outputs *outputs)
{
    for (size_t i = 0; i < outputs->count; i++)
        output_discard(&outputs->list[i].file);
}
