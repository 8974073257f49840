/* The one message for a name that is none of those there are.
 * SPDX-License-Identifier: MIT
 */
#include "suggest.h"

#include <string.h>

#include "buf.h"
#include "text.h"

#define SHOWN_MAX 128

static const char *printable(const char *text, char shown[static SHOWN_MAX])
{
    return text_printable(text, strlen(text), shown, SHOWN_MAX);
}

bool suggest(struct error *error, const char *what, const char *name, const char *const *names,
             size_t count, const char *otherwise)
{
    const char *nearest = text_nearest(name, names, count);
    char shown[SHOWN_MAX], near[SHOWN_MAX];
    struct buf all = {0};
    for (size_t i = 0; i < count; i++)
        buf_printf(&all, "%s%s", i != 0 ? ", " : "", printable(names[i], near));
    printable(name, shown);
    if (nearest != NULL)
        error_set(error, "no %s '%s'; did you mean '%s'?", what, shown, printable(nearest, near));
    else if (otherwise != NULL || count == 0)
        error_set(error, "no %s '%s'; %s", what, shown,
                  otherwise != NULL ? otherwise : "there is none");
    else
        error_set(error, "no %s '%s'; there %s %s", what, shown, count == 1 ? "is" : "are",
                  all.bytes);
    buf_free(&all);
    return false;
}
