/* Sets a serial device or a pty up for raw bytes.
 * SPDX-License-Identifier: MIT
 *
 * termios(3) only, but for the speed, so that it works on USB serial ports, real UARTs and ptys
 * alike.
 */
#include "source.h"

#include <errno.h>
#include <stdint.h>
#include <string.h>
#include <sys/ioctl.h>

#include "source_speed.h"

/* A device divides its clock by a whole number. Two UARTs that are this far apart still understand
 * each other: half a bit in the ten of a frame, shared by both. */
#define SPEED_TOLERANCE_PERCENT 2u

static bool failed(const struct source *source, struct error *error)
{
    error_set(error, "%s: cannot be set up as a serial port: %s", source->path, strerror(errno));
    return false;
}

static struct termios raw_of(const struct termios *before, enum source_flow flow)
{
    struct termios raw = *before;
    cfmakeraw(&raw);
    raw.c_cflag |= CLOCAL | CREAD;
    raw.c_cflag &= ~(tcflag_t)(CSTOPB | CRTSCTS);
    raw.c_iflag &= ~(tcflag_t)(IXON | IXOFF | IXANY);
    if (flow == SOURCE_FLOW_RTS_CTS)
        raw.c_cflag |= CRTSCTS;
    /* We send nothing but these two bytes; IXON keeps those of the board out of the data. */
    if (flow == SOURCE_FLOW_XON_XOFF)
        raw.c_iflag |= IXON | IXOFF;
    raw.c_cc[VSTART] = 0x11;
    raw.c_cc[VSTOP] = 0x13;
    raw.c_cc[VMIN] = 1;
    raw.c_cc[VTIME] = 0;
    return raw;
}

bool source_serial_is(const char *path, const struct termios *raw, unsigned baud,
                      const struct termios *got, unsigned got_baud, struct error *error)
{
    const tcflag_t frame = CSIZE | PARENB | CSTOPB, xon = IXON | IXOFF;
    unsigned apart = got_baud > baud ? got_baud - baud : baud - got_baud;
    if ((uint64_t)apart * 100 > (uint64_t)baud * SPEED_TOLERANCE_PERCENT)
        error_set(error,
                  "%s: the device does not take %u baud, it is at %u now; choose a speed that it "
                  "has, also in the firmware",
                  path, baud, got_baud);
    else if ((got->c_cflag & CRTSCTS) != (raw->c_cflag & CRTSCTS))
        error_set(error, "%s: the device cannot do RTS/CTS; choose --flow none or --flow xon-xoff",
                  path);
    else if ((got->c_iflag & xon) != (raw->c_iflag & xon))
        error_set(error, "%s: the device cannot do XON/XOFF; choose --flow none or --flow rts-cts",
                  path);
    else if ((got->c_cflag & frame) != (raw->c_cflag & frame))
        error_set(error,
                  "%s: the device does not take 8 data bits, no parity and 1 stop bit; use "
                  "another",
                  path);
    else
        return true;
    return false;
}

static bool set_up(struct source *source, const struct source_line *line, struct error *error)
{
    struct termios raw = raw_of(&source->before, line->flow), got;
    unsigned got_baud;
    /* TCSANOW: what has already arrived is part of the capture. */
    if (tcsetattr(source->file, TCSANOW, &raw) != 0)
        return failed(source, error);
    if (!source_speed_set(source->file, line->baud)) {
        error_set(error, "%s: the device does not take %u baud: %s; choose a speed that it has",
                  source->path, line->baud, strerror(errno));
        return false;
    }
    /* tcsetattr says yes where it could do any part of it. */
    if (tcgetattr(source->file, &got) != 0 || !source_speed_get(source->file, &got_baud))
        return failed(source, error);
    return source_serial_is(source->path, &raw, line->baud, &got, got_baud, error);
}

bool source_serial_start(struct source *source, const struct source_line *line, struct error *error)
{
    /* Two readers would each get a part of the bytes. */
    if (ioctl(source->file, TIOCEXCL) != 0 || tcgetattr(source->file, &source->before) != 0 ||
        !source_speed_get(source->file, &source->baud_before))
        return failed(source, error);
    source->is_terminal = true;
    return set_up(source, line, error);
}

void source_serial_stop(struct source *source)
{
    tcsetattr(source->file, TCSANOW, &source->before);
    source_speed_set(source->file, source->baud_before);
    ioctl(source->file, TIOCNXCL);
    source->is_terminal = false;
}

bool source_serial_line(const struct source *source, enum source_modem_line line, bool active,
                        struct error *error)
{
    int bits = line == SOURCE_DTR ? TIOCM_DTR : TIOCM_RTS;
    const char *name = line == SOURCE_DTR ? "DTR" : "RTS";
    if (source->is_terminal && ioctl(source->file, active ? TIOCMBIS : TIOCMBIC, &bits) == 0)
        return true;
    error_set(error, "%s: has no %s line that can be driven%s%s; reset the board another way",
              source->path, name, source->is_terminal ? ": " : ": it is no serial device",
              source->is_terminal ? strerror(errno) : "");
    return false;
}
