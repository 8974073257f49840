/* Instructions that give way to an exception in their midst: LDM, STM, divisions, lazy saves.
 * SPDX-License-Identifier: MIT
 *
 * Cortex-M3 and M4 TRM 3.9.1 (DDI 0337H, DDI 0439B), Cortex-M33 TRM C.5 (100230): a division starts
 * again. LDM and STM park the next register in EPSR.ICI and go on there; inside an IT block, and on
 * ARMv6-M, they start again. An LDM that has loaded its base goes on before that load. A word a
 * cycle is moved; what the bus has begun when the exception comes is finished.
 * A lazy save of the floating-point context starts again (M4 TRM, FPU, Exceptions).
 * Assumed: VLDM and VSTM start again; PUSH, and whatever else reaches below SP, starts again, since the exception's frame is
 * where its words would be; LDM with PC that waits only for its target loads PC again.
 *
 * ICI shares the bits of the IT state: the register in its upper half, the lower half 0.
 */
#pragma once

#include <stdbool.h>

#include "sim/core/core.h"

struct insn;
struct sim;

static inline bool core_is_in_it(const struct core *core)
{
    return (core->itstate & 0xFu) != 0;
}

/* How many words of the list have been moved before: 0 unless ICI says so. False: no exception can
 * have left this ICI for this instruction, which is an INVSTATE fault (Cortex-M33 TRM C.5; the M3
 * and M4 leave it UNPREDICTABLE). */
bool give_way_resumes(const struct core *core, const struct insn *insn, unsigned *done);

/* Lets the events happen that fall into the instruction, which issues at sim->now and takes cycles.
 * True: one of them made an exception ready, and the instruction has given way to it. */
bool give_way(struct sim *sim, const struct insn *insn, unsigned cycles, unsigned done);
