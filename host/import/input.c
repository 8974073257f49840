/* A window that moves over the bytes of a capture.
 * SPDX-License-Identifier: MIT
 */
#include "input.h"

#include <stdlib.h>
#include <string.h>

#include "host/base/xalloc.h"

#define CHUNK ((size_t)256 << 10)

static void start(struct input *input, size_t chunk)
{
    input->chunk = chunk;
    input->window = xgrow(NULL, &input->capacity, 1, 1);
}

bool input_open(struct input *input, const char *path, struct error *error)
{
    *input = (struct input){.path = path};
    if (!source_open(&input->source, path, NULL, error))
        return false;
    input->name = input->source.path;
    start(input, CHUNK);
    return true;
}

void input_open_memory(struct input *input, const char *name, const void *bytes, size_t size,
                       size_t chunk)
{
    *input = (struct input){.name = name, .memory = bytes, .memory_size = size};
    start(input, chunk);
}

void input_close(struct input *input)
{
    if (input->path != NULL && input->window != NULL)
        source_close(&input->source);
    free(input->window);
    input->window = NULL;
}

/* Line ends in bytes; *after_cr goes from before them to behind them. CR LF counts at its CR. */
static uint64_t count_lines(const char *bytes, size_t length, bool *after_cr)
{
    uint64_t lf = 0, cr = 0, pairs = 0;
    if (length == 0)
        return 0;
    for (size_t i = 0; i < length; i++) {
        lf += bytes[i] == '\n';
        cr += bytes[i] == '\r';
    }
    if (*after_cr && bytes[0] == '\n')
        pairs++;
    if (cr != 0)
        for (size_t i = 1; i < length; i++)
            pairs += (unsigned)(bytes[i - 1] == '\r') & (unsigned)(bytes[i] == '\n');
    *after_cr = bytes[length - 1] == '\r';
    return lf + cr - pairs;
}

static void count_up_to(struct input *input, size_t position)
{
    if (position <= input->counted)
        return;
    input->lines +=
        count_lines(input->window + input->counted, position - input->counted, &input->after_cr);
    input->counted = position;
}

static void drop_used(struct input *input)
{
    count_up_to(input, input->begin);
    input->counted -= input->begin;
    input->offset += input->begin;
    memmove(input->window, input->window + input->begin, input->end - input->begin);
    input->end -= input->begin;
    input->begin = 0;
}

static size_t read_memory(struct input *input)
{
    size_t left = input->memory_size - input->memory_used;
    size_t got = left < input->chunk ? left : input->chunk;
    if (got != 0)
        memcpy(input->window + input->end, input->memory + input->memory_used, got);
    input->memory_used += got;
    return got;
}

static size_t read_source(struct input *input)
{
    size_t got = 0;
    switch (source_read(&input->source, input->window + input->end, input->chunk, -1, &got,
                        &input->error)) {
    case SOURCE_BYTES:
        return got;
    case SOURCE_FAILED:
        input->failed = true;
        return 0;
    case SOURCE_INTERRUPTED:
        input->interrupted = true;
        return 0;
    case SOURCE_END:
    case SOURCE_QUIET:
        break;
    }
    return 0;
}

bool input_more(struct input *input)
{
    if (input->ended)
        return false;
    drop_used(input);
    if (input->end >= INPUT_WINDOW_MAX)
        return false;
    input->window = xgrow(input->window, &input->capacity, input->end + input->chunk, 1);
    size_t got = input->path != NULL ? read_source(input) : read_memory(input);
    input->end += got;
    input->ended = got == 0;
    return got != 0;
}

bool input_have(struct input *input, size_t size)
{
    while (input->end - input->begin < size)
        if (!input_more(input))
            return false;
    return true;
}

bool input_trouble(const struct input *input, struct error *error)
{
    if (input->failed)
        *error = input->error;
    else if (input->interrupted)
        error_set(error, "%s: interrupted", input->name);
    return input->failed || input->interrupted;
}

uint64_t input_line(struct input *input, size_t position)
{
    count_up_to(input, position);
    return 1 + input->lines;
}
