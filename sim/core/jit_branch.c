/* The JIT's branches: from block to block without coming back.
 * SPDX-License-Identifier: MIT
 *
 * Whatever may leave does so before anything has changed: the interpreter then does the whole
 * branch.
 */
#include "sim/core/jit_emit.h"

/* ---- ends of blocks ---- */

static void count(struct emit *e, uint64_t cycles, uint64_t tally)
{
    if (cycles != 0)
        sljit_emit_op2(e->c, SLJIT_ADD, HOST(HOST_CYC), HOST(HOST_CYC), IMMEDIATE(cycles));
    sljit_emit_op2(e->c, SLJIT_ADD, IN_SIM(jit.tally), IN_SIM(jit.tally), IMMEDIATE(tally));
}

static void to_memory(struct emit *e)
{
    jit_write_back(e, &e->cache);
    jit_flush_flags(e, &e->flags);
}

/* HOST_T0 is the block. */
static void enter(struct emit *e)
{
    sljit_emit_ijump(e->c, SLJIT_JUMP, SLJIT_MEM1(HOST_T0), (sljit_sw)offsetof(struct block, code));
}

#define COUNTDOWN(e) SLJIT_MEM0(), (sljit_sw)(uintptr_t)&(e)->engine->loop_countdown

/* It is time for a look at the loop. */
static void emit_uncounted_leave(struct emit *e, const struct stub *stub)
{
    sljit_emit_op2(e->c, SLJIT_ADD32, COUNTDOWN(e), COUNTDOWN(e), IMMEDIATE(1));
    jit_leave(e, stub->u);
}

static void count_loop(struct emit *e)
{
    sljit_emit_op2(e->c, SLJIT_SUB32 | SLJIT_SET_Z, COUNTDOWN(e), COUNTDOWN(e), IMMEDIATE(1));
    struct sljit_jump *jump = sljit_emit_jump(e->c, SLJIT_ZERO);
    struct stub *stub = jit_stub(e, emit_uncounted_leave);
    jit_add_jump(&stub->from, jump);
}

/* HOST_T0 = *place, which is known or will be, or leaves. */
static void find_block(struct emit *e, struct block *const *place)
{
    if (*place != NULL) {
        sljit_emit_op1(e->c, SLJIT_MOV_P, HOST(HOST_T0), IMMEDIATE(*place));
        return;
    }
    sljit_emit_op1(e->c, SLJIT_MOV_P, HOST(HOST_T0), SLJIT_MEM0(), (sljit_sw)(uintptr_t)place);
    jit_leave_if(e, e->u, sljit_emit_cmp(e->c, SLJIT_EQUAL, HOST(HOST_T0), IMMEDIATE(0)));
}

static void jump_to(struct emit *e, uint32_t pc, uint32_t link)
{
    const struct uop *u = e->u;
    find_block(e, &u->target);
    if (pc <= u->pc)
        count_loop(e);
    to_memory(e);
    if (link != 0)
        sljit_emit_op1(e->c, SLJIT_MOV32, GUEST(LR), IMMEDIATE_32(link));
    count(e, (uint64_t)u->offset + u->taken_cycles, u->tally);
    enter(e);
}

static uint32_t destination(const struct uop *u)
{
    return (u->pc + 4 + u->insn.imm) & ~1u;
}

/* ---- direct ---- */

static void emit_taken(struct emit *e, const struct stub *stub)
{
    jump_to(e, destination(stub->u), 0);
}

static void branch_if(struct emit *e, struct jumps taken)
{
    struct stub *stub = jit_stub(e, emit_taken);
    stub->from = taken;
}

static bool emit_direct(struct emit *e)
{
    const struct operands *i = &e->u->insn;
    uint32_t to = destination(e->u);
    switch ((unsigned)i->op) {
    case OP_b_cond:
        if (i->condition < 14)
            branch_if(e, jit_jump_if(e, i->condition));
        else
            jump_to(e, to, 0);
        e->ended = i->condition >= 14;
        return true;
    case OP_cbz:
    case OP_cbnz: {
        int type = i->op == OP_cbz ? SLJIT_EQUAL : SLJIT_NOT_EQUAL;
        struct jumps taken = {.count = 0};
        jit_add_jump(&taken,
                     sljit_emit_cmp(e->c, type | SLJIT_32, HOST(jit_read(e, i->rn)), IMMEDIATE(0)));
        branch_if(e, taken);
        return true;
    }
    case OP_b:
        jump_to(e, to, 0);
        break;
    case OP_bl:
        jump_to(e, to, (e->u->pc + 4) | 1u);
        break;
    default:
        return false;
    }
    e->ended = true;
    return true;
}

/* ---- indirect ---- */

/* HOST_T1 is the destination with its lowest bit: HOST_T0 = its block, or leaves. */
static void look_up(struct emit *e, bool exchanges)
{
    const struct uop *u = e->u;
    if (exchanges) {
        jit_leave_if(e, u,
                     sljit_emit_cmp(e->c, SLJIT_GREATER_EQUAL | SLJIT_32, HOST(HOST_T1),
                                    IMMEDIATE_32(0xF0000000u)));
        sljit_emit_op2u(e->c, SLJIT_AND32 | SLJIT_SET_Z, HOST(HOST_T1), IMMEDIATE(1));
        jit_leave_if(e, u, sljit_emit_jump(e->c, SLJIT_ZERO));
    }
    sljit_emit_op2(e->c, SLJIT_LSHR32, HOST(HOST_T2), HOST(HOST_T1), IMMEDIATE(1));
    sljit_emit_op2(e->c, SLJIT_AND32, HOST(HOST_T2), HOST(HOST_T2),
                   IMMEDIATE(BLOCK_TABLE_SIZE - 1));
    sljit_emit_op1(e->c, SLJIT_MOV_P, HOST(HOST_T0), IMMEDIATE(e->engine->table));
    sljit_emit_op1(e->c, SLJIT_MOV_P, HOST(HOST_T0), SLJIT_MEM2(HOST_T0, HOST_T2), 3);
    jit_leave_if(e, u, sljit_emit_cmp(e->c, SLJIT_EQUAL, HOST(HOST_T0), IMMEDIATE(0)));
    sljit_emit_op2(e->c, SLJIT_AND32, HOST(HOST_T1), HOST(HOST_T1), IMMEDIATE(-2));
    jit_leave_if(e, u,
                 sljit_emit_cmp(e->c, SLJIT_NOT_EQUAL | SLJIT_32, HOST(HOST_T1),
                                SLJIT_MEM1(HOST_T0), (sljit_sw)offsetof(struct block, pc)));
    struct sljit_jump *forward =
        sljit_emit_cmp(e->c, SLJIT_GREATER | SLJIT_32, HOST(HOST_T1), IMMEDIATE_32(u->pc));
    count_loop(e);
    sljit_set_label(forward, sljit_emit_label(e->c));
}

static void branch_to_register(struct emit *e, bool exchanges, uint32_t link)
{
    const struct uop *u = e->u;
    sljit_emit_op1(e->c, SLJIT_MOV32, HOST(HOST_T1), HOST(jit_read(e, u->insn.rm)));
    look_up(e, exchanges);
    to_memory(e);
    if (link != 0)
        sljit_emit_op1(e->c, SLJIT_MOV32, GUEST(LR), IMMEDIATE_32(link));
    count(e, (uint64_t)u->offset + u->taken_cycles, u->tally);
    enter(e);
    e->ended = true;
}

/* The registers of list and, behind them, the destination are at Rn, which becomes higher. */
static void load_and_branch(struct emit *e, uint32_t list, unsigned words)
{
    const struct uop *u = e->u;
    unsigned n = u->insn.rn;
    jit_check_base(e, 4 * words);
    jit_words(e, 0, words, false);
    sljit_emit_op1(e->c, SLJIT_MOV32, HOST(HOST_T1), SLJIT_MEM1(HOST_T0),
                   (sljit_sw)(4 * (words - 1)));
    look_up(e, true);
    to_memory(e);
    sljit_emit_op2(e->c, SLJIT_SUB32, HOST(HOST_T1), GUEST(n), IMMEDIATE_32(e->engine->sram_base));
    sljit_emit_op2(e->c, SLJIT_ADD, HOST(HOST_T1), HOST(HOST_T1), HOST(HOST_SRAM));
    sljit_emit_op2(e->c, SLJIT_ADD32, GUEST(n), GUEST(n), IMMEDIATE(4 * words));
    sljit_sw at = 0;
    for (uint32_t rest = list; rest != 0; rest &= rest - 1, at += 4)
        sljit_emit_op1(e->c, SLJIT_MOV32, GUEST(__builtin_ctz(rest)), SLJIT_MEM1(HOST_T1), at);
    count(e, (uint64_t)u->offset + u->taken_cycles, u->tally);
    enter(e);
    e->ended = true;
}

/* HOST_T1 = the entry of a table in flash, at address HOST_T1. */
static void load_entry(struct emit *e, unsigned shift)
{
    jit_write_back(e, &e->cache);
    jit_forget(&e->cache);
    sljit_emit_op1(e->c, SLJIT_MOV, HOST(SLJIT_R0), HOST(HOST_SIM));
    sljit_emit_icall(e->c, SLJIT_CALL, SLJIT_ARGS2(W, P, 32),
                     IMMEDIATE(SLJIT_FUNC_ADDR(jit_load_flash)));
    jit_leave_if(e, e->u, sljit_emit_cmp(e->c, SLJIT_EQUAL, HOST(SLJIT_R0), IMMEDIATE(0)));
    sljit_emit_op1(e->c, shift != 0 ? SLJIT_MOV32_U16 : SLJIT_MOV32_U8, HOST(HOST_T1),
                   HOST(SLJIT_R0));
}

/* A table of distances behind the instruction. */
static bool branch_by_table(struct emit *e, unsigned shift)
{
    const struct uop *u = e->u;
    uint32_t pc = u->pc + 4;
    if (u->insn.rn != PC || pc - e->engine->flash_base >= e->engine->flash_size)
        return false;
    sljit_emit_op2(e->c, SLJIT_SHL32, HOST(HOST_T1), HOST(jit_read(e, u->insn.rm)),
                   IMMEDIATE(shift));
    sljit_emit_op2(e->c, SLJIT_ADD32, HOST(HOST_T1), HOST(HOST_T1), IMMEDIATE_32(pc));
    load_entry(e, shift);
    sljit_emit_op2(e->c, SLJIT_SHL32, HOST(HOST_T1), HOST(HOST_T1), IMMEDIATE(1));
    sljit_emit_op2(e->c, SLJIT_ADD32, HOST(HOST_T1), HOST(HOST_T1), IMMEDIATE_32(pc));
    look_up(e, false);
    to_memory(e);
    count(e, (uint64_t)u->offset + u->taken_cycles, u->tally);
    enter(e);
    e->ended = true;
    return true;
}

static bool emit_indirect(struct emit *e)
{
    const struct operands *i = &e->u->insn;
    switch ((unsigned)i->op) {
    case OP_bx:
        branch_to_register(e, true, 0);
        return true;
    case OP_blx_r:
        branch_to_register(e, true, (e->u->pc + 2) | 1u);
        return true;
    case OP_mov_pc:
        branch_to_register(e, false, 0);
        return true;
    case OP_tbb:
    case OP_tbh:
        return branch_by_table(e, i->op == OP_tbh);
    case OP_ldr_pc_post:
        if (i->imm != 4)
            return false;
        load_and_branch(e, 0, 1);
        return true;
    case OP_ldm_pc_w:
        if (i->shift_n == 0 || e->engine->sram_size >> 2 < i->shift_n)
            return false;
        load_and_branch(e, i->imm & 0x7FFFu, i->shift_n);
        return true;
    default:
        return false;
    }
}

static bool emit_end(struct emit *e)
{
    const struct block *block = e->block;
    if (e->u->insn.op != PSEUDO_END)
        return false;
    find_block(e, &block->next);
    to_memory(e);
    count(e, block->cycles, block->tally);
    enter(e);
    e->ended = true;
    return true;
}

bool jit_emit_branch(struct emit *e)
{
    return emit_direct(e) || emit_indirect(e) || emit_end(e);
}
