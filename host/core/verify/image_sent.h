/* Did the firmware of this image send this run? The image's note against CONFIG.
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include "host/base/buf.h"
#include "host/core/image/image.h"
#include "host/core/run/run.h"

/* Appends what contradicts: "core is 16000000, not 100000000; bench is ...". Compared is what both
 * tell: core and timer clock, wire version, compiler, bench. False where the two differ. Another
 * build with the same of all these is not told apart; a run without CONFIG, or an image without a
 * note, contradicts nothing. */
bool image_sent(const struct image *image, const struct run *run, struct buf *differences);
