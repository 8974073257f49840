/* The terminal as a guest's console: what it writes, what it reads, its exit status.
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>

/* Shown line by line, and before anything is read. context: not used. */
void console_write(void *context, bool is_error, const char *bytes, size_t size);
/* Some bytes of standard input; 0 at its end, and after Ctrl-C. context: not used. */
size_t console_read(void *context, char *bytes, size_t size);
/* The status in the range that a process has; one that would vanish in it is EXIT_NO. */
int console_exit_code(int status);
