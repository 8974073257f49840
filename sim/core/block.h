/* Pre-decoded basic blocks: what the fast engine executes.
 * SPDX-License-Identifier: MIT
 *
 * A block starts with an empty pipeline (behind a branch or an exception), or goes on from what the
 * instructions before it left there (its predecessor was full, or the plain engine came in
 * between). Times are static sums from the block's start; what only shows when it runs (cache
 * misses, bus stalls, divisions, skipped instructions, taken branches) moves the engine's base
 * cycle.
 */
#pragma once

#include "sim/core/insn.h"

#define BLOCK_INSTRUCTIONS_MAX 48

struct block;
struct detour;

/* What the semantics read of an instruction: members as in struct insn. */
struct operands {
    uint16_t op; /* enum op or enum pseudo */
    uint8_t rd, rn, rm, ra, shift_type, shift_n, condition, sd, sn, sm;
    uint32_t imm;
};

/* 48 bytes: the engine's speed depends on it. */
struct uop {
    const void *handler;  /* address of a label in engine_fast */
    struct block *target; /* where a direct branch goes, once known */
    uint64_t tally;       /* packed, of the block up to and with this instruction: where it jumps */
    struct operands insn;
    uint32_t pc;
    uint16_t offset; /* cycles from the block's start to the issue of this instruction */
    uint8_t cycles;  /* of struct timing_issue */
    uint8_t taken_cycles;
};

/* What the plain engine needs to go on before a micro-operation; beside the hot part. */
struct uop_start {
    struct pipeline pipeline;
    uint64_t tally;  /* packed, of the block before it */
    uint16_t offset; /* cycles from the block's start to the end of the instruction before */
    uint8_t itstate;
    uint8_t return_cycles;  /* of struct timing_issue */
    bool is_literal;        /* the load's address is known, */
    struct detour *detours; /* or not: what it takes elsewhere than in SRAM; detour.h */
};

/* Packed tally: instructions, cycles of loads and stores beyond their first, folded instructions.
 * The fields do not run over within a slice of the main loop. */
#define TALLY_LSU_SHIFT 21
#define TALLY_FOLDED_SHIFT 42
#define TALLY_MASK ((UINT64_C(1) << 21) - 1)

struct block {
    uint32_t pc;
    struct pipeline entry; /* what it starts with, */
    uint8_t entry_itstate; /* and in which IT state */
    uint32_t cycles;       /* static sum, every branch not taken */
    uint32_t reach; /* the same with every division at its longest and a branch taken: lies before
                       the horizon */
    uint64_t tally; /* packed, every branch not taken */
    uint16_t uops;
    uint32_t end_pc; /* behind the last instruction */
    struct pipeline end_pipeline;
    struct block *next; /* at end_pc, going on from end_pipeline; NULL: not built yet */
    struct block *all;  /* list of all blocks, to free them */
    struct uop_start *start;
    const void *code; /* of the host: jit.h */
    unsigned entries; /* by the interpreter, until it is compiled */
    struct uop uop[];
};

/* Micro-operations that are no instruction. */
enum pseudo {
    PSEUDO_FETCH = OPS, /* enters insn.rd granules of flash from insn.imm on */
    PSEUDO_CONDITION,   /* skips the next micro-operation if insn.condition fails; insn.shift_n:
                         * cycles   that this adds, as int8_t */
    PSEUDO_MULTIPLY,    /* the time of the long multiplication behind it that its operands decide */
    PSEUDO_FP_WAIT,     /* the FP instruction behind it waits for a VDIV or VSQRT; */
    PSEUDO_FP_DIVIDE,   /* the one behind it is one */
    PSEUDO_PROBE,
    PSEUDO_DETOUR, /* goes on as engine->detour says; in the place of what is behind an access */
    PSEUDO_STEP,   /* the plain engine executes the next instruction */
    PSEUDO_LEAVE,  /* back to the main loop before the next instruction */
    PSEUDO_END,    /* goes on at end_pc */
    PSEUDOS_END
};

struct sim;

#define BLOCK_TABLE_BITS 16
#define BLOCK_TABLE_SIZE (1u << BLOCK_TABLE_BITS)
#define RESUMED_TABLE_SIZE 4096u /* power of two */

struct jit;

struct engine {
    const void *const *handler;                /* by enum op and enum pseudo */
    struct block *table[BLOCK_TABLE_SIZE];     /* by pc >> 1 */
    struct block *resumed[RESUMED_TABLE_SIZE]; /* that start in the midst, by pc and pipeline */
    struct block *all;
    uint64_t built_bytes;
    struct jit *jit;          /* NULL: everything is interpreted */
    const void *not_compiled; /* code of blocks that have none of their own */
    unsigned compile_after;   /* entries of a block; 0: never */
    unsigned loop_countdown;  /* backward branches until the idle check, */
    bool idle_check;          /* which is due now */
    bool flush;               /* blocks are stale: free them when none is executing */

    /* Where the fast engine is in an access: what it has not yet told sim->tally. No block:
     * nothing. */
    const struct block *pending_block;
    const struct uop *pending_uop;
    uint64_t pending_tally;

    const struct detour *detour; /* the block that is executing takes behind this access */

    /* Memories with a fast path. */
    uint8_t *sram, *flash;
    uint32_t sram_base, sram_size, flash_base, flash_size; /* what the fast paths reach */
    uint32_t sram_paged; /* the whole SRAM, with a bank that stalls: what code_pages is of */
    uint8_t *code_pages; /* of the SRAM, a byte for CODE_PAGE_SHIFT: stores leave the fast path */
};

_Static_assert(sizeof(struct uop) <= 48, "the hot part of a block");

/* Memory that blocks and their code may take before all are dropped: self-modifying guests are
 * bounded. */
#define BUILT_BYTES_MAX (32u << 20)

#define CODE_PAGE_SHIFT 8
enum { PAGE_HAS_CODE = 1, PAGE_IS_WATCHED = 2 };

/* Addresses of labels by enum op and enum pseudo: fast.c. */
const void *const *fast_handlers(void);
/* The block at pc behind a branch; NULL: the plain engine must execute what is there. */
struct block *block_at(struct sim *sim, uint32_t pc);
/* The block that goes on at pc from a pipeline and an IT state that are not empty; NULL as above.
 */
struct block *block_resumed_at(struct sim *sim, uint32_t pc, const struct pipeline *pipeline,
                               uint8_t itstate);
/* The block that goes on behind block; NULL as above. */
struct block *block_next(struct sim *sim, struct block *block);
/* Frees every block. */
void block_free_all(struct engine *engine);
