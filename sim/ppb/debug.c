/* The debug registers that firmware looks at; no debugger is attached.
 * SPDX-License-Identifier: MIT
 *
 * DDI 0553 D1.2.
 */
#include "sim/ppb/blocks.h"

#include "sim/core/exception.h"
#include "sim/core/exception_state.h"
#include "sim/state.h"

#define DHCSR_S_REGRDY (UINT32_C(1) << 16)
#define DHCSR_S_RETIRE_ST (UINT32_C(1) << 24)
#define DHCSR_S_RESET_ST (UINT32_C(1) << 25)

#define DEMCR_VECTOR_CATCH UINT32_C(0x7f1) /* without effect unless halting debug is on */
#define DEMCR_MON_PEND (UINT32_C(1) << 17)
#define DEMCR_MON_STEP (UINT32_C(1) << 18)
#define DEMCR_MON_REQ (UINT32_C(1) << 19)

void debug_reset(struct ppb *ppb, bool cold)
{
    ppb->reset_seen = false;
    ppb->demcr &= cold ? 0 : DEMCR_TRCENA | DEMCR_VECTOR_CATCH;
    if (cold)
        ppb->dfsr = 0;
}

enum bus_result debug_read_dhcsr(struct ppb *ppb, uint32_t offset, unsigned size, uint64_t now,
                                 uint32_t *value)
{
    (void)offset, (void)size, (void)now;
    *value = DHCSR_S_REGRDY | DHCSR_S_RETIRE_ST | (ppb->reset_seen ? 0 : DHCSR_S_RESET_ST);
    ppb->reset_seen = true;
    return BUS_OK;
}

enum bus_result debug_read_demcr(struct ppb *ppb, uint32_t offset, unsigned size, uint64_t now,
                                 uint32_t *value)
{
    const struct exception_state *e = &ppb->device->sim->core.exceptions;

    (void)offset, (void)size, (void)now;
    *value = ppb->demcr | (set_has(e->pending, EXC_DEBUG_MONITOR) ? DEMCR_MON_PEND : 0);
    return BUS_OK;
}

enum bus_result debug_write_demcr(struct ppb *ppb, uint32_t offset, unsigned size, uint64_t now,
                                  uint32_t value)
{
    struct sim *sim = ppb->device->sim;
    struct exception_state *e = &sim->core.exceptions;

    (void)size;
    if ((value & DEMCR_MON_STEP) && (value & DEMCR_MON_EN))
        return ppb_reject(ppb, offset, true, "DEMCR.MON_STEP is not modelled");
    ppb->demcr = value & (DEMCR_TRCENA | DEMCR_MON_EN | DEMCR_MON_REQ | DEMCR_VECTOR_CATCH);
    set_put(e->enabled, EXC_DEBUG_MONITOR, value & DEMCR_MON_EN);
    set_put(e->pending, EXC_DEBUG_MONITOR, value & DEMCR_MON_PEND);
    exception_update(sim);
    dwt_update(ppb, now);
    return BUS_OK;
}
