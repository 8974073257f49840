/* MD5 of the message: what the bench computes and how it is known to be right.
 * SPDX-License-Identifier: MIT
 */
#include "bench/computation/computation.h"
#include "lib/results.h"

static uint32_t copy[COMPUTATION_MESSAGE_WORDS] __attribute__((aligned(64)));
static uint32_t digest[4], expected[4];

/* RFC 1321, A.5, as words with the low byte first. */
static const struct computation_vector vectors[] = {
    {COMPUTATION_TEXT(""), {0xD98C1DD4u, 0x04B2008Fu, 0x980980E9u, 0x7E42F8ECu}},
    {COMPUTATION_TEXT("a"), {0xB975C10Cu, 0xA8B6F1C0u, 0xE299C331u, 0x61267769u}},
    {COMPUTATION_TEXT("abc"), {0x98500190u, 0xB04FD23Cu, 0x7D3F96D6u, 0x727FE128u}},
    {COMPUTATION_TEXT("message digest"), {0x7D696BF9u, 0x8D93B77Cu, 0x312F5A52u, 0xD061F1AAu}},
    {COMPUTATION_TEXT("abcdefghijklmnopqrstuvwxyz"),
     {0xD7D3FCC3u, 0x00E49261u, 0x6C49FB7Du, 0x3BE167CAu}},
    {COMPUTATION_TEXT("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789"),
     {0x98AB74D1u, 0xF5D977D2u, 0x2C1C61A5u, 0x9F9D419Fu}},
    {COMPUTATION_TEXT("1234567890123456789012345678901234567890123456789012345678901234567890123456"
                      "7890"),
     {0xA2F4ED57u, 0x55C9E32Bu, 0x2EDA49ACu, 0x7AB60721u}},
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
    for (int word = 0; word < 4; word++)
        result_print_value((enum result_value)(VALUE_MD5_A + word), output[word]);
}
