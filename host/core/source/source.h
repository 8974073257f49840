/* Where captured bytes come from: a file, a pipe, standard input, a pty, a serial device.
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <termios.h>

#include "host/base/error.h"

enum source_flow {
    SOURCE_FLOW_NONE,
    SOURCE_FLOW_RTS_CTS,  /* by the lines of these names */
    SOURCE_FLOW_XON_XOFF, /* by the bytes 0x11 and 0x13, which are then no data */
    SOURCE_FLOWS
};

/* How a serial device is set up: 8 data bits, no parity, 1 stop bit, no modem lines. */
struct source_line {
    unsigned baud; /* any that the device takes; at least 1 */
    enum source_flow flow;
};

enum source_modem_line { SOURCE_DTR, SOURCE_RTS };

struct source {
    const char *path; /* as given; "-" is standard input */
    int file;
    bool is_file;     /* a regular file: it has an end */
    bool is_terminal; /* a serial device or a pty, set up by us */
    struct termios before;
    unsigned baud_before;
    struct source_ahead *ahead; /* NULL where it is not read ahead */
};

enum source_status {
    SOURCE_BYTES,       /* *got > 0 */
    SOURCE_END,         /* end of file, writer gone, or device unplugged */
    SOURCE_QUIET,       /* nothing came in time */
    SOURCE_INTERRUPTED, /* a signal, see interrupt.h */
    SOURCE_FAILED       /* error says why */
};

/* line: of a serial device; NULL leaves a terminal as it is. */
bool source_open(struct source *source, const char *path, const struct source_line *line,
                 struct error *error);
/* Waits at most wait_ms (-1: for ever) for some bytes. */
enum source_status source_read(struct source *source, void *bytes, size_t size, int wait_ms,
                               size_t *got, struct error *error);
void source_close(struct source *source);
/* From now on a thread takes bytes out of the source as they come (source_ahead.h); a regular file
 * waits by itself. source_stay takes no more, and throws away what was read ahead. */
bool source_read_ahead(struct source *source, struct error *error);
/* Of what was read ahead, without waiting, also after a signal; 0 where nothing is left. */
size_t source_read_left(struct source *source, void *bytes, size_t size);
void source_stay(struct source *source);

/* ---- of a terminal; source_serial.c ---- */

/* Sets it up for raw bytes, and reads back whether the device took all of it. */
bool source_serial_start(struct source *source, const struct source_line *line,
                         struct error *error);
void source_serial_stop(struct source *source);
/* Whether what a device says it is set to is what was asked for. raw, got: as asked and as read
 * back; baud: likewise, got_baud. False and error name what differs. */
bool source_serial_is(const char *path, const struct termios *raw, unsigned baud,
                      const struct termios *got, unsigned got_baud, struct error *error);
/* Makes a modem line active (low on the wire) or not. */
bool source_serial_line(const struct source *source, enum source_modem_line line, bool active,
                        struct error *error);
