/* Our engines as engines under test.
 * SPDX-License-Identifier: MIT
 */
#include <stdlib.h>
#include <string.h>

#include "sim/core/engine.h"
#include "sim/core/fpu_state.h"
#include "sim/state.h"
#include "tests/isa/execution_engine.h"

struct ours {
    struct execution_engine engine;
    struct sim *sim;
    struct core core; /* after reset */
    struct ppb ppb;
    bool pre_decoded;
};

static void set_state(struct ours *ours, const struct program *program)
{
    struct sim *sim = ours->sim;
    sim->core = ours->core;
    sim->ppb = ours->ppb;
    memcpy(sim->core.r, program->r, sizeof program->r);
    sim->core.r[PC] = program->address;
    core_set_apsr(&sim->core, program->apsr);
    memcpy(sim->core.s, program->s, sizeof program->s);
    sim->ppb.cpacr = has_fpu(program->target) ? 0x00F00000u : 0;
    fpu_update(sim);
    sim->pipeline = (struct pipeline){0};
    sim->fetch_granule = 0;
    sim->timing.bus_free_cycle = sim->timing.fp_free_cycle = 0;
    sim->stopped = false;
}

static bool is_fault_pending(const struct sim *sim)
{
    return sim->core.exceptions.best != 0 || sim->core.locked_up;
}

static void run_plain(struct sim *sim, const struct program *program, struct execution *result)
{
    result->end = EXECUTION_DONE;
    for (unsigned k = 0; k < program->count && result->end == EXECUTION_DONE; k++) {
        engine_step(sim);
        if (sim->stopped)
            result->end = EXECUTION_STRAY;
        else if (is_fault_pending(sim))
            result->end = EXECUTION_FAULT;
    }
    /* The BKPT behind the program waits for what the last instruction has not finished. */
    if (result->end == EXECUTION_DONE && !program->branch_last)
        engine_step(sim);
}

/* To the BKPT behind the program, or to the one of the fault handler. */
static void run_pre_decoded(struct sim *sim, struct execution *result)
{
    sim->limit_cycle = NEVER;
    engine_run(sim);
    if (sim->stop.reason != SIM_STOP_BREAKPOINT)
        result->end = EXECUTION_STRAY;
    else
        result->end = sim->core.ipsr != 0 ? EXECUTION_FAULT : EXECUTION_DONE;
}

static void run(struct execution_engine *engine, const struct program *program,
                struct execution *result)
{
    struct ours *ours = (struct ours *)engine;
    struct sim *sim = ours->sim;
    set_state(ours, program);
    /* Half of the programs are compiled, the others interpreted. */
    engine_compile_after(sim, program->r[0] & 1u);
    uint64_t start = sim->now, instructions = sim->instructions;
    if (ours->pre_decoded)
        run_pre_decoded(sim, result);
    else
        run_plain(sim, program, result);
    engine->data_changed = sim->core.ipsr != 0;
    memcpy(result->r, sim->core.r, sizeof result->r);
    result->xpsr = core_xpsr(&sim->core);
    memcpy(result->s, sim->core.s, sizeof result->s);
    result->fpscr = sim->core.fpscr;
    result->fault = sim->fault;
    result->fault_address = sim->fault_address;
    result->cycles = sim->now - start;
    result->instructions = sim->instructions - instructions;
}

static void forget_code(struct execution_engine *engine)
{
    engine_flush(((struct ours *)engine)->sim);
}

static void release(struct execution_engine *engine)
{
    struct ours *ours = (struct ours *)engine;
    sim_destroy(ours->sim);
    free(ours);
}

struct execution_engine *execution_ours(const struct target *target, bool pre_decoded)
{
    struct sim_config config = {.machine = target->machine, .stepper_only = !pre_decoded};
    struct sim_error error;
    struct ours *ours = calloc(1, sizeof *ours);
    struct sim *sim = ours != NULL ? sim_create(&config, &error) : NULL;
    if (sim == NULL) {
        free(ours);
        return NULL;
    }
    ours->sim = sim;
    ours->pre_decoded = pre_decoded;
    ours->engine = (struct execution_engine){target,
                                             false,
                                             bus_find(&sim->bus, target->ram, 1)->memory,
                                             bus_find(&sim->bus, target->flash, 1)->memory,
                                             run,
                                             forget_code,
                                             release};
    execution_fill(&ours->engine);
    sim_reset(sim);
    ours->core = sim->core;
    ours->ppb = sim->ppb;
    return &ours->engine;
}
