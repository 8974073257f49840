/* DWT: the cycle counter and the profiling counters. Nothing listens to the events of the latter.
 * SPDX-License-Identifier: MIT
 *
 * DDI 0553 B14 and D1.2. With DEMCR.TRCENA clear the unit has no clock: nothing counts and writes
 * are lost (the architecture leaves that open); v7-M parts then read 0x40000000 at CYCCNT
 * (stm32f1xx-hal issue 252, on F103 and F303).
 */
#include "sim/ppb/blocks.h"

#include "sim/core/engine.h"
#include "sim/state.h"

enum { CYCCNTENA = 1 };
/* CPIEVTENA; the others follow it. */
#define PROFILE_SHIFT 17
#define PROFILE_BITS (((1u << DWT_PROFILES) - 1) << PROFILE_SHIFT)
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

/* What the model has counted so far. The rest of the cycles are CPI's, so that the counters and
 * CYCCNT add up to the instructions (DDI 0403 C1.8.4). */
static uint64_t profiled(const struct ppb *ppb, unsigned profile)
{
    const struct sim *sim = ppb->device->sim;
    struct tally tally = engine_tally(sim);

    switch (profile) {
    case DWT_EXC:
        return tally.exception;
    case DWT_SLEEP:
        return tally.sleep;
    case DWT_LSU:
        return tally.lsu;
    case DWT_FOLD:
        return tally.folded;
    default:
        return sim->now - tally.instructions - tally.exception - tally.sleep - tally.lsu +
               tally.folded;
    }
}

static uint8_t dwt_profile(const struct ppb *ppb, unsigned profile)
{
    const struct dwt *dwt = &ppb->dwt;
    uint8_t value = dwt->profile[profile];

    if (dwt->profile_counting[profile])
        value = (uint8_t)(value + profiled(ppb, profile) - dwt->profile_base[profile]);
    return value;
}

static void update_profiles(struct ppb *ppb)
{
    struct dwt *dwt = &ppb->dwt;

    for (unsigned k = 0; k < DWT_PROFILES; k++) {
        dwt->profile[k] = dwt_profile(ppb, k);
        dwt->profile_base[k] = profiled(ppb, k);
        dwt->profile_counting[k] =
            (ppb->demcr & DEMCR_TRCENA) && (dwt->ctrl >> (PROFILE_SHIFT + k) & 1u);
    }
}

void dwt_update(struct ppb *ppb, uint64_t now)
{
    struct dwt *dwt = &ppb->dwt;

    update_profiles(ppb);

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
    const uint32_t modelled = CYCCNTENA | PROFILE_BITS;
    uint32_t fixed = ppb->core->dwt_ctrl;

    (void)size;
    if (!(ppb->demcr & DEMCR_TRCENA))
        return BUS_OK;
    if (value & ~fixed & ~modelled)
        return ppb_reject(ppb, offset, true,
                          "DWT_CTRL: only CYCCNTENA and the profiling counters are modelled");
    /* A counter starts from 0 when it is enabled (DDI 0403 C1.8.8). */
    for (unsigned k = 0; k < DWT_PROFILES; k++)
        if (value & ~ppb->dwt.ctrl & 1u << (PROFILE_SHIFT + k))
            ppb->dwt.profile[k] = 0;
    ppb->dwt.ctrl = value & modelled;
    dwt_update(ppb, now);
    return BUS_OK;
}

enum bus_result dwt_read_cyccnt(struct ppb *ppb, uint32_t offset, unsigned size, uint64_t now,
                                uint32_t *value)
{
    bool is_v8m = ppb->core->architecture == ARCH_V8M;

    (void)offset, (void)size;
    *value = is_v8m || (ppb->demcr & DEMCR_TRCENA) ? dwt_cyccnt(ppb, now) : CYCCNT_UNCLOCKED_V7M;
    device_counter(ppb->device, now);
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

enum bus_result dwt_read_profile(struct ppb *ppb, uint32_t offset, unsigned size, uint64_t now,
                                 uint32_t *value)
{
    (void)size, (void)now;
    *value = dwt_profile(ppb, (offset - 0x1008) / 4);
    return BUS_OK;
}

enum bus_result dwt_write_profile(struct ppb *ppb, uint32_t offset, unsigned size, uint64_t now,
                                  uint32_t value)
{
    (void)size, (void)now;
    if (!(ppb->demcr & DEMCR_TRCENA))
        return BUS_OK;
    update_profiles(ppb);
    ppb->dwt.profile[(offset - 0x1008) / 4] = (uint8_t)value;
    return BUS_OK;
}
