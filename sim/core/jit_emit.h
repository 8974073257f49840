/* Inside the JIT: what its parts share while one block is compiled.
 * SPDX-License-Identifier: MIT
 *
 * Registers of the guest live in memory between blocks, and in host registers inside of one from
 * their first use on. Flags are kept as the operands that they follow from; whoever reads them
 * computes what he needs. Code that is rarely executed stands behind the block: stubs, each with
 * the state of registers and flags where it was branched to.
 */
#pragma once

#include <stddef.h>

#include <sljitLir.h>

#include "sim/core/block.h"
#include "sim/core/jit.h"
#include "sim/state.h"

/* ---- host registers ---- */

#define HOST_SIM SLJIT_S0
#define HOST_CYC SLJIT_S1
#define HOST_SRAM SLJIT_S2
#define HOST_FLAG_A SLJIT_S3
#define HOST_FLAG_B SLJIT_S4
#define HOST_RESULT SLJIT_S5 /* its sign and whether it is zero are N and Z */
#define HOST_SAVED 6
#define HOST_T0 SLJIT_R0
#define HOST_T1 SLJIT_R1
#define HOST_T2 SLJIT_R2
/* Those behind hold registers of the guest; calls destroy them. */
#define HOST_CACHED 4
#define HOST_CACHE(k) (sljit_s32) SLJIT_R((k) + 3)
#define HOST_SCRATCH (HOST_CACHED + 3)

/* Arguments of enter and context of all code. */
#define HOST_ARGUMENTS SLJIT_ARGS2V(P, P_R)

/* A member of struct sim as an operand. */
#define IN_SIM(member) SLJIT_MEM1(HOST_SIM), (sljit_sw)offsetof(struct sim, member)
#define GUEST(number)                                                                              \
    SLJIT_MEM1(HOST_SIM), (sljit_sw)(offsetof(struct sim, core.r) + 4 * (size_t)(number))
#define IMMEDIATE(value) SLJIT_IMM, (sljit_sw)(value)
#define IMMEDIATE_32(value) SLJIT_IMM, (sljit_sw)(int32_t)(value)
#define HOST(r) (r), 0

struct operand {
    sljit_s32 what; /* a register or SLJIT_IMM */
    sljit_sw value;
};
#define OF(operand) (operand).what, (operand).value

static inline struct operand jit_register(sljit_s32 host)
{
    return (struct operand){host, 0};
}

static inline struct operand jit_constant(uint32_t value)
{
    return (struct operand){SLJIT_IMM, (int32_t)value};
}

struct cache {
    uint8_t guest[HOST_CACHED]; /* NO_REGISTER: none */
    bool dirty[HOST_CACHED];    /* memory has an old value */
    unsigned used[HOST_CACHED]; /* when last */
};

enum flag_place {
    FLAG_MEMORY, /* as core and jit.flags say */
    FLAG_STORED, /* in core, but jit.flags does not know it yet */
    FLAG_RESULT, /* N and Z only: HOST_RESULT */
    FLAG_AB      /* follows from HOST_FLAG_A and b */
};

struct flags {
    uint8_t nz, c, v; /* enum flag_place */
    bool is_sum;      /* a + b; else a - b */
    bool settled;     /* jit.flags is known to be 0 */
    struct operand b; /* HOST_FLAG_B or a constant */
};

#define JUMPS_MAX 4
struct jumps {
    struct sljit_jump *jump[JUMPS_MAX];
    unsigned count;
};

struct emit;

struct stub {
    void (*emit)(struct emit *e, const struct stub *stub);
    struct jumps from;
    struct cache cache;
    struct flags flags;
    const struct uop *u;
    struct sljit_label *back;
    uint32_t value;
};

/* A micro-operation needs fewer than STUBS_OF_ONE, and each stub at most three more. */
#define STUBS_MAX 2048
#define STUBS_OF_ONE 16

struct emit {
    struct sljit_compiler *c;
    struct sim *sim;
    struct engine *engine;
    struct block *block;
    const struct uop *u;
    struct cache cache;
    struct flags flags;
    unsigned uses;
    uint32_t granule;    /* of flash, fetched last; 0: not known */
    bool has_float;      /* core.fp_ready is known to be set */
    bool ended;          /* nothing goes on behind */
    struct jumps leaves; /* to the code that leaves, which has the index in HOST_T0 */
    unsigned stubs;
    struct stub stub[STUBS_MAX];
};

/* ---- jit.c ---- */

void jit_add_jump(struct jumps *jumps, struct sljit_jump *jump);
void jit_land(struct emit *e, const struct jumps *jumps);
/* A stub with the present state, for jumps to it. */
struct stub *jit_stub(struct emit *e, void (*emit)(struct emit *e, const struct stub *stub));
/* Leaves before u if jump is taken; the present state must be that of u's start. */
void jit_leave_if(struct emit *e, const struct uop *u, struct sljit_jump *jump);
/* Leaves before u. */
void jit_leave(struct emit *e, const struct uop *u);

/* ---- jit_registers.c ---- */

void jit_forget(struct cache *cache);
/* The host register that has the guest's register; that shall get a new value. */
sljit_s32 jit_read(struct emit *e, unsigned guest);
sljit_s32 jit_write(struct emit *e, unsigned guest);
/* The next jit_write of guest will emit no code. */
void jit_make_room(struct emit *e, unsigned guest);
/* Where guest's value is: a host register or memory. */
struct operand jit_where(const struct emit *e, unsigned guest);
/* The value of guest in memory is the right one. */
void jit_drop(struct emit *e, unsigned guest);
/* Stores what memory has not; the state stays. */
void jit_write_back(struct emit *e, const struct cache *cache);
/* Loads what the cache has. */
void jit_reload(struct emit *e, const struct cache *cache);

/* ---- jit_flags.c ---- */

/* All flags follow from a + b or a - b. */
void jit_set_flags(struct emit *e, bool is_sum, struct operand a, struct operand b);
/* N and Z follow from the result in host register. */
void jit_set_result(struct emit *e, sljit_s32 host);
/* C is the operand, 0 or 1. */
void jit_set_carry(struct emit *e, struct operand carry);
/* V is the operand, 0 or 1. */
void jit_set_overflow(struct emit *e, struct operand overflow);
/* Host register = C. */
void jit_get_carry(struct emit *e, sljit_s32 host);
/* Writes to memory what is in registers; the state stays. */
void jit_flush_flags(struct emit *e, const struct flags *flags);
/* All flags are in memory, and settled says that nothing is pending. */
void jit_flags_in_memory(struct emit *e, bool settled);
/* Jumps that are taken if the condition (0 to 13) holds. */
struct jumps jit_jump_if(struct emit *e, unsigned condition);

/* ---- one file a kind: false where the operation is not theirs ---- */

bool jit_emit_alu(struct emit *e);
bool jit_emit_shift(struct emit *e);
bool jit_emit_multiply(struct emit *e);
bool jit_emit_memory(struct emit *e);
bool jit_emit_float(struct emit *e);
bool jit_emit_branch(struct emit *e);
bool jit_emit_pseudo(struct emit *e);
bool jit_emit_call(struct emit *e);

/* Rm shifted by a constant, not by RRX; what is not a register itself is in HOST_T1. */
struct operand jit_shifted(struct emit *e, unsigned type, unsigned amount);
/* C is the last bit that leaves Rm. */
void jit_set_carry_of_shift(struct emit *e, unsigned type, unsigned amount);
/* Leaves where the new SP in host may be below its limit. */
void jit_check_stack(struct emit *e, sljit_s32 host);
/* Uses a line of the ICACHE (address >> ICACHE_LINE_SHIFT), or leaves where it is not there. */
void jit_hit_icache(struct emit *e, uint32_t line);
/* HOST_T0 = index in SRAM, in units of 1 << shift, of HOST_T0 + SRAM's base; the jump is taken
 * where it is not in SRAM, or not aligned. */
struct sljit_jump *jit_outside(struct emit *e, unsigned shift);
/* Leaves where the page of that index has code or is watched; more: added to it. */
void jit_check_page(struct emit *e, unsigned shift, unsigned more);
/* For calls: the value at an aligned address in flash, with FLASH_HIT if it costs nothing. */
#define FLASH_HIT (UINT64_C(1) << 32)
uint64_t jit_load_flash(struct sim *sim, uint32_t address);
/* Where the host has what a load from this address reads, if it is in SRAM or in flash that may
 * cost nothing; NULL: elsewhere. jit_use_literal emits what such a load takes, or leaves. */
const uint8_t *jit_literal(const struct emit *e, uint32_t address);
const uint8_t *jit_use_literal(struct emit *e, uint32_t address);
/* HOST_T0 = address of Rn, moved, of count words that are in SRAM, aligned and, for stores, not
 * watched; or leaves. */
void jit_words(struct emit *e, uint32_t displacement, unsigned count, bool is_store);
/* SP as a base is not below its limit after the change, or leaves. */
void jit_check_base(struct emit *e, uint32_t change);

/* The operation needs nothing but its registers rd, rn, rm, ra, which it reads or writes as a
 * whole; it leaves flags alone. */
bool jit_is_simple(const struct operands *operands);

/* Settles what is pending in jit.flags. */
void jit_settle_flags(struct sim *sim);
