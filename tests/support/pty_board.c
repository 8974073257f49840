/* A board on a pty: makes a link to its serial port, waits for a reader, sends standard input, and
 * stays plugged in until the reader is gone.
 * SPDX-License-Identifier: MIT
 *
 * pty_board [-s FILE] [-u] [-r RATE] LINK [BYTES_A_PIECE]
 * -s: write to FILE how the reader has set the port up. -u: unplugged once everything is read.
 * -r: send so many bytes a second whatever the reader does, drop what does not fit into the pty,
 * and print "SENT DROPPED LARGEST SECONDS": bytes, and the most that were due at once.
 */
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <poll.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/ioctl.h>
#include <termios.h>
#include <time.h>
#include <unistd.h>

#include "host/core/source/source_speed.h"

#define PIECE_MAX 4096
#define PATIENCE_MS 10000
#define STEP_NS 500000 /* of -r */

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

static uint64_t now_ns(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (uint64_t)now.tv_sec * 1000000000u + (uint64_t)now.tv_nsec;
}

static char *read_input(size_t *length)
{
    char *bytes = NULL;
    size_t capacity = 0, got;
    *length = 0;
    do {
        if (capacity - *length < PIECE_MAX)
            bytes = realloc(bytes, capacity = capacity * 2 + PIECE_MAX);
        got = bytes != NULL ? fread(bytes + *length, 1, PIECE_MAX, stdin) : 0;
        *length += got;
    } while (got > 0);
    return bytes;
}

/* A byte is due when its time has come, written then or never. */
static int send_at_rate(int board, uint64_t rate)
{
    size_t length;
    char *bytes = read_input(&length);
    uint64_t start = now_ns(), sent = 0, dropped = 0, largest = 0;
    fcntl(board, F_SETFL, fcntl(board, F_GETFL) | O_NONBLOCK);
    while (sent + dropped < length) {
        uint64_t due = (uint64_t)((double)(now_ns() - start) * (double)rate / 1e9);
        uint64_t count = (due < length ? due : length) - sent - dropped;
        largest = count > largest ? count : largest;
        while (count > 0) {
            ssize_t some = write(board, bytes + sent + dropped, count);
            if (some < 0 && errno != EAGAIN)
                return -1;
            if (some <= 0)
                break;
            sent += (uint64_t)some;
            count -= (uint64_t)some;
        }
        dropped += count;
        nanosleep(&(struct timespec){.tv_nsec = STEP_NS}, NULL);
    }
    printf("%" PRIu64 " %" PRIu64 " %" PRIu64 " %.3f\n", sent, dropped, largest,
           (double)(now_ns() - start) / 1e9);
    free(bytes);
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
    uint64_t rate = 0;
    for (int option; (option = getopt(argc, argv, "s:ur:")) != -1;) {
        if (option == 'r')
            rate = strtoull(optarg, NULL, 10);
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
    if ((rate != 0 ? send_at_rate(board, rate) : send_all(board, piece)) != 0)
        return 1;
    if (unplugs)
        wait_until_read(other);
    else
        wait_for_end(board);
    return 0;
}
