/* CRC-32 bit by bit, without a table or a branch on the data.
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
    for (uint32_t i = 0; i < length; i++) {
        crc ^= byte[i];
        for (int bit = 0; bit < 8; bit++)
            crc = crc >> 1 ^ (CRC32_POLYNOMIAL & (0u - (crc & 1u)));
    }
    output[0] = ~crc;
}
