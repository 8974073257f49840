/* MD5 after RFC 1321, for messages that lie in memory as a whole, whose words are read where they
 * lie. SPDX-License-Identifier: MIT
 *
 * length: bytes, less than 2^29. digest: the words A, B, C, D of RFC 1321, 3.5.
 */
#include "bench/md5/blocks.h"

#define STEP(function, a, b, c, d, k, bits, sine)                                                  \
    a += function(b, c, d) + block[k] + sine;                                                      \
    a = ROTATED(a, bits) + b;
#define FIRST STEP

/* Takes whole blocks of 16 words. */
static void mix(uint32_t state[4], const uint32_t *block, uint32_t blocks)
{
    uint32_t a = state[0], b = state[1], c = state[2], d = state[3];
    for (const uint32_t *end = block + 16 * blocks; block != end; block += 16) {
        uint32_t aa = a, bb = b, cc = c, dd = d;
#include "bench/md5/steps.def"
        a += aa;
        b += bb;
        c += cc;
        d += dd;
    }
    state[0] = a;
    state[1] = b;
    state[2] = c;
    state[3] = d;
}

void COMPUTATION_NAME(const uint32_t *message, uint32_t length, uint32_t *digest)
{
    uint32_t tail[32];
    md5_begin(digest);
    mix(digest, message, length / 64);
    mix(digest, tail, md5_last_blocks(tail, message, length));
}
