/* Reads what an image is built for out of its build attributes.
 * SPDX-License-Identifier: MIT
 *
 * Source: Addenda to, and Errata in, the ABI for the Arm Architecture (ABI-addenda32), "Build
 * attributes".
 */
#pragma once

#include "image.h"

/* A section of type SHT_ARM_ATTRIBUTES. Fills image->architecture where the file says one; what is
 * malformed ends the reading. */
void image_attributes_read(struct image *image, const uint8_t *bytes, size_t size);
