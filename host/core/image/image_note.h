/* Reads our note out of an image's note section.
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include "image.h"

/* Looks through the notes of one section; fills image->note where ours is among them and none was
 * read before. Malformed notes are skipped. */
void image_note_read(struct image *image, const uint8_t *bytes, size_t size);
