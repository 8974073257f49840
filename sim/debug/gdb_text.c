/* Texts of gdb packets: building and reading.
 * SPDX-License-Identifier: MIT
 */
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "sim/debug/gdb_session.h"

void gdb_text_add(struct gdb_text *text, const char *bytes, size_t size)
{
    size_t room = sizeof text->bytes - text->length;
    if (size > room)
        size = room;
    memcpy(text->bytes + text->length, bytes, size);
    text->length += size;
}

void gdb_text_print(struct gdb_text *text, const char *format, ...)
{
    char line[256];
    va_list arguments;
    va_start(arguments, format);
    int length = vsnprintf(line, sizeof line, format, arguments);
    va_end(arguments);
    if (length > 0)
        gdb_text_add(text, line, (size_t)length < sizeof line ? (size_t)length : sizeof line - 1);
}

void gdb_text_hex(struct gdb_text *text, const void *bytes, size_t size)
{
    static const char digits[] = "0123456789abcdef";
    const uint8_t *from = bytes;
    for (size_t k = 0; k < size; k++) {
        char pair[2] = {digits[from[k] >> 4], digits[from[k] & 15]};
        gdb_text_add(text, pair, sizeof pair);
    }
}

static int digit_value(char c)
{
    if (c >= '0' && c <= '9')
        return c - '0';
    if (c >= 'a' && c <= 'f')
        return c - 'a' + 10;
    if (c >= 'A' && c <= 'F')
        return c - 'A' + 10;
    return -1;
}

bool gdb_take_hex(struct gdb_cursor *cursor, uint32_t *number)
{
    const char *first = cursor->at;
    *number = 0;
    for (; cursor->at != cursor->end && digit_value(*cursor->at) >= 0; cursor->at++) {
        if (*number >> 28 != 0)
            return false;
        *number = *number << 4 | (uint32_t)digit_value(*cursor->at);
    }
    return cursor->at != first;
}

bool gdb_take(struct gdb_cursor *cursor, const char *text)
{
    size_t length = strlen(text);
    if ((size_t)(cursor->end - cursor->at) < length || memcmp(cursor->at, text, length) != 0)
        return false;
    cursor->at += length;
    return true;
}

bool gdb_take_byte(struct gdb_cursor *cursor, uint8_t *byte)
{
    if (cursor->end - cursor->at < 2)
        return false;
    int high = digit_value(cursor->at[0]), low = digit_value(cursor->at[1]);
    if (high < 0 || low < 0)
        return false;
    *byte = (uint8_t)(high << 4 | low);
    cursor->at += 2;
    return true;
}

bool gdb_take_binary(struct gdb_cursor *cursor, uint8_t *byte)
{
    if (cursor->at == cursor->end)
        return false;
    *byte = (uint8_t)*cursor->at++;
    if (*byte != '}')
        return true;
    if (cursor->at == cursor->end)
        return false;
    *byte = (uint8_t)(*cursor->at++ ^ 0x20);
    return true;
}
