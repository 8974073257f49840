/* Cuts a stream of bytes into lines, in bounded memory, whatever the bytes are.
 * SPDX-License-Identifier: MIT
 *
 * LF, CR and CR LF each end a line once, however the stream is cut into pieces. NUL and any other
 * byte is data. Noise may have no line end for long: of a line longer than WIRE_LINE_MAX its last
 * bytes are kept, where a BEGIN may stand. One without end in CAPTURE_LINE_BYTES ends the capture:
 * this is no serial log.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "wire/wire.h"

/* An hour and a half at 115200 baud. */
#define CAPTURE_LINE_BYTES (UINT64_C(64) << 20)

/* One line without its end, or its last WIRE_LINE_MAX bytes. */
struct capture_line {
    const char *text;
    size_t length;
    uint64_t skipped; /* bytes of it in front of text; 0 where the line is whole */
    uint64_t number;  /* from 1 */
};

struct capture_sink {
    void (*line)(void *context, const struct capture_line *line);
    void *context;
};

struct capture {
    struct capture_sink sink;
    char line[2 * WIRE_LINE_MAX]; /* so that it need not be moved with every byte of a long one */
    size_t length;
    uint64_t skipped;     /* bytes of the line that are no more in it */
    uint64_t number;      /* of the line that is being collected */
    uint64_t bytes;       /* that were fed */
    uint64_t first_cr_lf; /* line number of the first line that ended in CR or CR LF, 0 for none */
    bool after_cr;
    bool too_long; /* line `number` is over CAPTURE_LINE_BYTES; nothing after them was read */
};

void capture_init(struct capture *capture, struct capture_sink sink);
/* False once a line was too long. */
bool capture_feed(struct capture *capture, const char *bytes, size_t length);
/* The unfinished line at the end of the stream, 0 bytes where there is none. */
struct capture_line capture_rest(const struct capture *capture);
