/* The banked, packed and derived views of the core's registers.
 * SPDX-License-Identifier: MIT
 */
#include "sim/core/core.h"

#include "sim/core/exception_state.h"

uint32_t core_sp_get(const struct core *core, int stack)
{
    return stack == core_stack(core) ? core->r[SP] : core->sp_bank[stack];
}

void core_sp_set(struct core *core, int stack, uint32_t value)
{
    value &= ~UINT32_C(3);
    if (stack == core_stack(core))
        core->r[SP] = value;
    else
        core->sp_bank[stack] = value;
}

bool core_stack_limit_ignored(const struct core *core)
{
    return core->stkofhfnmign && execution_priority(core) < 0;
}

uint32_t core_xpsr(const struct core *core)
{
    uint32_t it = core->itstate;

    return (core->n & XPSR_N) | (core->z == 0 ? XPSR_Z : 0) | core->c << 29 | core->v << 28 |
           core->q << 27 | (it & 3) << 25 | (core->t_clear ? 0 : XPSR_T) | core->ge << 16 |
           (it >> 2) << 10 | core->ipsr;
}

void core_set_apsr(struct core *core, uint32_t value)
{
    core->n = value;
    core->z = !(value & XPSR_Z);
    core->c = value >> 29 & 1;
    core->v = value >> 28 & 1;
    core->q = core->architecture == ARCH_V6M ? 0 : value >> 27 & 1;
    core->ge = core_has_dsp(core) ? value >> 16 & 0xf : 0;
}
