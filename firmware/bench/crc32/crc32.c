/* CRC-32 of the message: what the bench computes and how it is known to be right.
 * SPDX-License-Identifier: MIT
 */
#include "bench/crc32/crc32.h"

#include "bench/computation/computation.h"
#include "lib/results.h"

static uint32_t copy[COMPUTATION_MESSAGE_WORDS] __attribute__((aligned(64)));
static uint32_t crc, expected;

/* "123456789" is the check value of the Catalogue of parametrised CRC algorithms (Greg Cook), row
 * CRC-32/ISO-HDLC. */
static const struct computation_vector vectors[] = {
    {COMPUTATION_TEXT("123456789"), {0xCBF43926u}}, {COMPUTATION_TEXT(""), {0x00000000u}},
    {COMPUTATION_TEXT("a"), {0xE8B7BE43u}},         {COMPUTATION_TEXT("abc"), {0x352441C2u}},
    {COMPUTATION_TEXT("\0\0\0\0"), {0x2144DF1Cu}},
};

const struct computation computation = {
    .length = COMPUTATION_MESSAGE_BYTES,
    .copy = copy,
    .input_words = COMPUTATION_MESSAGE_WORDS,
    .output = &crc,
    .expected = &expected,
    .output_words = 1,
    .vectors = vectors,
    .vector_count = sizeof vectors / sizeof vectors[0],
};

void computation_print(const uint32_t *output)
{
    result_print_value(VALUE_CRC32_CHECKSUM, output[0]);
}
