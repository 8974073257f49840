/* Bytes that grow: what renderers and messages are built in.
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include <stddef.h>

/* All zero is an empty buffer. bytes is terminated once something was added. */
struct buf {
    char *bytes;
    size_t length, capacity;
};

void buf_add(struct buf *buf, const void *bytes, size_t length);
void buf_add_text(struct buf *buf, const char *text);
void buf_printf(struct buf *buf, const char *format, ...) __attribute__((format(printf, 2, 3)));
void buf_free(struct buf *buf);
