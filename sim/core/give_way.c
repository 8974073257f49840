/* Instructions that give way to an exception.
 * SPDX-License-Identifier: MIT
 */
#include "sim/core/give_way.h"

#include "sim/core/engine.h"
#include "sim/core/fpu_state.h"
#include "sim/core/memory.h"
#include "sim/state.h"

static bool is_list(const struct insn *insn)
{
    enum timing_class class = op_timing_class((enum op)insn->op);
    return class == TIMING_LOAD_MULTIPLE || class == TIMING_STORE_MULTIPLE;
}

static bool is_float_list(const struct insn *insn)
{
    enum timing_class class = op_timing_class((enum op)insn->op);
    return class == TIMING_FP_LOAD_MULTIPLE || class == TIMING_FP_STORE_MULTIPLE;
}

static bool is_load(const struct insn *insn)
{
    enum timing_class class = op_timing_class((enum op)insn->op);
    return class == TIMING_LOAD_MULTIPLE || class == TIMING_FP_LOAD_MULTIPLE;
}

static bool goes_down(const struct insn *insn)
{
    switch ((unsigned)insn->op) {
    case OP_ldmdb:
    case OP_ldmdb_w:
    case OP_ldmdb_pc:
    case OP_ldmdb_pc_w:
    case OP_stmdb:
    case OP_stmdb_w:
    case OP_vldmdb_w:
    case OP_vstmdb_w:
        return true;
    default:
        return false;
    }
}

static bool has_base_in_list(const struct insn *insn)
{
    return (insn->imm >> insn->rn & 1u) != 0;
}

static unsigned words_below(const struct insn *insn, unsigned reg)
{
    return (unsigned)__builtin_popcount(insn->imm & ((1u << reg) - 1));
}

static bool can_go_on(const struct core *core, const struct insn *insn)
{
    bool stores_base = insn->op == OP_stm_w || insn->op == OP_stmdb_w;
    if (core->architecture == ARCH_V6M || core_is_in_it(core))
        return false;
    /* What a PUSH has stored lies where the exception's frame will be. */
    if (goes_down(insn) && insn->rn == SP)
        return false;
    /* Cortex-M33 TRM C.5. */
    return core->architecture != ARCH_V8M || !stores_base || !has_base_in_list(insn);
}

bool give_way_resumes(const struct core *core, const struct insn *insn, unsigned *done)
{
    unsigned reg = core->itstate >> 4;
    *done = 0;
    if (core->itstate == 0 || core_is_in_it(core))
        return true;
    if (!is_list(insn) || (insn->imm >> reg & 1u) == 0 || !can_go_on(core, insn) ||
        (is_load(insn) && has_base_in_list(insn) && reg > insn->rn))
        return false;
    *done = words_below(insn, reg);
    return *done != 0;
}

/* Moves words number done to words - 1 of a list, and parks the register behind them. */
static void park(struct sim *sim, const struct insn *insn, unsigned done, unsigned words)
{
    struct core *core = &sim->core;
    bool goes_on = can_go_on(core, insn);
    if (is_load(insn) && !goes_on)
        return;
    if (is_load(insn) && has_base_in_list(insn) && words > words_below(insn, insn->rn))
        words = words_below(insn, insn->rn);
    uint32_t address = core->r[insn->rn] - (goes_down(insn) ? 4u * insn->shift_n : 0);
    uint32_t list = insn->imm & 0xFFFFu;
    for (unsigned k = 0; k < words; k++, list &= list - 1) {
        unsigned reg = (unsigned)__builtin_ctz(list);
        uint32_t value;
        if (k < done)
            continue;
        if (!is_load(insn))
            memory_write(sim, address + 4 * k, 4, core->r[reg]);
        else if (memory_read(sim, address + 4 * k, 4, &value))
            core->r[reg] = value;
    }
    if (goes_on && words != 0)
        core->itstate = (uint8_t)(__builtin_ctz(list) << 4);
}

/* The list lies in memory that loads and stores without side effect: else it completes. */
static bool list_in_memory(const struct sim *sim, const struct insn *insn)
{
    uint32_t bytes = 4u * insn->shift_n;
    uint32_t address = sim->core.r[insn->rn] - (goes_down(insn) ? bytes : 0);
    const struct bus_region *region = bus_find(&sim->bus, address, bytes);
    return region != NULL && region->memory != NULL && (address & 3u) == 0 &&
           (region->writable || is_load(insn));
}

static bool may_give_way(const struct sim *sim, const struct insn *insn)
{
    if (op_timing_class((enum op)insn->op) == TIMING_DIVIDE)
        return true;
    return (is_list(insn) || is_float_list(insn)) && insn->shift_n > 1 &&
           list_in_memory(sim, insn);
}

bool give_way(struct sim *sim, const struct insn *insn, unsigned cycles, unsigned done)
{
    uint64_t issue = sim->now;
    uint64_t event;
    unsigned lazy = fpu_lazy_cycles(sim, insn);
    bool may = may_give_way(sim, insn);
    if ((!may && lazy == 0) || sim->core.exception_ready)
        return false;
    cycles = lazy + (may ? cycles : 0);
    while ((event = engine_next_event(sim)) < issue + cycles) {
        engine_run_events(sim, event);
        if (!sim->core.exception_ready)
            continue;
        uint64_t passed = event > issue ? event - issue : 0;
        if (is_list(insn)) {
            unsigned left = insn->shift_n - done;
            park(sim, insn, done, done + (passed < left ? (unsigned)passed : left - 1));
        }
        sim->now = issue + passed;
        return true;
    }
    return false;
}
