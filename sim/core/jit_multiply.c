/* The JIT's multiplications.
 * SPDX-License-Identifier: MIT
 */
#include "sim/core/jit_emit.h"

/* Rd = Rn * Rm, or Ra with that added or subtracted. */
static void multiply(struct emit *e, int op)
{
    const struct operands *i = &e->u->insn;
    sljit_s32 n = jit_read(e, i->rn), m = jit_read(e, i->rm);
    if (op == 0) {
        sljit_emit_op2(e->c, SLJIT_MUL32, HOST(jit_write(e, i->rd)), HOST(n), HOST(m));
        return;
    }
    sljit_emit_op2(e->c, SLJIT_MUL32, HOST(HOST_T0), HOST(n), HOST(m));
    sljit_s32 a = jit_read(e, i->ra);
    sljit_emit_op2(e->c, op, HOST(jit_write(e, i->rd)), HOST(a), HOST(HOST_T0));
}

/* widen: how a factor becomes 64 bits. */
static void multiply_long(struct emit *e, int widen, bool accumulates)
{
    const struct operands *i = &e->u->insn;
    sljit_emit_op1(e->c, widen, HOST(HOST_T0), HOST(jit_read(e, i->rn)));
    sljit_emit_op1(e->c, widen, HOST(HOST_T1), HOST(jit_read(e, i->rm)));
    sljit_emit_op2(e->c, SLJIT_MUL, HOST(HOST_T0), HOST(HOST_T0), HOST(HOST_T1));
    if (accumulates) {
        sljit_emit_op1(e->c, SLJIT_MOV_U32, HOST(HOST_T1), HOST(jit_read(e, i->ra)));
        sljit_emit_op2(e->c, SLJIT_SHL, HOST(HOST_T1), HOST(HOST_T1), IMMEDIATE(32));
        sljit_emit_op1(e->c, SLJIT_MOV_U32, HOST(HOST_T2), HOST(jit_read(e, i->rd)));
        sljit_emit_op2(e->c, SLJIT_OR, HOST(HOST_T1), HOST(HOST_T1), HOST(HOST_T2));
        sljit_emit_op2(e->c, SLJIT_ADD, HOST(HOST_T0), HOST(HOST_T0), HOST(HOST_T1));
    }
    sljit_emit_op1(e->c, SLJIT_MOV32, HOST(jit_write(e, i->rd)), HOST(HOST_T0));
    sljit_emit_op2(e->c, SLJIT_LSHR, HOST(HOST_T0), HOST(HOST_T0), IMMEDIATE(32));
    sljit_emit_op1(e->c, SLJIT_MOV32, HOST(jit_write(e, i->ra)), HOST(HOST_T0));
}

bool jit_emit_multiply(struct emit *e)
{
    switch ((unsigned)e->u->insn.op) {
    case OP_mul:
        multiply(e, 0);
        return true;
    case OP_muls:
        multiply(e, 0);
        jit_set_result(e, jit_read(e, e->u->insn.rd));
        return true;
    case OP_mla:
        multiply(e, SLJIT_ADD32);
        return true;
    case OP_mls:
        multiply(e, SLJIT_SUB32);
        return true;
    case OP_umull:
    case OP_umlal:
        multiply_long(e, SLJIT_MOV_U32, e->u->insn.op == OP_umlal);
        return true;
    case OP_smull:
    case OP_smlal:
        multiply_long(e, SLJIT_MOV_S32, e->u->insn.op == OP_smlal);
        return true;
    default:
        return false;
    }
}
