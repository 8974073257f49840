/* Which memory an instruction will access, before it does.
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include "sim/timing/timing.h"

struct insn;
struct sim;

/* insn is a load or store that is not a jump: behind jumps nothing is remembered. */
bool accessed_by(const struct insn *insn);
bool accessed_is_literal(const struct insn *insn);

/* Of a literal of the instruction at pc; any other instruction's address is in registers, which are
 * taken to show to SRAM. */
enum timing_memory accessed_statically(const struct sim *sim, const struct insn *insn, uint32_t pc);

/* With the registers as they are: the first byte's, where nothing else is accessed. Asks only for
 * cores whose rules ask. */
enum timing_memory accessed_memory(const struct sim *sim, const struct insn *insn, uint32_t pc);
