/* The functions of api.def.
 * SPDX-License-Identifier: MIT
 */
#include "api.h"

static const struct api_row rows[] = {
#define LINT_API(name, kind) {name, API_##kind},
#include "api.def"
};

_Static_assert(sizeof rows / sizeof rows[0] <= API_ROWS_MAX, "API_ROWS_MAX");

const struct api_row *api_row(size_t index)
{
    return index < sizeof rows / sizeof rows[0] ? &rows[index] : NULL;
}
