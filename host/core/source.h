/* Where captured bytes come from: a file, a pipe, standard input, a pty, a serial device.
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <termios.h>

#include "host/base/error.h"

struct source {
    const char *path; /* as given; "-" is standard input */
    int file;
    bool is_file;     /* a regular file: it has an end */
    bool is_terminal; /* a serial device or a pty, set up by us */
    struct termios before;
};

enum source_status {
    SOURCE_BYTES,       /* *got > 0 */
    SOURCE_END,         /* end of file, writer gone, or device unplugged */
    SOURCE_QUIET,       /* nothing came in time */
    SOURCE_INTERRUPTED, /* a signal, see interrupt.h */
    SOURCE_FAILED       /* error says why */
};

/* baud: of a serial device, e.g. 115200; 0 leaves a terminal as it is. */
bool source_open(struct source *source, const char *path, unsigned baud, struct error *error);
/* Waits at most wait_ms (-1: for ever) for some bytes. */
enum source_status source_read(struct source *source, void *bytes, size_t size, int wait_ms,
                               size_t *got, struct error *error);
void source_close(struct source *source);

/* Sets a terminal up for raw bytes at a speed: 8 data bits, no parity, 1 stop bit, no flow control,
 * no modem lines. source_serial.c */
bool source_serial_start(struct source *source, unsigned baud, struct error *error);
void source_serial_stop(struct source *source);
