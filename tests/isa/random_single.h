/* Random operands and modes of floating-point tests.
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include "sim/core/float_exact.h"
#include "tests/isa/random.h"

/* Where rounding, NaNs, denormals and conversions have their corners; exponents are often near each
 * other. */
static inline uint32_t random_single(uint64_t *random)
{
    static const uint32_t corners[] = {
        0x00000000u, 0x00000001u, 0x007FFFFFu, 0x00800000u, 0x00800001u, 0x3F800000u, 0x3F800001u,
        0x7F7FFFFFu, 0x7F800000u, 0x7F800001u, 0x7FC00000u, 0x7FFFFFFFu, 0x4F000000u, 0x4F7FFFFFu,
        0x477FEFFFu, 0x477FF000u, 0x38800000u, 0x33000000u, 0x3F000000u, 0x4B000000u};
    uint32_t word = random_word(random), sign = word & 0x80000000u;
    switch (random_below(random, 8)) {
    case 0:
        return sign | corners[random_below(random, sizeof corners / sizeof corners[0])];
    case 1:
        return sign | (word & 0x007FFFFFu);
    case 2: /* few bits: exact results, halfway cases */
        return sign | (127u - 8 + random_below(random, 32)) << 23 | (word & 7u) << 20;
    case 3:
        return sign | random_below(random, 4) << 23 | (word & 0x007FFFFFu);
    case 4:
        return sign | (251u + random_below(random, 5)) << 23 | (word & 0x007FFFFFu);
    case 5:
    case 6:
        return sign | (127u - 16 + random_below(random, 32)) << 23 | (word & 0x007FFFFFu);
    default:
        return word;
    }
}

/* Half of the time as most code runs. */
static inline uint32_t random_fpscr(uint64_t *random)
{
    uint32_t word = random_word(random);
    return word & (random_below(random, 2) == 0 ? FPSCR_FLAGS : FPSCR_MASK);
}
