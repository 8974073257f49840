/* The fast engine: threaded execution of pre-decoded blocks up to the next event.
 * SPDX-License-Identifier: MIT
 *
 * cyc is the cycle at which the block would have started had everything in it so far taken its
 * static time: the present instruction issues at cyc + u->offset. Whatever may change what happens
 * next (a device access, a mask, a stall that reaches the horizon) makes the next micro-operation
 * leave.
 */
#include <string.h>

#include "sim/core/block.h"
#include "sim/core/detour.h"
#include "sim/core/engine.h"
#include "sim/core/float.h"
#include "sim/core/jit.h"
#include "sim/core/memory.h"
#include "sim/core/operations.h"
#include "sim/core/traps.h"

#define LIKELY(x) __builtin_expect(!!(x), 1)
#define UNLIKELY(x) __builtin_expect(!!(x), 0)

/* The next instruction must not start before the main loop has looked. */
static __attribute__((noinline)) bool needs_attention(const struct sim *sim, uint64_t block_end)
{
    return block_end >= sim->horizon || sim->core.exception_ready || sim->stopped ||
           sim->stop_requested || sim->spans_on || sim->engine->flush ||
           sim->timing.flash.granule_changed || sim->ppb.reset_requested || sim->core.locked_up;
}

/* A load from flash that costs nothing. */
static inline bool flash_hit(struct sim *sim, const struct engine *engine, uint32_t address)
{
    return address - engine->flash_base < engine->flash_size &&
           flash_load_hit(&sim->timing.flash, address);
}

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
#define RN_OR_PC (i->rn == PC ? PC_READ : RN)
#define OP(name) op_##name:
#define DISPATCH goto * u->handler
#define NEXT                                                                                       \
    do {                                                                                           \
        u++;                                                                                       \
        DISPATCH;                                                                                  \
    } while (0)
#define LOOK                                                                                       \
    do {                                                                                           \
        if (UNLIKELY(needs_attention(sim, cyc + block->reach))) {                                  \
            attention = true;                                                                      \
            u[1].handler = engine->handler[PSEUDO_LEAVE];                                          \
        }                                                                                          \
    } while (0)
#define NEXT_CHANGED                                                                               \
    do {                                                                                           \
        if (UNLIKELY(core->exception_ready))                                                       \
            LOOK;                                                                                  \
        NEXT;                                                                                      \
    } while (0)
#define JUMP(destination)                                                                          \
    do {                                                                                           \
        jump_pc = (destination) & ~1u;                                                             \
        goto jump;                                                                                 \
    } while (0)
#define JUMP_EXCHANGE(value)                                                                       \
    do {                                                                                           \
        jump_pc = (value);                                                                         \
        goto jump_exchange;                                                                        \
    } while (0)
#define JUMP_LINKED(value) JUMP_EXCHANGE(value)
/* Nothing has happened yet, and the plain engine knows when what is not aligned issues. */
#define FAULT(kind) goto * engine->handler[PSEUDO_STEP]
#define SLOW(action) goto * engine->handler[PSEUDO_STEP]

#define SLOWLY(access)                                                                             \
    do {                                                                                           \
        sim->now = cyc + u->offset;                                                                \
        sim->stall = 0;                                                                            \
        memset(sim->wait, 0, sizeof sim->wait);                                                    \
        engine->pending_block = block;                                                             \
        engine->pending_uop = u;                                                                   \
        engine->pending_tally = tally;                                                             \
        if (UNLIKELY(!(access)))                                                                   \
            goto fault;                                                                            \
        if (UNLIKELY(sim->spans_on || sim->now + u->taken_cycles + sim->stall >= sim->horizon))    \
            tell_span(sim, u);                                                                     \
        cyc += sim->stall;                                                                         \
        sim->tally.lsu += sim->stall;                                                              \
        LOOK;                                                                                      \
    } while (0)
/* Around an access to at elsewhere than to SRAM: when it issues, and where the block goes on. */
#define DETOUR_BEGIN(at)                                                                           \
    do {                                                                                           \
        if (has_detours) {                                                                         \
            if (UNLIKELY(!detour_find(sim, block, u, at, &engine->detour)))                        \
                goto pseudo_step;                                                                  \
            if (engine->detour != NULL) {                                                          \
                if (UNLIKELY(cyc + block->reach + 1 >= sim->horizon)) {                            \
                    engine->detour = NULL;                                                         \
                    goto pseudo_step;                                                              \
                }                                                                                  \
                cyc += (uint64_t)(int64_t)engine->detour->later;                                   \
                tally += detour_tally(engine->detour);                                             \
            }                                                                                      \
        }                                                                                          \
    } while (0)
#define DETOUR_END                                                                                 \
    do {                                                                                           \
        if (UNLIKELY(engine->detour != NULL))                                                      \
            u[1].handler = engine->handler[PSEUDO_DETOUR];                                         \
    } while (0)
#define READ_AS(type, dest, where)                                                                 \
    do {                                                                                           \
        uint32_t at_ = (where), in_sram_ = at_ - sram_base;                                        \
        type loaded_;                                                                              \
        if (LIKELY(in_sram_ < sram_size && (at_ & (sizeof loaded_ - 1)) == 0)) {                   \
            memcpy(&loaded_, sram + in_sram_, sizeof loaded_);                                     \
            (dest) = loaded_;                                                                      \
        } else {                                                                                   \
            DETOUR_BEGIN(at_);                                                                     \
            if ((at_ & (sizeof loaded_ - 1)) == 0 && flash_hit(sim, engine, at_)) {                \
                memcpy(&loaded_, engine->flash + (at_ - engine->flash_base), sizeof loaded_);      \
                (dest) = loaded_;                                                                  \
            } else {                                                                               \
                uint32_t slow_;                                                                    \
                SLOWLY(memory_read(sim, at_, sizeof loaded_, &slow_));                             \
                (dest) = slow_;                                                                    \
            }                                                                                      \
            DETOUR_END;                                                                            \
        }                                                                                          \
    } while (0)
#define READ_8(dest, where) READ_AS(uint8_t, dest, where)
#define READ_16(dest, where) READ_AS(uint16_t, dest, where)
#define READ_32(dest, where) READ_AS(uint32_t, dest, where)
#define WRITE_AS(type, where, value)                                                               \
    do {                                                                                           \
        uint32_t at_ = (where), in_sram_ = at_ - sram_base;                                        \
        type stored_ = (type)(value);                                                              \
        if (LIKELY(in_sram_ < sram_size && (at_ & (sizeof stored_ - 1)) == 0 &&                    \
                   code_pages[in_sram_ >> CODE_PAGE_SHIFT] == 0))                                  \
            memcpy(sram + in_sram_, &stored_, sizeof stored_);                                     \
        else if (sim->halt.watchpoints != 0)                                                       \
            goto pseudo_step; /* which looks whether it is watched */                              \
        else {                                                                                     \
            DETOUR_BEGIN(at_);                                                                     \
            SLOWLY(memory_write(sim, at_, sizeof stored_, stored_));                               \
            DETOUR_END;                                                                            \
        }                                                                                          \
    } while (0)
#define WRITE_8(where, value) WRITE_AS(uint8_t, where, value)
#define WRITE_16(where, value) WRITE_AS(uint16_t, where, value)
#define WRITE_32(where, value) WRITE_AS(uint32_t, where, value)
#define IN_SRAM(at, bytes)                                                                         \
    (((at) & 3u) == 0 && (at) - sram_base < sram_size && (bytes) <= sram_size - ((at) - sram_base))
#define READ_MULTIPLE(words, where, count)                                                         \
    do {                                                                                           \
        uint32_t at_ = (where);                                                                    \
        if (LIKELY(IN_SRAM(at_, 4 * (count))))                                                     \
            for (uint32_t k_ = 0; k_ < (count); k_++)                                              \
                memcpy(&(words)[k_], sram + (at_ - sram_base) + 4 * k_, 4);                        \
        else                                                                                       \
            goto pseudo_step; /* the plain engine may have to stop in the midst */                 \
    } while (0)
#define WRITE_MULTIPLE(where, words, count)                                                        \
    do {                                                                                           \
        uint32_t at_ = (where), bytes_ = 4 * (count);                                              \
        if (LIKELY(IN_SRAM(at_, bytes_) &&                                                         \
                   code_pages[(at_ - sram_base) >> CODE_PAGE_SHIFT] == 0 &&                        \
                   code_pages[(at_ - sram_base + bytes_ - 1) >> CODE_PAGE_SHIFT] == 0))            \
            for (uint32_t k_ = 0; k_ < (count); k_++)                                              \
                memcpy(sram + (at_ - sram_base) + 4 * k_, &(words)[k_], 4);                        \
        else                                                                                       \
            goto pseudo_step;                                                                      \
    } while (0)
#define OPERANDS_OF_DIVISION(n, m, is_signed)                                                      \
    do {                                                                                           \
        cyc += timing_divide(&sim->timing, n, m, is_signed);                                       \
        if (UNLIKELY(cyc + block->reach >= sim->horizon))                                          \
            LOOK;                                                                                  \
    } while (0)
#define FP_ACCESS                                                                                  \
    do {                                                                                           \
        if (UNLIKELY(!core->fp_ready))                                                             \
            goto pseudo_step;                                                                      \
    } while (0)
#define MAY_BE_SP(reg) false
#define DRAIN                                                                                      \
    do {                                                                                           \
        sim->now = cyc + u->offset;                                                                \
        sim->stall = timing_drain(&sim->timing, sim->now);                                         \
        cyc += sim->stall;                                                                         \
        if (UNLIKELY(cyc + block->reach >= sim->horizon)) {                                        \
            memset(sim->wait, 0, sizeof sim->wait);                                                \
            sim->wait[SIM_WAIT_STORES] = (uint32_t)sim->stall;                                     \
            tell_span(sim, u);                                                                     \
            LOOK;                                                                                  \
        }                                                                                          \
    } while (0)

static uint64_t detour_tally(const struct detour *detour)
{
    return (uint64_t)(int64_t)detour->lsu << TALLY_LSU_SHIFT;
}

/* The fetch of the instruction at u has been executed as a micro-operation before it. */
static bool fetch_is_paid(const struct block *block, const struct uop *u)
{
    for (; u > block->uop && u[-1].pc == u->pc; u--)
        if (u[-1].insn.op == PSEUDO_FETCH)
            return true;
    return false;
}

/* The instruction at u, which issued at sim->now, has turned spans on; or it ends behind the next
 * event, which may do so and then wants it, too. */
static void tell_span(struct sim *sim, const struct uop *u)
{
    uint64_t issue = sim->now;
    sim->now += u->taken_cycles + sim->stall; /* of what is no branch as cycles */
    engine_span(sim, SIM_SPAN_INSTRUCTION, u->pc, issue);
    sim->now = issue;
}

/* May take longer than the static sums say: its operands or a failed condition decide. */
static bool takes_longer(const struct uop *uop)
{
    return uop->insn.op == PSEUDO_MULTIPLY || uop->insn.op == PSEUDO_FP_WAIT ||
           (uop->insn.op == PSEUDO_CONDITION && (int8_t)uop->insn.shift_n > 0) ||
           (uop->insn.op < OPS && op_timing_class((enum op)uop->insn.op) == TIMING_DIVIDE);
}

/* A block that reaches the horizon may run up to it: the first micro-operation of the first
 * instruction that would not have ended by then leaves, and so does a division or whatever else
 * shows its time only when it runs. False: not even the first instruction fits. */
static __attribute__((noinline)) bool cut_at_horizon(const struct sim *sim, struct block *block,
                                                     uint64_t cyc)
{
    if (cyc >= sim->horizon)
        return false;
    uint64_t left = sim->horizon - cyc;
    unsigned k = 0;
    while (k + 1u < block->uops && block->start[k].offset < left &&
           block->start[k + 1].offset <= left &&
           block->uop[k].offset + block->uop[k].taken_cycles <= left &&
           !takes_longer(&block->uop[k]))
        k++;
    while (k > 0 && block->uop[k - 1].pc == block->uop[k].pc)
        k--;
    block->uop[k].handler = sim->engine->handler[PSEUDO_LEAVE];
    return k != 0;
}

static void add_tally(struct tally *to, uint64_t packed)
{
    to->instructions += packed & TALLY_MASK;
    to->lsu += packed >> TALLY_LSU_SHIFT & TALLY_MASK;
    to->folded += packed >> TALLY_FOLDED_SHIFT;
}

/* What was executed is told when the fast engine leaves. */
static void settle(struct sim *sim, uint64_t packed)
{
    struct tally tally = {0};
    add_tally(&tally, packed);
    sim->instructions += tally.instructions;
    sim->tally.lsu += tally.lsu;
    sim->tally.folded += tally.folded;
    sim->engine->pending_block = NULL;
}

struct tally engine_tally(const struct sim *sim)
{
    const struct engine *engine = sim->engine;
    const struct block *block = engine->pending_block;
    struct tally tally = sim->tally;
    tally.instructions = sim->instructions;
    if (block != NULL)
        add_tally(&tally,
                  engine->pending_tally + block->start[engine->pending_uop - block->uop].tally);
    return tally;
}

/* The block has code, which is made when it has been entered often enough. */
static inline bool is_compiled(struct sim *sim, struct block *block)
{
    const struct engine *engine = sim->engine;
    if (block->code != engine->not_compiled)
        return true;
    if (engine->compile_after == 0 || ++block->entries != engine->compile_after)
        return false;
    jit_compile(sim, block);
    return block->code != engine->not_compiled;
}

static const void *const *execute(struct sim *sim, enum fast_result *how)
{
    static const void *const labels[PSEUDOS_END] = {
#define FAST_LABEL(name) [OP_##name] = &&op_##name,
#undef OP
#define OP(name, class) FAST_LABEL(name)
#include "sim/core/ops.def"
#undef OP
#define OP(name) op_##name:
        [PSEUDO_FETCH] = &&pseudo_fetch,         [PSEUDO_CONDITION] = &&pseudo_condition,
        [PSEUDO_MULTIPLY] = &&pseudo_multiply,   [PSEUDO_FP_WAIT] = &&pseudo_fp_wait,
        [PSEUDO_FP_DIVIDE] = &&pseudo_fp_divide, [PSEUDO_PROBE] = &&pseudo_probe,
        [PSEUDO_DETOUR] = &&pseudo_detour,       [PSEUDO_STEP] = &&pseudo_step,
        [PSEUDO_LEAVE] = &&pseudo_leave,         [PSEUDO_END] = &&pseudo_end,
    };
    if (how == NULL)
        return labels;

    struct core *const core = &sim->core;
    struct engine *const engine = sim->engine;
    uint8_t *const sram = engine->sram;
    const uint32_t sram_base = engine->sram_base, sram_size = engine->sram_size;
    const uint8_t *const code_pages = engine->code_pages;
    const bool has_detours = sim->timing.rules->knows_memories;
    uint64_t cyc = sim->now;
    uint64_t tally = 0; /* packed */
    bool attention = false;
    uint32_t jump_pc = core->r[PC];
    struct uop *u;
    struct block *block = core->itstate == 0 && pipeline_is_empty(&sim->pipeline)
                              ? block_at(sim, jump_pc)
                              : block_resumed_at(sim, jump_pc, &sim->pipeline, core->itstate);

    *how = FAST_STEP;
    if (block == NULL || needs_attention(sim, cyc) ||
        (cyc + block->reach >= sim->horizon && !cut_at_horizon(sim, block, cyc)))
        return NULL;
    core->itstate = 0; /* it is in the block from here on */
    u = block->uop;
    bool is_paid = sim->fetched_pc == jump_pc && u->insn.op == PSEUDO_FETCH;
    sim->fetched_pc = 1;
    if (is_paid) {
        u++;
        DISPATCH;
    }
    goto enter;

#include "sim/core/semantics/alu.inc"
#include "sim/core/semantics/multiply.inc"
#include "sim/core/semantics/dsp.inc"
#include "sim/core/semantics/memory.inc"
#include "sim/core/semantics/float.inc"
#include "sim/core/semantics/branch.inc"
#include "sim/core/semantics/system.inc"

pseudo_fetch:;
    bool charged = false;
    for (uint32_t granule = IMM; granule < IMM + i->rd; granule++) {
        if (granule == sim->fetch_granule)
            continue;
        if (UNLIKELY(!flash_fetch_hit(&sim->timing.flash, granule))) {
            /* The fetch is part of the instruction behind it: where its stall may reach the
             * horizon, the plain engine takes both. */
            if (!charged &&
                cyc + block->reach + 2 * timing_fetch_worst(&sim->timing) >= sim->horizon)
                goto pseudo_step;
            uint64_t now = cyc + u->offset;
            if (granule != u->pc >> sim->timing.flash.granule_shift)
                now += timing_next_fetch(&sim->timing);
            cyc += timing_fetch(&sim->timing, granule << sim->timing.flash.granule_shift, now);
            charged = true;
        }
        sim->fetch_granule = granule;
    }
    NEXT;

pseudo_condition:
    if (condition_passed(core, i->condition))
        NEXT;
    cyc += (uint64_t)(int64_t)(int8_t)i->shift_n;
    tally -= u->tally;
    u += 2;
    DISPATCH;

pseudo_multiply:
    cyc += timing_multiply(&sim->timing, RN, RM, IMM != 0);
    NEXT;

pseudo_fp_wait:
    cyc += timing_fp_wait(&sim->timing, cyc + u->offset);
    NEXT;

pseudo_fp_divide:
    timing_fp_divide(&sim->timing, cyc + u->offset);
    NEXT;

pseudo_probe:
    sim->now = cyc + block->start[u - block->uop].offset;
    engine_tell_probe(sim, u->pc);
    if (needs_attention(sim, cyc + block->reach)) {
        sim->probe_told = u->pc;
        u++;
        goto leave;
    }
    NEXT;

pseudo_detour:;
    const struct detour *detour = engine->detour;
    engine->detour = NULL;
    u->handler = engine->handler[u->insn.op];
    cyc += u[-1].offset + u[-1].cycles;
    tally += u[-1].tally;
    jump_pc = u->pc;
    struct block *onward = attention ? NULL : detour_onward(sim, block, u, detour);
    if (onward == NULL ||
        (cyc + onward->reach >= sim->horizon && !cut_at_horizon(sim, onward, cyc))) {
        core->itstate = block->start[u - block->uop].itstate;
        sim->pipeline = detour->pipeline;
        goto out;
    }
    block = onward;
    goto enter;

pseudo_end:
    cyc += block->cycles;
    tally += block->tally;
    jump_pc = block->end_pc;
    struct block *following = block_next(sim, block);
    if (following == NULL || attention ||
        (cyc + following->reach >= sim->horizon && !cut_at_horizon(sim, following, cyc))) {
        core->itstate = block->start[u - block->uop].itstate;
        sim->pipeline = block->end_pipeline;
        goto out;
    }
    block = following;
    goto enter;

jump_exchange:
    if (UNLIKELY(jump_pc >= 0xF0000000u && exception_is_return(core, jump_pc))) {
        core->r[PC] = u->pc;
        core->itstate = 0;
        sim->pipeline = (struct pipeline){0};
        sim->now = cyc + u->offset + block->start[u - block->uop].return_cycles;
        settle(sim, tally + u->tally);
        engine_return(sim, jump_pc);
        *how = FAST_ATTENTION;
        return NULL;
    }
    if (UNLIKELY((jump_pc & 1u) == 0)) {
        core->t_clear = true;
        attention = true;
    }
    jump_pc &= ~1u;

jump:
    cyc += u->offset + u->taken_cycles;
    tally += u->tally;
    if (jump_pc <= u->pc && --engine->loop_countdown == 0) {
        engine->idle_check = true;
        attention = true;
    }
    struct block *target = u->target;
    if (UNLIKELY(target == NULL || target->pc != jump_pc)) {
        target = engine->flush ? NULL : block_at(sim, jump_pc);
        u->target = target;
    }
    if (UNLIKELY(target == NULL || attention ||
                 (cyc + target->reach >= sim->horizon && !cut_at_horizon(sim, target, cyc)))) {
        core->itstate = 0;
        sim->pipeline = (struct pipeline){0};
        goto out;
    }
    block = target;

enter:
    u = block->uop;
    if (!is_compiled(sim, block))
        DISPATCH;
    sim->jit.cyc = cyc;
    sim->jit.tally = tally;
    jit_run(sim, block);
    cyc = sim->jit.cyc;
    tally = sim->jit.tally;
    block = sim->jit.block;
    u = &block->uop[sim->jit.index];
    if (UNLIKELY(core->exception_ready))
        goto leave;
    if (u == block->uop) {
        if (UNLIKELY(cyc + block->reach >= sim->horizon)) {
            *how = FAST_STEP;
            if (!cut_at_horizon(sim, block, cyc))
                goto leave_as;
        } else if (block->code == engine->not_compiled) {
            goto enter;
        }
    }
    DISPATCH;

out:
    core->r[PC] = jump_pc;
    sim->now = cyc;
    settle(sim, tally);
    *how = attention ? FAST_ATTENTION : FAST_STEP;
    return NULL;

pseudo_step:
    if (fetch_is_paid(block, u))
        sim->fetched_pc = u->pc;
    *how = FAST_STEP;
    goto leave_as;

pseudo_leave:
    u->handler = engine->handler[u->insn.op];
leave:
    *how = FAST_ATTENTION;
leave_as:;
    const struct uop_start *start = &block->start[u - block->uop];
    core->r[PC] = u->pc;
    core->itstate = start->itstate;
    sim->pipeline = start->pipeline;
    sim->now = cyc + start->offset;
    settle(sim, tally + start->tally);
    return NULL;

fault:
    if (engine->detour != NULL && sim->stopped)
        tally -= detour_tally(engine->detour);
    engine->detour = NULL;
    if (u[1].handler == engine->handler[PSEUDO_LEAVE])
        u[1].handler = engine->handler[u[1].insn.op];
    core->r[PC] = u->pc;
    core->itstate = block->start[u - block->uop].itstate;
    *how = FAST_ATTENTION;
    sim->now = cyc + u->offset;
    if (sim->stopped) {
        settle(sim, tally + block->start[u - block->uop].tally);
        return NULL;
    }
    settle(sim, tally + u->tally);
    sim->now += u->cycles + sim->stall;
    sim->tally.lsu += sim->stall;
    sim->pipeline = (struct pipeline){0};
    exception_fault(sim, sim->fault, sim->fault_address);
    return NULL;
}

enum fast_result engine_fast(struct sim *sim)
{
    enum fast_result result;
    /* An interrupted LDM or STM has a register in the upper half of the IT state. */
    if ((sim->core.itstate != 0 && (sim->core.itstate & 0xFu) == 0) || sim->core.t_clear)
        return FAST_STEP;
    /* Blocks call the probe of every instruction; the plain engine knows which has been called. */
    if (sim->probe_told == sim->core.r[PC])
        return FAST_STEP;
    if (sim->engine->flush || sim->timing.flash.granule_changed)
        block_free_all(sim->engine);
    sim->timing.flash.granule_changed = false;
    execute(sim, &result);
    return result;
}

const void *const *fast_handlers(void)
{
    return execute(NULL, NULL);
}
