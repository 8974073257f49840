/* Compares two boards.
 * SPDX-License-Identifier: MIT
 */
#include "tests/sim/lockstep.h"

#include <string.h>

#include "sim/state.h"

#define COMPARE(member)                                                                            \
    do {                                                                                           \
        if (memcmp(&a->member, &b->member, sizeof a->member) != 0)                                 \
            return #member;                                                                        \
    } while (0)

static const char *core_difference(const struct core *a, const struct core *b)
{
    COMPARE(r);
    COMPARE(c);
    COMPARE(v);
    COMPARE(q);
    COMPARE(ge);
    COMPARE(itstate);
    COMPARE(ipsr);
    COMPARE(basepri);
    COMPARE(primask);
    COMPARE(faultmask);
    COMPARE(control);
    COMPARE(splim);
    COMPARE(t_clear);
    COMPARE(event);
    COMPARE(sleeping);
    COMPARE(locked_up);
    COMPARE(monitor_open);
    COMPARE(exception_ready);
    COMPARE(exceptions.pending);
    COMPARE(exceptions.active);
    COMPARE(exceptions.enabled);
    COMPARE(exceptions.line);
    COMPARE(exceptions.priority);
    COMPARE(s);
    COMPARE(fpscr);
    if (core_sp_get(a, STACK_MAIN) != core_sp_get(b, STACK_MAIN))
        return "msp";
    if (core_sp_get(a, STACK_PROCESS) != core_sp_get(b, STACK_PROCESS))
        return "psp";
    if (core_xpsr(a) != core_xpsr(b))
        return "xpsr";
    return NULL;
}

static const char *timing_difference(const struct timing *a, const struct timing *b)
{
    COMPARE(bus_free_cycle);
    COMPARE(flash.line);
    COMPARE(flash.icache);
    COMPARE(flash.art.line);
    COMPARE(flash.art.data_line);
    COMPARE(flash.array_free_cycle);
    COMPARE(flash.ahead);
    for (unsigned k = 0; k < a->flash.ahead; k++)
        if (a->flash.ahead_cycle[k] != b->flash.ahead_cycle[k])
            return "reads of the flash that are to come";
    return NULL;
}

static const char *device_difference(const struct sim *a, const struct sim *b)
{
    COMPARE(ppb.cfsr);
    COMPARE(ppb.hfsr);
    COMPARE(ppb.bfar);
    COMPARE(ppb.scr);
    COMPARE(ppb.ccr);
    COMPARE(ppb.vtor);
    COMPARE(ppb.fpccr);
    COMPARE(ppb.fpcar);
    COMPARE(ppb.systick.csr);
    COMPARE(ppb.systick.reload);
    if (systick_value(&a->ppb, a->now) != systick_value(&b->ppb, b->now))
        return "SysTick's counter";
    if (dwt_cyccnt(&a->ppb, a->now) != dwt_cyccnt(&b->ppb, b->now))
        return "DWT_CYCCNT";
    for (size_t k = 0; k < a->devices; k++)
        if (a->device[k]->event_cycle != b->device[k]->event_cycle)
            return a->device[k]->name;
    return NULL;
}

static const char *memory_difference(const struct sim *a, const struct sim *b)
{
    for (size_t k = 0; k < a->bus.regions; k++) {
        const struct bus_region *region = &a->bus.region[k];
        if (region->memory != NULL && region->writable && !region->alias &&
            memcmp(region->memory, b->bus.region[k].memory, region->size) != 0)
            return region->name;
    }
    return NULL;
}

const char *lockstep_difference(const struct sim *a, const struct sim *b)
{
    const char *what;
    COMPARE(now);
    COMPARE(instructions);
    COMPARE(tally);
    /* What the four counters leave of the cycles is CPI's, and never less than nothing. */
    if (a->tally.exception + a->tally.sleep + a->tally.lsu + a->instructions >
        a->now + a->tally.folded)
        return "sum of the profiling counters";
    COMPARE(fetch_granule);
    COMPARE(pipeline);
    COMPARE(tally);
    if ((what = core_difference(&a->core, &b->core)) == NULL &&
        (what = timing_difference(&a->timing, &b->timing)) == NULL &&
        (what = device_difference(a, b)) == NULL)
        what = memory_difference(a, b);
    return what;
}
