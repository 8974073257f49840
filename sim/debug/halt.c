/* Breakpoints, watchpoints, faults and single steps.
 * SPDX-License-Identifier: MIT
 */
#include "sim/debug/halt.h"

#include <stdio.h>
#include <string.h>

#include "sim/bus/bit_band.h"
#include "sim/core/engine.h"
#include "sim/state.h"

static bool fail(struct sim_error *error, const char *what, size_t max)
{
    snprintf(error->text, sizeof error->text, "more than %zu %s; remove one first", max, what);
    return false;
}

/* ---- breakpoints ---- */

bool halt_has_breakpoint(const struct sim *sim, uint32_t address)
{
    for (size_t k = 0; k < sim->halt.breakpoints; k++)
        if (sim->halt.breakpoint[k] == address)
            return true;
    return false;
}

static void remove_breakpoint(struct halt *halt, uint32_t address)
{
    for (size_t k = 0; k < halt->breakpoints; k++)
        if (halt->breakpoint[k] == address)
            halt->breakpoint[k] = halt->breakpoint[--halt->breakpoints];
}

bool sim_breakpoint(struct sim *sim, uint32_t address, bool on, struct sim_error *error)
{
    struct halt *halt = &sim->halt;
    address &= ~UINT32_C(1);
    if (halt_has_breakpoint(sim, address) == on)
        return true;
    if (on && halt->breakpoints == BREAKPOINTS_MAX)
        return fail(error, "breakpoints", BREAKPOINTS_MAX);
    if (on)
        halt->breakpoint[halt->breakpoints++] = address;
    else
        remove_breakpoint(halt, address);
    engine_flush(sim);
    return true;
}

void halt_at(struct sim *sim, uint32_t address)
{
    if (halt_has_breakpoint(sim, address))
        sim_stop_with(sim, SIM_STOP_AT_BREAKPOINT, "at a breakpoint");
}

/* ---- watchpoints ---- */

static size_t find_watchpoint(const struct halt *halt, const struct watchpoint *wanted)
{
    size_t k = 0;
    while (k < halt->watchpoints &&
           (halt->watchpoint[k].address != wanted->address ||
            halt->watchpoint[k].size != wanted->size || halt->watchpoint[k].kind != wanted->kind))
        k++;
    return k;
}

/* Tells the fast engine which stores to leave alone, where that is enough. */
static void update_engine(struct sim *sim)
{
    struct halt *halt = &sim->halt;
    halt->plain_only = false;
    engine_unwatch_all(sim);
    for (size_t k = 0; k < halt->watchpoints; k++) {
        const struct watchpoint *watchpoint = &halt->watchpoint[k];
        if (watchpoint->kind != SIM_WATCH_WRITE ||
            !engine_watch(sim, watchpoint->address, watchpoint->size))
            halt->plain_only = true;
    }
}

bool sim_watchpoint(struct sim *sim, uint32_t address, uint32_t size, enum sim_watch watch, bool on,
                    struct sim_error *error)
{
    struct halt *halt = &sim->halt;
    struct watchpoint wanted = {address, size, (int)watch};
    size_t index = find_watchpoint(halt, &wanted);
    if (size == 0 || size - 1 > UINT32_MAX - address) {
        snprintf(error->text, sizeof error->text,
                 "%u bytes at 0x%08X cannot be watched: none, or beyond the address space",
                 (unsigned)size, (unsigned)address);
        return false;
    }
    if ((index < halt->watchpoints) == on)
        return true;
    if (on && halt->watchpoints == WATCHPOINTS_MAX)
        return fail(error, "watchpoints", WATCHPOINTS_MAX);
    if (on)
        halt->watchpoint[halt->watchpoints++] = wanted;
    else
        halt->watchpoint[index] = halt->watchpoint[--halt->watchpoints];
    update_engine(sim);
    return true;
}

bool halt_may_touch(const struct insn *insn)
{
    static const bool touches[TIMING_CLASSES] = {
        [TIMING_LOAD] = true,
        [TIMING_LOAD_PAIR] = true,
        [TIMING_LOAD_MULTIPLE] = true,
        [TIMING_LOAD_PC] = true,
        [TIMING_STORE] = true,
        [TIMING_STORE_PAIR] = true,
        [TIMING_STORE_MULTIPLE] = true,
        [TIMING_FP_LOAD] = true,
        [TIMING_FP_LOAD_PAIR] = true,
        [TIMING_FP_LOAD_MULTIPLE] = true,
        [TIMING_FP_STORE] = true,
        [TIMING_FP_STORE_PAIR] = true,
        [TIMING_FP_STORE_MULTIPLE] = true,
        [TIMING_BRANCH_TABLE] = true,
    };
    return touches[op_timing_class((enum op)insn->op)];
}

void halt_trial_begin(struct sim *sim)
{
    sim->halt.trial = true;
    sim->halt.hit = NULL;
}

bool halt_trial_end(struct sim *sim, uint32_t pc)
{
    struct halt *halt = &sim->halt;
    halt->trial = false;
    if (halt->hit == NULL)
        return false;
    sim_stop_with(sim, SIM_STOP_AT_WATCHPOINT, "at a watchpoint");
    sim->stop.address = halt->hit_address;
    sim->stop.watch = (enum sim_watch)halt->hit->kind;
    halt->told = sim->probe_told = pc;
    return true;
}

static void look_for_hit(struct halt *halt, uint32_t address, unsigned size, bool is_write)
{
    int kind = is_write ? SIM_WATCH_WRITE : SIM_WATCH_READ;
    for (size_t k = 0; k < halt->watchpoints && halt->hit == NULL; k++) {
        const struct watchpoint *watchpoint = &halt->watchpoint[k];
        bool behind_start = address - watchpoint->address < watchpoint->size;
        bool over_start = watchpoint->address - address < size;
        if ((watchpoint->kind & kind) == 0 || (!behind_start && !over_start))
            continue;
        halt->hit = watchpoint;
        halt->hit_address = behind_start ? address : watchpoint->address;
    }
}

/* An access to a second address of a memory, or to a bit of it, touches the memory itself. */
static void look_behind_alias(struct sim *sim, uint32_t address, unsigned size, bool is_write)
{
    const struct bus *bus = &sim->bus;
    const struct bus_region *region = bus_find(bus, address, size);
    if (region == NULL || sim->halt.hit != NULL)
        return;
    if (region->kind == BUS_KIND_BIT_BAND)
        look_for_hit(&sim->halt, bit_band_byte(region, address), 1, is_write);
    for (size_t k = 0; region->alias && k < bus->regions; k++)
        if (!bus->region[k].alias && bus->region[k].memory == region->memory)
            look_for_hit(&sim->halt, bus->region[k].base + (address - region->base), size,
                         is_write);
}

bool halt_try(struct sim *sim, uint32_t address, unsigned size, bool is_write, uint32_t *value)
{
    look_for_hit(&sim->halt, address, size, is_write);
    look_behind_alias(sim, address, size, is_write);
    if (!is_write) {
        *value = 0;
        sim_peek(sim, address, value, size);
    }
    return true;
}

/* ---- faults and steps ---- */

void halt_on_entry(struct sim *sim, unsigned exception)
{
    static const char *const names[] = {
        [EXC_HARD_FAULT] = "HardFault",
        [EXC_MEM_MANAGE] = "MemManage fault",
        [EXC_BUS_FAULT] = "BusFault",
        [EXC_USAGE_FAULT] = "UsageFault",
    };
    if (!sim->halt.on_fault || exception < EXC_HARD_FAULT || exception > EXC_USAGE_FAULT)
        return;
    sim_stop_with(sim, SIM_STOP_FAULT, "%s", names[exception]);
}

void sim_stop_on_fault(struct sim *sim, bool on)
{
    sim->halt.on_fault = on;
}

struct sim_stop sim_step(struct sim *sim, uint64_t limit_ns)
{
    sim->probe_told = sim->core.r[PC];
    sim->halt.single_step = true;
    struct sim_stop stop = sim_run(sim, limit_ns);
    sim->halt.single_step = false;
    return stop;
}
