/* CRC-16/CCITT-FALSE, the checksum of a line.
 * SPDX-License-Identifier: MIT
 *
 * Polynomial 0x1021, initial 0xFFFF, no reflection, no final XOR; "123456789" gives 0x29B1 (Greg
 * Cook, Catalogue of parametrised CRC algorithms, CRC-16/IBM-3740).
 */
#pragma once

#include <stddef.h>
#include <stdint.h>

#define WIRE_CRC_START 0xFFFFu

/* The checksum of one byte more, for who has them one at a time: the writer, in 32 bytes of table.
 */
uint16_t wire_crc_add(uint16_t crc, char byte);

/* The checksum of all of them: the reader, eight bytes a step. */
uint16_t wire_crc(const char *bytes, size_t length);
