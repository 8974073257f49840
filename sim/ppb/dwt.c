/* DWT: the cycle counter. The event counters are not modelled yet and stop the run when used.
 * SPDX-License-Identifier: MIT
 *
 * DDI 0553 B14 and D1.2. With DEMCR.TRCENA clear the unit has no clock: nothing counts and writes
 * are lost (the architecture leaves that open); v7-M parts then read 0x40000000 at CYCCNT
 * (stm32f1xx-hal issue 252, on F103 and F303).
 */
#include "sim/ppb/blocks.h"

#include "sim/state.h"

enum { CYCCNTENA = 1 };
#define CYCCNT_UNCLOCKED_V7M UINT32_C(0x40000000)

void dwt_reset(struct ppb *ppb, bool cold)
{
    if (cold)
        ppb->dwt = (struct dwt){0};
    dwt_update(ppb, ppb->device->sim->now);
}

uint32_t dwt_cyccnt(const struct ppb *ppb, uint64_t now)
{
    const struct dwt *dwt = &ppb->dwt;

    return dwt->counting ? dwt->cyccnt + (uint32_t)(now - dwt->base_cycle) : dwt->cyccnt;
}

void dwt_update(struct ppb *ppb, uint64_t now)
{
    struct dwt *dwt = &ppb->dwt;

    dwt->cyccnt = dwt_cyccnt(ppb, now);
    dwt->base_cycle = now;
    dwt->counting = (ppb->demcr & DEMCR_TRCENA) && (dwt->ctrl & CYCCNTENA);
}

enum bus_result dwt_read_ctrl(struct ppb *ppb, uint32_t offset, unsigned size, uint64_t now,
                              uint32_t *value)
{
    (void)offset, (void)size, (void)now;
    *value = ppb->core->dwt_ctrl | ppb->dwt.ctrl;
    return BUS_OK;
}

enum bus_result dwt_write_ctrl(struct ppb *ppb, uint32_t offset, unsigned size, uint64_t now,
                               uint32_t value)
{
    uint32_t fixed = ppb->core->dwt_ctrl;

    (void)size;
    if (!(ppb->demcr & DEMCR_TRCENA))
        return BUS_OK;
    if (value & ~fixed & ~(uint32_t)CYCCNTENA)
        return ppb_reject(ppb, offset, true, "DWT_CTRL: only CYCCNTENA is modelled");
    ppb->dwt.ctrl = value & CYCCNTENA;
    dwt_update(ppb, now);
    return BUS_OK;
}

enum bus_result dwt_read_cyccnt(struct ppb *ppb, uint32_t offset, unsigned size, uint64_t now,
                                uint32_t *value)
{
    bool is_v8m = ppb->core->architecture == ARCH_V8M;

    (void)offset, (void)size;
    *value = is_v8m || (ppb->demcr & DEMCR_TRCENA) ? dwt_cyccnt(ppb, now) : CYCCNT_UNCLOCKED_V7M;
    return BUS_OK;
}

enum bus_result dwt_write_cyccnt(struct ppb *ppb, uint32_t offset, unsigned size, uint64_t now,
                                 uint32_t value)
{
    (void)offset, (void)size;
    if (!(ppb->demcr & DEMCR_TRCENA))
        return BUS_OK;
    ppb->dwt.cyccnt = value;
    ppb->dwt.base_cycle = now;
    return BUS_OK;
}
