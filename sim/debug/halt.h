/* Where a run halts for a debugger: breakpoints, watchpoints, faults, after one instruction.
 * SPDX-License-Identifier: MIT
 *
 * A halt costs the guest nothing: it lies between two instructions, and the run that goes on from
 * it is the run without it, cycle for cycle. Breakpoints are probes in both engines. Stores to a
 * watched page of the SRAM leave the fast engine; other watchpoints, and single steps, leave all
 * work to the plain one.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define BREAKPOINTS_MAX 256
#define WATCHPOINTS_MAX 32

struct insn;
struct sim;

struct watchpoint {
    uint32_t address, size; /* size: 1 or more, within the address space */
    int kind;               /* enum sim_watch */
};

/* All zero: nothing halts. */
struct halt {
    uint32_t breakpoint[BREAKPOINTS_MAX];
    size_t breakpoints;
    struct watchpoint watchpoint[WATCHPOINTS_MAX];
    size_t watchpoints;
    bool plain_only; /* the fast engine could not notice what is watched */
    bool single_step;
    bool on_fault; /* at the first instruction of a fault's handler */

    /* An instruction is being tried: accesses only say what they would touch. */
    bool trial;
    const struct watchpoint *hit; /* what the trial would touch first, */
    uint32_t hit_address;         /* and the address; NULL: nothing */
    /* The watchpoint that the instruction at this address touches has been reported; 1: none. */
    uint32_t told;
};

bool halt_has_breakpoint(const struct sim *sim, uint32_t address);
/* The instruction at address is about to execute: stops the run where it has a breakpoint. */
void halt_at(struct sim *sim, uint32_t address);

/* Whether an instruction of this kind accesses memory as data. */
bool halt_may_touch(const struct insn *insn);
void halt_trial_begin(struct sim *sim);
/* Stops the run where the instruction at pc would touch a watched address; returns whether. */
bool halt_trial_end(struct sim *sim, uint32_t pc);
/* An access in a trial; reads as memory_read does, without time or side effect. */
bool halt_try(struct sim *sim, uint32_t address, unsigned size, bool is_write, uint32_t *value);

/* An exception was entered: stops the run where it is a fault and faults are to be seen. */
void halt_on_entry(struct sim *sim, unsigned exception);
