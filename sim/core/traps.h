/* Bits of the system control block that decide whether an instruction traps.
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include "sim/state.h"

static inline bool traps_on_divide_by_zero(const struct sim *sim)
{
    return (sim->ppb.ccr & CCR_DIV_0_TRP) != 0;
}

/* v6-M has no unaligned accesses (DDI 0419 A3.2.1): its CCR.UNALIGN_TRP always reads 1. */
static inline bool traps_on_unaligned(const struct sim *sim)
{
    return (sim->ppb.ccr & CCR_UNALIGN_TRP) != 0;
}

/* CPACR, coprocessors 0 to 15. 0: no access, 1: privileged, 3: full. */
static inline uint32_t coprocessor_access(const struct sim *sim, unsigned coprocessor)
{
    return sim->ppb.cpacr >> 2 * coprocessor & 3u;
}

/* The coprocessor may be used at the present privilege. */
static inline bool coprocessor_enabled(const struct sim *sim, unsigned coprocessor)
{
    uint32_t access = coprocessor_access(sim, coprocessor);
    return access == 3 || (access == 1 && core_privileged(&sim->core));
}
