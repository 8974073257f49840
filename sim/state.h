/* The whole state of one simulated board. Internal to sim/.
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include "sim/bus/bus.h"
#include "sim/core/core.h"
#include "sim/core/exception.h"
#include "sim/core/idle.h"
#include "sim/core/insn.h"
#include "sim/core/jit.h"
#include "sim/debug/halt.h"
#include "sim/debug/semihosting.h"
#include "sim/ppb/ppb.h"
#include "sim/sim.h"
#include "sim/timing/timing.h"

#define DEVICES_MAX 64
#define PROBES_MAX 64
#define RECENT_SPANS 4u /* power of two */

struct engine; /* pre-decoded blocks: sim/core/fast.c */
struct machine;

/* Where the cycles went, as the DWT's profiling counters part them (DDI 0403 C1.8.4): now =
 * instructions + CPI + exception + sleep + lsu - folded. */
struct tally {
    uint64_t instructions; /* only in engine_tally's answer */
    uint64_t exception;    /* cycles of entries and returns */
    uint64_t sleep;        /* cycles in WFI and WFE */
    uint64_t lsu;          /* cycles of loads and stores beyond the first */
    uint64_t folded;       /* instructions that took no cycle */
};

struct sim {
    struct core core;
    struct ppb ppb;
    struct bus bus;
    struct timing timing;

    uint64_t now;          /* cycles of the core clock since reset */
    uint64_t instructions; /* executed */
    struct tally tally;    /* since reset */
    uint64_t idle_cycles;  /* skipped, within now */
    uint64_t horizon;      /* first cycle at which something may happen by itself */
    uint64_t slice_cycle;  /* the main loop looks around at this cycle at the latest */

    struct device *device[DEVICES_MAX];
    size_t devices;

    uint64_t core_hz;
    uint64_t clock_base_cycle; /* when core_hz was set last, */
    uint64_t clock_base_ns;    /* and the time then */
    uint64_t limit_cycle;      /* of this sim_run, in cycles at the clock of now */
    uint64_t limit_ns;

    const struct machine *machine;
    struct sim_config config;
    struct sim_observer observer;
    bool spans_on;
    /* What the core did last, for spans that an event turns on within it: an instruction and the
     * exception that it returned from may both end behind the event. */
    struct sim_span recent_span[RECENT_SPANS];
    unsigned recent_spans; /* so far */
    uint64_t event_cycle;  /* of the event that is happening; NEVER: none is */
    uint32_t probe[PROBES_MAX];
    size_t probes;
    uint32_t
        probe_told; /* the probe at this address has been called for its next execution; 1: none */
    struct halt halt;
    struct semihosting semihosting;
    struct engine *engine;
    struct idle idle;
    struct decode_memory decode_memory; /* the plain engine's */
    struct jit_frame jit;

    /* The instruction in execution (sim/core). */
    struct pipeline pipeline;
    uint32_t fetch_granule;   /* of flash, fetched last; 0: none */
    uint32_t fetched_pc;      /* the fetch of the instruction there has been paid; 1: none */
    uint64_t stall;           /* cycles of the instruction beyond its issue, so far */
    unsigned frame_wait;      /* cycles that an exception's frame takes beyond one in SRAM */
    uint32_t wait[SIM_WAITS]; /* the same and what came before its issue, by what was waited for */
    enum fault fault;         /* why a memory access failed, unless the run stopped */
    uint32_t fault_address;
    uint64_t side_effects; /* changes of memory, device accesses, system operations so far */
    uint64_t skipped_instructions; /* within instructions: of idle loops that were skipped */

    bool stopped; /* stop holds the reason */
    struct sim_stop stop;
    volatile bool stop_requested;
};

/* Ends the run: the first reason wins. format: one line, no PC (it is added). */
void sim_stop_with(struct sim *sim, enum sim_stop_reason reason, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* One line to the observer's log. */
void sim_log(struct sim *sim, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* The RCC sets the core clock at cycle now; it tells the devices itself. */
void sim_set_core_hz(struct sim *sim, uint64_t hz, uint64_t now);

/* AIRCR.SYSRESETREQ: core and devices are reset, time goes on. */
void sim_reset_system(struct sim *sim);

/* A device wrote memory by itself; or a part of the map shows other memory than before. */
void sim_memory_written(struct sim *sim, uint32_t address);
void sim_map_changed(struct sim *sim);

/* Recomputes horizon after an event was scheduled. */
void sim_update_horizon(struct sim *sim);
