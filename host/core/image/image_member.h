/* Where a member lies in a structure of the image's program.
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include "image.h"

/* structure: its tag. offset: bytes. False where the image's DWARF has no such
 * member, or no DWARF is there. */
bool image_member(const struct image *image, const char *structure, const char *member,
                  uint32_t *offset);
