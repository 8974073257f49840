/* Which exceptions are pending and which may be taken; reset; SVC.
 * SPDX-License-Identifier: MIT
 */
#include "sim/core/exception.h"

#include <string.h>

#include "sim/core/exception_state.h"
#include "sim/core/fpu_state.h"
#include "sim/state.h"

/* Words of a set that an exception of this core can be in. */
static unsigned set_words(const struct core *core)
{
    return (EXC_IRQ0 + core->interrupts + 31) / 32;
}

void exception_find_best(struct core *core)
{
    struct exception_state *e = &core->exceptions;
    unsigned words = set_words(core), best = 0;
    int best_full = PRIORITY_THREAD;

    for (unsigned word = 0; word < words; word++) {
        uint32_t set = e->pending[word] & e->enabled[word];
        for (; set; set &= set - 1) {
            unsigned number = word * 32 + (unsigned)__builtin_ctz(set);
            int full = full_priority(e, number);
            if (full < best_full) {
                best = number;
                best_full = full;
            }
        }
    }
    e->best = best;
    e->best_priority = best ? group_priority(e, best) : PRIORITY_THREAD;
}

void exception_find_active(struct core *core)
{
    struct exception_state *e = &core->exceptions;
    unsigned words = set_words(core);

    e->active_count = 0;
    e->active_priority = PRIORITY_THREAD;
    for (unsigned word = 0; word < words; word++) {
        for (uint32_t set = e->active[word]; set; set &= set - 1) {
            int priority = group_priority(e, word * 32 + (unsigned)__builtin_ctz(set));
            e->active_count++;
            if (priority < e->active_priority)
                e->active_priority = priority;
        }
    }
}

void exception_update(struct sim *sim)
{
    exception_find_best(&sim->core);
    exception_find_active(&sim->core);
    exception_update_ready(&sim->core);
}

void exception_pend(struct sim *sim, unsigned number)
{
    struct core *core = &sim->core;
    struct exception_state *e = &core->exceptions;

    if (set_has(e->pending, number))
        return;
    set_add(e->pending, number);
    if (sim->ppb.scr & SCR_SEVONPEND)
        core->event = true;
    if (!set_has(e->enabled, number))
        return;
    int full = full_priority(e, number);
    int best_full = e->best ? full_priority(e, e->best) : PRIORITY_THREAD;
    if (full > best_full || (full == best_full && number > e->best))
        return;
    e->best = number;
    e->best_priority = group_priority(e, number);
    exception_update_ready(core);
}

void exception_unpend(struct sim *sim, unsigned number)
{
    struct core *core = &sim->core;

    set_remove(core->exceptions.pending, number);
    if (number == core->exceptions.best) {
        exception_find_best(core);
        exception_update_ready(core);
    }
}

int exception_execution_priority(const struct sim *sim)
{
    return execution_priority(&sim->core);
}

bool exception_wakes(const struct sim *sim)
{
    const struct core *core = &sim->core;
    int masked = mask_priority(core, false);
    int active = core->exceptions.active_priority;

    return core->exceptions.best_priority < (active < masked ? active : masked);
}

void exception_svc(struct sim *sim)
{
    exception_raise(sim, EXC_SVCALL);
}

static void reset_core(struct core *core)
{
    memset(core->r, 0, sizeof core->r);
    core->n = core->c = core->v = core->q = core->ge = 0;
    core->z = 1;
    core->itstate = 0;
    memset(core->s, 0, sizeof core->s);
    core->fpscr = 0;
    memset(core->sp_bank, 0, sizeof core->sp_bank);
    memset(core->splim, 0, sizeof core->splim);
    core->primask = core->faultmask = core->basepri = 0;
    core->control = 0;
    core->ipsr = 0;
    core->t_clear = false;
    core->access_unprivileged = false;
    core->stkofhfnmign = false;
    core->event = false;
    core->sleeping = false;
    core->locked_up = false;
    core->monitor_open = false;
    core->monitor_address = 0;
    core->r[LR] = UINT32_MAX;
}

/* Exceptions that have no enable bit anywhere; SysTick's is in front of its pending bit. */
static const uint8_t always_enabled[] = {EXC_RESET,  EXC_NMI,    EXC_HARD_FAULT,
                                         EXC_SVCALL, EXC_PENDSV, EXC_SYSTICK};

static void reset_exceptions(struct core *core)
{
    struct exception_state *e = &core->exceptions;

    memset(e->line, 0, sizeof e->line); /* every device is reset and drives its input low */
    memset(e->pending, 0, sizeof e->pending);
    memset(e->active, 0, sizeof e->active);
    memset(e->enabled, 0, sizeof e->enabled);
    memset(e->priority, 0, sizeof e->priority);
    e->group_mask = 0xfe;
    for (size_t i = 0; i < sizeof always_enabled; i++)
        set_add(e->enabled, always_enabled[i]);
}

static bool read_word(struct sim *sim, uint32_t address, uint32_t *value)
{
    const struct bus_region *region = bus_find(&sim->bus, address, 4);

    return region && region->memory && bus_read(region, address, 4, sim->now, value) == BUS_OK;
}

void exception_reset(struct sim *sim)
{
    struct core *core = &sim->core;
    uint32_t sp, pc;

    reset_core(core);
    reset_exceptions(core);
    exception_update(sim);
    fpu_update(sim);
    if (!read_word(sim, sim->ppb.vtor, &sp) || !read_word(sim, sim->ppb.vtor + 4, &pc)) {
        core->locked_up = true;
        return;
    }
    core->r[SP] = sp & ~UINT32_C(3);
    core->r[PC] = pc & ~UINT32_C(1);
    core->t_clear = !(pc & 1);
}
