/* How far the unknown constants of the timing model move a result: the same image, run with all of
 * them at their low and at their high ends.
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include <stddef.h>
#include <stdint.h>

struct bound {
    const char *knob;
    uint32_t low, high;
};

extern const struct bound bounds[];
extern const size_t bound_count;
