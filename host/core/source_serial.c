/* Sets a serial device or a pty up for raw bytes.
 * SPDX-License-Identifier: MIT
 *
 * termios(3) only, so that it works on USB serial ports, real UARTs and ptys alike.
 */
#include "source.h"

#include <errno.h>
#include <string.h>
#include <sys/ioctl.h>

static speed_t speed_of(unsigned baud)
{
    static const struct {
        unsigned baud;
        speed_t speed;
    } speeds[] = {{9600, B9600},       {19200, B19200},    {38400, B38400},     {57600, B57600},
                  {115200, B115200},   {230400, B230400},  {460800, B460800},   {500000, B500000},
                  {576000, B576000},   {921600, B921600},  {1000000, B1000000}, {1500000, B1500000},
                  {2000000, B2000000}, {3000000, B3000000}};
    for (size_t i = 0; i < sizeof speeds / sizeof speeds[0]; i++)
        if (speeds[i].baud == baud)
            return speeds[i].speed;
    return B0;
}

static bool failed(const struct source *source, struct error *error)
{
    error_set(error, "%s: cannot be set up as a serial port: %s", source->path, strerror(errno));
    return false;
}

bool source_serial_start(struct source *source, unsigned baud, struct error *error)
{
    speed_t speed = speed_of(baud);
    if (speed == B0) {
        error_set(error, "%s: %u baud is no standard speed; RTOS_BENCH_V1 uses 115200",
                  source->path, baud);
        return false;
    }
    /* Two readers would each get a part of the bytes. */
    if (ioctl(source->file, TIOCEXCL) != 0 || tcgetattr(source->file, &source->before) != 0)
        return failed(source, error);
    struct termios raw = source->before;
    cfmakeraw(&raw);
    raw.c_cflag |= CLOCAL | CREAD;
    raw.c_cflag &= ~(tcflag_t)(CSTOPB | CRTSCTS);
    raw.c_iflag &= ~(tcflag_t)(IXON | IXOFF | IXANY);
    raw.c_cc[VMIN] = 1;
    raw.c_cc[VTIME] = 0;
    cfsetispeed(&raw, speed);
    cfsetospeed(&raw, speed);
    /* TCSANOW: what has already arrived is part of the capture. */
    if (tcsetattr(source->file, TCSANOW, &raw) != 0)
        return failed(source, error);
    source->is_terminal = true;
    return true;
}

void source_serial_stop(struct source *source)
{
    tcsetattr(source->file, TCSANOW, &source->before);
    ioctl(source->file, TIOCNXCL);
    source->is_terminal = false;
}
