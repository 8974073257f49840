/* Paragraphs for a terminal of 80 columns.
 * SPDX-License-Identifier: MIT
 */
#include "wrap.h"

#include <stdarg.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "host/base/text.h"

#define COLUMNS 79u

void wrap_item(struct buf *out, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    char *text = text_format(format, arguments);
    va_end(arguments);
    buf_add_text(out, "- ");
    wrap_text(out, 2, 2, text);
    free(text);
}

void wrap_line(struct buf *out, size_t indent, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    char *text = text_format(format, arguments);
    va_end(arguments);
    size_t blanks = strspn(text, " ");
    buf_printf(out, "%*s", (int)blanks, "");
    wrap_text(out, blanks, indent, text + blanks);
    free(text);
}

void wrap_text(struct buf *out, size_t column, size_t indent, const char *text)
{
    bool first = true;
    for (const char *word = text; *word != '\0';) {
        size_t length = strcspn(word, " ");
        if (!first && column + 1 + length > COLUMNS) {
            buf_printf(out, "\n%*s", (int)indent, "");
            column = indent;
            first = true;
        }
        buf_printf(out, "%s%.*s", first ? "" : " ", (int)length, word);
        column += length + (first ? 0 : 1);
        first = false;
        word += length + strspn(word + length, " ");
    }
    buf_add_text(out, "\n");
}

void wrap_labelled(struct buf *out, const char *label, unsigned indent, const char *text)
{
    buf_printf(out, "%-*s ", (int)indent, label);
    wrap_text(out, indent + 1, indent + 1, text);
}
