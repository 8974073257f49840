/* The JIT's life, and how it compiles a block.
 * SPDX-License-Identifier: MIT
 *
 * All code shares one frame on the host's stack, which enter makes: blocks jump to each other's
 * code, and to leave at last.
 */
#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "sim/core/jit_emit.h"

struct jit {
    void (*enter)(struct sim *sim, const void *code);
    void *made; /* enter, leave and not_compiled */
    sljit_uw leave;
    struct emit emit;
};

/* ---- entering and leaving ---- */

static void emit_frame(struct sim *sim, struct sljit_compiler *c, struct sljit_label **leave,
                       struct sljit_label **not_compiled)
{
    sljit_emit_enter(c, 0, HOST_ARGUMENTS, HOST_SCRATCH, HOST_SAVED, 0);
    sljit_emit_op1(c, SLJIT_MOV, HOST(HOST_CYC), IN_SIM(jit.cyc));
    sljit_emit_op1(c, SLJIT_MOV_P, HOST(HOST_SRAM), IMMEDIATE(sim->engine->sram));
    sljit_emit_op1(c, SLJIT_MOV_P, HOST(HOST_T2), HOST(SLJIT_R1));
    sljit_emit_ijump(c, SLJIT_JUMP, HOST(HOST_T2));
    /* The block in HOST_T0. */
    *not_compiled = sljit_emit_label(c);
    sljit_emit_op1(c, SLJIT_MOV_P, HOST(HOST_T1), HOST(HOST_T0));
    sljit_emit_op1(c, SLJIT_MOV32, HOST(HOST_T0), IMMEDIATE(0));
    /* The block in HOST_T1, the index in HOST_T0. */
    *leave = sljit_emit_label(c);
    sljit_emit_op1(c, SLJIT_MOV32, IN_SIM(jit.index), HOST(HOST_T0));
    sljit_emit_op1(c, SLJIT_MOV_P, IN_SIM(jit.block), HOST(HOST_T1));
    sljit_emit_op1(c, SLJIT_MOV, IN_SIM(jit.cyc), HOST(HOST_CYC));
    sljit_emit_return_void(c);
}

void jit_create(struct sim *sim)
{
    struct engine *engine = sim->engine;
    struct sljit_label *leave = NULL, *not_compiled = NULL;
    struct jit *jit = calloc(1, sizeof *jit);
    struct sljit_compiler *c = sljit_create_compiler(NULL);
    if (jit != NULL && c != NULL) {
        emit_frame(sim, c, &leave, &not_compiled);
        jit->made = sljit_generate_code(c, 0, NULL);
    }
    if (jit != NULL && jit->made != NULL) {
        jit->enter = (void (*)(struct sim *, const void *))SLJIT_FUNC_UADDR(jit->made);
        jit->leave = sljit_get_label_addr(leave);
        engine->jit = jit;
        engine->not_compiled = (const void *)sljit_get_label_addr(not_compiled);
    } else {
        free(jit);
    }
    if (c != NULL)
        sljit_free_compiler(c);
}

void jit_destroy(struct engine *engine)
{
    if (engine->jit == NULL)
        return;
    sljit_free_code(engine->jit->made, NULL);
    free(engine->jit);
    engine->jit = NULL;
}

void jit_run(struct sim *sim, struct block *block)
{
    sim->engine->jit->enter(sim, block->code);
    if (sim->jit.flags != 0)
        jit_settle_flags(sim);
}

void jit_free(struct engine *engine, struct block *block)
{
    if (block->code == engine->not_compiled)
        return;
    sljit_free_code((void *)(uintptr_t)block->code, NULL);
    block->code = engine->not_compiled;
}

/* ---- jumps and stubs ---- */

void jit_add_jump(struct jumps *jumps, struct sljit_jump *jump)
{
    if (jumps->count < JUMPS_MAX)
        jumps->jump[jumps->count++] = jump;
}

void jit_land(struct emit *e, const struct jumps *jumps)
{
    struct sljit_label *here = sljit_emit_label(e->c);
    for (unsigned k = 0; k < jumps->count; k++)
        sljit_set_label(jumps->jump[k], here);
}

struct stub *jit_stub(struct emit *e, void (*emit)(struct emit *e, const struct stub *stub))
{
    struct stub *stub = &e->stub[e->stubs++];
    *stub = (struct stub){.emit = emit, .cache = e->cache, .flags = e->flags, .u = e->u};
    return stub;
}

static void emit_leave(struct emit *e, const struct stub *stub)
{
    jit_leave(e, stub->u);
}

void jit_leave_if(struct emit *e, const struct uop *u, struct sljit_jump *jump)
{
    struct stub *stub = jit_stub(e, emit_leave);
    stub->u = u;
    jit_add_jump(&stub->from, jump);
}

void jit_leave(struct emit *e, const struct uop *u)
{
    jit_write_back(e, &e->cache);
    jit_flush_flags(e, &e->flags);
    sljit_emit_op1(e->c, SLJIT_MOV32, HOST(HOST_T0), IMMEDIATE(u - e->block->uop));
    sljit_emit_op1(e->c, SLJIT_MOV_P, HOST(HOST_T1), IMMEDIATE(e->block));
    sljit_emit_ijump(e->c, SLJIT_JUMP, IMMEDIATE(e->engine->jit->leave));
}

/* ---- micro-operations ---- */

bool jit_is_simple(const struct operands *operands)
{
    switch ((unsigned)operands->op) {
    case OP_add_rs:
        return operands->shift_type != SHIFT_RRX;
    case OP_mov_i:
    case OP_mov_r:
    case OP_mvn_i:
    case OP_mvn_r:
    case OP_add_i:
    case OP_add_r:
    case OP_sub_i:
    case OP_sub_r:
    case OP_rsb_i:
    case OP_and_i:
    case OP_and_r:
    case OP_orr_i:
    case OP_orr_r:
    case OP_eor_i:
    case OP_eor_r:
    case OP_bic_i:
    case OP_ubfx:
    case OP_uxtb:
    case OP_uxth:
    case OP_mul:
    case OP_ldr_i:
    case OP_ldr_r:
    case OP_ldrb_i:
    case OP_ldrb_r:
    case OP_ldrh_i:
    case OP_str_i:
    case OP_str_r:
    case OP_strb_i:
    case OP_strb_r:
    case OP_strh_i:
        return true;
    default:
        return false;
    }
}

/* Emits code for the micro-operation at e->u, or false. */
static bool emit_one(struct emit *e)
{
    return jit_emit_alu(e) || jit_emit_shift(e) || jit_emit_multiply(e) || jit_emit_memory(e) ||
           jit_emit_float(e) || jit_emit_branch(e) || jit_emit_pseudo(e) || jit_emit_call(e);
}

static void in_memory(struct emit *e)
{
    jit_write_back(e, &e->cache);
    jit_forget(&e->cache);
    jit_flush_flags(e, &e->flags);
    jit_flags_in_memory(e, false);
}

static void load_operands(struct emit *e, const struct operands *operands)
{
    const uint8_t registers[] = {operands->rd, operands->rn, operands->rm, operands->ra};
    for (unsigned k = 0; k < sizeof registers; k++)
        if (registers[k] < NO_REGISTER)
            jit_read(e, registers[k]);
}

/* The condition failed: what that changes in time. */
static void emit_skip(struct emit *e, const struct stub *stub)
{
    int8_t more = (int8_t)stub->u->insn.shift_n;
    sljit_emit_op2(e->c, SLJIT_ADD, HOST(HOST_CYC), HOST(HOST_CYC), IMMEDIATE(more));
    sljit_emit_op2(e->c, SLJIT_SUB, IN_SIM(jit.tally), IN_SIM(jit.tally),
                   IMMEDIATE(stub->u->tally));
    sljit_set_label(sljit_emit_jump(e->c, SLJIT_JUMP), stub->back);
}

/* The micro-operation behind the condition at e->u, and the way around it. Both ways come together
 * with the same registers in the same places. */
static void emit_conditional(struct emit *e)
{
    const struct uop *condition = e->u;
    bool is_simple = jit_is_simple(&condition[1].insn);
    struct jumps around;
    if (is_simple) {
        load_operands(e, &condition[1].insn);
        around = jit_jump_if(e, condition->insn.condition ^ 1u);
    } else {
        jit_write_back(e, &e->cache);
        jit_forget(&e->cache);
        jit_flush_flags(e, &e->flags);
        around = jit_jump_if(e, condition->insn.condition ^ 1u);
        jit_flags_in_memory(e, false);
    }
    struct cache cache = e->cache;
    struct flags flags = e->flags;
    bool has_float = e->has_float;
    e->u = &condition[1];
    if (!emit_one(e))
        jit_leave(e, e->u);
    else if (!e->ended && !is_simple)
        in_memory(e);
    assert(!is_simple || memcmp(cache.guest, e->cache.guest, sizeof cache.guest) == 0);
    if (is_simple)
        for (unsigned k = 0; k < HOST_CACHED; k++)
            cache.dirty[k] = e->cache.dirty[k];
    e->cache = cache;
    e->flags = flags;
    e->has_float = has_float && e->has_float;
    e->ended = false;
    if (condition->insn.shift_n != 0 || condition->tally != 0) {
        struct stub *stub = jit_stub(e, emit_skip);
        stub->u = condition;
        stub->from = around;
        stub->back = sljit_emit_label(e->c);
    } else {
        jit_land(e, &around);
    }
}

static void emit_stubs(struct emit *e)
{
    for (unsigned k = 0; k < e->stubs; k++) {
        const struct stub *stub = &e->stub[k];
        jit_land(e, &stub->from);
        e->cache = stub->cache;
        e->flags = stub->flags;
        e->u = stub->u;
        stub->emit(e, stub);
    }
}

/* ---- blocks ---- */

static void emit_entry(struct emit *e)
{
    sljit_emit_op2(e->c, SLJIT_ADD, HOST(HOST_T0), HOST(HOST_CYC), IMMEDIATE(e->block->reach));
    jit_leave_if(e, e->block->uop,
                 sljit_emit_cmp(e->c, SLJIT_GREATER_EQUAL, HOST(HOST_T0), IN_SIM(horizon)));
}

static void emit_block(struct emit *e)
{
    const struct block *block = e->block;
    emit_entry(e);
    for (unsigned k = 0; k < block->uops && !e->ended; k++) {
        e->u = &block->uop[k];
        if (e->u->insn.op == PSEUDO_CONDITION) {
            emit_conditional(e);
            k++;
        } else if (!emit_one(e) || e->stubs + STUBS_OF_ONE > STUBS_MAX / 4) {
            jit_leave(e, e->u);
            break;
        }
    }
    emit_stubs(e);
}

/* The interpreter would have to take over at once: nothing can be fetched without a stall, or the
 * first instruction is not the fast engine's. */
static bool is_hopeless(const struct sim *sim, const struct block *block)
{
    const struct flash_timing *flash = &sim->timing.flash;
    unsigned first = block->uop[0].insn.op;
    if (first == PSEUDO_FETCH)
        return !flash->icache.enabled && !flash->art.icache;
    return first == PSEUDO_STEP || first == PSEUDO_PROBE;
}

void jit_compile(struct sim *sim, struct block *block)
{
    struct engine *engine = sim->engine;
    struct emit *e = &engine->jit->emit;
    if (is_hopeless(sim, block))
        return;
    struct sljit_compiler *c = sljit_create_compiler(NULL);
    if (c == NULL)
        return;
    e->c = c;
    e->sim = sim;
    e->engine = engine;
    e->block = block;
    e->u = block->uop;
    e->uses = e->stubs = 0;
    e->granule = 0;
    e->ended = e->has_float = false;
    jit_forget(&e->cache);
    jit_flags_in_memory(e, false);
    sljit_set_context(c, 0, HOST_ARGUMENTS, HOST_SCRATCH, HOST_SAVED, 0);
    emit_block(e);
    assert(sljit_get_compiler_error(c) != SLJIT_ERR_BAD_ARGUMENT);
    void *code = sljit_generate_code(c, 0, NULL);
    if (code != NULL) {
        block->code = code;
        engine->built_bytes += sljit_get_generated_code_size(c);
        if (engine->built_bytes > BUILT_BYTES_MAX)
            engine->flush = true;
    }
    sljit_free_compiler(c);
}
