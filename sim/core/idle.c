/* Idle loops.
 * SPDX-License-Identifier: MIT
 */
#include "sim/core/idle.h"

#include <string.h>

#include "sim/core/block.h"
#include "sim/core/engine.h"
#include "sim/state.h"

/* Longest loop that is looked at, in instructions. */
#define LOOP_INSTRUCTIONS_MAX 64
/* Backward branches until the first look behind an event; eight times as many behind each that was
 * in vain. */
#define LOOPS_AFTER_EVENT 64u
#define FAILURES_MAX 3
/* Backward branches in an idle loop, calls of functions that lie before it included. */
#define LOOKS 4

/* What must come out of a pass as it went in. */
struct snapshot {
    uint32_t r[16];
    uint32_t n, z, c, v, q, ge;
    uint32_t s[32], fpscr;
    struct pipeline pipeline;
    uint32_t fetch_granule, flash_line, flash_ahead;
    uint64_t flash_ahead_in[FLASH_AHEAD_MAX], flash_free_in; /* from now */
    uint64_t fp_free_in;
    uint64_t side_effects, refills;
    uint32_t monitor_open, monitor_address;
};

struct pass {
    uint64_t cycles, instructions, lsu, folded;
};

/* A read of the flash that began so long ago is over, whatever the wait states. */
#define FLASH_READ_MAX 64u

/* Where a read of the flash stands: 0 where it is over. */
static uint64_t from_now(const struct sim *sim, uint64_t cycle)
{
    uint64_t horizon = cycle + FLASH_READ_MAX;
    return horizon > sim->now ? horizon - sim->now : 0;
}

static void take(const struct sim *sim, struct snapshot *s)
{
    const struct core *core = &sim->core;
    const struct flash_timing *flash = &sim->timing.flash;
    memset(s, 0, sizeof *s);
    memcpy(s->r, core->r, sizeof s->r);
    s->n = core->n;
    s->z = core->z;
    s->c = core->c;
    s->v = core->v;
    s->q = core->q;
    s->ge = core->ge;
    memcpy(s->s, core->s, sizeof s->s);
    s->fpscr = core->fpscr;
    s->pipeline = sim->pipeline;
    s->fetch_granule = sim->fetch_granule;
    s->flash_line = flash->line;
    s->flash_ahead = flash->ahead;
    for (unsigned k = 0; k < flash->ahead; k++)
        s->flash_ahead_in[k] = from_now(sim, flash->ahead_cycle[k]);
    s->flash_free_in = from_now(sim, flash->array_free_cycle);
    if (sim->timing.fp_free_cycle > sim->now)
        s->fp_free_in = sim->timing.fp_free_cycle - sim->now;
    s->side_effects = sim->side_effects;
    s->refills = flash->refills;
    s->monitor_open = core->monitor_open;
    s->monitor_address = core->monitor_address;
}

/* One pass from r[PC] back to it. False: something else happened, or the state is not the same. */
static bool run_pass(struct sim *sim, struct pass *pass)
{
    struct snapshot before, after;
    uint32_t head = sim->core.r[PC];
    uint64_t start = sim->now, instructions = sim->instructions;
    struct tally tally = sim->tally;
    take(sim, &before);
    for (unsigned k = 0; k < LOOP_INSTRUCTIONS_MAX; k++) {
        if (sim->now >= sim->horizon || sim->stopped || sim->stop_requested ||
            sim->core.exception_ready || sim->core.t_clear || sim->core.sleeping)
            return false;
        engine_step(sim);
        if (sim->side_effects != before.side_effects)
            return false;
        if (sim->core.r[PC] == head && sim->core.itstate == 0)
            break;
    }
    take(sim, &after);
    *pass = (struct pass){sim->now - start, sim->instructions - instructions,
                          sim->tally.lsu - tally.lsu, sim->tally.folded - tally.folded};
    return memcmp(&before, &after, sizeof before) == 0 && sim->core.itstate == 0;
}

/* What a pass leaves going on in flash and FPU, later passes leave too. */
static void move_pending(struct sim *sim, uint64_t cycles)
{
    struct flash_timing *flash = &sim->timing.flash;
    for (unsigned k = 0; k < flash->ahead; k++)
        if (from_now(sim, flash->ahead_cycle[k]) != 0)
            flash->ahead_cycle[k] += cycles;
    if (from_now(sim, flash->array_free_cycle) != 0)
        flash->array_free_cycle += cycles;
    if (sim->timing.fp_free_cycle > sim->now)
        sim->timing.fp_free_cycle += cycles;
}

void idle_restart(struct sim *sim)
{
    sim->idle.looks = sim->idle.failures = 0;
    sim->engine->loop_countdown = LOOPS_AFTER_EVENT;
}

/* The registers are as they were a few backward branches ago: this may be an idle loop. */
static bool comes_back(struct sim *sim)
{
    struct idle *idle = &sim->idle;
    bool same = idle->looks != 0 && memcmp(idle->r, sim->core.r, sizeof idle->r) == 0;
    if (idle->looks == 0) {
        memcpy(idle->r, sim->core.r, sizeof idle->r);
        idle->looks = LOOKS + 1;
    }
    idle->looks = same ? 0 : idle->looks - 1;
    if (idle->looks != 0) {
        sim->engine->loop_countdown = 1;
        return false;
    }
    idle->failures += idle->failures < FAILURES_MAX;
    sim->engine->loop_countdown = LOOPS_AFTER_EVENT << 3 * idle->failures;
    return same;
}

void idle_check(struct sim *sim)
{
    struct pass first, second;
    sim->engine->idle_check = false;
    if (sim->config.no_idle_skip || sim->core.itstate != 0) {
        sim->engine->loop_countdown = LOOPS_AFTER_EVENT << 3 * FAILURES_MAX;
        return;
    }
    if (!comes_back(sim))
        return;
    if (!run_pass(sim, &first) || !run_pass(sim, &second) || first.cycles != second.cycles ||
        first.instructions != second.instructions || first.cycles == 0)
        return;
    if (sim->now + second.cycles >= sim->horizon)
        return;
    uint64_t passes = (sim->horizon - sim->now) / second.cycles;
    move_pending(sim, passes * second.cycles);
    sim->now += passes * second.cycles;
    sim->idle_cycles += passes * second.cycles;
    sim->instructions += passes * second.instructions;
    sim->skipped_instructions += passes * second.instructions;
    sim->tally.lsu += passes * second.lsu;
    sim->tally.folded += passes * second.folded;
}
