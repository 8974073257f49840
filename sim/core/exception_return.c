/* Exception return: integrity checks, tail-chaining, frame.
 * SPDX-License-Identifier: MIT
 *
 * DDI 0553 B3.21 and B3.22. What is UNPREDICTABLE in EXC_RETURN is an INVPC UsageFault here.
 */
#include "sim/core/exception.h"

#include <string.h>

#include "sim/core/exception_state.h"
#include "sim/core/fpu_state.h"
#include "sim/state.h"

bool exception_is_return(const struct core *core, uint32_t value)
{
    if (core->ipsr == 0)
        return false;
    return core->architecture == ARCH_V8M ? value >> 24 == 0xff : value >> 28 == 0xf;
}

/* Bits that must be one and those that must be zero, without the Security Extension. */
static bool value_valid_v8m(uint32_t value)
{
    const uint32_t ones = UINT32_C(0xffffff80) | EXC_RETURN_DCRS;
    const uint32_t zeros = EXC_RETURN_S | EXC_RETURN_ES | 2;

    return (value & ones) == ones && (value & zeros) == 0;
}

static bool value_valid(const struct sim *sim, uint32_t value)
{
    const struct core *core = &sim->core;

    if (!(value & EXC_RETURN_NO_FP) && !sim->ppb.core->fpu)
        return false;
    if (core->architecture == ARCH_V8M)
        return value_valid_v8m(value);
    switch (value | EXC_RETURN_NO_FP) {
    case 0xfffffff1:
        return true;
    case 0xfffffff9:
    case 0xfffffffd:
        return core->exceptions.active_count == 1 || (sim->ppb.ccr & CCR_NONBASETHRDENA);
    default:
        return false;
    }
}

/* v8-M: a corrupted IPSR must not leave NMI or HardFault active, so theirs is the bit that goes. */
static unsigned number_to_deactivate(const struct core *core)
{
    if (core->architecture != ARCH_V8M || core->exceptions.active_priority >= 0)
        return core->ipsr;
    return core->exceptions.active_priority == -2 ? EXC_NMI : EXC_HARD_FAULT;
}

/* False: the exception was not active. */
static bool deactivate(struct sim *sim)
{
    struct core *core = &sim->core;
    struct exception_state *e = &core->exceptions;
    unsigned number = number_to_deactivate(core);
    bool was_active = number < EXC_MAX && set_has(e->active, number);

    if (number != EXC_NMI)
        core->faultmask = 0;
    if (was_active) {
        set_remove(e->active, number);
        exception_find_active(core);
        /* A level that is still high at the end of its handler pends it again. */
        if (set_has(e->line, number))
            exception_pend(sim, number);
    }
    exception_update_ready(core);
    return was_active;
}

static struct exception_event chain(struct sim *sim, uint32_t value, unsigned words)
{
    if (sim->core.architecture == ARCH_V8M)
        value &= ~EXC_RETURN_ES;
    sim->core.r[LR] = value;
    return exception_take(sim, EXCEPTION_TAIL_CHAINED, words);
}

static struct exception_event refuse(struct sim *sim, uint32_t value)
{
    sim->ppb.cfsr |= CFSR_INVPC;
    exception_raise(sim, EXC_USAGE_FAULT);
    return chain(sim, value, 0);
}

static bool load_slow(struct sim *sim, uint32_t address, uint32_t *words, unsigned count)
{
    memset(words, 0, 4 * count);
    for (unsigned i = 0; i < count; i++, address += 4) {
        const struct bus_region *region = bus_find(&sim->bus, address, 4);
        if (!region || region->kind == BUS_KIND_PPB ||
            bus_read(region, address, 4, sim->now, &words[i]) == BUS_FAULT)
            return false;
    }
    return true;
}

static inline bool load(struct sim *sim, uint32_t address, uint32_t *words, unsigned count)
{
    const struct bus_region *region = bus_find(&sim->bus, address, 4 * count);

    if (!region || !region->memory)
        return load_slow(sim, address, words, count);
    memcpy(words, region->memory + (address - region->base), 4 * count);
    return true;
}

bool exception_load_words(struct sim *sim, uint32_t address, uint32_t *words, unsigned count)
{
    return load(sim, address, words, count);
}

/* The stack that holds the frame: Handler mode is always on the main stack. */
static int frame_stack(uint32_t value)
{
    return (value & EXC_RETURN_THREAD) && (value & EXC_RETURN_SPSEL) ? STACK_PROCESS : STACK_MAIN;
}

static void restore_registers(struct core *core, const uint32_t *words)
{
    memcpy(core->r, words, 4 * sizeof words[0]);
    core->r[12] = words[4];
    core->r[LR] = words[5];
    /* Bit 0 of the stacked address is ignored: FreeRTOS and others set it (DDI 0553 B3.22). */
    core->r[PC] = words[6] & ~UINT32_C(1);
}

static void restore_stack(struct sim *sim, uint32_t value, uint32_t frame, uint32_t psr)
{
    struct core *core = &sim->core;
    int stack = frame_stack(value);
    bool extended = !(value & EXC_RETURN_NO_FP);
    uint32_t sp = frame + (extended ? EXTENDED_FRAME_BYTES : FRAME_BYTES);

    core->control &= ~(uint32_t)(CONTROL_SPSEL | CONTROL_FPCA);
    if (value & EXC_RETURN_SPSEL)
        core->control |= CONTROL_SPSEL;
    if (extended)
        core->control |= CONTROL_FPCA;

    if ((psr & XPSR_SPREALIGN) && (extended || (sim->ppb.ccr & CCR_STKALIGN)))
        sp |= 4;
    core->sp_bank[STACK_MAIN] = core->r[SP];
    core->sp_bank[stack] = sp;
    core->r[SP] = core->sp_bank[core_stack(core)];
}

static void restore_psr(struct sim *sim, uint32_t psr)
{
    struct core *core = &sim->core;

    core_set_apsr(core, psr);
    core->ipsr = psr & XPSR_EXCEPTION;
    /* EPSR of v6-M is T alone. */
    core->itstate =
        core->architecture == ARCH_V6M ? 0 : (uint8_t)((psr >> 25 & 3) | (psr >> 8 & 0xfc));
}

/* v7-M finds out only when the frame is gone that its mode does not fit: it pushes a new one. */
static struct exception_event refuse_popped(struct sim *sim, uint32_t value)
{
    sim->ppb.cfsr |= CFSR_INVPC;
    exception_raise(sim, EXC_USAGE_FAULT);
    unsigned words = FRAME_WORDS + exception_push(sim);
    sim->core.r[LR] = value;
    return exception_take(sim, EXCEPTION_ENTERED, words);
}

static void finish(struct sim *sim, uint32_t psr)
{
    struct core *core = &sim->core;

    core->t_clear = !(psr & XPSR_T);
    core->event = true;
    core->monitor_open = false;
    exception_update_ready(core);
    fpu_update(sim);
    if (core->ipsr == 0 && core->exceptions.active_count == 0 && (sim->ppb.scr & SCR_SLEEPONEXIT))
        core->sleeping = true;
}

static struct exception_event unstack(struct sim *sim, uint32_t value, unsigned number)
{
    struct core *core = &sim->core;
    bool to_thread = value & EXC_RETURN_THREAD, extended = !(value & EXC_RETURN_NO_FP);
    uint32_t frame = core_sp_get(core, frame_stack(value));
    uint32_t words[FRAME_WORDS], context[FPU_CONTEXT_WORDS];
    unsigned moved = 0;

    exception_wait_for_frame(sim, frame, false);
    if (!load(sim, frame, words, FRAME_WORDS)) {
        sim->ppb.cfsr |= CFSR_UNSTKERR;
        exception_raise(sim, EXC_BUS_FAULT);
        return chain(sim, value, FRAME_WORDS);
    }
    uint32_t psr = words[FRAME_WORDS - 1];
    bool mode_fits = to_thread == ((psr & XPSR_EXCEPTION) == 0);
    if (!mode_fits && core->architecture == ARCH_V8M)
        return refuse(sim, value);
    if (extended && !fpu_pop(sim, frame + FRAME_BYTES, context, &moved))
        return chain(sim, value, FRAME_WORDS + moved);
    restore_registers(core, words);
    restore_psr(sim, psr);
    restore_stack(sim, value, frame, psr);
    if (extended)
        fpu_restore(sim, context, moved);
    if (!mode_fits)
        return refuse_popped(sim, value);
    finish(sim, psr);
    return (struct exception_event){EXCEPTION_RETURNED, number, FRAME_WORDS + moved};
}

bool exception_begin_return(struct sim *sim, uint32_t value, struct exception_event *event)
{
    bool valid = value_valid(sim, value);

    valid = deactivate(sim) && valid;
    if (valid)
        fpu_clear_on_return(sim);
    if (valid && !sim->core.exception_ready)
        return false;
    *event = valid ? exception_chain(sim, value) : refuse(sim, value);
    return true;
}

struct exception_event exception_chain(struct sim *sim, uint32_t value)
{
    return chain(sim, value, 0);
}

unsigned exception_frame_words(const struct sim *sim, uint32_t value)
{
    bool has_context = !(value & EXC_RETURN_NO_FP) && !(sim->ppb.fpccr & FPCCR_LSPACT);

    return FRAME_WORDS + (has_context ? FPU_CONTEXT_WORDS : 0);
}

struct exception_event exception_pop(struct sim *sim, uint32_t value)
{
    unsigned number = sim->core.ipsr;

    return unstack(sim, value, number);
}

struct exception_event exception_return(struct sim *sim, uint32_t value)
{
    struct exception_event event;

    return exception_begin_return(sim, value, &event) ? event : exception_pop(sim, value);
}
