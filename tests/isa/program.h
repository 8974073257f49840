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

#include "tests/isa/target.h"

#define PROGRAM_DATA_MAX UINT32_C(0x4000)

/* A program has a slot of its own, so that none is executed from a stale translation. */
#define PROGRAM_SLOT UINT32_C(512)

enum { PROGRAM_MAX = 96 };

struct program_instruction {
    uint32_t encoding;
    bool wide;
    uint16_t row;
};

struct program {
    const struct target *target;
    uint32_t address; /* of the first instruction */
    struct program_instruction instruction[PROGRAM_MAX];
    unsigned count;
    bool branch_last;
    bool stores;           /* the data has to be restored */
    bool exclusive;        /* has a load or store exclusive: no second one, but in a pair */
    uint32_t r[15], apsr;  /* to begin with */
    uint32_t s[32], fpscr; /* the first instructions write FPSCR */
};

/* Makes program number index of a seed: always the same. */
void program_make(struct program *program, const struct target *target, uint64_t seed,
                  uint64_t index);
/* Slots of the target's code: so many programs exist at a time. */
static inline uint32_t program_slots(const struct target *target)
{
    return target->code_size / PROGRAM_SLOT;
}
/* Writes the code, little-endian; returns its size in bytes. */
uint32_t program_code(const struct program *program, uint8_t *code);
/* Address of instruction number n, of the end for n = count. */
uint32_t program_address(const struct program *program, unsigned n);
/* What code and data hold where no program is: noise that depends on nothing. */
void program_fill_memory(const struct target *target, uint8_t *code, uint8_t *data);
