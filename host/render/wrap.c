/* Paragraphs for a terminal of 80 columns.
 * SPDX-License-Identifier: MIT
 */
#include "wrap.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#define COLUMNS 79u
#define TEXT_MAX 1200

void wrap_item(struct buf *out, const char *format, ...)
{
    char text[TEXT_MAX];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    size_t column = 1;
    buf_add_text(out, "-");
    for (const char *word = text; *word != '\0';) {
        size_t length = strcspn(word, " ");
        if (column + 1 + length > COLUMNS) {
            buf_add_text(out, "\n ");
            column = 1;
        }
        buf_printf(out, " %.*s", (int)length, word);
        column += 1 + length;
        word += length + strspn(word + length, " ");
    }
    buf_add_text(out, "\n");
}
