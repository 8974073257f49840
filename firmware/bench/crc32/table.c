/* The table of crc32_table, made by the compiler.
 * SPDX-License-Identifier: MIT
 *
 * The checksum is linear: what a byte does to the register is the XOR of what its bits do. The
 * highest bit is the last to leave it and does BIT_7, the polynomial; a lower one takes a step more
 * (crc32_bitwise.c).
 */
#include "bench/crc32/crc32.h"

#define BIT_7 CRC32_POLYNOMIAL
#define BIT_6 0x76DC4190u
#define BIT_5 0x3B6E20C8u
#define BIT_4 0x1DB71064u
#define BIT_3 0x0EDB8832u
#define BIT_2 0x076DC419u
#define BIT_1 0xEE0E612Cu
#define BIT_0 0x77073096u

#define IS_STEP(from, to) ((to) == ((from) >> 1 ^ (CRC32_POLYNOMIAL & (0u - ((from) & 1u)))))
_Static_assert(IS_STEP(BIT_7, BIT_6) && IS_STEP(BIT_6, BIT_5) && IS_STEP(BIT_5, BIT_4) &&
                   IS_STEP(BIT_4, BIT_3) && IS_STEP(BIT_3, BIT_2) && IS_STEP(BIT_2, BIT_1) &&
                   IS_STEP(BIT_1, BIT_0),
               "each is a step from the one above");

#define PART(n, bit) (((n) >> (bit) & 1u) * BIT_##bit)
#define ENTRY(n)                                                                                   \
    (PART(n, 0) ^ PART(n, 1) ^ PART(n, 2) ^ PART(n, 3) ^ PART(n, 4) ^ PART(n, 5) ^ PART(n, 6) ^    \
     PART(n, 7))
#define FOUR(n) ENTRY(n), ENTRY((n) + 1), ENTRY((n) + 2), ENTRY((n) + 3)
#define SIXTEEN(n) FOUR(n), FOUR((n) + 4), FOUR((n) + 8), FOUR((n) + 12)
#define QUARTER(n) SIXTEEN(n), SIXTEEN((n) + 16), SIXTEEN((n) + 32), SIXTEEN((n) + 48)

const uint32_t crc32_of_byte[256] = {QUARTER(0u), QUARTER(64u), QUARTER(128u), QUARTER(192u)};
