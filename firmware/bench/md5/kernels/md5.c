/* MD5 after RFC 1321, for messages that lie in memory as a whole.
 * SPDX-License-Identifier: MIT
 *
 * length: bytes, less than 2^29. digest: the words A, B, C, D of RFC 1321, 3.5.
 */
#include "bench/computation/computation.h"

/* RFC 1321, 3.4; F and G in a form with one operation less. */
#define F(x, y, z) ((z) ^ ((x) & ((y) ^ (z))))
#define G(x, y, z) ((y) ^ ((z) & ((x) ^ (y))))
#define H(x, y, z) ((x) ^ (y) ^ (z))
#define I(x, y, z) ((y) ^ ((x) | ~(z)))
#define ROTATED(x, bits) ((x) << (bits) | (x) >> (32 - (bits)))
#define STEP(function, a, b, c, d, k, bits, sine)                                                  \
    a += function(b, c, d) + block[k] + sine;                                                      \
    a = ROTATED(a, bits) + b;

/* Takes whole blocks of 16 words. */
static void mix(uint32_t state[4], const uint32_t *block, uint32_t blocks)
{
    uint32_t a = state[0], b = state[1], c = state[2], d = state[3];
    for (const uint32_t *end = block + 16 * blocks; block != end; block += 16) {
        uint32_t aa = a, bb = b, cc = c, dd = d;
        /* The last column: the integer part of 2^32 abs(sin(i)), i in radians from 1. */
        /* clang-format off */
        STEP(F, a, b, c, d, 0, 7, 0xD76AA478u)
        STEP(F, d, a, b, c, 1, 12, 0xE8C7B756u)
        STEP(F, c, d, a, b, 2, 17, 0x242070DBu)
        STEP(F, b, c, d, a, 3, 22, 0xC1BDCEEEu)
        STEP(F, a, b, c, d, 4, 7, 0xF57C0FAFu)
        STEP(F, d, a, b, c, 5, 12, 0x4787C62Au)
        STEP(F, c, d, a, b, 6, 17, 0xA8304613u)
        STEP(F, b, c, d, a, 7, 22, 0xFD469501u)
        STEP(F, a, b, c, d, 8, 7, 0x698098D8u)
        STEP(F, d, a, b, c, 9, 12, 0x8B44F7AFu)
        STEP(F, c, d, a, b, 10, 17, 0xFFFF5BB1u)
        STEP(F, b, c, d, a, 11, 22, 0x895CD7BEu)
        STEP(F, a, b, c, d, 12, 7, 0x6B901122u)
        STEP(F, d, a, b, c, 13, 12, 0xFD987193u)
        STEP(F, c, d, a, b, 14, 17, 0xA679438Eu)
        STEP(F, b, c, d, a, 15, 22, 0x49B40821u)
        STEP(G, a, b, c, d, 1, 5, 0xF61E2562u)
        STEP(G, d, a, b, c, 6, 9, 0xC040B340u)
        STEP(G, c, d, a, b, 11, 14, 0x265E5A51u)
        STEP(G, b, c, d, a, 0, 20, 0xE9B6C7AAu)
        STEP(G, a, b, c, d, 5, 5, 0xD62F105Du)
        STEP(G, d, a, b, c, 10, 9, 0x02441453u)
        STEP(G, c, d, a, b, 15, 14, 0xD8A1E681u)
        STEP(G, b, c, d, a, 4, 20, 0xE7D3FBC8u)
        STEP(G, a, b, c, d, 9, 5, 0x21E1CDE6u)
        STEP(G, d, a, b, c, 14, 9, 0xC33707D6u)
        STEP(G, c, d, a, b, 3, 14, 0xF4D50D87u)
        STEP(G, b, c, d, a, 8, 20, 0x455A14EDu)
        STEP(G, a, b, c, d, 13, 5, 0xA9E3E905u)
        STEP(G, d, a, b, c, 2, 9, 0xFCEFA3F8u)
        STEP(G, c, d, a, b, 7, 14, 0x676F02D9u)
        STEP(G, b, c, d, a, 12, 20, 0x8D2A4C8Au)
        STEP(H, a, b, c, d, 5, 4, 0xFFFA3942u)
        STEP(H, d, a, b, c, 8, 11, 0x8771F681u)
        STEP(H, c, d, a, b, 11, 16, 0x6D9D6122u)
        STEP(H, b, c, d, a, 14, 23, 0xFDE5380Cu)
        STEP(H, a, b, c, d, 1, 4, 0xA4BEEA44u)
        STEP(H, d, a, b, c, 4, 11, 0x4BDECFA9u)
        STEP(H, c, d, a, b, 7, 16, 0xF6BB4B60u)
        STEP(H, b, c, d, a, 10, 23, 0xBEBFBC70u)
        STEP(H, a, b, c, d, 13, 4, 0x289B7EC6u)
        STEP(H, d, a, b, c, 0, 11, 0xEAA127FAu)
        STEP(H, c, d, a, b, 3, 16, 0xD4EF3085u)
        STEP(H, b, c, d, a, 6, 23, 0x04881D05u)
        STEP(H, a, b, c, d, 9, 4, 0xD9D4D039u)
        STEP(H, d, a, b, c, 12, 11, 0xE6DB99E5u)
        STEP(H, c, d, a, b, 15, 16, 0x1FA27CF8u)
        STEP(H, b, c, d, a, 2, 23, 0xC4AC5665u)
        STEP(I, a, b, c, d, 0, 6, 0xF4292244u)
        STEP(I, d, a, b, c, 7, 10, 0x432AFF97u)
        STEP(I, c, d, a, b, 14, 15, 0xAB9423A7u)
        STEP(I, b, c, d, a, 5, 21, 0xFC93A039u)
        STEP(I, a, b, c, d, 12, 6, 0x655B59C3u)
        STEP(I, d, a, b, c, 3, 10, 0x8F0CCC92u)
        STEP(I, c, d, a, b, 10, 15, 0xFFEFF47Du)
        STEP(I, b, c, d, a, 1, 21, 0x85845DD1u)
        STEP(I, a, b, c, d, 8, 6, 0x6FA87E4Fu)
        STEP(I, d, a, b, c, 15, 10, 0xFE2CE6E0u)
        STEP(I, c, d, a, b, 6, 15, 0xA3014314u)
        STEP(I, b, c, d, a, 13, 21, 0x4E0811A1u)
        STEP(I, a, b, c, d, 4, 6, 0xF7537E82u)
        STEP(I, d, a, b, c, 11, 10, 0xBD3AF235u)
        STEP(I, c, d, a, b, 2, 15, 0x2AD7D2BBu)
        STEP(I, b, c, d, a, 9, 21, 0xEB86D391u)
        /* clang-format on */
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
    uint32_t blocks = length / 64, done = 16 * blocks;
    digest[0] = 0x67452301u;
    digest[1] = 0xEFCDAB89u;
    digest[2] = 0x98BADCFEu;
    digest[3] = 0x10325476u;
    mix(digest, message, blocks);

    /* A one bit, zeros, and the length in bits: one block or two (RFC 1321, 3.1 and 3.2). */
    uint32_t rest = length - 4 * done, bit = 0x80u << 8 * (rest % 4);
    uint32_t end = rest < 56 ? 16 : 32;
    for (uint32_t i = 0; i < end; i++)
        tail[i] = i < rest / 4 ? message[done + i] : 0;
    tail[rest / 4] = rest % 4 != 0 ? (message[done + rest / 4] & ((bit >> 7) - 1u)) | bit : bit;
    tail[end - 2] = length << 3;
    mix(digest, tail, end / 16);
}
