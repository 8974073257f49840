/* The JIT: host code for blocks that are executed often.
 * SPDX-License-Identifier: MIT
 *
 * Compiled code does what the interpreter of fast.c does with the same block, and nothing that is
 * slow or rare: it leaves before any micro-operation that needs more, with the state that the
 * interpreter needs to go on there. Blocks reach each other without coming back, each behind a look
 * at the horizon.
 */
#pragma once

#include <stdbool.h>
#include <stdint.h>

struct block;
struct engine;
struct sim;

/* Flags that are not in struct core yet, but follow from flag_a and flag_b. */
enum { FLAGS_NZ = 1, FLAGS_C = 2, FLAGS_V = 4, FLAGS_ADD = 8 /* a + b; else a - b */ };

/* What compiled code and interpreter hand each other. */
struct jit_frame {
    uint64_t cyc;        /* as in fast.c */
    uint64_t tally;      /* packed, */
    struct block *block; /* and where to go on */
    uint32_t index;      /* of the micro-operation in block */
    uint32_t flags;      /* pending: FLAGS_NZ and its kin; 0 outside of compiled code */
    uint32_t flag_a, flag_b;
    uint64_t longer; /* cycles that the called operation took beyond its static ones */
};

/* Sets engine->jit and engine->not_compiled; leaves them NULL where there is no executable memory.
 */
void jit_create(struct sim *sim);
void jit_destroy(struct engine *engine);

/* Compiles block, whose code is engine->not_compiled; leaves that where it cannot or should not. */
void jit_compile(struct sim *sim, struct block *block);
/* Frees the code of block, unless it is engine->not_compiled. */
void jit_free(struct engine *engine, struct block *block);
/* Executes compiled code from block on, until it leaves. */
void jit_run(struct sim *sim, struct block *block);
