/* The JIT's loads and stores: the SRAM's fast path, and flash that costs nothing.
 * SPDX-License-Identifier: MIT
 *
 * An address minus the SRAM's base, rotated right by the access's alignment, is less than the size
 * only if it is aligned and within.
 */
#include <string.h>

#include "sim/core/jit_emit.h"

enum form { FORM_I, FORM_PRE, FORM_POST, FORM_R, FORM_LIT };

/* A load or store of one register. */
struct access {
    uint16_t first; /* op of FORM_I */
    uint8_t forms;
    uint8_t shift; /* log2 of its size */
    int move;      /* of sljit */
    bool is_store;
};

static const struct access accesses[] = {
    {OP_ldr_i, 5, 2, SLJIT_MOV32, false},       {OP_ldrb_i, 5, 0, SLJIT_MOV32_U8, false},
    {OP_ldrh_i, 5, 1, SLJIT_MOV32_U16, false},  {OP_ldrsb_i, 5, 0, SLJIT_MOV32_S8, false},
    {OP_ldrsh_i, 5, 1, SLJIT_MOV32_S16, false}, {OP_str_i, 4, 2, SLJIT_MOV32, true},
    {OP_strb_i, 4, 0, SLJIT_MOV32_U8, true},    {OP_strh_i, 4, 1, SLJIT_MOV32_U16, true},
};

static const struct access *find(unsigned op)
{
    for (size_t k = 0; k < sizeof accesses / sizeof accesses[0]; k++)
        if (op - accesses[k].first < accesses[k].forms)
            return &accesses[k];
    return NULL;
}

/* ---- addresses ---- */

/* HOST_T0 = address - offset; form is not FORM_LIT. */
static void address(struct emit *e, enum form form, uint32_t offset)
{
    const struct operands *i = &e->u->insn;
    sljit_s32 n = jit_read(e, i->rn);
    uint32_t displacement = (form == FORM_I || form == FORM_PRE ? i->imm : 0) - offset;
    if (form == FORM_R) {
        sljit_s32 m = jit_read(e, i->rm);
        if (i->shift_n != 0) {
            sljit_emit_op2(e->c, SLJIT_SHL32, HOST(HOST_T0), HOST(m), IMMEDIATE(i->shift_n));
            m = HOST_T0;
        }
        sljit_emit_op2(e->c, SLJIT_ADD32, HOST(HOST_T0), HOST(n), HOST(m));
        n = HOST_T0;
    }
    sljit_emit_op2(e->c, SLJIT_ADD32, HOST(HOST_T0), HOST(n), IMMEDIATE_32(displacement));
}

/* A new base in SP is not below its limit. */
void jit_check_base(struct emit *e, uint32_t change)
{
    const struct operands *i = &e->u->insn;
    if (i->rn != SP || e->sim->core.architecture != ARCH_V8M)
        return;
    sljit_emit_op2(e->c, SLJIT_ADD32, HOST(HOST_T1), HOST(jit_read(e, SP)), IMMEDIATE_32(change));
    jit_check_stack(e, HOST_T1);
}

static void change_base(struct emit *e, uint32_t change)
{
    const struct operands *i = &e->u->insn;
    sljit_s32 n = jit_read(e, i->rn);
    jit_write(e, i->rn);
    sljit_emit_op2(e->c, SLJIT_ADD32, HOST(n), HOST(n), IMMEDIATE_32(change));
}

/* HOST_T0 = (address - SRAM's base) >> shift; jumps out where that is not in SRAM, or unaligned. */
struct sljit_jump *jit_outside(struct emit *e, unsigned shift)
{
    if (shift != 0)
        sljit_emit_op2(e->c, SLJIT_ROTR32, HOST(HOST_T0), HOST(HOST_T0), IMMEDIATE(shift));
    return sljit_emit_cmp(e->c, SLJIT_GREATER_EQUAL | SLJIT_32, HOST(HOST_T0),
                          IMMEDIATE(e->engine->sram_size >> shift));
}

/* Stores to pages with code, or watched ones, are the interpreter's. HOST_T0: as of outside(). */
void jit_check_page(struct emit *e, unsigned shift, unsigned more)
{
    sljit_s32 index = HOST_T0;
    if (more != 0) {
        sljit_emit_op2(e->c, SLJIT_ADD32, HOST(HOST_T1), HOST(HOST_T0), IMMEDIATE(more));
        index = HOST_T1;
    }
    sljit_emit_op2(e->c, SLJIT_LSHR32, HOST(HOST_T1), HOST(index),
                   IMMEDIATE(CODE_PAGE_SHIFT - shift));
    sljit_emit_op1(e->c, SLJIT_MOV_P, HOST(HOST_T2), IMMEDIATE(e->engine->code_pages));
    sljit_emit_op1(e->c, SLJIT_MOV32_U8, HOST(HOST_T1), SLJIT_MEM2(HOST_T2, HOST_T1), 0);
    jit_leave_if(e, e->u,
                 sljit_emit_cmp(e->c, SLJIT_NOT_EQUAL | SLJIT_32, HOST(HOST_T1), IMMEDIATE(0)));
}

/* ---- flash ---- */

uint64_t jit_load_flash(struct sim *sim, uint32_t address)
{
    const struct engine *engine = sim->engine;
    uint32_t word, at = (address & ~3u) - engine->flash_base;
    if (at >= engine->flash_size || !flash_load_hit(&sim->timing.flash, address))
        return 0;
    memcpy(&word, engine->flash + at, sizeof word);
    return FLASH_HIT | word >> 8 * (address & 3u);
}

/* A load that is not from SRAM: stub->value is the host register that it goes to. */
static void emit_flash_load(struct emit *e, const struct stub *stub)
{
    const struct access *access = find(stub->u->insn.op);
    jit_write_back(e, &stub->cache);
    if (access->shift != 0)
        sljit_emit_op2(e->c, SLJIT_ROTL32, HOST(HOST_T0), HOST(HOST_T0), IMMEDIATE(access->shift));
    sljit_emit_op2(e->c, SLJIT_ADD32, HOST(SLJIT_R1), HOST(HOST_T0),
                   IMMEDIATE_32(e->engine->sram_base));
    if (access->shift != 0) {
        sljit_emit_op2u(e->c, SLJIT_AND32 | SLJIT_SET_Z, HOST(SLJIT_R1),
                        IMMEDIATE((1 << access->shift) - 1));
        jit_leave_if(e, stub->u, sljit_emit_jump(e->c, SLJIT_NOT_ZERO));
    }
    sljit_emit_op1(e->c, SLJIT_MOV, HOST(SLJIT_R0), HOST(HOST_SIM));
    sljit_emit_icall(e->c, SLJIT_CALL, SLJIT_ARGS2(W, P, 32),
                     IMMEDIATE(SLJIT_FUNC_ADDR(jit_load_flash)));
    jit_reload(e, &stub->cache);
    jit_leave_if(e, stub->u, sljit_emit_cmp(e->c, SLJIT_EQUAL, HOST(SLJIT_R0), IMMEDIATE(0)));
    sljit_emit_op1(e->c, access->move, HOST((sljit_s32)stub->value), HOST(SLJIT_R0));
    sljit_set_label(sljit_emit_jump(e->c, SLJIT_JUMP), stub->back);
}

/* A line of the ICACHE has it: the way that it is in, or the code leaves. */
static void emit_second_way(struct emit *e, const struct stub *stub)
{
    uint32_t set = stub->value & (ICACHE_SETS - 1);
    sljit_sw line = (sljit_sw)(offsetof(struct sim, timing.flash.icache.line) + 8 * set);
    sljit_sw recent = (sljit_sw)(offsetof(struct sim, timing.flash.icache.recent) + set);
    jit_leave_if(e, stub->u,
                 sljit_emit_cmp(e->c, SLJIT_NOT_EQUAL | SLJIT_32, SLJIT_MEM1(HOST_SIM), line + 4,
                                IMMEDIATE_32(stub->value)));
    sljit_emit_op1(e->c, SLJIT_MOV32_U8, SLJIT_MEM1(HOST_SIM), recent, IMMEDIATE(1));
    sljit_set_label(sljit_emit_jump(e->c, SLJIT_JUMP), stub->back);
}

void jit_hit_icache(struct emit *e, uint32_t line)
{
    uint32_t set = line & (ICACHE_SETS - 1);
    sljit_sw ways = (sljit_sw)(offsetof(struct sim, timing.flash.icache.line) + 8 * set);
    sljit_sw recent = (sljit_sw)(offsetof(struct sim, timing.flash.icache.recent) + set);
    struct stub *stub = jit_stub(e, emit_second_way);
    stub->value = line;
    jit_add_jump(&stub->from, sljit_emit_cmp(e->c, SLJIT_NOT_EQUAL | SLJIT_32, SLJIT_MEM1(HOST_SIM),
                                             ways, IMMEDIATE_32(line)));
    sljit_emit_op1(e->c, SLJIT_MOV32_U8, SLJIT_MEM1(HOST_SIM), recent, IMMEDIATE(0));
    stub->back = sljit_emit_label(e->c);
}

const uint8_t *jit_literal(const struct emit *e, uint32_t address)
{
    const struct engine *engine = e->engine;
    const struct flash_timing *flash = &e->sim->timing.flash;
    if (address - engine->sram_base < engine->sram_size)
        return engine->sram + (address - engine->sram_base);
    if (address - engine->flash_base < engine->flash_size &&
        (flash->icache.enabled || flash->granule_shift == 0))
        return engine->flash + (address - engine->flash_base);
    return NULL;
}

const uint8_t *jit_use_literal(struct emit *e, uint32_t address)
{
    if (address - e->engine->sram_base >= e->engine->sram_size &&
        e->sim->timing.flash.icache.enabled)
        jit_hit_icache(e, address >> ICACHE_LINE_SHIFT);
    return jit_literal(e, address);
}

static bool load_literal(struct emit *e, const struct access *access)
{
    uint32_t at = ((e->u->pc + 4) & ~3u) + e->u->insn.imm;
    if ((at & ((1u << access->shift) - 1)) != 0 || jit_literal(e, at) == NULL)
        return false;
    const uint8_t *from = jit_use_literal(e, at);
    sljit_emit_op1(e->c, access->move, HOST(jit_write(e, e->u->insn.rd)), SLJIT_MEM0(),
                   (sljit_sw)(uintptr_t)from);
    return true;
}

/* ---- one register ---- */

static void load(struct emit *e, const struct access *access)
{
    const struct operands *i = &e->u->insn;
    if (e->sim->timing.rules->knows_memories) {
        jit_leave_if(e, e->u, jit_outside(e, access->shift));
        sljit_emit_op1(e->c, access->move, HOST(jit_write(e, i->rd)),
                       SLJIT_MEM2(HOST_SRAM, HOST_T0), access->shift);
        return;
    }
    jit_make_room(e, i->rd);
    struct stub *stub = jit_stub(e, emit_flash_load);
    jit_add_jump(&stub->from, jit_outside(e, access->shift));
    sljit_s32 d = jit_write(e, i->rd);
    stub->value = (uint32_t)d;
    sljit_emit_op1(e->c, access->move, HOST(d), SLJIT_MEM2(HOST_SRAM, HOST_T0), access->shift);
    stub->back = sljit_emit_label(e->c);
}

static void store(struct emit *e, const struct access *access)
{
    sljit_s32 d = jit_read(e, e->u->insn.rd);
    jit_leave_if(e, e->u, jit_outside(e, access->shift));
    jit_check_page(e, access->shift, 0);
    sljit_emit_op1(e->c, access->move, SLJIT_MEM2(HOST_SRAM, HOST_T0), access->shift, HOST(d));
}

static bool emit_single(struct emit *e)
{
    const struct operands *i = &e->u->insn;
    const struct access *access = find(i->op);
    if (access == NULL)
        return false;
    enum form form = (enum form)(i->op - access->first);
    bool writes_back = form == FORM_PRE || form == FORM_POST;
    if (form == FORM_LIT && !access->is_store)
        return load_literal(e, access);
    if (writes_back && i->rd == i->rn)
        return false;
    if (access->is_store)
        jit_read(e, i->rd);
    if (writes_back)
        jit_check_base(e, i->imm);
    address(e, form, e->engine->sram_base);
    if (access->is_store)
        store(e, access);
    else
        load(e, access);
    if (writes_back)
        change_base(e, i->imm);
    return true;
}

/* ---- several registers ---- */

/* HOST_T0 = host's address of count words from Rn + displacement on, in SRAM and aligned. */
void jit_words(struct emit *e, uint32_t displacement, unsigned count, bool is_store)
{
    const struct engine *engine = e->engine;
    sljit_emit_op2(e->c, SLJIT_ADD32, HOST(HOST_T0), HOST(jit_read(e, e->u->insn.rn)),
                   IMMEDIATE_32(displacement - engine->sram_base));
    sljit_emit_op2(e->c, SLJIT_ROTR32, HOST(HOST_T0), HOST(HOST_T0), IMMEDIATE(2));
    jit_leave_if(e, e->u,
                 sljit_emit_cmp(e->c, SLJIT_GREATER | SLJIT_32, HOST(HOST_T0),
                                IMMEDIATE((engine->sram_size >> 2) - count)));
    if (is_store) {
        jit_check_page(e, 2, 0);
        if (count > 1)
            jit_check_page(e, 2, count - 1);
    }
    sljit_emit_op2(e->c, SLJIT_SHL, HOST(HOST_T0), HOST(HOST_T0), IMMEDIATE(2));
    sljit_emit_op2(e->c, SLJIT_ADD, HOST(HOST_T0), HOST(HOST_T0), HOST(HOST_SRAM));
}

static void load_list(struct emit *e, uint32_t list)
{
    sljit_sw at = 0;
    for (uint32_t rest = list; rest != 0; rest &= rest - 1, at += 4) {
        unsigned r = (unsigned)__builtin_ctz(rest);
        jit_drop(e, r);
        sljit_emit_op1(e->c, SLJIT_MOV32, GUEST(r), SLJIT_MEM1(HOST_T0), at);
    }
}

static void store_list(struct emit *e, uint32_t list)
{
    sljit_sw at = 0;
    for (uint32_t rest = list; rest != 0; rest &= rest - 1, at += 4) {
        struct operand value = jit_where(e, (unsigned)__builtin_ctz(rest));
        sljit_emit_op1(e->c, SLJIT_MOV32, SLJIT_MEM1(HOST_T0), at, OF(value));
    }
}

static bool emit_list(struct emit *e)
{
    const struct operands *i = &e->u->insn;
    unsigned op = i->op, count = i->shift_n;
    bool is_store = op == OP_stm || op == OP_stm_w || op == OP_stmdb || op == OP_stmdb_w;
    bool down = op == OP_ldmdb || op == OP_ldmdb_w || op == OP_stmdb || op == OP_stmdb_w;
    bool writes_back = op == OP_ldm_w || op == OP_ldmdb_w || op == OP_stm_w || op == OP_stmdb_w;
    uint32_t change = down ? 0u - 4 * count : 4 * count;
    if (!is_store && op != OP_ldm && op != OP_ldm_w && op != OP_ldmdb && op != OP_ldmdb_w)
        return false;
    if (e->engine->sram_size >> 2 < count || count == 0)
        return false;
    jit_check_base(e, writes_back ? change : 0);
    jit_words(e, down ? change : 0, count, is_store);
    if (is_store)
        store_list(e, i->imm & 0xFFFFu);
    if (writes_back)
        change_base(e, change);
    if (!is_store)
        load_list(e, i->imm & 0xFFFFu);
    return true;
}

static bool emit_pair(struct emit *e)
{
    const struct operands *i = &e->u->insn;
    if (i->op != OP_ldrd_i && i->op != OP_strd_i)
        return false;
    jit_words(e, i->imm, 2, i->op == OP_strd_i);
    if (i->op == OP_strd_i) {
        sljit_emit_op1(e->c, SLJIT_MOV32, SLJIT_MEM1(HOST_T0), 0, OF(jit_where(e, i->rd)));
        sljit_emit_op1(e->c, SLJIT_MOV32, SLJIT_MEM1(HOST_T0), 4, OF(jit_where(e, i->ra)));
    } else {
        sljit_emit_op1(e->c, SLJIT_MOV32, HOST(jit_write(e, i->rd)), SLJIT_MEM1(HOST_T0), 0);
        sljit_emit_op1(e->c, SLJIT_MOV32, HOST(jit_write(e, i->ra)), SLJIT_MEM1(HOST_T0), 4);
    }
    return true;
}

bool jit_emit_memory(struct emit *e)
{
    return emit_single(e) || emit_list(e) || emit_pair(e);
}
