/* Writes Thumb code: what the pieces of a random guest are made of.
 * SPDX-License-Identifier: MIT
 *
 * Registers: r0 to r3 and r12 are anybody's; code in Thread mode has r4 to r6 and r8 to r11 too;
 * r7 counts loops. Handlers save what else they use.
 */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "sim/core/insn.h"

struct guest_machine;

enum { EMIT_HALVES_MAX = 6000 };

struct emitter {
    const struct guest_machine *machine;
    enum architecture architecture; /* the machine's */
    uint64_t *random;
    uint32_t address; /* of half[0] */
    uint16_t half[EMIT_HALVES_MAX];
    unsigned halves;
    bool in_handler;
    uint32_t kept; /* bits of registers that are in use just now */
};

/* Bits of the registers that this code may change. */
uint32_t emit_free_registers(const struct emitter *e);
static inline bool emit_has_v7m(const struct emitter *e)
{
    return e->architecture != ARCH_V6M;
}
static inline bool emit_has_fpu(const struct emitter *e)
{
    return e->architecture >= ARCH_V7EM;
}
uint32_t emit_below(struct emitter *e, uint32_t limit);
static inline uint32_t emit_here(const struct emitter *e)
{
    return e->address + 2 * e->halves;
}

void emit_16(struct emitter *e, unsigned half);
void emit_32(struct emitter *e, uint32_t encoding);
/* A low register of those that are free, other than one (8: any will do). */
unsigned emit_low(struct emitter *e, unsigned other);
/* Loads a constant into a low register, from the code or from a literal amid it. */
void emit_constant(struct emitter *e, unsigned reg, uint32_t value);
/* Stores value at an address; size: 1, 2 or 4. */
void emit_store(struct emitter *e, uint32_t address, uint32_t value, unsigned size);
/* A random instruction that only computes: registers to registers. */
void emit_filler(struct emitter *e, bool in_it);
void emit_fillers(struct emitter *e, unsigned max);
/* The same of S registers. */
void emit_float(struct emitter *e, bool in_it);
/* A random load or store around the word at base. */
void emit_access(struct emitter *e, uint32_t base);
/* IT with count instructions behind it. */
void emit_it(struct emitter *e, unsigned count);
/* A conditional branch over what is emitted until emit_land(e, emit_skip(...)). */
unsigned emit_skip(struct emitter *e, unsigned condition);
void emit_land(struct emitter *e, unsigned skip);
/* Branches back while Z is clear. */
void emit_loop_back(struct emitter *e, uint32_t target);
