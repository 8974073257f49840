/* The two engines and what they share: events, exceptions, spans, the main loop.
 * SPDX-License-Identifier: MIT
 *
 * step.c executes one instruction and is obviously right; fast.c executes pre-decoded blocks up to
 * the next event. Both expand the same semantics and ask the same timing, and agree cycle for
 * cycle.
 */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "sim/core/exception.h"
#include "sim/core/insn.h"
#include "sim/sim.h"

struct sim;

/* ---- main loop: run.c ---- */

/* Runs until the run stops; sim->limit_ns is set. */
void engine_run(struct sim *sim);

/* Lets all events happen that are due at cycle now or before. */
void engine_run_events(struct sim *sim, uint64_t now);

/* Cycle of the next event of a device; NEVER: none. */
uint64_t engine_next_event(const struct sim *sim);

/* ---- time of exceptions: exception_time.c ---- */

/* Adds the time of an exception event at sim->now, and of late arrivals. */
void engine_exception(struct sim *sim, struct exception_event event);

/* An exception return with value (EXC_RETURN) begins at sim->now. */
void engine_return(struct sim *sim, uint32_t value);

/* The core did something from start to sim->now. */
void engine_span(struct sim *sim, enum sim_span_kind kind, uint32_t address, uint64_t start);

/* A probed address. */
bool engine_is_probed(const struct sim *sim, uint32_t address);
void engine_tell_probe(struct sim *sim, uint32_t address);

/* ---- plain engine: step.c ---- */

/* Executes the instruction at r[PC], with its time. */
void engine_step(struct sim *sim);

/* ---- fast engine: block.c, fast.c ---- */

bool engine_create(struct sim *sim);
void engine_destroy(struct sim *sim);

enum fast_result {
    FAST_STEP,     /* the plain engine must execute the next instruction */
    FAST_ATTENTION /* something happened: back to the main loop */
};
enum fast_result engine_fast(struct sim *sim);

/* Memory at address was written: blocks made from it are stale. */
void engine_memory_written(struct sim *sim, uint32_t address);
/* All counts so far, those included that the fast engine has yet to tell. */
struct tally engine_tally(const struct sim *sim);

/* Stores to [address, address + size) are left to the plain engine. False: the fast engine could not
 * tell them from others. */
bool engine_watch(struct sim *sim, uint32_t address, uint32_t size);
void engine_unwatch_all(struct sim *sim);
/* A block is compiled when the interpreter has entered it so often; 0: never. The results are the
 * same: for tests. */
void engine_compile_after(struct sim *sim, unsigned entries);
/* Everything pre-decoded is stale (probes, knobs or an image changed). */
void engine_flush(struct sim *sim);
