/* SHA-256 of the message: what the bench computes and how it is known to be right.
 * SPDX-License-Identifier: MIT
 */
#include "bench/computation/computation.h"
#include "lib/results.h"

static uint32_t copy[COMPUTATION_MESSAGE_WORDS] __attribute__((aligned(64)));
static uint32_t digest[8], expected[8];

/* The examples of one and of two blocks that NIST publishes beside FIPS 180-4 ("abc", 448 and 896
 * bits); the empty message; 55 and 64 bytes, with which the padding just fits and takes a block of
 * its own. */
static const struct computation_vector vectors[] = {
    {COMPUTATION_TEXT(""),
     {0xE3B0C442u, 0x98FC1C14u, 0x9AFBF4C8u, 0x996FB924u, 0x27AE41E4u, 0x649B934Cu, 0xA495991Bu,
      0x7852B855u}},
    {COMPUTATION_TEXT("abc"),
     {0xBA7816BFu, 0x8F01CFEAu, 0x414140DEu, 0x5DAE2223u, 0xB00361A3u, 0x96177A9Cu, 0xB410FF61u,
      0xF20015ADu}},
    {COMPUTATION_TEXT("abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq"),
     {0x248D6A61u, 0xD20638B8u, 0xE5C02693u, 0x0C3E6039u, 0xA33CE459u, 0x64FF2167u, 0xF6ECEDD4u,
      0x19DB06C1u}},
    {COMPUTATION_TEXT("abcdefghbcdefghicdefghijdefghijkefghijklfghijklmghijklmnhijklmnoijklmnopjklm"
                      "nopqklmnopqrlmnopqrsmnopqrstnopqrstu"),
     {0xCF5B16A7u, 0x78AF8380u, 0x036CE59Eu, 0x7B049237u, 0x0B249B11u, 0xE8F07A51u, 0xAFAC4503u,
      0x7AFEE9D1u}},
    {COMPUTATION_TEXT("aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"),
     {0x9F4390F8u, 0xD30C2DD9u, 0x2EC9F095u, 0xB65E2B9Au, 0xE9B0A925u, 0xA5258E24u, 0x1C9F1E91u,
      0x0F734318u}},
    {COMPUTATION_TEXT("aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"),
     {0xFFE054FEu, 0x7AE0CB6Du, 0xC65C3AF9u, 0xB61D5209u, 0xF439851Du, 0xB43D0BA5u, 0x997337DFu,
      0x154668EBu}},
};

const struct computation computation = {
    .length = COMPUTATION_MESSAGE_BYTES,
    .copy = copy,
    .input_words = COMPUTATION_MESSAGE_WORDS,
    .output = digest,
    .expected = expected,
    .output_words = sizeof digest / sizeof digest[0],
    .vectors = vectors,
    .vector_count = sizeof vectors / sizeof vectors[0],
};

void computation_print(const uint32_t *output)
{
    for (int word = 0; word < 8; word++)
        result_print_value((enum result_value)(VALUE_SHA256_0 + word), output[word]);
}
