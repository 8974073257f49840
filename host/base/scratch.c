/* Files without a name.
 * SPDX-License-Identifier: MIT
 */
#include "scratch.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "buf.h"

static int open_in(const char *folder)
{
    struct buf name = {0};
    buf_printf(&name, "%s/tailchain-XXXXXX", folder);
    int file = mkstemp(name.bytes);
    if (file >= 0)
        unlink(name.bytes);
    buf_free(&name);
    return file;
}

int scratch_open(struct error *error)
{
    const char *given = getenv("TMPDIR");
    const char *const folders[] = {"/var/tmp", "/tmp"};
    int file = -1;
    if (given != NULL && *given != '\0')
        file = open_in(given);
    else
        for (size_t i = 0; file < 0 && i < sizeof folders / sizeof folders[0]; i++)
            file = open_in(folders[i]);
    if (file < 0)
        error_set(error, "cannot make a temporary file in %.200s: %s; set TMPDIR to another folder",
                  given != NULL && *given != '\0' ? given : "/var/tmp", strerror(errno));
    return file;
}

bool scratch_write(int file, const void *bytes, size_t length, uint64_t offset, struct error *error)
{
    const char *at = bytes;
    while (length != 0) {
        ssize_t put = pwrite(file, at, length, (off_t)offset);
        if (put < 0 && errno == EINTR)
            continue;
        if (put <= 0) {
            error_set(error,
                      "cannot write to a temporary file: %s; set TMPDIR to a folder with room",
                      strerror(errno));
            return false;
        }
        at += put;
        length -= (size_t)put;
        offset += (uint64_t)put;
    }
    return true;
}

bool scratch_read(int file, void *bytes, size_t length, uint64_t offset, struct error *error)
{
    char *at = bytes;
    while (length != 0) {
        ssize_t got = pread(file, at, length, (off_t)offset);
        if (got < 0 && errno == EINTR)
            continue;
        if (got <= 0) {
            error_set(error, "cannot read a temporary file: %s",
                      got < 0 ? strerror(errno) : "it is cut short");
            return false;
        }
        at += got;
        length -= (size_t)got;
        offset += (uint64_t)got;
    }
    return true;
}
