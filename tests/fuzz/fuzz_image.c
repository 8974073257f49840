/* Fuzz target: an ELF file. What is accepted stays within the file and the address space.
 * SPDX-License-Identifier: MIT
 */
#include <assert.h>

#include "fuzz.h"
#include "host/core/image/image.h"

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
    struct image image;
    struct error error;
    uint64_t sum = 0;
    if (!image_parse(&image, "fuzz", bytes, size, &error))
        return 0;
    for (size_t i = 0; i < image.segment_count; i++) {
        const struct image_segment *segment = &image.segments[i];
        for (uint32_t b = 0; b < segment->file_size; b++)
            sum += segment->bytes[b];
        assert((uint64_t)segment->load_address + segment->file_size <= UINT64_C(1) << 32);
    }
    for (size_t i = 0; i < image.symbol_count; i++)
        sum += (uint64_t)image_function_at(&image, image.symbols[i].address);
    (void)sum;
    image_close(&image);
    return 0;
}
