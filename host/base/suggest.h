/* The one message for a name that is none of those there are.
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>

#include "error.h"

/* "no WHAT 'NAME'; did you mean 'NEAR'?", and where none of names[0, count) is near "; OTHERWISE",
 * or with NULL "; there are A, B, C". The names may hold any bytes. Always false. */
bool suggest(struct error *error, const char *what, const char *name, const char *const *names,
             size_t count, const char *otherwise);
