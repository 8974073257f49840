/* Text in XML.
 * SPDX-License-Identifier: MIT
 */
#include "xml.h"

void xml_add_text(struct buf *out, const char *text)
{
    for (; *text != '\0'; text++) {
        unsigned char c = (unsigned char)*text;
        if (c == '&')
            buf_add_text(out, "&amp;");
        else if (c == '<')
            buf_add_text(out, "&lt;");
        else if (c == '>')
            buf_add_text(out, "&gt;");
        else if (c == '"')
            buf_add_text(out, "&quot;");
        else if (c >= 0x20 && c < 0x7F)
            buf_add(out, text, 1);
        else
            buf_printf(out, "\\x%02X", c);
    }
}

void xml_add_attribute(struct buf *out, const char *name, const char *value)
{
    buf_printf(out, " %s=\"", name);
    xml_add_text(out, value);
    buf_add_text(out, "\"");
}
