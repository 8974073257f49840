/* A board on a pty: makes a link to its serial port, waits for a reader, sends standard input, and
 * stays plugged in until the reader is gone.
 * SPDX-License-Identifier: MIT
 *
 * pty_board LINK [BYTES_A_PIECE]
 */
#include <fcntl.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#define PIECE_MAX 4096
#define PATIENCE_MS 10000

/* The master of a pty hangs up while nobody has the other side open. */
static int wait_for_reader(int board)
{
    for (int waited = 0; waited < PATIENCE_MS; waited += 10) {
        struct pollfd poller = {.fd = board};
        if (poll(&poller, 1, 0) >= 0 && (poller.revents & POLLHUP) == 0)
            return 0;
        usleep(10000);
    }
    return -1;
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

int main(int argc, char **argv)
{
    int board = posix_openpt(O_RDWR | O_NOCTTY);
    size_t piece = argc > 2 ? strtoul(argv[2], NULL, 10) : PIECE_MAX;
    if (argc < 2 || board < 0 || piece < 1 || piece > PIECE_MAX)
        return 2;
    if (grantpt(board) != 0 || unlockpt(board) != 0)
        return 2;
    /* Once opened and closed, so that the master hangs up until the reader comes. */
    int other = open(ptsname(board), O_RDWR | O_NOCTTY);
    close(other);
    if (symlink(ptsname(board), argv[1]) != 0 || wait_for_reader(board) != 0)
        return 2;
    usleep(50000); /* the reader sets its port up first */
    if (send_all(board, piece) != 0)
        return 1;
    wait_for_end(board);
    return 0;
}
