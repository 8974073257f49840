/* The JIT's flags: kept as operands, computed where they are read.
 * SPDX-License-Identifier: MIT
 *
 * N, Z, C and V of a comparison follow from its operands a and b, so that most comparisons and the
 * branch behind become one comparison of the host. Across blocks the operands go through
 * struct jit_frame.
 */
#include "sim/core/jit_emit.h"

#define A HOST(HOST_FLAG_A)
#define B OF(e->flags.b)

/* ---- settling, in C ---- */

void jit_settle_flags(struct sim *sim)
{
    struct core *core = &sim->core;
    uint32_t pending = sim->jit.flags, a = sim->jit.flag_a, b = sim->jit.flag_b;
    bool is_sum = (pending & FLAGS_ADD) != 0;
    uint32_t result = is_sum ? a + b : a - b;
    if ((pending & FLAGS_NZ) != 0)
        core->n = core->z = result;
    if ((pending & FLAGS_C) != 0)
        core->c = is_sum ? result < a : a >= b;
    if ((pending & FLAGS_V) != 0)
        core->v = ((is_sum ? ~(a ^ b) : a ^ b) & (a ^ result)) >> 31;
    sim->jit.flags = 0;
}

/* ---- changes ---- */

void jit_set_flags(struct emit *e, bool is_sum, struct operand a, struct operand b)
{
    sljit_emit_op1(e->c, SLJIT_MOV32, A, OF(a));
    if (b.what != SLJIT_IMM) {
        sljit_emit_op1(e->c, SLJIT_MOV32, HOST(HOST_FLAG_B), OF(b));
        b = (struct operand){HOST_FLAG_B, 0};
    }
    e->flags = (struct flags){.nz = FLAG_AB, .c = FLAG_AB, .v = FLAG_AB, .is_sum = is_sum, .b = b};
}

void jit_set_result(struct emit *e, sljit_s32 host)
{
    if (host != HOST_RESULT)
        sljit_emit_op1(e->c, SLJIT_MOV32, HOST(HOST_RESULT), HOST(host));
    e->flags.nz = FLAG_RESULT;
}

void jit_set_carry(struct emit *e, struct operand carry)
{
    sljit_emit_op1(e->c, SLJIT_MOV32, IN_SIM(core.c), OF(carry));
    e->flags.c = FLAG_STORED;
}

void jit_set_overflow(struct emit *e, struct operand overflow)
{
    sljit_emit_op1(e->c, SLJIT_MOV32, IN_SIM(core.v), OF(overflow));
    e->flags.v = FLAG_STORED;
}

/* ---- to memory ---- */

static uint32_t which(const struct flags *flags, enum flag_place place)
{
    return (flags->nz == place ? FLAGS_NZ : 0u) | (flags->c == place ? FLAGS_C : 0u) |
           (flags->v == place ? FLAGS_V : 0u);
}

void jit_flush_flags(struct emit *e, const struct flags *flags)
{
    uint32_t pending = which(flags, FLAG_AB);
    uint32_t known = which(flags, FLAG_STORED) | which(flags, FLAG_RESULT);
    if (flags->nz == FLAG_RESULT) {
        sljit_emit_op1(e->c, SLJIT_MOV32, IN_SIM(core.n), HOST(HOST_RESULT));
        sljit_emit_op1(e->c, SLJIT_MOV32, IN_SIM(core.z), HOST(HOST_RESULT));
    }
    if (pending != 0) {
        sljit_emit_op1(e->c, SLJIT_MOV32, IN_SIM(jit.flag_a), A);
        sljit_emit_op1(e->c, SLJIT_MOV32, IN_SIM(jit.flag_b), OF(flags->b));
        if (flags->is_sum)
            pending |= FLAGS_ADD;
        sljit_emit_op1(e->c, SLJIT_MOV32, IN_SIM(jit.flags), IMMEDIATE(pending));
    } else if (known != 0 && !flags->settled) {
        sljit_emit_op2(e->c, SLJIT_AND32, IN_SIM(jit.flags), IN_SIM(jit.flags),
                       IMMEDIATE_32(~known));
    }
}

void jit_flags_in_memory(struct emit *e, bool settled)
{
    e->flags = (struct flags){.settled = settled};
}

static void emit_settle(struct emit *e, const struct stub *stub)
{
    jit_write_back(e, &stub->cache);
    sljit_emit_op1(e->c, SLJIT_MOV, HOST(SLJIT_R0), HOST(HOST_SIM));
    sljit_emit_icall(e->c, SLJIT_CALL, SLJIT_ARGS1V(P),
                     IMMEDIATE(SLJIT_FUNC_ADDR(jit_settle_flags)));
    jit_reload(e, &stub->cache);
    sljit_set_label(sljit_emit_jump(e->c, SLJIT_JUMP), stub->back);
}

/* Core has all flags. */
static void settle(struct emit *e)
{
    if (e->flags.settled && which(&e->flags, FLAG_AB) == 0 && e->flags.nz != FLAG_RESULT)
        return;
    bool certain = which(&e->flags, FLAG_AB) == 0 && e->flags.settled;
    jit_flush_flags(e, &e->flags);
    if (!certain) {
        struct stub *stub = jit_stub(e, emit_settle);
        jit_add_jump(&stub->from, sljit_emit_cmp(e->c, SLJIT_NOT_EQUAL | SLJIT_32,
                                                 IN_SIM(jit.flags), IMMEDIATE(0)));
        stub->back = sljit_emit_label(e->c);
    }
    jit_flags_in_memory(e, true);
}

void jit_get_carry(struct emit *e, sljit_s32 host)
{
    if (e->flags.c != FLAG_AB) {
        if (e->flags.c == FLAG_MEMORY)
            settle(e);
        sljit_emit_op1(e->c, SLJIT_MOV32, HOST(host), IN_SIM(core.c));
    } else if (e->flags.is_sum) {
        sljit_emit_op2u(e->c, SLJIT_ADD32 | SLJIT_SET_CARRY, A, B);
        sljit_emit_op_flags(e->c, SLJIT_MOV32, HOST(host), SLJIT_CARRY);
    } else {
        sljit_emit_op2u(e->c, SLJIT_SUB32 | SLJIT_SET_GREATER_EQUAL, A, B);
        sljit_emit_op_flags(e->c, SLJIT_MOV32, HOST(host), SLJIT_GREATER_EQUAL);
    }
}

/* ---- conditions ---- */

static struct jumps one(struct sljit_jump *jump)
{
    return (struct jumps){.jump = {jump}, .count = 1};
}

/* By number of the condition, behind a comparison of the host; -1: not by one comparison. */
static const int8_t comparisons[14] = {
    SLJIT_EQUAL,
    SLJIT_NOT_EQUAL,
    SLJIT_GREATER_EQUAL,
    SLJIT_LESS,
    -1,
    -1,
    -1,
    -1,
    SLJIT_GREATER,
    SLJIT_LESS_EQUAL,
    SLJIT_SIG_GREATER_EQUAL,
    SLJIT_SIG_LESS,
    SLJIT_SIG_GREATER,
    SLJIT_SIG_LESS_EQUAL,
};

/* EQ, NE, MI, PL: of a value. */
static struct jumps jump_if_value(struct emit *e, unsigned condition, sljit_s32 host)
{
    static const int types[4] = {SLJIT_EQUAL, SLJIT_NOT_EQUAL, SLJIT_SIG_LESS,
                                 SLJIT_SIG_GREATER_EQUAL};
    int type = types[(condition & 4u) >> 1 | (condition & 1u)];
    return one(sljit_emit_cmp(e->c, type | SLJIT_32, HOST(host), IMMEDIATE(0)));
}

static struct jumps jump_if_word(struct emit *e, int type, sljit_sw offset)
{
    return one(sljit_emit_cmp(e->c, type | SLJIT_32, SLJIT_MEM1(HOST_SIM), offset, IMMEDIATE(0)));
}
#define WORD(member) (sljit_sw) offsetof(struct sim, member)

/* HI: C and not Z; GT: N equals V and not Z. */
static struct jumps jump_if_both(struct emit *e, struct sljit_jump *not_first, bool holds)
{
    struct jumps jumps;
    if (holds) {
        jumps = jump_if_word(e, SLJIT_NOT_EQUAL, WORD(core.z));
        sljit_set_label(not_first, sljit_emit_label(e->c));
    } else {
        jumps = jump_if_word(e, SLJIT_EQUAL, WORD(core.z));
        jit_add_jump(&jumps, not_first);
    }
    return jumps;
}

static struct sljit_jump *jump_if_signed(struct emit *e, int type)
{
    sljit_emit_op2(e->c, SLJIT_LSHR32, HOST(HOST_T0), IN_SIM(core.n), IMMEDIATE(31));
    return sljit_emit_cmp(e->c, type | SLJIT_32, HOST(HOST_T0), IN_SIM(core.v));
}

static struct jumps jump_if_settled(struct emit *e, unsigned condition)
{
    bool holds = (condition & 1u) == 0;
    int set = holds ? SLJIT_NOT_EQUAL : SLJIT_EQUAL;
    settle(e);
    switch (condition >> 1) {
    case 0:
        return jump_if_word(e, holds ? SLJIT_EQUAL : SLJIT_NOT_EQUAL, WORD(core.z));
    case 1:
        return jump_if_word(e, set, WORD(core.c));
    case 2:
        return jump_if_word(e, holds ? SLJIT_SIG_LESS : SLJIT_SIG_GREATER_EQUAL, WORD(core.n));
    case 3:
        return jump_if_word(e, set, WORD(core.v));
    case 4:
        return jump_if_both(e, jump_if_word(e, SLJIT_EQUAL, WORD(core.c)).jump[0], holds);
    case 5:
        return one(jump_if_signed(e, holds ? SLJIT_EQUAL : SLJIT_NOT_EQUAL));
    default:
        return jump_if_both(e, jump_if_signed(e, SLJIT_NOT_EQUAL), holds);
    }
}

struct jumps jit_jump_if(struct emit *e, unsigned condition)
{
    const struct flags *flags = &e->flags;
    bool of_value = condition < 2 || condition >> 1 == 2;
    if (of_value && flags->nz == FLAG_RESULT)
        return jump_if_value(e, condition, HOST_RESULT);
    bool all = flags->nz == FLAG_AB && flags->c == FLAG_AB && flags->v == FLAG_AB;
    if (all && !flags->is_sum && comparisons[condition] >= 0)
        return one(sljit_emit_cmp(e->c, comparisons[condition] | SLJIT_32, A, B));
    if (of_value && flags->nz == FLAG_AB) {
        sljit_emit_op2(e->c, flags->is_sum ? SLJIT_ADD32 : SLJIT_SUB32, HOST(HOST_T0), A, B);
        return jump_if_value(e, condition, HOST_T0);
    }
    if (condition >> 1 == 1 && flags->c == FLAG_AB && !flags->is_sum)
        return one(sljit_emit_cmp(e->c, comparisons[condition] | SLJIT_32, A, B));
    return jump_if_settled(e, condition);
}
