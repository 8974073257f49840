/* Fuzz target: guest code. It cannot hurt the host, and both engines agree on what it does.
 * SPDX-License-Identifier: MIT
 *
 * First byte: the machine, '0' to '4'. The rest is code.
 */
#include "fuzz_engines.h"

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
    struct sim *fast, *plain;
    if (size < 3)
        return 0;
    make_boards(bytes[0], &fast, &plain);
    run_both(fast, plain, bytes + 1, size - 1);
    return 0;
}
