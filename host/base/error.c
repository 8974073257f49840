/* Fills an error message.
 * SPDX-License-Identifier: MIT
 */
#include "error.h"

#include <stdarg.h>
#include <stdio.h>

void error_set(struct error *error, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(error->text, sizeof error->text, format, arguments);
    va_end(arguments);
}
