/* Fuzz target: a backtrace by the tables of a hostile ELF file over a hostile stack.
 * SPDX-License-Identifier: MIT
 *
 * The first 64 bytes are the registers; behind them is the image. Its segments are memory, and so
 * is the whole file, from 0x20000000 on.
 */
#include <string.h>

#include "fuzz.h"
#include "fuzz_libdw.h"
#include "host/core/image/backtrace.h"

#define MEMORY UINT32_C(0x20000000)

static bool read_from(const uint8_t *memory, size_t memory_size, uint32_t offset, void *bytes,
                      size_t size)
{
    if (offset > memory_size || size > memory_size - offset)
        return false;
    memcpy(bytes, memory + offset, size);
    return true;
}

static bool read_memory(const void *context, uint32_t address, void *bytes, size_t size)
{
    const struct image *image = context;
    for (size_t k = 0; k < image->segment_count; k++) {
        const struct image_segment *segment = &image->segments[k];
        if (read_from(segment->bytes, segment->file_size, address - segment->run_address, bytes,
                      size))
            return true;
    }
    return read_from(image->file, image->file_size, address - MEMORY, bytes, size);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
    struct backtrace_start start = {.read = read_memory, .exception = 3};
    struct image image;
    struct error error;
    struct buf text = {0};
    if (size < sizeof start.r)
        return 0;
    memcpy(start.r, bytes, sizeof start.r);
    start.context = &image;
    start.psp = start.r[0];
    if (!image_parse(&image, "fuzz", bytes + sizeof start.r, size - sizeof start.r, &error))
        return 0;
    backtrace_add(&image, &start, &text);
    buf_free(&text);
    image_close(&image);
    return 0;
}
