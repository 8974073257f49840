/* How often each row of the instruction table was executed and compared with an oracle.
 * SPDX-License-Identifier: MIT
 *
 * Counted are instructions outside IT blocks, so that each was executed and not skipped: a lower
 * bound. The counts of several comparisons are added by test_coverage.c.
 */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "sim/core/insn.h"
#include "tests/isa/program.h"

struct coverage {
    uint64_t executed[ROWS];
};

/* Counts the first reached instructions of a program. */
void coverage_count(struct coverage *coverage, const struct program *program, unsigned reached);
/* Instructions of a program up to the one at the address, where it faulted; all of them if the
 * address is outside. */
unsigned coverage_reached(const struct program *program, uint32_t address);
/* Writes a line "ROW count" for each row. False: the file could not be written. */
bool coverage_write(const struct coverage *coverage, const char *path);
/* Adds a file's counts. False: it could not be read, or has a line that is none. */
bool coverage_add(struct coverage *coverage, const char *path);
