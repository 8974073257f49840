/* The speed of a terminal through ioctl_tty(2).
 * SPDX-License-Identifier: MIT
 *
 * termios(3) knows a list of speeds; Linux takes any through struct termios2 and BOTHER. Its header
 * cannot be included beside <termios.h>, so this is a file of its own.
 */
#include "source_speed.h"

#include <asm/termbits.h>
#include <sys/ioctl.h>

bool source_speed_set(int file, unsigned baud)
{
    struct termios2 line;
    if (ioctl(file, TCGETS2, &line) != 0)
        return false;
    /* Input bits that are 0 mean: as output. */
    line.c_cflag &= ~(tcflag_t)(CBAUD | CIBAUD);
    line.c_cflag |= BOTHER;
    line.c_ispeed = line.c_ospeed = baud;
    return ioctl(file, TCSETS2, &line) == 0;
}

bool source_speed_get(int file, unsigned *baud)
{
    struct termios2 line;
    if (ioctl(file, TCGETS2, &line) != 0)
        return false;
    *baud = line.c_ospeed;
    return true;
}
