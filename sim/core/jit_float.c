/* The JIT's floating-point loads, stores and moves; arithmetic is called.
 * SPDX-License-Identifier: MIT
 */
#include "sim/core/jit_emit.h"

#define SINGLE(number)                                                                             \
    SLJIT_MEM1(HOST_SIM), (sljit_sw)(offsetof(struct sim, core.s) + 4 * (size_t)(number))

/* Leaves where the access has to be prepared. */
static void check_access(struct emit *e)
{
    if (e->has_float)
        return;
    sljit_emit_op1(e->c, SLJIT_MOV32_U8, HOST(HOST_T0), IN_SIM(core.fp_ready));
    jit_leave_if(e, e->u,
                 sljit_emit_cmp(e->c, SLJIT_EQUAL | SLJIT_32, HOST(HOST_T0), IMMEDIATE(0)));
    e->has_float = true;
}

/* count S registers from number on; two at once go through a 64-bit register. */
static void copy(struct emit *e, unsigned number, unsigned count, bool is_store)
{
    unsigned k = 0;
    while (k < count) {
        bool two = k + 1 < count;
        int move = two ? SLJIT_MOV : SLJIT_MOV32;
        sljit_sw at = (sljit_sw)(4 * k);
        if (is_store)
            sljit_emit_op1(e->c, move, SLJIT_MEM1(HOST_T0), at, SINGLE(number + k));
        else
            sljit_emit_op1(e->c, move, SINGLE(number + k), SLJIT_MEM1(HOST_T0), at);
        k += two ? 2 : 1;
    }
}

/* displacement: from Rn to the first word; change: of Rn. */
static bool list(struct emit *e, uint32_t displacement, uint32_t change, bool is_store)
{
    const struct operands *i = &e->u->insn;
    unsigned count = i->shift_n;
    if (count == 0 || i->sd + count > NO_SINGLE || e->engine->sram_size >> 2 < count)
        return false;
    check_access(e);
    jit_check_base(e, change);
    jit_words(e, displacement, count, is_store);
    copy(e, i->sd, count, is_store);
    if (change != 0) {
        sljit_s32 n = jit_read(e, i->rn);
        jit_write(e, i->rn);
        sljit_emit_op2(e->c, SLJIT_ADD32, HOST(n), HOST(n), IMMEDIATE_32(change));
    }
    return true;
}

static bool words(struct emit *e, unsigned count, bool is_store)
{
    check_access(e);
    jit_words(e, e->u->insn.imm, count, is_store);
    copy(e, e->u->insn.sd, count, is_store);
    return true;
}

static bool literal(struct emit *e)
{
    uint32_t at = ((e->u->pc + 4) & ~3u) + e->u->insn.imm;
    if ((at & 3u) != 0 || jit_literal(e, at) == NULL)
        return false;
    check_access(e);
    const uint8_t *from = jit_use_literal(e, at);
    sljit_emit_op1(e->c, SLJIT_MOV32, SINGLE(e->u->insn.sd), SLJIT_MEM0(),
                   (sljit_sw)(uintptr_t)from);
    return true;
}

static bool move(struct emit *e)
{
    const struct operands *i = &e->u->insn;
    check_access(e);
    switch ((unsigned)i->op) {
    case OP_vmov_i:
        sljit_emit_op1(e->c, SLJIT_MOV32, SINGLE(i->sd), IMMEDIATE_32(i->imm));
        return true;
    case OP_vmov_r:
        sljit_emit_op1(e->c, SLJIT_MOV32, SINGLE(i->sd), SINGLE(i->sm));
        return true;
    case OP_vmov_to_core:
        sljit_emit_op1(e->c, SLJIT_MOV32, HOST(jit_write(e, i->rd)), SINGLE(i->sn));
        return true;
    default:
        sljit_emit_op1(e->c, SLJIT_MOV32, SINGLE(i->sd), HOST(jit_read(e, i->rn)));
        return true;
    }
}

bool jit_emit_float(struct emit *e)
{
    const struct operands *i = &e->u->insn;
    switch ((unsigned)i->op) {
    case OP_vldr:
    case OP_vldrd:
        return words(e, i->op == OP_vldrd ? 2 : 1, false);
    case OP_vstr:
    case OP_vstrd:
        return words(e, i->op == OP_vstrd ? 2 : 1, true);
    case OP_vldr_lit:
        return literal(e);
    case OP_vldm:
    case OP_vstm:
        return list(e, 0, 0, i->op == OP_vstm);
    case OP_vldm_w:
    case OP_vstm_w:
        return list(e, 0, i->imm, i->op == OP_vstm_w);
    case OP_vldmdb_w:
    case OP_vstmdb_w:
        return list(e, 0u - i->imm, 0u - i->imm, i->op == OP_vstmdb_w);
    case OP_vmov_i:
    case OP_vmov_r:
    case OP_vmov_to_core:
    case OP_vmov_from_core:
        return move(e);
    default:
        return false;
    }
}
