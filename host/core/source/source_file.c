/* Opens and reads whatever gives bytes.
 * SPDX-License-Identifier: MIT
 */
#include "source.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "host/base/interrupt.h"
#include "source_ahead.h"

/* How long a signal that came just before the wait can go unnoticed. */
#define SLICE_MS 200

static bool check_kind(struct source *source, struct error *error)
{
    struct stat status;
    if (fstat(source->file, &status) != 0)
        error_set(error, "%s: cannot read: %s", source->path, strerror(errno));
    else if (S_ISDIR(status.st_mode))
        error_set(error, "%s: is a folder; name a capture", source->path);
    else if (S_ISBLK(status.st_mode))
        error_set(error, "%s: is a disk; name a capture or a serial port", source->path);
    else {
        source->is_file = S_ISREG(status.st_mode);
        return true;
    }
    return false;
}

/* What to do about a serial device that does not open; "" for other files. */
static const char *advice(const char *path, int problem)
{
    if (strncmp(path, "/dev/", strlen("/dev/")) != 0)
        return "";
    if (problem == EACCES)
        return "; only its group may: join it (on Debian: sudo adduser $USER dialout), and log in "
               "again";
    if (problem == ENOENT)
        return "; `tailchain ports` lists what is plugged in";
    return problem == EBUSY ? "; another program has it open: end that first" : "";
}

bool source_open(struct source *source, const char *path, const struct source_line *line,
                 struct error *error)
{
    *source = (struct source){.path = path, .file = STDIN_FILENO};
    bool is_stdin = strcmp(path, "-") == 0;
    if (is_stdin)
        source->path = "standard input";
    else
        /* Not blocking: a serial device may otherwise wait for a carrier, and a FIFO for a writer,
         * that never comes, deaf to Ctrl-C. */
        source->file = open(path, O_RDONLY | O_NOCTTY | O_CLOEXEC | O_NONBLOCK);
    if (source->file < 0) {
        int problem = errno;
        error_set(error, "%s: cannot read: %s%s", path, strerror(problem), advice(path, problem));
        return false;
    }
    if (check_kind(source, error) && (is_stdin || line == NULL || isatty(source->file) == 0 ||
                                      source_serial_start(source, line, error)))
        return true;
    source_close(source);
    return false;
}

/* Waits for readability; false where source_read is to return *status. */
static bool wait_readable(struct source *source, int wait_ms, enum source_status *status,
                          struct error *error)
{
    int file = source->ahead != NULL ? source_ahead_file(source->ahead) : source->file;
    for (;;) {
        if (interrupt_signal() != 0) {
            *status = SOURCE_INTERRUPTED;
            return false;
        }
        struct pollfd poller = {.fd = file, .events = POLLIN};
        int slice = wait_ms >= 0 && wait_ms < SLICE_MS ? wait_ms : SLICE_MS;
        int ready = poll(&poller, 1, slice);
        if (ready > 0)
            return true;
        if (ready < 0 && errno != EINTR) {
            error_set(error, "%s: cannot read: %s", source->path, strerror(errno));
            *status = SOURCE_FAILED;
            return false;
        }
        if (ready == 0 && wait_ms >= 0 && (wait_ms -= slice) <= 0) {
            *status = SOURCE_QUIET;
            return false;
        }
    }
}

/* Of read(2), or of the thread that reads ahead; -1 with errno. */
static ssize_t take(struct source *source, void *bytes, size_t size)
{
    if (source->ahead == NULL)
        return read(source->file, bytes, size);
    size_t taken = source_ahead_take(source->ahead, bytes, size);
    if (taken > 0)
        return (ssize_t)taken;
    int problem;
    if (!source_ahead_ended(source->ahead, &problem))
        problem = EAGAIN;
    errno = problem;
    return problem == 0 ? 0 : -1;
}

enum source_status source_read(struct source *source, void *bytes, size_t size, int wait_ms,
                               size_t *got, struct error *error)
{
    enum source_status status;
    for (;;) {
        if (!wait_readable(source, wait_ms, &status, error))
            return status;
        ssize_t result = take(source, bytes, size);
        if (result > 0) {
            *got = (size_t)result;
            return SOURCE_BYTES;
        }
        /* EIO: the other side of a pty closed, or the device was unplugged. */
        if (result == 0 || errno == EIO || errno == ENXIO || errno == ENODEV)
            return SOURCE_END;
        if (errno != EINTR && errno != EAGAIN) {
            error_set(error, "%s: cannot read: %s", source->path, strerror(errno));
            return SOURCE_FAILED;
        }
    }
}

bool source_read_ahead(struct source *source, struct error *error)
{
    if (source->is_file || source->ahead != NULL)
        return true;
    source->ahead = source_ahead_start(source->file, error);
    return source->ahead != NULL;
}

size_t source_read_left(struct source *source, void *bytes, size_t size)
{
    return source->ahead != NULL ? source_ahead_take(source->ahead, bytes, size) : 0;
}

void source_stay(struct source *source)
{
    source_ahead_stop(source->ahead);
    source->ahead = NULL;
}

void source_close(struct source *source)
{
    source_stay(source);
    if (source->is_terminal)
        source_serial_stop(source);
    if (source->file > STDIN_FILENO)
        close(source->file);
    source->file = -1;
}
