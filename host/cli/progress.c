/* The progress line.
 * SPDX-License-Identifier: MIT
 */
#include "progress.h"

#include <stdarg.h>
#include <stdio.h>
#include <unistd.h>

void progress_start(struct progress *progress)
{
    progress->on = isatty(STDERR_FILENO) == 1;
}

void progress_show(const struct progress *progress, const char *format, ...)
{
    if (!progress->on)
        return;
    char text[80]; /* one terminal line, less the last column */
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    fprintf(stderr, "\r%s\033[K", text);
    fflush(stderr);
}

void progress_end(const struct progress *progress)
{
    if (progress->on)
        fputs("\r\033[K", stderr);
}
