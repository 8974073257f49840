/* The terminal as a guest's console.
 * SPDX-License-Identifier: MIT
 */
#include "console.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "cli.h"
#include "host/base/interrupt.h"

void console_write(void *context, bool is_error, const char *bytes, size_t size)
{
    (void)context;
    fwrite(bytes, 1, size, is_error ? stderr : stdout);
    if (!is_error && memchr(bytes, '\n', size) != NULL)
        fflush(stdout);
}

size_t console_read(void *context, char *bytes, size_t size)
{
    ssize_t got;
    (void)context;
    fflush(stdout);
    do
        got = read(STDIN_FILENO, bytes, size);
    while (got < 0 && errno == EINTR && interrupt_signal() == 0);
    return got > 0 ? (size_t)got : 0;
}

int console_exit_code(int status)
{
    int code = status & 0xFF;
    return code == 0 && status != 0 ? EXIT_NO : code;
}
