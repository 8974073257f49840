/* The main loop: events, exceptions, sleep, idle loops, and which engine executes.
 * SPDX-License-Identifier: MIT
 */
#include <string.h>

#include "sim/core/block.h"
#include "sim/core/engine.h"
#include "sim/core/idle.h"
#include "sim/state.h"

/* Cycles between two looks at stop_requested when no event is due. */
#define SLICE_CYCLES 500000u

void engine_span(struct sim *sim, enum sim_span_kind kind, uint32_t address, uint64_t start)
{
    struct sim_span *span = &sim->recent_span[sim->recent_spans++ & (RECENT_SPANS - 1)];
    *span = (struct sim_span){
        .kind = kind, .address = address, .start_cycle = start, .end_cycle = sim->now};
    if (kind == SIM_SPAN_INSTRUCTION)
        memcpy(span->wait, sim->wait, sizeof span->wait);
    if (sim->observer.exception != NULL && (kind == SIM_SPAN_ENTRY || kind == SIM_SPAN_TAIL_CHAIN))
        sim->observer.exception(sim->observer.context, address, start);
    if (sim->spans_on && sim->observer.span != NULL)
        sim->observer.span(sim->observer.context, span);
}

bool engine_is_probed(const struct sim *sim, uint32_t address)
{
    for (size_t k = 0; k < sim->probes; k++)
        if (sim->probe[k] == address)
            return true;
    return halt_has_breakpoint(sim, address);
}

void engine_tell_probe(struct sim *sim, uint32_t address)
{
    if (sim->observer.probe != NULL)
        sim->observer.probe(sim->observer.context, address, sim->now);
    halt_at(sim, address);
}

uint64_t engine_next_event(const struct sim *sim)
{
    uint64_t next = NEVER;
    for (size_t k = 0; k < sim->devices; k++)
        if (sim->device[k]->event_cycle < next)
            next = sim->device[k]->event_cycle;
    return next;
}

void sim_update_horizon(struct sim *sim)
{
    uint64_t horizon = sim->limit_cycle < sim->slice_cycle ? sim->limit_cycle : sim->slice_cycle;
    uint64_t event = engine_next_event(sim);
    sim->horizon = event < horizon ? event : horizon;
}

static struct device *next_due(struct sim *sim, uint64_t now)
{
    struct device *due = NULL;
    for (size_t k = 0; k < sim->devices; k++) {
        struct device *device = sim->device[k];
        if (device->event_cycle <= now && (due == NULL || device->event_cycle < due->event_cycle))
            due = device;
    }
    return due;
}

void engine_run_events(struct sim *sim, uint64_t now)
{
    struct device *device;
    while ((device = next_due(sim, now)) != NULL) {
        uint64_t cycle = device->event_cycle;
        device->event_cycle = NEVER;
        sim->event_cycle = cycle;
        device->class->event(device, cycle);
        sim->event_cycle = NEVER;
    }
    if (now >= sim->slice_cycle)
        sim->slice_cycle = now + SLICE_CYCLES;
    idle_restart(sim);
    sim_update_horizon(sim);
}

static void sleep(struct sim *sim)
{
    struct core *core = &sim->core;
    uint64_t start = sim->now;
    if (exception_wakes(sim) || (core->waits_for_event && core->event)) {
        if (core->waits_for_event)
            core->event = false;
        core->sleeping = core->waits_for_event = false;
        sim->now += timing_knob(&sim->timing, TIMING_KNOB_WAKE);
    } else {
        sim->idle_cycles += sim->horizon - sim->now;
        sim->now = sim->horizon;
    }
    sim->tally.sleep += sim->now - start;
    engine_span(sim, SIM_SPAN_SLEEP, core->r[PC], start);
}

static bool may_be_fast(const struct sim *sim)
{
    return !sim->config.stepper_only && !sim->spans_on && !sim->halt.single_step &&
           !sim->halt.plain_only;
}

/* sim_step ends here. */
static void stepped(struct sim *sim)
{
    if (sim->halt.single_step)
        sim_stop_with(sim, SIM_STOP_STEPPED, "stepped");
}

static void execute(struct sim *sim)
{
    if (may_be_fast(sim)) {
        if (engine_fast(sim) == FAST_ATTENTION)
            return;
        if (sim->now >= sim->horizon)
            return;
    }
    engine_step(sim);
    stepped(sim);
}

void engine_run(struct sim *sim)
{
    struct core *core = &sim->core;
    while (!sim->stopped) {
        if (sim->now >= sim->horizon)
            engine_run_events(sim, sim->now);
        if (sim->now >= sim->limit_cycle)
            sim_stop_with(sim, SIM_STOP_LIMIT, "the time limit was reached");
        else if (sim->stop_requested)
            sim_stop_with(sim, SIM_STOP_REQUESTED, "stopped on request");
        else if (core->locked_up)
            sim_stop_with(sim, SIM_STOP_LOCKUP, "lockup: a fault that no handler can take");
        else if (sim->ppb.reset_requested)
            sim_reset_system(sim);
        else if (core->sleeping)
            sleep(sim);
        else if (core->exception_ready) {
            engine_exception(sim, exception_enter(sim));
            stepped(sim);
        } else if (sim->engine->idle_check && !sim->halt.single_step)
            idle_check(sim);
        else
            execute(sim);
    }
}
