/* Bytes that grow.
 * SPDX-License-Identifier: MIT
 */
#include "buf.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "xalloc.h"

void buf_add(struct buf *buf, const void *bytes, size_t length)
{
    buf->bytes = xgrow(buf->bytes, &buf->capacity, buf->length + length + 1, 1);
    if (length != 0)
        memcpy(buf->bytes + buf->length, bytes, length);
    buf->length += length;
    buf->bytes[buf->length] = '\0';
}

void buf_add_text(struct buf *buf, const char *text)
{
    buf_add(buf, text, strlen(text));
}

void buf_printf(struct buf *buf, const char *format, ...)
{
    va_list arguments, again;
    va_start(arguments, format);
    va_copy(again, arguments);
    int length = vsnprintf(NULL, 0, format, arguments);
    va_end(arguments);
    if (length > 0) {
        buf->bytes = xgrow(buf->bytes, &buf->capacity, buf->length + (size_t)length + 1, 1);
        vsnprintf(buf->bytes + buf->length, (size_t)length + 1, format, again);
        buf->length += (size_t)length;
    }
    va_end(again);
}

void buf_free(struct buf *buf)
{
    free(buf->bytes);
    *buf = (struct buf){0};
}
