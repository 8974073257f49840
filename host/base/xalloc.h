/* Allocation that does not fail: the command is short-lived and ends with exit code 2 instead.
 * SPDX-License-Identifier: MIT
 *
 * Sizes that come from input are bounded by their callers before they get here.
 */
#pragma once

#include <stddef.h>

/* Zeroed. */
void *xcalloc(size_t count, size_t size);
/* array of capacity elements; grows it (and *capacity) so that at least needed fit. */
void *xgrow(void *array, size_t *capacity, size_t needed, size_t size);
/* A terminated copy of text[0, length). */
char *xstrndup(const char *text, size_t length);
