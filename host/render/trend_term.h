/* A trend in a terminal: one column a run, at most 80 of them.
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include <stddef.h>

#include "host/base/buf.h"

/* values: one a run, in order, count >= 1; the newest where they are too many for the width. */
void trend_term_add(const double *values, size_t count, struct buf *out);
