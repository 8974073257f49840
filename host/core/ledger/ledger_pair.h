/* Where two windows of one image differ: by what was waited for, and by what kind of instruction.
 * SPDX-License-Identifier: MIT
 *
 * For code that is measured twice with other data, as MD5 is from flash and from RAM. Instructions
 * are matched by address. A kind is what a load or store is, and through which register; all that
 * have no access are one. The rows of each account add up to the windows, to the cycle.
 */
#pragma once

#include "ledger_diff.h"

struct ledger_pair_row {
    char what[48]; /* "ldr literal", "ldr [r1]", ... */
    size_t places; /* instructions whose cycles differ */
    uint64_t base_executions, new_executions, base_cycles, new_cycles;
};

struct ledger_pair {
    const struct ledger_table *base, *new;
    struct ledger_pair_row *rows; /* that differ, largest difference first, */
    size_t count, capacity;
    struct ledger_pair_row rest; /* and what took the same */
};

/* The table of a series; NULL where there is none, or more than one. */
const struct ledger_table *ledger_table_named(const struct ledger *ledger, const char *name);

/* Both tables have places. disassemble as in ledger_diff_side. */
void ledger_pair_make(struct ledger_pair *pair, const struct ledger_diff_side *base,
                      const struct ledger_diff_side *new);
void ledger_pair_free(struct ledger_pair *pair);
