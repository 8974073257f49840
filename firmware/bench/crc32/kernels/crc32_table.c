/* CRC-32 by a table of 256 words, a byte a step.
 * SPDX-License-Identifier: MIT
 *
 * length: bytes. output: one word.
 */
#include "bench/computation/computation.h"
#include "bench/crc32/crc32.h"

void COMPUTATION_NAME(const uint32_t *message, uint32_t length, uint32_t *output)
{
    const unsigned char *byte = (const unsigned char *)message;
    uint32_t crc = ~0u;
    for (uint32_t i = 0; i < length; i++)
        crc = crc >> 8 ^ crc32_of_byte[(crc ^ byte[i]) & 0xFFu];
    output[0] = ~crc;
}
