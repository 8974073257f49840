/* Makes one stretch of an image's segments.
 * SPDX-License-Identifier: MIT
 */
#include "image_flat.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "host/base/xalloc.h"

bool image_flatten(const struct image *image, const char *name, struct image_flat *flat,
                   struct error *error)
{
    uint64_t first = UINT64_MAX, end = 0;
    *flat = (struct image_flat){0};
    for (size_t i = 0; i < image->segment_count; i++) {
        const struct image_segment *segment = &image->segments[i];
        uint64_t segment_end = (uint64_t)segment->load_address + segment->file_size;
        if (segment->file_size == 0)
            continue;
        first = segment->load_address < first ? segment->load_address : first;
        end = segment_end > end ? segment_end : end;
    }
    if (end == 0 || end - first > IMAGE_FLAT_MAX) {
        error_set(error,
                  "%s: what it loads reaches from 0x%08" PRIX64 " to 0x%08" PRIX64
                  ", more than a flash holds; link it so that all is loaded from flash",
                  name, end == 0 ? 0 : first, end);
        return false;
    }
    flat->address = (uint32_t)first;
    flat->size = (uint32_t)(end - first);
    flat->bytes = xcalloc(flat->size, 1);
    for (size_t i = 0; i < image->segment_count; i++) {
        const struct image_segment *segment = &image->segments[i];
        if (segment->file_size != 0)
            memcpy(flat->bytes + (segment->load_address - first), segment->bytes,
                   segment->file_size);
    }
    return true;
}

void image_flat_free(struct image_flat *flat)
{
    free(flat->bytes);
    *flat = (struct image_flat){0};
}
