/* Chooses the reader of a capture and keeps its channels.
 * SPDX-License-Identifier: MIT
 */
#include "import.h"

#include <stdlib.h>
#include <string.h>

#include "host/base/suggest.h"
#include "host/base/xalloc.h"
#include "readers.h"

static const struct {
    const struct import_reader *reader;
    const char *name, *meaning;
} formats[] = {
#define FORMAT(reader, name, meaning) {&reader##_reader, name, meaning},
#include "formats.def"
#undef FORMAT
};
#define FORMATS (sizeof formats / sizeof formats[0])
/* As many first bytes as any reader needs to know its format. */
#define BEGINNING 256u

const char *import_format_name(size_t index)
{
    return index < FORMATS ? formats[index].name : NULL;
}

const char *import_format_meaning(size_t index)
{
    return index < FORMATS ? formats[index].meaning : NULL;
}

static const struct import_reader *named_reader(const char *name, struct error *error)
{
    const char *names[FORMATS];
    for (size_t i = 0; i < FORMATS; i++) {
        names[i] = formats[i].name;
        if (strcmp(name, names[i]) == 0)
            return formats[i].reader;
    }
    suggest(error, "format", name, names, FORMATS, NULL);
    return NULL;
}

/* What it is that cannot be read as it is, and what to do; NULL where that is not known. */
static const char *what_else(const struct input *input)
{
    static const struct {
        const char *begin, *what;
    } kinds[] = {{"\xFF\xFE", "text in UTF-16; save it as UTF-8 or ASCII"},
                 {"\xFE\xFF", "text in UTF-16; save it as UTF-8 or ASCII"},
                 {"\x1F\x8B", "compressed; unpack it with gunzip, or pipe it in from zcat"}};
    for (size_t i = 0; i < sizeof kinds / sizeof kinds[0]; i++)
        if (input->end - input->begin >= 2 &&
            memcmp(input->window + input->begin, kinds[i].begin, 2) == 0)
            return kinds[i].what;
    return NULL;
}

static const struct import_reader *reader_for(struct input *input, struct error *error)
{
    input_have(input, BEGINNING);
    if (input_trouble(input, error))
        return NULL;
    if (input->end == input->begin) {
        error_set(error, "%s: empty: no capture", input->name);
        return NULL;
    }
    for (size_t i = 0; i < FORMATS; i++)
        if (formats[i].reader->knows != NULL &&
            formats[i].reader->knows(input->window + input->begin, input->end - input->begin))
            return formats[i].reader;
    const char *known = what_else(input);
    if (known != NULL) {
        error_set(error, "%s: %s", input->name, known);
        return NULL;
    }
    error_set(error,
              "%s: neither VCD, sigrok session, nor Saleae CSV or binary; export raw digital data, "
              "or name the format with --format",
              input->name);
    return NULL;
}

static bool begin(struct import *import, struct error *error)
{
    import->reader = import->options.format != NULL ? named_reader(import->options.format, error)
                                                    : reader_for(&import->inputs[0], error);
    if (import->reader == NULL)
        return false;
    if (import->input_count == 1 || import->reader->takes_several)
        return import->reader->open(import, error);
    error_set(error,
              "%s: one file at a time: only binaries of Saleae Logic 2, a channel each, are one "
              "capture",
              import->inputs[1].name);
    return false;
}

bool import_open(struct import *import, const char *const *paths, size_t count,
                 const struct import_options *options, struct error *error)
{
    *import = (struct import){.options = *options};
    import->inputs = xcalloc(count, sizeof *import->inputs);
    for (size_t i = 0; i < count; i++) {
        if (!input_open(&import->inputs[i], paths[i], error)) {
            import_close(import);
            return false;
        }
        import->input_count++;
    }
    if (begin(import, error))
        return true;
    import_close(import);
    return false;
}

bool import_open_memory(struct import *import, const char *name, const void *bytes, size_t size,
                        size_t chunk, const struct import_options *options, struct error *error)
{
    *import = (struct import){.options = *options, .input_count = 1};
    import->inputs = xcalloc(1, sizeof *import->inputs);
    input_open_memory(&import->inputs[0], name, bytes, size, chunk);
    if (begin(import, error))
        return true;
    import_close(import);
    return false;
}

bool import_run(struct import *import, struct edges *edges, struct error *error)
{
    bool ok = import->reader->run(import, edges, error);
    edges_end(edges, edges->now);
    import->capture.first_ticks = edges->first;
    import->capture.last_ticks = edges->now;
    return ok;
}

void import_close(struct import *import)
{
    struct import_capture *capture = &import->capture;
    if (import->reader != NULL && import->state != NULL)
        import->reader->close(import);
    for (size_t i = 0; i < import->input_count; i++)
        input_close(&import->inputs[i]);
    for (size_t i = 0; i < capture->scope_count; i++)
        free(capture->scopes[i].name);
    for (size_t i = 0; i < capture->variable_count; i++)
        free(capture->variables[i].name);
    free(capture->scopes);
    free(capture->variables);
    findings_free(&capture->findings);
    free(import->inputs);
    *import = (struct import){0};
}

struct import_variable *import_add(struct import_capture *capture, const char *name, size_t length,
                                   uint32_t width)
{
    if (capture->variable_count == IMPORT_BITS_MAX || width > IMPORT_BITS_MAX - capture->bits)
        return NULL;
    capture->variables = xgrow(capture->variables, &capture->variable_capacity,
                               capture->variable_count + 1, sizeof *capture->variables);
    struct import_variable *variable = &capture->variables[capture->variable_count++];
    *variable = (struct import_variable){.name = xstrndup(name, length),
                                         .scope = IMPORT_NO_SCOPE,
                                         .first_bit = capture->bits,
                                         .width = width};
    capture->bits += width;
    return variable;
}
