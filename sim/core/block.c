/* Builds pre-decoded blocks.
 * SPDX-License-Identifier: MIT
 */
#include "sim/core/block.h"

#include <stdlib.h>
#include <string.h>

#include "sim/core/accessed.h"
#include "sim/core/detour.h"
#include "sim/core/engine.h"
#include "sim/core/jit.h"
#include "sim/core/memory.h"
#include "sim/state.h"
#include "sim/timing/fp.h"

/* An instruction is at most: two granules, a probe, two of the FPU, a condition or a
 * multiplication, itself; then the end. */
#define UOPS_MAX (BLOCK_INSTRUCTIONS_MAX * 7 + 2)

struct builder {
    struct sim *sim;
    struct uop uop[UOPS_MAX];
    struct uop_start start[UOPS_MAX];
    unsigned uops;
    uint32_t pc;
    unsigned offset;      /* cycles so far */
    unsigned count;       /* instructions so far, */
    uint64_t tally;       /* and more of them */
    unsigned slack;       /* what divisions may take beyond that, */
    unsigned taken_slack; /* and one taken branch */
    struct pipeline pipeline;
    bool fp_free; /* no division is going on, unless it began in an earlier block */
    uint8_t itstate;
    uint32_t granule; /* of flash, fetched last in this block; 0: none */
    bool in_flash;
};

static struct uop *add(struct builder *b, unsigned handler)
{
    struct uop *uop = &b->uop[b->uops];
    memset(uop, 0, sizeof *uop);
    uop->handler = b->sim->engine->handler[handler];
    uop->insn.op = (uint16_t)handler;
    uop->pc = b->pc;
    uop->offset = (uint16_t)b->offset;
    b->start[b->uops] = (struct uop_start){.pipeline = b->pipeline,
                                           .tally = b->tally,
                                           .offset = (uint16_t)b->offset,
                                           .itstate = b->itstate};
    b->uops++;
    return uop;
}

/* A new base in SP that is not a multiple of 4. */
static bool unaligns_sp(const struct insn *insn)
{
    if (insn->rn != SP || (insn->imm & 3u) == 0)
        return false;
    switch ((unsigned)insn->op) {
#define WRITES_BACK(name)                                                                          \
    case OP_##name##_pre:                                                                          \
    case OP_##name##_post:
        WRITES_BACK(ldr)
        WRITES_BACK(ldrb)
        WRITES_BACK(ldrh)
        WRITES_BACK(ldrsb)
        WRITES_BACK(ldrsh)
        WRITES_BACK(str)
        WRITES_BACK(strb)
        WRITES_BACK(strh)
        WRITES_BACK(ldr_pc)
#undef WRITES_BACK
        return true;
    default:
        return false;
    }
}

/* PC as an operand, and whatever ends in an exception, a sleep or a stop, is the plain engine's. */
static bool needs_step(const struct insn *insn)
{
    enum timing_class class = op_timing_class((enum op)insn->op);
    if (class == TIMING_EXCEPTION || class == TIMING_SLEEP)
        return true;
    /* The low bits of SP stay zero, which the fast engine does not look for. */
    if ((class == TIMING_LOAD && insn->rd == SP) || unaligns_sp(insn))
        return true;
    return class != TIMING_BRANCH_TABLE &&
           (insn->rm == PC || insn->rn == PC || insn->ra == PC || insn->rd == PC);
}

static void add_granules(struct builder *b, unsigned size)
{
    unsigned shift = b->sim->timing.flash.granule_shift;
    if (!b->in_flash || shift == 0)
        return;
    uint32_t first = b->pc >> shift;
    uint32_t last = timing_fetched_to(&b->sim->timing, b->pc, size) >> shift;
    if (first == b->granule)
        first++;
    if (first > last)
        return;
    struct uop *uop = add(b, PSEUDO_FETCH);
    uop->insn.imm = first;
    uop->insn.rd = (uint8_t)(last - first + 1);
    b->granule = last;
}

static uint8_t next_itstate(uint8_t itstate)
{
    return (itstate & 7u) == 0 ? 0
                               : (uint8_t)((itstate & 0xE0u) | ((unsigned)itstate << 1 & 0x1Fu));
}

/* Where the core's long multiplications take as long as their operands are. */
static void add_multiply(struct builder *b, const struct insn *insn, const struct uop_start *start)
{
    if (b->sim->timing.rules->multiply == NULL)
        return;
    struct uop *uop = add(b, PSEUDO_MULTIPLY);
    b->start[b->uops - 1] = *start;
    uop->insn.rn = insn->rn;
    uop->insn.rm = insn->rm;
    uop->insn.imm = insn_multiplies_signed(insn) ? 1 : 0;
    b->slack += timing_multiply(&b->sim->timing, UINT32_MAX / 2, UINT32_MAX / 2, true);
}

/* The first FP instruction of a block may meet a division that began before it; the others wait for
 * divisions of the block. */
static void add_fp_wait(struct builder *b, const struct uop_start *start)
{
    if (b->fp_free)
        return;
    add(b, PSEUDO_FP_WAIT);
    b->start[b->uops - 1] = *start;
    b->slack += timing_knob(&b->sim->timing, TIMING_KNOB_FP_DIVIDE);
    b->fp_free = true;
}

static void add_fp_divide(struct builder *b, const struct uop_start *start)
{
    add(b, PSEUDO_FP_DIVIDE);
    b->start[b->uops - 1] = *start;
    b->fp_free = false;
}

static struct operands operands_of(const struct insn *insn)
{
    return (struct operands){.op = insn->op,
                             .rd = insn->rd,
                             .rn = insn->rn,
                             .rm = insn->rm,
                             .ra = insn->ra,
                             .shift_type = insn->shift_type,
                             .shift_n = insn->shift_n,
                             .condition = insn->condition,
                             .sd = insn->sd,
                             .sn = insn->sn,
                             .sm = insn->sm,
                             .imm = insn->imm};
}

static void add_instruction(struct builder *b, const struct insn *insn)
{
    add_granules(b, insn->size);
    bool in_it = (b->itstate & 0xFu) != 0;
    uint8_t condition = in_it ? (uint8_t)(b->itstate >> 4) : 14;
    struct uop_start start = {.pipeline = b->pipeline,
                              .tally = b->tally,
                              .offset = (uint16_t)b->offset,
                              .itstate = b->itstate};
    enum timing_memory memory = accessed_statically(b->sim, insn, b->pc);
    struct timing_issue issue = timing_issue(&b->sim->timing, &b->pipeline, insn, b->pc, memory);
    uint64_t own = 1 + ((uint64_t)(issue.lsu_stall + issue.lsu_cycles) << TALLY_LSU_SHIFT);
    uint64_t folded = issue.cycles == 0 ? UINT64_C(1) << TALLY_FOLDED_SHIFT : 0;
    enum timing_class class = op_timing_class((enum op)insn->op);
    start.return_cycles = issue.return_cycles;
    start.is_literal = accessed_is_literal(insn);
    b->offset += issue.stall;
    if (fp_is(class))
        add_fp_wait(b, &start);
    if (condition < 14) {
        struct uop *uop = add(b, PSEUDO_CONDITION);
        int skip_delta = issue.skipped_cycles - issue.cycles;
        uop->insn.condition = condition;
        uop->insn.shift_n = (uint8_t)skip_delta;
        b->slack += skip_delta > 0 ? (unsigned)skip_delta : 0;
        uop->tally = (uint64_t)issue.lsu_cycles << TALLY_LSU_SHIFT;
        if (issue.skipped_cycles != 0)
            uop->tally += folded;
        b->start[b->uops - 1] = start;
    } else if (class == TIMING_MULTIPLY_LONG)
        add_multiply(b, insn, &start);
    struct uop *uop = add(b, insn->op);
    b->start[b->uops - 1] = start;
    uop->insn = operands_of(insn);
    if (insn->op == OP_it) {
        /* Its conditions are in the micro-operations behind it. */
        uop->insn.op = OP_nop;
        uop->handler = b->sim->engine->handler[OP_nop];
    }
    uop->tally = b->tally + own;
    uop->cycles = issue.cycles;
    uop->taken_cycles = issue.taken_cycles;
    if (fp_divides(class))
        add_fp_divide(b, &start);

    if (insn->op == OP_it)
        b->itstate = (uint8_t)(insn->condition << 4 | insn->imm);
    else if (in_it)
        b->itstate = next_itstate(b->itstate);
    b->offset += issue.cycles;
    if (class == TIMING_DIVIDE)
        b->slack += timing_divide(&b->sim->timing, UINT32_MAX, 1, false);
    if (issue.taken_cycles > issue.cycles + b->taken_slack)
        b->taken_slack = (unsigned)(issue.taken_cycles - issue.cycles);
    b->tally += own + folded;
    b->pc += insn->size;
    b->count++;
}

static bool fetch(struct builder *b, struct insn *insn)
{
    uint16_t first, second = 0;
    if (!memory_fetch(b->sim, b->pc, &first))
        return false;
    if (decode_is_wide(first) && !memory_fetch(b->sim, b->pc + 2, &second))
        return false;
    *insn = decode(b->sim->core.architecture, first, second, (b->itstate & 0xFu) != 0);
    return true;
}

/* A conditional branch goes on when it is not taken; the others end the block. */
static bool ends(const struct insn *insn, bool in_it)
{
    enum op op = (enum op)insn->op;
    enum timing_class class = op_timing_class(op);
    bool goes_on = class == TIMING_MSR || class == TIMING_CPS || class == TIMING_ISB ||
                   op == OP_sev || op == OP_b_cond || op == OP_cbz || op == OP_cbnz;
    return op_ends_block(op) && !goes_on && !in_it;
}

static void fill(struct builder *b)
{
    struct insn insn;
    while (b->count < BLOCK_INSTRUCTIONS_MAX) {
        bool in_it = (b->itstate & 0xFu) != 0;
        if (!fetch(b, &insn) || needs_step(&insn)) {
            add(b, PSEUDO_STEP);
            break;
        }
        if (engine_is_probed(b->sim, b->pc))
            add(b, PSEUDO_PROBE);
        add_instruction(b, &insn);
        if (ends(&insn, in_it))
            break;
    }
    /* Always there, so that every instruction has a micro-operation behind it. */
    add(b, PSEUDO_END);
}

static void mark_code(struct engine *engine, uint32_t from, uint32_t to)
{
    for (uint32_t at = from & ~((1u << CODE_PAGE_SHIFT) - 1); at < to; at += 1u << CODE_PAGE_SHIFT)
        if (at - engine->sram_base < engine->sram_paged)
            engine->code_pages[(at - engine->sram_base) >> CODE_PAGE_SHIFT] |= PAGE_HAS_CODE;
}

static struct block *build(struct sim *sim, uint32_t pc, const struct pipeline *pipeline,
                           uint8_t itstate)
{
    struct builder b = {.sim = sim, .pc = pc, .pipeline = *pipeline, .itstate = itstate};
    const struct bus_region *region = bus_find(&sim->bus, pc, 2);
    if (region == NULL || region->memory == NULL || region->data_only)
        return NULL;
    /* Writes to the memory behind it do not tell of this address. */
    if (region->alias && region->writable)
        return NULL;
    b.in_flash = region->kind == BUS_KIND_FLASH;
    fill(&b);

    struct engine *engine = sim->engine;
    size_t size = sizeof(struct block) + b.uops * sizeof(struct uop);
    size_t start_size = b.uops * sizeof(struct uop_start);
    struct block *block = malloc(size);
    struct uop_start *start = malloc(start_size);
    if (block == NULL || start == NULL) {
        free(block);
        free(start);
        return NULL;
    }
    *block = (struct block){.pc = pc,
                            .entry = *pipeline,
                            .entry_itstate = itstate,
                            .cycles = b.offset,
                            .reach = b.offset + b.slack + b.taken_slack,
                            .tally = b.tally,
                            .uops = (uint16_t)b.uops,
                            .end_pc = b.pc,
                            .end_pipeline = b.pipeline,
                            .all = engine->all,
                            .code = engine->not_compiled,
                            .start = start};
    memcpy(block->uop, b.uop, b.uops * sizeof(struct uop));
    memcpy(start, b.start, start_size);
    engine->all = block;
    engine->built_bytes += size + start_size;
    if (engine->built_bytes > BUILT_BYTES_MAX)
        engine->flush = true;
    mark_code(engine, pc, b.pc);
    return block;
}

struct block *block_at(struct sim *sim, uint32_t pc)
{
    static const struct pipeline empty;
    struct block **slot = &sim->engine->table[pc >> 1 & (BLOCK_TABLE_SIZE - 1)];
    if (*slot == NULL || (*slot)->pc != pc)
        *slot = build(sim, pc, &empty, 0);
    return *slot;
}

/* FNV-1a over the pipeline's bytes; struct pipeline has no padding. */
static uint32_t hash(uint32_t pc, const struct pipeline *pipeline)
{
    const unsigned char *byte = (const unsigned char *)pipeline;
    uint32_t value = 2166136261u ^ pc;
    for (size_t k = 0; k < sizeof *pipeline; k++)
        value = (value ^ byte[k]) * 16777619u;
    return value ^ value >> 15;
}

struct block *block_resumed_at(struct sim *sim, uint32_t pc, const struct pipeline *pipeline,
                               uint8_t itstate)
{
    struct block **slot = &sim->engine->resumed[hash(pc, pipeline) & (RESUMED_TABLE_SIZE - 1)];
    const struct block *found = *slot;
    if (found == NULL || found->pc != pc || found->entry_itstate != itstate ||
        memcmp(&found->entry, pipeline, sizeof *pipeline) != 0)
        *slot = build(sim, pc, pipeline, itstate);
    return *slot;
}

struct block *block_next(struct sim *sim, struct block *block)
{
    if (block->next == NULL) {
        uint8_t itstate = block->start[block->uops - 1].itstate;
        block->next = build(sim, block->end_pc, &block->end_pipeline, itstate);
    }
    return block->next;
}

void block_free_all(struct engine *engine)
{
    struct block *block = engine->all;
    while (block != NULL) {
        struct block *following = block->all;
        jit_free(engine, block);
        for (unsigned k = 0; k < block->uops; k++)
            detour_free(block->start[k].detours);
        free(block->start);
        free(block);
        block = following;
    }
    engine->all = NULL;
    engine->built_bytes = 0;
    engine->flush = false;
    memset(engine->table, 0, sizeof engine->table);
    memset(engine->resumed, 0, sizeof engine->resumed);
    if (engine->code_pages == NULL)
        return;
    for (uint32_t page = 0; page < engine->sram_paged >> CODE_PAGE_SHIFT; page++)
        engine->code_pages[page] &= PAGE_IS_WATCHED;
}
