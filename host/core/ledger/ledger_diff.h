/* Where a window's cycles went differently in two images: by function, and by instruction.
 * SPDX-License-Identifier: MIT
 *
 * Functions are matched by name. The instructions of a function, in order of address, are matched
 * by their text as in a longest common subsequence (Hunt and McIlroy, 1976); targets and offsets
 * that move with the layout do not count as text.
 */
#pragma once

#include "ledger.h"

/* The account of one side's most common window. */
struct ledger_diff_side {
    const struct ledger_table *table;
    const struct image *image;
    /* Text of the instruction at an address; returns text. */
    const char *(*disassemble)(void *context, uint32_t address, char *text, size_t size);
    void *context;
};

struct ledger_diff_instruction {
    bool in_base, in_new;
    uint32_t base_address, new_address; /* where in_base, in_new */
    uint64_t base_executions, new_executions, base_cycles, new_cycles;
    char text[64];
};

struct ledger_diff_function {
    char *what; /* or "exception entry", "sleep", ... */
    uint64_t base_instructions, new_instructions, base_cycles, new_cycles;
    double base_mean, new_mean; /* cycles a window, over all windows */
    /* Those whose cycles changed; none where places were not recorded. */
    struct ledger_diff_instruction *instructions;
    size_t instruction_count, capacity;
};

struct ledger_diff {
    uint64_t base_total, new_total; /* of the most common window */
    struct ledger_diff_function
        *functions; /* whose cycles or instructions changed; by mean, largest first */
    size_t count, capacity;
};

/* What is executed, but not in the most common window. */
#define LEDGER_DIFF_ELSEWHERE "(not in the most common window)"

/* Both tables must be valid. */
void ledger_diff_make(struct ledger_diff *diff, const struct ledger_diff_side *base,
                      const struct ledger_diff_side *new);
void ledger_diff_free(struct ledger_diff *diff);
