/* The bytes of a capture in a window that moves over them, with line numbers for messages.
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "host/base/error.h"
#include "host/core/source/source.h"

/* A token, a row or a record longer than this is no part of a capture. */
#define INPUT_WINDOW_MAX ((size_t)4 << 20)

struct input {
    const char *name; /* for messages */
    const char *path; /* NULL: memory */
    struct source source;
    const char *memory; /* the whole of it */
    size_t memory_size, memory_used;
    size_t chunk; /* bytes a read at most */
    char *window; /* [begin, end) has not been used yet */
    size_t begin, end, capacity;
    uint64_t offset; /* in the stream, of window[0] */
    size_t counted;  /* line ends before it are in lines */
    uint64_t lines;
    bool after_cr; /* window[counted] stands behind a CR */
    bool ended, interrupted, failed;
    struct error error; /* where failed */
};

bool input_open(struct input *input, const char *path, struct error *error);
void input_open_memory(struct input *input, const char *name, const void *bytes, size_t size,
                       size_t chunk);
void input_close(struct input *input);

/* Appends bytes behind window[end), perhaps moving the window. False: no more come (ended, failed,
 * interrupted), or the window is full. */
bool input_more(struct input *input);
/* Whether size bytes stand at window[begin); reads on as needed. size up to INPUT_WINDOW_MAX. */
bool input_have(struct input *input, size_t size);
/* Why no more bytes come, where that is not the stream's own end. False: it is. */
bool input_trouble(const struct input *input, struct error *error);
/* The line, from 1, on which a byte of the window stands; no earlier byte than the last time. CR,
 * LF and CR LF end a line. */
uint64_t input_line(struct input *input, size_t position);
