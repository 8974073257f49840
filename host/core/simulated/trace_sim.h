/* Where a board stands: registers, fault status, stacked frame, and how it came there.
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include "host/base/buf.h"
#include "host/core/image/image.h"

struct sim;

/* Several lines, each ended. */
void trace_sim(const struct sim *sim, const struct image *image, struct buf *text);
