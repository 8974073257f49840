/* The checksum by tables that the compiler makes.
 * SPDX-License-Identifier: MIT
 *
 * The register is a polynomial over GF(2), and the checksum is linear: what a byte does to it is
 * the XOR of what its bits do. A bit that still has to pass k bits of register counts x^k, reduced;
 * the constants X<k> are those. A table's entry is the XOR of the constants of its index's bits.
 */
#include "crc.h"

#define POLYNOMIAL 0x1021u

#define TIMES_X(v) ((((v) << 1) ^ (((v) & 0x8000u) != 0 ? POLYNOMIAL : 0u)) & 0xFFFFu)

enum {
    X16 = POLYNOMIAL,
    X17 = TIMES_X(X16),
    X18 = TIMES_X(X17),
    X19 = TIMES_X(X18),
    X20 = TIMES_X(X19),
    X21 = TIMES_X(X20),
    X22 = TIMES_X(X21),
    X23 = TIMES_X(X22),
    X24 = TIMES_X(X23),
    X25 = TIMES_X(X24),
    X26 = TIMES_X(X25),
    X27 = TIMES_X(X26),
    X28 = TIMES_X(X27),
    X29 = TIMES_X(X28),
    X30 = TIMES_X(X29),
    X31 = TIMES_X(X30),
    X32 = TIMES_X(X31),
    X33 = TIMES_X(X32),
    X34 = TIMES_X(X33),
    X35 = TIMES_X(X34),
    X36 = TIMES_X(X35),
    X37 = TIMES_X(X36),
    X38 = TIMES_X(X37),
    X39 = TIMES_X(X38),
    X40 = TIMES_X(X39),
    X41 = TIMES_X(X40),
    X42 = TIMES_X(X41),
    X43 = TIMES_X(X42),
    X44 = TIMES_X(X43),
    X45 = TIMES_X(X44),
    X46 = TIMES_X(X45),
    X47 = TIMES_X(X46),
    X48 = TIMES_X(X47),
    X49 = TIMES_X(X48),
    X50 = TIMES_X(X49),
    X51 = TIMES_X(X50),
    X52 = TIMES_X(X51),
    X53 = TIMES_X(X52),
    X54 = TIMES_X(X53),
    X55 = TIMES_X(X54),
    X56 = TIMES_X(X55),
    X57 = TIMES_X(X56),
    X58 = TIMES_X(X57),
    X59 = TIMES_X(X58),
    X60 = TIMES_X(X59),
    X61 = TIMES_X(X60),
    X62 = TIMES_X(X61),
    X63 = TIMES_X(X62),
    X64 = TIMES_X(X63),
    X65 = TIMES_X(X64),
    X66 = TIMES_X(X65),
    X67 = TIMES_X(X66),
    X68 = TIMES_X(X67),
    X69 = TIMES_X(X68),
    X70 = TIMES_X(X69),
    X71 = TIMES_X(X70),
    X72 = TIMES_X(X71),
    X73 = TIMES_X(X72),
    X74 = TIMES_X(X73),
    X75 = TIMES_X(X74),
    X76 = TIMES_X(X75),
    X77 = TIMES_X(X76),
    X78 = TIMES_X(X77),
    X79 = TIMES_X(X78)
};

#define BIT(n, bit, constant) (((n) >> (bit) & 1u) != 0 ? (constant) : 0)
#define NIBBLE(n, x0, x1, x2, x3) (BIT(n, 0, x0) ^ BIT(n, 1, x1) ^ BIT(n, 2, x2) ^ BIT(n, 3, x3))

/* 16 entries from the 16 values of the low nibble. */
#define ROW(entry, n)                                                                              \
    entry((n) + 0), entry((n) + 1), entry((n) + 2), entry((n) + 3), entry((n) + 4),                \
        entry((n) + 5), entry((n) + 6), entry((n) + 7), entry((n) + 8), entry((n) + 9),            \
        entry((n) + 10), entry((n) + 11), entry((n) + 12), entry((n) + 13), entry((n) + 14),       \
        entry((n) + 15)
#define TABLE(entry)                                                                               \
    ROW(entry, 0x00), ROW(entry, 0x10), ROW(entry, 0x20), ROW(entry, 0x30), ROW(entry, 0x40),      \
        ROW(entry, 0x50), ROW(entry, 0x60), ROW(entry, 0x70), ROW(entry, 0x80), ROW(entry, 0x90),  \
        ROW(entry, 0xA0), ROW(entry, 0xB0), ROW(entry, 0xC0), ROW(entry, 0xD0), ROW(entry, 0xE0),  \
        ROW(entry, 0xF0)

/* The last byte of a step of eight, the one before it, and so on. */
#define LAST(n) (NIBBLE(n, X16, X17, X18, X19) ^ NIBBLE((n) >> 4, X20, X21, X22, X23))
#define SEVENTH(n) (NIBBLE(n, X24, X25, X26, X27) ^ NIBBLE((n) >> 4, X28, X29, X30, X31))
#define SIXTH(n) (NIBBLE(n, X32, X33, X34, X35) ^ NIBBLE((n) >> 4, X36, X37, X38, X39))
#define FIFTH(n) (NIBBLE(n, X40, X41, X42, X43) ^ NIBBLE((n) >> 4, X44, X45, X46, X47))
#define FOURTH(n) (NIBBLE(n, X48, X49, X50, X51) ^ NIBBLE((n) >> 4, X52, X53, X54, X55))
#define THIRD(n) (NIBBLE(n, X56, X57, X58, X59) ^ NIBBLE((n) >> 4, X60, X61, X62, X63))
#define SECOND(n) (NIBBLE(n, X64, X65, X66, X67) ^ NIBBLE((n) >> 4, X68, X69, X70, X71))
#define FIRST(n) (NIBBLE(n, X72, X73, X74, X75) ^ NIBBLE((n) >> 4, X76, X77, X78, X79))

/* One array each: firmware that only writes keeps by_nibble, and the linker drops the others. */
static const uint16_t by_nibble[16] = {ROW(LAST, 0)};
static const uint16_t last[256] = {TABLE(LAST)};
static const uint16_t seventh[256] = {TABLE(SEVENTH)};
static const uint16_t sixth[256] = {TABLE(SIXTH)};
static const uint16_t fifth[256] = {TABLE(FIFTH)};
static const uint16_t fourth[256] = {TABLE(FOURTH)};
static const uint16_t third[256] = {TABLE(THIRD)};
static const uint16_t second[256] = {TABLE(SECOND)};
static const uint16_t first[256] = {TABLE(FIRST)};

static uint16_t add_nibble(uint16_t crc, unsigned nibble)
{
    return (uint16_t)((unsigned)crc << 4 ^ by_nibble[crc >> 12 ^ nibble]);
}

uint16_t wire_crc_add(uint16_t crc, char byte)
{
    unsigned value = (unsigned char)byte;
    return add_nibble(add_nibble(crc, value >> 4), value & 15u);
}

uint16_t wire_crc(const char *bytes, size_t length)
{
    const unsigned char *at = (const unsigned char *)bytes;
    unsigned crc = WIRE_CRC_START;
    for (; length >= 8; length -= 8, at += 8)
        crc = (unsigned)first[crc >> 8 ^ at[0]] ^ second[(crc & 0xFFu) ^ at[1]] ^ third[at[2]] ^
              fourth[at[3]] ^ fifth[at[4]] ^ sixth[at[5]] ^ seventh[at[6]] ^ last[at[7]];
    if (length >= 4) {
        crc = (unsigned)fifth[crc >> 8 ^ at[0]] ^ sixth[(crc & 0xFFu) ^ at[1]] ^ seventh[at[2]] ^
              last[at[3]];
        length -= 4;
        at += 4;
    }
    for (; length > 0; length--, at++)
        crc = (crc << 8 & 0xFFFFu) ^ last[crc >> 8 ^ *at];
    return (uint16_t)crc;
}
