/* Text for JSON, whatever its encoding was.
 * SPDX-License-Identifier: MIT
 */
#include "json_text.h"

#include "host/base/buf.h"

json_t *json_text(const char *text)
{
    json_t *same = json_string(text);
    if (same != NULL)
        return same;
    struct buf ascii = {0};
    for (; *text != '\0'; text++)
        buf_add(&ascii, (unsigned char)*text >= 0x80 ? "?" : text, 1);
    same = json_string(ascii.length != 0 ? ascii.bytes : "");
    buf_free(&ascii);
    return same;
}
