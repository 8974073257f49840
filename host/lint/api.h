/* The functions of api.def.
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include <stddef.h>

enum api_kind { API_FROM_ISR, API_TASK, API_CREATE };

struct api_row {
    const char *name;
    enum api_kind kind;
};

#define API_ROWS_MAX 64u

/* Row number index, NULL past the last; there are at most API_ROWS_MAX. */
const struct api_row *api_row(size_t index);
