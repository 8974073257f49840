/* Faults: status registers, escalation to HardFault, lockup.
 * SPDX-License-Identifier: MIT
 *
 * DDI 0553 B3.12; status bits D1.2 (CFSR, HFSR).
 */
#include "sim/core/exception.h"

#include <assert.h>

#include "sim/core/exception_state.h"
#include "sim/state.h"

static const struct fault_row {
    uint8_t exception;
    uint32_t cfsr;
} fault_rows[FAULTS] = {
    [FAULT_UNDEFINED] = {EXC_USAGE_FAULT, CFSR_UNDEFINSTR},
    [FAULT_INVSTATE] = {EXC_USAGE_FAULT, CFSR_INVSTATE},
    [FAULT_INVPC] = {EXC_USAGE_FAULT, CFSR_INVPC},
    [FAULT_NOCP] = {EXC_USAGE_FAULT, CFSR_NOCP},
    [FAULT_STACK_LIMIT] = {EXC_USAGE_FAULT, CFSR_STKOF},
    [FAULT_UNALIGNED] = {EXC_USAGE_FAULT, CFSR_UNALIGNED},
    [FAULT_DIVIDE] = {EXC_USAGE_FAULT, CFSR_DIVBYZERO},
    [FAULT_BUS_PRECISE] = {EXC_BUS_FAULT, CFSR_PRECISERR | CFSR_BFARVALID},
    [FAULT_BUS_FETCH] = {EXC_BUS_FAULT, CFSR_IBUSERR},
    [FAULT_EXECUTE_NEVER] = {EXC_MEM_MANAGE, CFSR_IACCVIOL},
};

bool exception_raise(struct sim *sim, unsigned number)
{
    struct core *core = &sim->core;
    const struct exception_state *e = &core->exceptions;
    int execution = execution_priority(core);

    /* An equal priority does not pre-empt, so it escalates as a lower one does. */
    if (!set_has(e->enabled, number) || group_priority(e, number) >= execution) {
        if (execution < 0) {
            core->locked_up = true;
            return false;
        }
        sim->ppb.hfsr |= HFSR_FORCED;
        number = EXC_HARD_FAULT;
    }
    exception_pend(sim, number);
    return true;
}

void exception_fault(struct sim *sim, enum fault fault, uint32_t address)
{
    const struct fault_row *row = &fault_rows[fault];
    struct ppb *ppb = &sim->ppb;

    assert(fault < FAULTS);
    if (fault == FAULT_PENDED)
        return;
    if (fault == FAULT_BUS_PRECISE && (ppb->ccr & CCR_BFHFNMIGN) &&
        execution_priority(&sim->core) < 0) {
        sim_stop_with(sim, SIM_STOP_MISSING,
                      "bus error at 0x%08X that CCR.BFHFNMIGN asks to ignore: not modelled",
                      (unsigned)address);
        return;
    }
    ppb->cfsr |= row->cfsr;
    if (row->cfsr & CFSR_BFARVALID)
        ppb->bfar = address;
    exception_raise(sim, row->exception);
}
