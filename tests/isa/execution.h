/* Executing a program: the same call for our engines and for the oracle.
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "tests/isa/program.h"

enum execution_end {
    EXECUTION_DONE,
    EXECUTION_FAULT, /* an instruction faulted: pc is its address, and nothing else of it happened
                      */
    EXECUTION_STRAY  /* an access to a device or to the program itself: nothing to compare */
};

struct execution {
    enum execution_end end;
    uint32_t r[16];
    uint32_t xpsr; /* flags, GE, IT and T */
    uint32_t s[32], fpscr;
    /* Ours only: */
    unsigned fault; /* enum fault, and the address that it names */
    uint32_t fault_address;
    uint64_t cycles;
    uint64_t instructions; /* executed, with the one that faulted */
};

/* Bits of xPSR that are compared. */
#define EXECUTION_XPSR UINT32_C(0xFF0FFC00)

struct execution_engine;

/* Ours: instruction by instruction, or from pre-decoded blocks. NULL where memory is short. */
struct execution_engine *execution_ours(const struct target *target, bool pre_decoded);
/* Unicorn's. NULL where the library has no such core. */
struct execution_engine *execution_unicorn(const struct target *target);

/* Executes a program. Its data is as the program left it until execution_restore. */
void execution_run(struct execution_engine *engine, const struct program *program,
                   struct execution *result);
const uint8_t *execution_data(const struct execution_engine *engine);
/* Puts code and data back to program_fill_memory's. */
void execution_restore(struct execution_engine *engine, const struct program *program);
/* Drops all translations; to be called when the programs have used all their slots. */
void execution_forget_code(struct execution_engine *engine);
/* All memory as at the beginning, and all translations dropped. */
void execution_reset(struct execution_engine *engine);
void execution_free(struct execution_engine *engine);
