/* Fuzz target: a CSV of Saleae Logic.
 * SPDX-License-Identifier: MIT
 */
#include "fuzz_import.h"

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
    fuzz_import(bytes, size, &(struct import_options){.format = "saleae-csv"});
    return 0;
}
