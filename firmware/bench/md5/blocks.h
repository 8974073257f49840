/* What the kernels of MD5 have in common: the functions of its steps, the first state and the last
 * blocks. SPDX-License-Identifier: MIT
 */
#pragma once

#include "bench/computation/computation.h"

/* RFC 1321, 3.4; F and G in a form with one operation less. */
#define F(x, y, z) ((z) ^ ((x) & ((y) ^ (z))))
#define G(x, y, z) ((y) ^ ((z) & ((x) ^ (y))))
#define H(x, y, z) ((x) ^ (y) ^ (z))
#define I(x, y, z) ((y) ^ ((x) | ~(z)))
#define ROTATED(x, bits) ((x) << (bits) | (x) >> (32 - (bits)))

/* state: the words A, B, C, D (RFC 1321, 3.3). */
static inline void md5_begin(uint32_t state[4])
{
    state[0] = 0x67452301u;
    state[1] = 0xEFCDAB89u;
    state[2] = 0x98BADCFEu;
    state[3] = 0x10325476u;
}

/* What follows the message's last whole block: its rest, a one bit, zeros, and the length in bits
 * (RFC 1321, 3.1 and 3.2). length: of the message in bytes, less than 2^29. Returns the number of
 * blocks, one or two. */
static inline uint32_t md5_last_blocks(uint32_t tail[32], const uint32_t *message, uint32_t length)
{
    uint32_t done = length / 64 * 16;
    uint32_t rest = length - 4 * done, bit = 0x80u << 8 * (rest % 4);
    uint32_t end = rest < 56 ? 16 : 32;
    for (uint32_t i = 0; i < end; i++)
        tail[i] = i < rest / 4 ? message[done + i] : 0;
    tail[rest / 4] = rest % 4 != 0 ? (message[done + rest / 4] & ((bit >> 7) - 1u)) | bit : bit;
    tail[end - 2] = length << 3;
    return end / 16;
}
