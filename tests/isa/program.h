/* Short random programs for comparing executions.
 * SPDX-License-Identifier: MIT
 *
 * Straight-line code from the rows of the instruction table; a branch can only be the last
 * instruction. Memory instructions get a base within the data first, and lists, pairs and words are
 * mostly aligned, so that most programs run through without a fault.
 */
#pragma once

#include <stdbool.h>
#include <stdint.h>

/* Where programs and their data lie: RAM of every simulated machine that is tested. */
#define PROGRAM_CODE UINT32_C(0x20010000)
#define PROGRAM_CODE_SIZE UINT32_C(0x100000)
#define PROGRAM_DATA UINT32_C(0x20140000)
#define PROGRAM_DATA_SIZE UINT32_C(0x4000)

/* A program has a slot of its own, so that none is executed from a stale translation. */
#define PROGRAM_SLOT UINT32_C(512)
#define PROGRAM_SLOTS (PROGRAM_CODE_SIZE / PROGRAM_SLOT)

enum { PROGRAM_MAX = 96 };

struct program_instruction {
    uint32_t encoding;
    bool wide;
    uint16_t row;
};

struct program {
    uint32_t address; /* of the first instruction */
    struct program_instruction instruction[PROGRAM_MAX];
    unsigned count;
    bool branch_last;
    bool stores;          /* the data has to be restored */
    bool exclusive;       /* has a load or store exclusive: no second one, but in a pair */
    uint32_t r[15], apsr; /* to begin with */
};

/* Makes program number index of a seed: always the same. */
void program_make(struct program *program, uint64_t seed, uint64_t index);
/* Programs may have instructions of this row. */
bool program_may_have(unsigned row);
/* Writes the code, little-endian; returns its size in bytes. */
uint32_t program_code(const struct program *program, uint8_t *code);
/* Address of instruction number n, of the end for n = count. */
uint32_t program_address(const struct program *program, unsigned n);
/* What code and data hold where no program is: noise that depends on nothing. */
void program_fill_memory(uint8_t *code, uint8_t *data);
