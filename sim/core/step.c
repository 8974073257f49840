/* The plain engine: decodes and executes one instruction at a time.
 * SPDX-License-Identifier: MIT
 */
#include <string.h>

#include "sim/core/accessed.h"
#include "sim/core/engine.h"
#include "sim/core/float.h"
#include "sim/core/fpu_state.h"
#include "sim/core/give_way.h"
#include "sim/core/memory.h"
#include "sim/core/operations.h"
#include "sim/core/traps.h"
#include "sim/timing/fp.h"

/* How an instruction ended. */
enum ending {
    ENDING_NEXT,   /* go on behind it */
    ENDING_JUMP,   /* r[PC] is the target */
    ENDING_RETURN, /* an exception return, value in the result */
    ENDING_FAULT,  /* exception_fault is to be called */
    ENDING_STOP    /* the run has stopped */
};

struct result {
    enum ending ending;
    uint32_t value;
};

static void advance_it(struct core *core)
{
    if ((core->itstate & 0x7u) == 0)
        core->itstate = 0;
    else
        core->itstate = (uint8_t)((core->itstate & 0xE0u) | ((unsigned)core->itstate << 1 & 0x1Fu));
}

static struct result begin_it_block(struct sim *sim, const struct insn *insn)
{
    sim->core.itstate = (uint8_t)(insn->condition << 4 | insn->imm);
    return (struct result){ENDING_NEXT, 0};
}

static struct result end_access(struct sim *sim, bool done)
{
    sim->core.access_unprivileged = false;
    if (done)
        return (struct result){ENDING_NEXT, 0};
    return (struct result){sim->stopped ? ENDING_STOP : ENDING_FAULT, 0};
}

/* sign: the sign bit of a signed load, else 0. */
static struct result load_unprivileged(struct sim *sim, const struct insn *insn, unsigned size,
                                       uint32_t sign)
{
    struct core *core = &sim->core;
    uint32_t value;
    core->access_unprivileged = true;
    bool done = memory_read(sim, core->r[insn->rn] + insn->imm, size, &value);
    if (done)
        core->r[insn->rd] = (value ^ sign) - sign;
    return end_access(sim, done);
}

static struct result store_unprivileged(struct sim *sim, const struct insn *insn, unsigned size)
{
    struct core *core = &sim->core;
    uint32_t value = core->r[insn->rd] & (UINT32_MAX >> (32 - 8 * size));
    core->access_unprivileged = true;
    return end_access(sim, memory_write(sim, core->r[insn->rn] + insn->imm, size, value));
}

static struct result call_supervisor(struct sim *sim, const struct insn *insn)
{
    struct core *core = &sim->core;
    core->r[PC] += insn->size;
    advance_it(core);
    sim->side_effects++;
    exception_svc(sim);
    return (struct result){ENDING_JUMP, 0};
}

static struct result stop_at_breakpoint(struct sim *sim, const struct insn *insn)
{
    if (sim->semihosting.on && insn->imm == SEMIHOSTING_BKPT) {
        sim->side_effects++;
        semihosting_call(sim);
        return (struct result){sim->stopped ? ENDING_STOP : ENDING_NEXT, 0};
    }
    sim_stop_with(sim, SIM_STOP_BREAKPOINT, "BKPT #%u without a debugger", (unsigned)insn->imm);
    return (struct result){ENDING_STOP, 0};
}

/* No instruction, but access is checked first. */
static struct result use_coprocessor(struct sim *sim, const struct insn *insn)
{
    sim->fault = coprocessor_enabled(sim, insn->shift_n) ? FAULT_UNDEFINED : FAULT_NOCP;
    sim->fault_address = 0;
    return (struct result){ENDING_FAULT, 0};
}

static struct result wait_for_interrupt(struct sim *sim)
{
    sim->side_effects++;
    sim->core.sleeping = !exception_wakes(sim);
    sim->core.waits_for_event = false;
    return (struct result){ENDING_NEXT, 0};
}

static struct result wait_for_event(struct sim *sim)
{
    struct core *core = &sim->core;
    sim->side_effects++;
    if (core->event) {
        core->event = false;
    } else {
        core->sleeping = !exception_wakes(sim);
        core->waits_for_event = true;
    }
    return (struct result){ENDING_NEXT, 0};
}

#define RD core->r[i->rd]
#define RN core->r[i->rn]
#define RM core->r[i->rm]
#define RA core->r[i->ra]
#define SD core->s[i->sd]
#define SN core->s[i->sn]
#define SM core->s[i->sm]
#define IMM i->imm
#define PC_READ (core->r[PC] + 4)
#define RM_OR_PC (i->rm == PC ? PC_READ : RM)
#define RN_OR_PC (i->rn == PC ? PC_READ : RN)
#define OP(name) case OP_##name:
#define NEXT return (struct result){ENDING_NEXT, 0}
#define NEXT_CHANGED                                                                               \
    do {                                                                                           \
        sim->side_effects++;                                                                       \
        NEXT;                                                                                      \
    } while (0)
#define JUMP(target)                                                                               \
    do {                                                                                           \
        core->r[PC] = (target) & ~1u;                                                              \
        return (struct result){ENDING_JUMP, 0};                                                    \
    } while (0)
#define JUMP_EXCHANGE(value) return jump_exchange(core, value)
#define JUMP_LINKED(value) return jump_exchange(core, value)
#define FAULT(kind)                                                                                \
    do {                                                                                           \
        sim->fault = (kind);                                                                       \
        sim->fault_address = 0;                                                                    \
        return (struct result){ENDING_FAULT, 0};                                                   \
    } while (0)
#define SLOW(action) return action
#define OR_FAIL(done)                                                                              \
    do {                                                                                           \
        if (!(done))                                                                               \
            return (struct result){sim->stopped ? ENDING_STOP : ENDING_FAULT, 0};                  \
    } while (0)
#define READ_8(dest, address) OR_FAIL(memory_read(sim, address, 1, &(dest)))
#define READ_16(dest, address) OR_FAIL(memory_read(sim, address, 2, &(dest)))
#define READ_32(dest, address) OR_FAIL(memory_read(sim, address, 4, &(dest)))
#define WRITE_8(address, value) OR_FAIL(memory_write(sim, address, 1, (value) & 0xFFu))
#define WRITE_16(address, value) OR_FAIL(memory_write(sim, address, 2, (value) & 0xFFFFu))
#define WRITE_32(address, value) OR_FAIL(memory_write(sim, address, 4, value))
#define READ_MULTIPLE(words, address, count) OR_FAIL(memory_read_words(sim, address, words, count))
#define WRITE_MULTIPLE(address, words, count)                                                      \
    OR_FAIL(memory_write_words(sim, address, words, count))
#define OPERANDS_OF_DIVISION(n, m, is_signed)                                                      \
    sim->stall += timing_divide(&sim->timing, n, m, is_signed)
#define FP_ACCESS OR_FAIL(fpu_access(sim))
#define MAY_BE_SP(reg) ((reg) == SP)
#define DRAIN drain(sim)

static void drain(struct sim *sim)
{
    unsigned cycles = timing_drain(&sim->timing, sim->now + sim->stall);
    sim->stall += cycles;
    sim->wait[SIM_WAIT_STORES] += cycles;
}

/* BXWritePC (DDI 0553): an even target is reached, and faults there. */
static struct result jump_exchange(struct core *core, uint32_t value)
{
    if (value >= 0xF0000000u && exception_is_return(core, value))
        return (struct result){ENDING_RETURN, value};
    core->r[PC] = value & ~1u;
    core->t_clear = (value & 1u) == 0;
    return (struct result){ENDING_JUMP, 0};
}

static struct result execute(struct sim *sim, const struct insn *i)
{
    struct core *core = &sim->core;
    switch ((enum op)i->op) {
#include "sim/core/semantics/alu.inc"
#include "sim/core/semantics/multiply.inc"
#include "sim/core/semantics/dsp.inc"
#include "sim/core/semantics/memory.inc"
#include "sim/core/semantics/float.inc"
#include "sim/core/semantics/branch.inc"
#include "sim/core/semantics/system.inc"
    case OPS:
        break;
    }
    return (struct result){ENDING_STOP, 0};
}

/* Tries the instruction, and takes it back: whether it would touch memory that is watched. */
static bool stops_at_watchpoint(struct sim *sim, const struct insn *insn, uint32_t pc)
{
    if (sim->halt.told == pc || !halt_may_touch(insn))
        return false;
    struct core before = sim->core;
    halt_trial_begin(sim);
    execute(sim, insn);
    sim->core = before;
    return halt_trial_end(sim, pc);
}

static bool fetch(struct sim *sim, uint32_t pc, uint16_t *first, uint16_t *second)
{
    if (!memory_fetch(sim, pc, first))
        return false;
    *second = 0;
    return !decode_is_wide(*first) || memory_fetch(sim, pc + 2, second);
}

static void finish(struct sim *sim, const struct insn *insn, struct result result, bool in_it)
{
    struct core *core = &sim->core;
    uint32_t pc = core->r[PC];
    switch (result.ending) {
    case ENDING_NEXT:
        core->r[PC] = pc + insn->size;
        if (in_it)
            advance_it(core);
        break;
    case ENDING_JUMP:
        /* A branch is the last of its IT block; elsewhere in one it is UNPREDICTABLE, and ends it.
         */
        if (in_it && insn->op != OP_svc)
            core->itstate = 0;
        break;
    case ENDING_RETURN:
        core->itstate = 0;
        break;
    case ENDING_FAULT:
        exception_fault(sim, sim->fault, sim->fault_address);
        break;
    case ENDING_STOP:
        break;
    }
}

/* Cycles of a division that its operands decide. */
static unsigned division_cycles(const struct sim *sim, const struct insn *insn)
{
    if (op_timing_class((enum op)insn->op) != TIMING_DIVIDE)
        return 0;
    return timing_divide(&sim->timing, sim->core.r[insn->rn], sim->core.r[insn->rm],
                         insn->op == OP_sdiv);
}

/* The same of a long multiplication, outside IT blocks. */
static unsigned multiplication_cycles(const struct sim *sim, const struct insn *insn)
{
    if (op_timing_class((enum op)insn->op) != TIMING_MULTIPLY_LONG)
        return 0;
    return timing_multiply(&sim->timing, sim->core.r[insn->rn], sim->core.r[insn->rm],
                           insn_multiplies_signed(insn));
}

/* The words of an interrupted list that are left, as an instruction of its own. */
static struct result execute_rest(struct sim *sim, const struct insn *insn, unsigned done)
{
    struct core *core = &sim->core;
    struct insn rest = *insn;
    uint32_t base = core->r[insn->rn];
    bool up = insn->op == OP_ldm || insn->op == OP_ldm_w || insn->op == OP_ldm_pc ||
              insn->op == OP_ldm_pc_w || insn->op == OP_stm || insn->op == OP_stm_w;
    bool writes_back = insn->op == OP_ldm_w || insn->op == OP_ldm_pc_w || insn->op == OP_stm_w ||
                       insn->op == OP_ldmdb_w || insn->op == OP_ldmdb_pc_w ||
                       insn->op == OP_stmdb_w;
    bool loads_base = (insn->imm >> insn->rn & 1u) != 0;
    rest.imm &= ~((1u << (core->itstate >> 4)) - 1);
    rest.shift_n = (uint8_t)(insn->shift_n - done);
    core->itstate = 0;
    if (up)
        core->r[insn->rn] += 4 * done;
    struct result result = execute(sim, &rest);
    if (result.ending == ENDING_FAULT || result.ending == ENDING_STOP)
        core->r[insn->rn] = base;
    else if (up && !writes_back && !loads_base)
        core->r[insn->rn] = base;
    else if (!up && writes_back)
        core->r[insn->rn] -= 4 * done;
    return result;
}

/* Waits for a VDIV or VSQRT; begins one, were it even skipped in an IT block. */
static void pass_fpu(struct sim *sim, const struct insn *insn)
{
    enum timing_class class = op_timing_class((enum op)insn->op);
    if (!fp_is(class))
        return;
    unsigned cycles = timing_fp_wait(&sim->timing, sim->now);
    sim->now += cycles;
    sim->wait[SIM_WAIT_PIPELINE] += cycles;
    if (fp_divides(class))
        timing_fp_divide(&sim->timing, sim->now);
}

/* The instruction was given up in the midst: it has waited no cycle for what it would have moved.
 */
static void forget_accesses(struct sim *sim)
{
    for (int wait = SIM_WAIT_FETCH + 1; wait < SIM_WAITS; wait++)
        sim->wait[wait] = 0;
}

static unsigned cycles_of(enum ending ending, const struct timing_issue *issue)
{
    if (ending == ENDING_RETURN)
        return issue->return_cycles;
    return ending == ENDING_JUMP ? issue->taken_cycles : issue->cycles;
}

/* sim->stall belongs to loads and stores, but for what operands and barriers make of it. */
static void count(struct sim *sim, const struct insn *insn, const struct timing_issue *issue,
                  unsigned cycles, bool passes)
{
    enum timing_class class = op_timing_class((enum op)insn->op);
    bool is_access = class != TIMING_DIVIDE && class != TIMING_DMB && class != TIMING_DSB &&
                     class != TIMING_ISB && class != TIMING_MULTIPLY_LONG;
    sim->instructions++;
    sim->tally.lsu += issue->lsu_stall;
    if (passes)
        sim->tally.lsu += issue->lsu_cycles;
    if (is_access)
        sim->tally.lsu += sim->stall;
    if (cycles == 0)
        sim->tally.folded++;
}

static void step_fault(struct sim *sim, uint64_t start)
{
    exception_fault(sim, sim->fault, sim->fault_address);
    sim->now++;
    engine_span(sim, SIM_SPAN_INSTRUCTION, sim->core.r[PC], start);
}

void engine_step(struct sim *sim)
{
    struct core *core = &sim->core;
    uint32_t pc = core->r[PC];
    uint64_t start = sim->now;
    uint16_t first, second;

    memset(sim->wait, 0, sizeof sim->wait);
    if ((sim->probes != 0 || sim->halt.breakpoints != 0) && sim->probe_told != pc &&
        engine_is_probed(sim, pc)) {
        engine_tell_probe(sim, pc);
        if (sim->stopped) {
            sim->probe_told = pc;
            return;
        }
    }
    sim->probe_told = 1;
    if (core->t_clear)
        sim->fault = FAULT_INVSTATE;
    if (core->t_clear || !fetch(sim, pc, &first, &second)) {
        step_fault(sim, start);
        return;
    }
    bool in_it = core_is_in_it(core);
    bool passes = !in_it || condition_passed(core, core->itstate >> 4);
    struct insn insn =
        *decode_remembered(&sim->decode_memory, core->architecture, first, second, in_it);
    unsigned done;
    if (!give_way_resumes(core, &insn, &done)) {
        sim->fault = FAULT_INVSTATE;
        step_fault(sim, start);
        return;
    }
    if (sim->halt.watchpoints != 0 && passes && stops_at_watchpoint(sim, &insn, pc))
        return;
    sim->halt.told = 1;
    unsigned fetch_stall = sim->fetched_pc == pc ? 0 : memory_fetch_time(sim, pc, insn.size);
    sim->fetched_pc = 1;
    enum timing_memory memory =
        passes ? accessed_memory(sim, &insn, pc) : accessed_statically(sim, &insn, pc);
    struct timing_issue issue = timing_issue(&sim->timing, &sim->pipeline, &insn, pc, memory);

    sim->now += fetch_stall + issue.stall;
    sim->wait[SIM_WAIT_FETCH] = fetch_stall;
    sim->wait[SIM_WAIT_CHANGE] = issue.change_stall;
    sim->wait[SIM_WAIT_BUFFER] = issue.buffer_stall;
    sim->wait[SIM_WAIT_PIPELINE] = (uint8_t)(issue.stall - issue.change_stall - issue.buffer_stall);
    pass_fpu(sim, &insn);
    sim->stall = 0;
    struct result result = {ENDING_NEXT, 0};
    unsigned cycles = issue.skipped_cycles;
    if (passes && give_way(sim, &insn, issue.cycles - done + division_cycles(sim, &insn), done)) {
        sim->stall = 0;
        sim->pipeline = (struct pipeline){0};
        forget_accesses(sim);
        engine_span(sim, SIM_SPAN_INSTRUCTION, pc, start);
        return;
    }
    if (passes || insn.op == OP_bkpt) {
        if (!in_it)
            sim->stall += multiplication_cycles(sim, &insn);
        result = done != 0 ? execute_rest(sim, &insn, done) : execute(sim, &insn);
        issue.cycles = (uint8_t)(issue.cycles - done);
        issue.taken_cycles = (uint8_t)(issue.taken_cycles - done);
        issue.return_cycles = (uint8_t)(issue.return_cycles - done);
        issue.lsu_cycles = (uint8_t)(issue.lsu_cycles - (done < issue.lsu_cycles ? done : 0));
        cycles = cycles_of(result.ending, &issue);
    }
    if (result.ending == ENDING_STOP)
        return;
    finish(sim, &insn, result, in_it);
    sim->now += cycles + sim->stall;
    count(sim, &insn, &issue, cycles, passes);
    if (result.ending != ENDING_NEXT)
        sim->pipeline = (struct pipeline){0};
    engine_span(sim, SIM_SPAN_INSTRUCTION, pc, start);
    if (result.ending == ENDING_RETURN)
        engine_return(sim, result.value);
}
