/* What stands at an address: functions, file and line, from the image's symbols and debug data.
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include <elfutils/libdw.h>

#include "host/base/buf.h"
#include "image.h"

/* Adds "function at file:line", or as much of it as is known, and a further line behind prefix for
 * each function that the one before was inlined into. dwarf may be NULL. */
void backtrace_place_add(const struct image *image, Dwarf *dwarf, uint32_t address,
                         const char *prefix, struct buf *text);
