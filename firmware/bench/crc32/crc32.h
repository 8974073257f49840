/* The CRC-32 of IEEE 802.3: what both ways to compute it share. SPDX-License-Identifier: MIT
 *
 * Polynomial 0x04C11DB7, here with its bits reversed, as the low bit of a byte comes first (IEEE
 * 802.3, 3.2.9); initial and final XOR 0xFFFFFFFF.
 */
#pragma once

#include <stdint.h>

#define CRC32_POLYNOMIAL 0xEDB88320u

/* What each value of a byte that leaves the register does to it. In flash; table.c. */
extern const uint32_t crc32_of_byte[256];
