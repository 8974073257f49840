/* The JIT's rarer operations: functions made from the same bodies as the interpreter's.
 * SPDX-License-Identifier: MIT
 *
 * A function does the whole operation, or nothing and returns false where the fast paths do not
 * serve: the interpreter then does it.
 */
#include <string.h>

#include "sim/core/float.h"
#include "sim/core/jit_emit.h"
#include "sim/core/operations.h"
#include "sim/core/traps.h"

typedef bool operation(struct sim *sim, const struct uop *u);

#define core (&sim->core)
#define i (&u->insn)
#define RD core->r[i->rd]
#define RN core->r[i->rn]
#define RM core->r[i->rm]
#define RA core->r[i->ra]
#define SD core->s[i->sd]
#define SN core->s[i->sn]
#define SM core->s[i->sm]
#define IMM i->imm
#define PC_READ (u->pc + 4)
#define RM_OR_PC RM
#define RN_OR_PC RN
#define OP(name)                                                                                   \
    static bool call_##name(struct sim *sim __attribute__((unused)),                               \
                            const struct uop *u __attribute__((unused)))
#define NEXT return true
#define NEXT_CHANGED return true
#define JUMP(destination) return ((void)(destination), false)
#define JUMP_EXCHANGE(value) JUMP(value)
#define JUMP_LINKED(value) JUMP(value)
#define FAULT(kind) return false
#define SLOW(action) return false
#define IN_SRAM(at, bytes)                                                                         \
    (((at) & 3u) == 0 && (at) - sim->engine->sram_base < sim->engine->sram_size &&                 \
     (bytes) <= sim->engine->sram_size - ((at) - sim->engine->sram_base))
#define HAS_CODE(at)                                                                               \
    (sim->engine->code_pages[((at) - sim->engine->sram_base) >> CODE_PAGE_SHIFT] != 0)
#define READ_AS(type, dest, where)                                                                 \
    do {                                                                                           \
        uint32_t at_ = (where);                                                                    \
        type loaded_;                                                                              \
        if (at_ - sim->engine->sram_base >= sim->engine->sram_size ||                              \
            (at_ & (sizeof loaded_ - 1)) != 0)                                                     \
            return false;                                                                          \
        memcpy(&loaded_, sim->engine->sram + (at_ - sim->engine->sram_base), sizeof loaded_);      \
        (dest) = loaded_;                                                                          \
    } while (0)
#define READ_8(dest, where) READ_AS(uint8_t, dest, where)
#define READ_16(dest, where) READ_AS(uint16_t, dest, where)
#define READ_32(dest, where) READ_AS(uint32_t, dest, where)
#define WRITE_AS(type, where, value)                                                               \
    do {                                                                                           \
        uint32_t at_ = (where);                                                                    \
        type stored_ = (type)(value);                                                              \
        if (at_ - sim->engine->sram_base >= sim->engine->sram_size ||                              \
            (at_ & (sizeof stored_ - 1)) != 0 || HAS_CODE(at_))                                    \
            return false;                                                                          \
        memcpy(sim->engine->sram + (at_ - sim->engine->sram_base), &stored_, sizeof stored_);      \
    } while (0)
#define WRITE_8(where, value) WRITE_AS(uint8_t, where, value)
#define WRITE_16(where, value) WRITE_AS(uint16_t, where, value)
#define WRITE_32(where, value) WRITE_AS(uint32_t, where, value)
#define READ_MULTIPLE(words, where, count)                                                         \
    do {                                                                                           \
        uint32_t at_ = (where), bytes_ = 4 * (count);                                              \
        if (!IN_SRAM(at_, bytes_))                                                                 \
            return false;                                                                          \
        memcpy((words), sim->engine->sram + (at_ - sim->engine->sram_base), bytes_);               \
    } while (0)
#define WRITE_MULTIPLE(where, words, count)                                                        \
    do {                                                                                           \
        uint32_t at_ = (where), bytes_ = 4 * (count);                                              \
        if (!IN_SRAM(at_, bytes_) || HAS_CODE(at_) || HAS_CODE(at_ + bytes_ - 1))                  \
            return false;                                                                          \
        memcpy(sim->engine->sram + (at_ - sim->engine->sram_base), (words), bytes_);               \
    } while (0)
#define OPERANDS_OF_DIVISION(n, m, is_signed)                                                      \
    sim->jit.longer = timing_divide(&sim->timing, n, m, is_signed)
#define FP_ACCESS                                                                                  \
    do {                                                                                           \
        if (!core->fp_ready)                                                                       \
            return false;                                                                          \
    } while (0)
#define MAY_BE_SP(reg) false
#define DRAIN return false

#include "sim/core/semantics/alu.inc"
#include "sim/core/semantics/multiply.inc"
#include "sim/core/semantics/dsp.inc"
#include "sim/core/semantics/memory.inc"
#include "sim/core/semantics/float.inc"
#include "sim/core/semantics/branch.inc"
#include "sim/core/semantics/system.inc"

#undef OP
#undef core
#undef i

static operation *const operations[OPS] = {
#define OP(name, class) [OP_##name] = call_##name,
#include "sim/core/ops.def"
#undef OP
};

/* Runs one with all flags in place. */
static bool settle_and_call(struct sim *sim, const struct uop *u)
{
    if (sim->jit.flags != 0)
        jit_settle_flags(sim);
    return operations[u->insn.op](sim, u);
}

/* Literals in flash are no matter of the functions here, which have the SRAM's fast path only. */
static bool is_literal(unsigned op)
{
    return op == OP_ldr_lit || op == OP_ldrb_lit || op == OP_ldrh_lit || op == OP_ldrsb_lit ||
           op == OP_ldrsh_lit || op == OP_ldrd_lit || op == OP_vldr_lit || op == OP_vldrd_lit;
}

static bool is_list_to_pc(unsigned op)
{
    return op == OP_ldm_pc || op == OP_ldm_pc_w || op == OP_ldmdb_pc || op == OP_ldmdb_pc_w;
}

/* Branches change more than a function here may, and whatever is the plain engine's is so anyway.
 */
static bool may_call(unsigned op)
{
    if (op >= OPS || is_list_to_pc(op) || is_literal(op))
        return false;
    enum timing_class class = op_timing_class((enum op)op);
    return class != TIMING_BRANCH && class != TIMING_BRANCH_REGISTER &&
           class != TIMING_BRANCH_TABLE && class != TIMING_LOAD_PC && class != TIMING_EXCEPTION &&
           class != TIMING_SLEEP;
}

/* Special registers from here on have no flags. */
#define SYSM_WITHOUT_FLAGS 8

/* The operation reads or writes N, Z, C or V. */
static bool uses_flags(const struct operands *operands, enum timing_class class)
{
    switch ((unsigned)class) {
    case TIMING_ALU:
    case TIMING_ALU_SHIFT:
    case TIMING_COMPARE:
    case TIMING_MULTIPLY_16:
        return true;
    case TIMING_MRS:
    case TIMING_MSR:
        return operands->imm < SYSM_WITHOUT_FLAGS;
    default:
        return operands->op == OP_vsel || operands->op == OP_vmrs_apsr;
    }
}

/* What the operation may have changed beside registers. */
static void after_call(struct emit *e, enum timing_class class)
{
    if (class == TIMING_DIVIDE)
        sljit_emit_op2(e->c, SLJIT_ADD, HOST(HOST_CYC), HOST(HOST_CYC), IN_SIM(jit.longer));
    if (class != TIMING_MSR && class != TIMING_CPS)
        return;
    e->has_float = false;
    sljit_emit_op1(e->c, SLJIT_MOV_U8, HOST(HOST_T0), IN_SIM(core.exception_ready));
    jit_leave_if(e, e->u + 1, sljit_emit_cmp(e->c, SLJIT_NOT_EQUAL, HOST(HOST_T0), IMMEDIATE(0)));
}

bool jit_emit_call(struct emit *e)
{
    const struct uop *u = e->u;
    if (!may_call(u->insn.op))
        return false;
    enum timing_class class = op_timing_class((enum op)u->insn.op);
    bool with_flags = uses_flags(&u->insn, class);
    operation *called = with_flags ? settle_and_call : operations[u->insn.op];
    jit_write_back(e, &e->cache);
    jit_forget(&e->cache);
    if (with_flags) {
        jit_flush_flags(e, &e->flags);
        jit_flags_in_memory(e, false);
    }
    sljit_emit_op1(e->c, SLJIT_MOV, HOST(SLJIT_R0), HOST(HOST_SIM));
    sljit_emit_op1(e->c, SLJIT_MOV_P, HOST(SLJIT_R1), IMMEDIATE(u));
    sljit_emit_icall(e->c, SLJIT_CALL, SLJIT_ARGS2(32, P, P),
                     IMMEDIATE((sljit_sw)(uintptr_t)called));
    /* Of a bool, the lowest byte is the value. */
    sljit_emit_op2u(e->c, SLJIT_AND32 | SLJIT_SET_Z, HOST(SLJIT_R0), IMMEDIATE(0xFF));
    jit_leave_if(e, u, sljit_emit_jump(e->c, SLJIT_ZERO));
    if (with_flags)
        jit_flags_in_memory(e, true);
    after_call(e, class);
    return true;
}
