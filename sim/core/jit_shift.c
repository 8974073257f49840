/* The JIT's shifts, bit fields and extensions.
 * SPDX-License-Identifier: MIT
 */
#include "sim/core/jit_emit.h"

/* Rm shifted by a constant; what is not a register itself is in HOST_T1. */
struct operand jit_shifted(struct emit *e, unsigned type, unsigned amount)
{
    static const int ops[] = {SLJIT_SHL32, SLJIT_LSHR32, SLJIT_ASHR32, SLJIT_ROTR32};
    sljit_s32 m = jit_read(e, e->u->insn.rm);
    if (amount == 0)
        return jit_register(m);
    if (amount >= 32 && type != SHIFT_ROR) {
        if (type != SHIFT_ASR)
            return jit_constant(0);
        amount = 31;
    }
    sljit_emit_op2(e->c, ops[type], HOST(HOST_T1), HOST(m), IMMEDIATE(amount & 31));
    return jit_register(HOST_T1);
}

/* The last bit that leaves Rm. */
void jit_set_carry_of_shift(struct emit *e, unsigned type, unsigned amount)
{
    if (amount == 0)
        return;
    sljit_s32 m = jit_read(e, e->u->insn.rm);
    unsigned bit = type == SHIFT_LSL ? 32 - amount : (amount - 1) & 31;
    sljit_emit_op2(e->c, SLJIT_LSHR32, HOST(HOST_T2), HOST(m), IMMEDIATE(bit));
    sljit_emit_op2(e->c, SLJIT_AND32, HOST(HOST_T2), HOST(HOST_T2), IMMEDIATE(1));
    jit_set_carry(e, jit_register(HOST_T2));
}

/* ---- shifts as instructions ---- */

static bool shift_by_constant(struct emit *e, bool sets_flags)
{
    const struct operands *i = &e->u->insn;
    if (i->shift_type == SHIFT_RRX)
        return false;
    struct operand b = jit_shifted(e, i->shift_type, i->shift_n);
    if (sets_flags)
        jit_set_carry_of_shift(e, i->shift_type, i->shift_n);
    sljit_s32 d = jit_write(e, i->rd);
    sljit_emit_op1(e->c, SLJIT_MOV32, HOST(d), OF(b));
    if (sets_flags)
        jit_set_result(e, d);
    return true;
}

/* With C as a bit beside the operand, which an amount of 0 leaves where it is. */
static bool shift_with_carry(struct emit *e)
{
    const struct operands *i = &e->u->insn;
    if (i->shift_type > SHIFT_ASR)
        return false;
    sljit_s32 m = jit_read(e, i->rm), n = jit_read(e, i->rn);
    jit_get_carry(e, HOST_T2);
    sljit_emit_op1(e->c, SLJIT_MOV_U32, HOST(HOST_T2), HOST(HOST_T2));
    sljit_emit_op1(e->c, SLJIT_MOV_U8, HOST(HOST_T0), HOST(m));
    jit_leave_if(e, e->u, sljit_emit_cmp(e->c, SLJIT_GREATER_EQUAL, HOST(HOST_T0), IMMEDIATE(64)));
    sljit_emit_op1(e->c, i->shift_type == SHIFT_ASR ? SLJIT_MOV_S32 : SLJIT_MOV_U32, HOST(HOST_T1),
                   HOST(n));
    sljit_s32 d = jit_write(e, i->rd);
    if (i->shift_type == SHIFT_LSL) {
        sljit_emit_op2(e->c, SLJIT_SHL, HOST(HOST_T2), HOST(HOST_T2), IMMEDIATE(32));
        sljit_emit_op2(e->c, SLJIT_OR, HOST(HOST_T1), HOST(HOST_T1), HOST(HOST_T2));
        sljit_emit_op2(e->c, SLJIT_SHL, HOST(HOST_T1), HOST(HOST_T1), HOST(HOST_T0));
        sljit_emit_op1(e->c, SLJIT_MOV32, HOST(d), HOST(HOST_T1));
        sljit_emit_op2(e->c, SLJIT_LSHR, HOST(HOST_T1), HOST(HOST_T1), IMMEDIATE(32));
    } else {
        sljit_emit_op2(e->c, SLJIT_SHL, HOST(HOST_T1), HOST(HOST_T1), IMMEDIATE(1));
        sljit_emit_op2(e->c, SLJIT_OR, HOST(HOST_T1), HOST(HOST_T1), HOST(HOST_T2));
        sljit_emit_op2(e->c, i->shift_type == SHIFT_ASR ? SLJIT_ASHR : SLJIT_LSHR, HOST(HOST_T1),
                       HOST(HOST_T1), HOST(HOST_T0));
        sljit_emit_op2(e->c, SLJIT_LSHR, HOST(HOST_T2), HOST(HOST_T1), IMMEDIATE(1));
        sljit_emit_op1(e->c, SLJIT_MOV32, HOST(d), HOST(HOST_T2));
    }
    sljit_emit_op2(e->c, SLJIT_AND, HOST(HOST_T1), HOST(HOST_T1), IMMEDIATE(1));
    jit_set_carry(e, jit_register(HOST_T1));
    jit_set_result(e, d);
    return true;
}

/* Amounts from 32 on are rare: they leave. */
static bool shift_by_register(struct emit *e, bool sets_flags)
{
    static const int ops[] = {SLJIT_MSHL32, SLJIT_MLSHR32, SLJIT_MASHR32, SLJIT_ROTR32};
    const struct operands *i = &e->u->insn;
    if (sets_flags)
        return shift_with_carry(e);
    if (i->shift_type == SHIFT_RRX)
        return false;
    sljit_s32 m = jit_read(e, i->rm), n = jit_read(e, i->rn);
    sljit_emit_op2(e->c, SLJIT_AND32, HOST(HOST_T0), HOST(m), IMMEDIATE(0xFF));
    if (i->shift_type != SHIFT_ROR)
        jit_leave_if(
            e, e->u,
            sljit_emit_cmp(e->c, SLJIT_GREATER_EQUAL | SLJIT_32, HOST(HOST_T0), IMMEDIATE(32)));
    sljit_s32 d = jit_write(e, i->rd);
    sljit_emit_op2(e->c, ops[i->shift_type], HOST(d), HOST(n), HOST(HOST_T0));
    return true;
}

/* ---- bit fields, extension ---- */

static uint32_t mask(uint32_t width)
{
    return (uint32_t)(((uint64_t)1 << width) - 1);
}

static void insert_field(struct emit *e, bool clears)
{
    const struct operands *i = &e->u->insn;
    uint32_t field = mask(i->imm) << i->shift_n;
    if (!clears) {
        sljit_emit_op2(e->c, SLJIT_AND32, HOST(HOST_T0), HOST(jit_read(e, i->rn)),
                       IMMEDIATE_32(mask(i->imm)));
        sljit_emit_op2(e->c, SLJIT_SHL32, HOST(HOST_T0), HOST(HOST_T0), IMMEDIATE(i->shift_n));
    }
    jit_read(e, i->rd);
    sljit_s32 d = jit_write(e, i->rd);
    sljit_emit_op2(e->c, SLJIT_AND32, HOST(d), HOST(d), IMMEDIATE_32(~field));
    if (!clears)
        sljit_emit_op2(e->c, SLJIT_OR32, HOST(d), HOST(d), HOST(HOST_T0));
}

/* Rd = (Rn << left) >> right. */
static void extract_field(struct emit *e, int right_op)
{
    const struct operands *i = &e->u->insn;
    sljit_s32 n = jit_read(e, i->rn), d = jit_write(e, i->rd);
    sljit_emit_op2(e->c, SLJIT_SHL32, HOST(d), HOST(n), IMMEDIATE(32 - i->imm - i->shift_n));
    sljit_emit_op2(e->c, right_op, HOST(d), HOST(d), IMMEDIATE(32 - i->imm));
}

static void extend(struct emit *e, int op)
{
    const struct operands *i = &e->u->insn;
    sljit_s32 m = jit_read(e, i->rm), from = m;
    if (i->shift_n != 0) {
        sljit_emit_op2(e->c, SLJIT_ROTR32, HOST(HOST_T0), HOST(m), IMMEDIATE(i->shift_n));
        from = HOST_T0;
    }
    sljit_emit_op1(e->c, op, HOST(jit_write(e, i->rd)), HOST(from));
}

static void unary(struct emit *e, int op)
{
    sljit_s32 m = jit_read(e, e->u->insn.rm);
    sljit_emit_op1(e->c, op, HOST(jit_write(e, e->u->insn.rd)), HOST(m));
}

static void move_top(struct emit *e)
{
    const struct operands *i = &e->u->insn;
    jit_read(e, i->rd);
    sljit_s32 d = jit_write(e, i->rd);
    sljit_emit_op2(e->c, SLJIT_AND32, HOST(d), HOST(d), IMMEDIATE(0xFFFF));
    sljit_emit_op2(e->c, SLJIT_OR32, HOST(d), HOST(d), IMMEDIATE_32(i->imm << 16));
}

static void move_value(struct emit *e, uint32_t value)
{
    sljit_emit_op1(e->c, SLJIT_MOV32, HOST(jit_write(e, e->u->insn.rd)), IMMEDIATE_32(value));
}

bool jit_emit_shift(struct emit *e)
{
    const struct operands *i = &e->u->insn;
    switch ((unsigned)i->op) {
    case OP_shift_i:
    case OP_shifts_i:
        return shift_by_constant(e, i->op == OP_shifts_i);
    case OP_shift_r:
    case OP_shifts_r:
        return shift_by_register(e, i->op == OP_shifts_r);
    case OP_movt:
        move_top(e);
        return true;
    case OP_adr:
        move_value(e, ((e->u->pc + 4) & ~3u) + i->imm);
        return true;
    case OP_bfi:
    case OP_bfc:
        insert_field(e, i->op == OP_bfc);
        return true;
    case OP_ubfx:
        extract_field(e, SLJIT_LSHR32);
        return true;
    case OP_sbfx:
        extract_field(e, SLJIT_ASHR32);
        return true;
    case OP_clz:
        unary(e, SLJIT_CLZ32);
        return true;
    case OP_rev:
        unary(e, SLJIT_REV32);
        return true;
    case OP_sxtb:
        extend(e, SLJIT_MOV32_S8);
        return true;
    case OP_sxth:
        extend(e, SLJIT_MOV32_S16);
        return true;
    case OP_uxtb:
        extend(e, SLJIT_MOV32_U8);
        return true;
    case OP_uxth:
        extend(e, SLJIT_MOV32_U16);
        return true;
    case OP_nop:
    case OP_pld:
        return true;
    default:
        return false;
    }
}
