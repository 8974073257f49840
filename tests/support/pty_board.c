/* A board on a pty: makes a link to its serial port, waits for a reader, sends standard input, and
 * stays plugged in until the reader is gone.
 * SPDX-License-Identifier: MIT
 *
 * pty_board [-s FILE] [-u] LINK [BYTES_A_PIECE]
 * -s: write to FILE how the reader has set the port up. -u: unplugged once everything is read.
 */
#include <fcntl.h>
#include <poll.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/ioctl.h>
#include <termios.h>
#include <unistd.h>

#include "host/core/source_speed.h"

#define PIECE_MAX 4096
#define PATIENCE_MS 10000

/* The master of a pty hangs up while nobody has the other side open. A reader of bytes makes it
 * raw, and is then ready. */
static bool has_reader(int board)
{
    struct pollfd poller = {.fd = board};
    struct termios line;
    return poll(&poller, 1, 0) >= 0 && (poller.revents & POLLHUP) == 0 &&
           tcgetattr(board, &line) == 0 && (line.c_lflag & ICANON) == 0;
}

static int wait_for_reader(int board)
{
    for (int waited = 0; waited < PATIENCE_MS; waited += 10) {
        if (has_reader(board))
            return 0;
        usleep(10000);
    }
    return -1;
}

static int write_setting(int board, const char *path)
{
    struct termios line;
    unsigned baud;
    FILE *file = fopen(path, "w");
    if (file == NULL || tcgetattr(board, &line) != 0 || !source_speed_get(board, &baud))
        return -1;
    fprintf(file, "%u baud, RTS/CTS %s, XON/XOFF %s\n", baud,
            (line.c_cflag & CRTSCTS) != 0 ? "on" : "off",
            (line.c_iflag & (IXON | IXOFF)) == (IXON | IXOFF) ? "on"
            : (line.c_iflag & (IXON | IXOFF)) == 0            ? "off"
                                                              : "half");
    return fclose(file);
}

static void wait_for_end(int board)
{
    for (int waited = 0; waited < PATIENCE_MS; waited += 10) {
        struct pollfd poller = {.fd = board};
        if (poll(&poller, 1, 10) > 0 && (poller.revents & POLLHUP) != 0)
            return;
    }
}

static int send_all(int board, size_t piece)
{
    char bytes[PIECE_MAX];
    size_t got;
    while ((got = fread(bytes, 1, piece, stdin)) > 0)
        for (size_t sent = 0; sent < got;) {
            ssize_t some = write(board, bytes + sent, got - sent);
            if (some < 0)
                return -1;
            sent += (size_t)some;
        }
    return 0;
}

/* What a pty still holds is lost when its board goes. Bytes are on their way to the other side for
 * a moment, so that it must be empty for a while. */
static void wait_until_read(int other)
{
    int empty = 0;
    for (int waited = 0; empty < 10 && waited < PATIENCE_MS; waited += 10) {
        int left = 0;
        usleep(10000);
        empty = ioctl(other, FIONREAD, &left) == 0 && left == 0 ? empty + 1 : 0;
    }
}

int main(int argc, char **argv)
{
    const char *setting = NULL;
    bool unplugs = false;
    for (int option; (option = getopt(argc, argv, "s:u")) != -1;) {
        if (option == 's')
            setting = optarg;
        unplugs |= option == 'u';
    }
    int board = posix_openpt(O_RDWR | O_NOCTTY);
    size_t piece = argc > optind + 1 ? strtoul(argv[optind + 1], NULL, 10) : PIECE_MAX;
    if (argc <= optind || board < 0 || piece < 1 || piece > PIECE_MAX)
        return 2;
    if (grantpt(board) != 0 || unlockpt(board) != 0)
        return 2;
    /* Once opened and closed, so that the master hangs up until the reader comes. */
    int other = open(ptsname(board), O_RDWR | O_NOCTTY | O_NONBLOCK);
    if (!unplugs)
        close(other);
    if (symlink(ptsname(board), argv[optind]) != 0 || wait_for_reader(board) != 0)
        return 2;
    if (setting != NULL && write_setting(board, setting) != 0)
        return 2;
    if (send_all(board, piece) != 0)
        return 1;
    if (unplugs)
        wait_until_read(other);
    else
        wait_for_end(board);
    return 0;
}
