/* What exceptions take: entry, late arrival, tail-chain, return and its pre-emption.
 * SPDX-License-Identifier: MIT
 */
#include "sim/core/engine.h"
#include "sim/core/exception_state.h"
#include "sim/state.h"

static enum sim_span_kind span_of(enum exception_outcome outcome)
{
    switch (outcome) {
    case EXCEPTION_TAIL_CHAINED:
        return SIM_SPAN_TAIL_CHAIN;
    case EXCEPTION_RETURNED:
        return SIM_SPAN_RETURN;
    case EXCEPTION_ENTERED:
    case EXCEPTION_LOCKED_UP:
        break;
    }
    return SIM_SPAN_ENTRY;
}

static void pass(struct sim *sim, uint64_t end, enum sim_span_kind kind, unsigned number)
{
    uint64_t start = sim->now;
    sim->now = end;
    sim->tally.exception += end - start;
    engine_span(sim, kind, number, start);
}

/* The cycle of the next event, if that is not later than by. */
static bool has_event(const struct sim *sim, uint64_t by, uint64_t *cycle)
{
    if (sim->horizon > by)
        return false;
    *cycle = engine_next_event(sim);
    return *cycle <= by;
}

/* Until the handler's first instruction begins, a more urgent exception takes over the frame: its
 * vector has to be fetched, which ends LATE_ARRIVAL cycles behind its arrival at the earliest. */
static void take_over(struct sim *sim, struct exception_event *event, uint64_t arrival)
{
    if (!sim->core.exception_ready)
        return;
    uint64_t ready = arrival + timing_late_arrival(&sim->timing);
    if (exception_late_arrival(sim, event))
        pass(sim, ready > sim->now ? ready : sim->now, SIM_SPAN_ENTRY, event->number);
}

void exception_wait_for_frame(struct sim *sim, uint32_t address, bool is_write)
{
    const struct bus_region *region = bus_find(&sim->bus, address, 4 * FRAME_WORDS);
    if (region == NULL || region->kind != BUS_KIND_EXTERNAL)
        return;
    for (unsigned k = 0; k < FRAME_WORDS; k++)
        sim->frame_wait += timing_access(&sim->timing, region, address + 4 * k, 4, k, is_write,
                                         sim->now + sim->frame_wait + k)
                               .stall;
}

void engine_exception(struct sim *sim, struct exception_event event)
{
    uint64_t cycle, start = sim->now;
    unsigned unfinished = timing_unfinished(&sim->timing, &sim->pipeline);
    sim->now += unfinished + timing_exception(&sim->timing, &event) + sim->frame_wait;
    sim->frame_wait = 0;
    sim->tally.lsu += unfinished;
    sim->tally.exception += sim->now - start - unfinished;
    sim->side_effects++;
    sim->fetched_pc = 1;
    sim->pipeline = (struct pipeline){0};
    engine_span(sim, span_of(event.outcome), event.number, start);
    if (event.outcome != EXCEPTION_ENTERED && event.outcome != EXCEPTION_TAIL_CHAINED)
        return;
    /* A fault of the stacking is known when it has ended. */
    take_over(sim, &event, sim->now);
    while (has_event(sim, sim->now, &cycle)) {
        engine_run_events(sim, cycle);
        take_over(sim, &event, cycle);
    }
    halt_on_entry(sim, event.number);
}

/* An exception becomes ready before cycle end; sim->now is when. */
static bool is_preempted(struct sim *sim, uint64_t end)
{
    uint64_t cycle;
    while (has_event(sim, end - 1, &cycle)) {
        engine_run_events(sim, cycle);
        if (!sim->core.exception_ready)
            continue;
        unsigned number = sim->core.ipsr;
        pass(sim, cycle > sim->now ? cycle : sim->now, SIM_SPAN_RETURN, number);
        return true;
    }
    return false;
}

void engine_return(struct sim *sim, uint32_t value)
{
    struct exception_event event;
    uint64_t cycle;
    /* What came during the returning instruction. */
    while (has_event(sim, sim->now, &cycle))
        engine_run_events(sim, cycle);
    if (sim->observer.returned != NULL)
        sim->observer.returned(sim->observer.context, sim->core.ipsr, sim->now);
    if (exception_begin_return(sim, value, &event)) {
        engine_exception(sim, event);
        return;
    }
    event = (struct exception_event){EXCEPTION_RETURNED, 0, exception_frame_words(sim, value)};
    uint64_t end = sim->now + timing_exception(&sim->timing, &event);
    bool may_be = timing_knob(&sim->timing, TIMING_KNOB_POP_PREEMPTION) != 0;
    if (may_be && is_preempted(sim, end))
        engine_exception(sim, exception_chain(sim, value));
    else
        engine_exception(sim, exception_pop(sim, value));
}
