/* Exception entry: frame, vector, late arrival.
 * SPDX-License-Identifier: MIT
 *
 * DDI 0553 B3.18 to B3.20. Frame, from the new SP upwards: r0-r3, r12, lr, return address, xPSR; an
 * extended one goes on with what fpu_state.h says.
 */
#include "sim/core/exception.h"

#include <string.h>

#include "sim/core/engine.h"
#include "sim/core/exception_state.h"
#include "sim/core/fpu_state.h"
#include "sim/state.h"

/* Words go up from the lowest, and stop at the first that faults. Devices take stores as the bus
 * gives them; a frame in the PPB is UNPREDICTABLE and faults here. */
static bool store_slow(struct sim *sim, uint32_t address, const uint32_t *words, unsigned count)
{
    for (unsigned i = 0; i < count; i++, address += 4) {
        const struct bus_region *region = bus_find(&sim->bus, address, 4);
        if (!region || region->kind == BUS_KIND_PPB ||
            bus_write(region, address, 4, sim->now, words[i]) == BUS_FAULT)
            return false;
        if (region->memory)
            engine_memory_written(sim, address);
    }
    return true;
}

static inline bool store(struct sim *sim, uint32_t address, const uint32_t *words, unsigned count)
{
    const struct bus_region *region = bus_find(&sim->bus, address, 4 * count);

    if (!region || !region->memory || !region->writable)
        return store_slow(sim, address, words, count);
    memcpy(region->memory + (address - region->base), words, 4 * count);
    engine_memory_written(sim, address);
    engine_memory_written(sim, address + 4 * count - 4);
    return true;
}

bool exception_store_words(struct sim *sim, uint32_t address, const uint32_t *words, unsigned count)
{
    return store(sim, address, words, count);
}

static uint32_t exc_return_value(const struct core *core)
{
    uint32_t value = core->architecture == ARCH_V8M ? UINT32_C(0xffffffb0) : UINT32_C(0xfffffff1);

    if (core->ipsr == 0)
        value |= EXC_RETURN_THREAD;
    if (core->control & CONTROL_SPSEL)
        value |= EXC_RETURN_SPSEL;
    if (core->control & CONTROL_FPCA)
        value &= ~EXC_RETURN_NO_FP;
    return value;
}

/* The frame would begin below the limit: nothing is stored, SP stops at the limit. */
static bool push_over_limit(struct sim *sim, uint32_t *sp)
{
    *sp = sim->core.splim[core_stack(&sim->core)];
    sim->ppb.cfsr |= CFSR_STKOF;
    exception_raise(sim, EXC_USAGE_FAULT);
    return false;
}

/* The basic frame. False: not all of it was stored. */
static bool push_frame(struct sim *sim, uint32_t *sp, uint32_t pad)
{
    struct core *core = &sim->core;
    uint32_t words[FRAME_WORDS] = {
        core->r[0],  core->r[1],  core->r[2],  core->r[3],
        core->r[12], core->r[LR], core->r[PC], core_xpsr(core) | (pad ? XPSR_SPREALIGN : 0)};

    if (!core_stack_limit_ok(core, *sp))
        return push_over_limit(sim, sp);
    exception_wait_for_frame(sim, *sp, true);
    if (store(sim, *sp, words, FRAME_WORDS))
        return true;
    sim->ppb.cfsr |= CFSR_STKERR;
    exception_raise(sim, EXC_BUS_FAULT);
    return false;
}

unsigned exception_push(struct sim *sim)
{
    struct core *core = &sim->core;
    int stack = core_stack(core);
    bool extended = core->control & CONTROL_FPCA;
    uint32_t frame = core->r[SP] - (extended ? EXTENDED_FRAME_BYTES : FRAME_BYTES);
    /* An extended frame is always aligned. */
    uint32_t pad = extended || (sim->ppb.ccr & CCR_STKALIGN) ? frame & 4 : 0;
    uint32_t exc_return = exc_return_value(core);

    frame -= pad;
    uint32_t sp = frame;
    bool stored = push_frame(sim, &sp, pad);
    unsigned words = sp == frame ? FRAME_WORDS : 0;
    if (extended)
        words += fpu_push(sim, frame + FRAME_BYTES, stored);
    core->sp_bank[stack] = sp;
    core->r[SP] = core->sp_bank[STACK_MAIN];
    core->r[LR] = exc_return;
    return words;
}

static bool read_vector(struct sim *sim, unsigned number, uint32_t *vector)
{
    uint32_t address = sim->ppb.vtor + 4 * number;
    const struct bus_region *region = bus_find(&sim->bus, address, 4);

    if (!region || !region->memory)
        return false;
    memcpy(vector, region->memory + (address - region->base), 4);
    return true;
}

/* Without its vector the exception cannot be entered at all: HardFault instead, or lockup. */
static unsigned choose_vector(struct sim *sim, uint32_t *vector)
{
    struct core *core = &sim->core;
    unsigned number = core->exceptions.best;

    if (read_vector(sim, number, vector))
        return number;
    sim->ppb.hfsr |= HFSR_VECTTBL;
    if (number > EXC_HARD_FAULT && execution_priority(core) >= 0 &&
        read_vector(sim, EXC_HARD_FAULT, vector))
        return EXC_HARD_FAULT;
    core->locked_up = true;
    return 0;
}

static void activate(struct core *core, unsigned number)
{
    struct exception_state *e = &core->exceptions;

    set_remove(e->pending, number);
    set_add(e->active, number);
    e->active_count++;
    e->active_priority = group_priority(e, number);
    exception_find_best(core);
    exception_update_ready(core);
}

struct exception_event exception_take(struct sim *sim, enum exception_outcome outcome,
                                      unsigned words)
{
    struct core *core = &sim->core;
    struct exception_event event = {EXCEPTION_LOCKED_UP, 0, words};
    uint32_t vector;

    if (core->locked_up)
        return event;
    event.number = choose_vector(sim, &vector);
    if (core->locked_up)
        return event;
    core->ipsr = event.number;
    core->control &= ~(uint32_t)(CONTROL_SPSEL | CONTROL_FPCA);
    core->itstate = 0;
    core->t_clear = !(vector & 1);
    core->event = true;
    core->sleeping = false;
    core->monitor_open = false;
    core->r[PC] = vector & ~UINT32_C(1);
    activate(core, event.number);
    fpu_update(sim);
    event.outcome = outcome;
    return event;
}

struct exception_event exception_enter(struct sim *sim)
{
    unsigned words = exception_push(sim);

    return exception_take(sim, EXCEPTION_ENTERED, words);
}

bool exception_late_arrival(struct sim *sim, struct exception_event *event)
{
    struct core *core = &sim->core;
    struct exception_state *e = &core->exceptions;

    if (!core->exception_ready || core->locked_up)
        return false;
    set_remove(e->active, core->ipsr);
    set_add(e->pending, core->ipsr);
    exception_find_active(core);
    *event = exception_take(sim, event->outcome, event->words);
    return true;
}
