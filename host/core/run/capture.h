/* Cuts a stream of bytes into lines, in bounded memory, whatever the bytes are.
 * SPDX-License-Identifier: MIT
 *
 * LF, CR and CR LF each end a line once, however the stream is cut into pieces. NUL and any other
 * byte is data. A line longer than WIRE_LINE_MAX ends the capture: this is no serial log.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "wire/wire.h"

struct capture_sink {
    /* One line without its end; number counts from 1. */
    void (*line)(void *context, const char *text, size_t length, uint64_t number);
    void *context;
};

struct capture {
    struct capture_sink sink;
    char line[WIRE_LINE_MAX];
    size_t length;
    uint64_t number;      /* of the line that is being collected */
    uint64_t bytes;       /* that were fed */
    uint64_t first_cr_lf; /* line number of the first line that ended in CR or CR LF, 0 for none */
    bool after_cr;
    bool too_long; /* line `number` is longer than WIRE_LINE_MAX; nothing after it was read */
};

void capture_init(struct capture *capture, struct capture_sink sink);
/* False once a line was too long. */
bool capture_feed(struct capture *capture, const char *bytes, size_t length);
/* The unfinished line at the end of the stream, 0 bytes where there is none. */
size_t capture_rest(const struct capture *capture, const char **text);
