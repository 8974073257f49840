/* Fuzz target: a binary of Saleae Logic 1, whose first byte here chooses width and kind.
 * SPDX-License-Identifier: MIT
 */
#include "fuzz_import.h"

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
    if (size < 1)
        return 0;
    struct import_options options = {.format =
                                         (bytes[0] & 4) != 0 ? "logic1-changes" : "logic1-samples",
                                     .word_bits = 8u << (bytes[0] & 3),
                                     .samplerate_hz = 24000000};
    fuzz_import(bytes + 1, size - 1, &options);
    return 0;
}
