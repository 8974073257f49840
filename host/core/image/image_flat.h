/* The bytes of an image as they lie in flash, one after the other.
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include "image.h"

/* More than any flash that this is written to; a segment in RAM would make it larger. */
#define IMAGE_FLAT_MAX (16u << 20)

struct image_flat {
    uint32_t address; /* of bytes[0] */
    uint32_t size;
    uint8_t *bytes;
};

/* From the lowest to the highest byte that the image loads, by load addresses; what lies between
 * its segments is 0xFF, as in erased flash. False and error where that is more than IMAGE_FLAT_MAX.
 * image_flat_free it. */
bool image_flatten(const struct image *image, const char *name, struct image_flat *flat,
                   struct error *error);
void image_flat_free(struct image_flat *flat);
