/* Random encodings of the rows of the instruction table.
 * SPDX-License-Identifier: MIT
 */
#include "tests/isa/encodings.h"

#include "sim/core/insn.h"
#include "tests/isa/random.h"

enum { TRIES = 1000 };

struct encoding_row {
    const char *name, *pattern;
};

static const struct encoding_row rows[ROWS] = {
#define I(id, pattern, arch, op, format, flags, assembly) {#id, pattern},
#include "sim/core/t16.def"
#include "sim/core/t32.def"
#undef I
};

unsigned encodings_first_wide_row(void)
{
    unsigned row = 0;
    while (row < ROWS && rows[row].pattern[16] == '\0')
        row++;
    return row;
}

const char *encodings_row_name(unsigned row)
{
    return row < ROWS ? rows[row].name : "none";
}

uint32_t encodings_random(unsigned row, uint64_t *random)
{
    uint32_t bits = random_word(random), encoding = 0;
    for (const char *p = rows[row].pattern; *p != '\0'; p++) {
        uint32_t bit = *p == '0' ? 0 : *p == '1' ? 1 : bits & 1u;
        bits >>= 1;
        encoding = encoding << 1 | bit;
    }
    return encoding;
}

uint32_t encodings_random_wide(uint64_t *random)
{
    static const uint32_t prefixes[] = {0xE8000000u, 0xF0000000u, 0xF8000000u};
    return prefixes[random_below(random, 3)] | (random_word(random) & 0x07FFFFFFu);
}

bool encodings_exist(enum architecture architecture, unsigned row)
{
    uint64_t random = row;
    bool wide = row >= encodings_first_wide_row();
    for (unsigned k = 0; k < TRIES; k++) {
        uint32_t encoding = encodings_random(row, &random);
        uint16_t first = (uint16_t)(wide ? encoding >> 16 : encoding);
        struct insn insn = decode(architecture, first, (uint16_t)encoding, false);
        if (insn.row == row && insn.op != OP_coprocessor)
            return true;
    }
    return false;
}
