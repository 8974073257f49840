/* SHA-256 after FIPS 180-4, for messages that lie in memory as a whole.
 * SPDX-License-Identifier: MIT
 *
 * length: bytes, less than 2^29. digest: H0 to H7 of FIPS 180-4, 6.2.2, 8 words.
 */
#include "bench/computation/computation.h"

/* FIPS 180-4, 4.2.2. */
static const uint32_t constants[64] = {
    0x428A2F98u, 0x71374491u, 0xB5C0FBCFu, 0xE9B5DBA5u, 0x3956C25Bu, 0x59F111F1u, 0x923F82A4u,
    0xAB1C5ED5u, 0xD807AA98u, 0x12835B01u, 0x243185BEu, 0x550C7DC3u, 0x72BE5D74u, 0x80DEB1FEu,
    0x9BDC06A7u, 0xC19BF174u, 0xE49B69C1u, 0xEFBE4786u, 0x0FC19DC6u, 0x240CA1CCu, 0x2DE92C6Fu,
    0x4A7484AAu, 0x5CB0A9DCu, 0x76F988DAu, 0x983E5152u, 0xA831C66Du, 0xB00327C8u, 0xBF597FC7u,
    0xC6E00BF3u, 0xD5A79147u, 0x06CA6351u, 0x14292967u, 0x27B70A85u, 0x2E1B2138u, 0x4D2C6DFCu,
    0x53380D13u, 0x650A7354u, 0x766A0ABBu, 0x81C2C92Eu, 0x92722C85u, 0xA2BFE8A1u, 0xA81A664Bu,
    0xC24B8B70u, 0xC76C51A3u, 0xD192E819u, 0xD6990624u, 0xF40E3585u, 0x106AA070u, 0x19A4C116u,
    0x1E376C08u, 0x2748774Cu, 0x34B0BCB5u, 0x391C0CB3u, 0x4ED8AA4Au, 0x5B9CCA4Fu, 0x682E6FF3u,
    0x748F82EEu, 0x78A5636Fu, 0x84C87814u, 0x8CC70208u, 0x90BEFFFAu, 0xA4506CEBu, 0xBEF9A3F7u,
    0xC67178F2u,
};

/* FIPS 180-4, 4.1.2; CHOOSE and MAJORITY in a form with one operation less. */
#define CHOOSE(x, y, z) ((z) ^ ((x) & ((y) ^ (z))))
#define MAJORITY(x, y, z) (((x) & (y)) | ((z) & ((x) | (y))))
#define ROTATED(x, bits) ((x) >> (bits) | (x) << (32 - (bits)))
#define SUM_0(x) (ROTATED(x, 2) ^ ROTATED(x, 13) ^ ROTATED(x, 22))
#define SUM_1(x) (ROTATED(x, 6) ^ ROTATED(x, 11) ^ ROTATED(x, 25))
#define SCHEDULE_0(x) (ROTATED(x, 7) ^ ROTATED(x, 18) ^ (x) >> 3)
#define SCHEDULE_1(x) (ROTATED(x, 17) ^ ROTATED(x, 19) ^ (x) >> 10)

/* FIPS 180-4, 6.2.2. */
static void mix(uint32_t state[8], const uint32_t *block)
{
    uint32_t word[64];
    for (int t = 0; t < 16; t++)
        word[t] = __builtin_bswap32(block[t]);
    for (int t = 16; t < 64; t++)
        word[t] = SCHEDULE_1(word[t - 2]) + word[t - 7] + SCHEDULE_0(word[t - 15]) + word[t - 16];

    uint32_t a = state[0], b = state[1], c = state[2], d = state[3];
    uint32_t e = state[4], f = state[5], g = state[6], h = state[7];
    for (int t = 0; t < 64; t++) {
        uint32_t first = h + SUM_1(e) + CHOOSE(e, f, g) + constants[t] + word[t];
        uint32_t second = SUM_0(a) + MAJORITY(a, b, c);
        h = g;
        g = f;
        f = e;
        e = d + first;
        d = c;
        c = b;
        b = a;
        a = first + second;
    }
    state[0] += a;
    state[1] += b;
    state[2] += c;
    state[3] += d;
    state[4] += e;
    state[5] += f;
    state[6] += g;
    state[7] += h;
}

void COMPUTATION_NAME(const uint32_t *message, uint32_t length, uint32_t *digest)
{
    /* FIPS 180-4, 5.3.3. */
    static const uint32_t start[8] = {0x6A09E667u, 0xBB67AE85u, 0x3C6EF372u, 0xA54FF53Au,
                                      0x510E527Fu, 0x9B05688Cu, 0x1F83D9ABu, 0x5BE0CD19u};
    uint32_t tail[32];
    uint32_t words = length / 4, done = 0;
    for (int i = 0; i < 8; i++)
        digest[i] = start[i];
    for (; done + 16 <= words; done += 16)
        mix(digest, message + done);

    /* A one bit, zeros, and the length in bits: one block or two (5.1.1). */
    uint32_t rest = length - 4 * done, bit = 0x80u << 8 * (rest % 4);
    uint32_t end = rest < 56 ? 16 : 32;
    for (uint32_t i = 0; i < end; i++)
        tail[i] = i < rest / 4 ? message[done + i] : 0;
    tail[rest / 4] = rest % 4 != 0 ? (message[done + rest / 4] & ((bit >> 7) - 1u)) | bit : bit;
    tail[end - 1] = __builtin_bswap32(length << 3);
    mix(digest, tail);
    if (end == 32)
        mix(digest, tail + 16);
}
