/* SysTick: a counter that runs by arithmetic between accesses; its wrap is an event if it
 * interrupts. SPDX-License-Identifier: MIT
 *
 * DDI 0553 B11.1. A clock tick at cycle c counts for an access at c. Only the step from 1 to 0 sets
 * COUNTFLAG and pends; a counter that is 0 for any other reason reloads silently.
 */
#include "sim/ppb/blocks.h"

#include "sim/core/exception.h"
#include "sim/state.h"

enum { ENABLE = 1, TICKINT = 2, CLKSOURCE = 4 };
#define CALIB_NOREF (UINT32_C(1) << 31)
#define COUNTER_MASK UINT32_C(0x00ffffff)
#define COUNTFLAG_SHIFT 16
/* The external clock of ST's parts; H5: RCC's SYSTICKSEL at its reset value (RM0481). */
#define EXTERNAL_DIVIDER 8u

/* Without a reference clock the core's is used, and CLKSOURCE reads 1. */
static uint32_t csr_fixed(const struct ppb *ppb)
{
    return ppb->device->parameter & CALIB_NOREF ? CLKSOURCE : 0;
}

void systick_reset(struct ppb *ppb)
{
    ppb->systick = (struct systick){.csr = csr_fixed(ppb), .base_cycle = ppb->device->sim->now};
}

static unsigned divider(const struct ppb *ppb)
{
    return ppb->systick.csr & CLKSOURCE ? 1 : EXTERNAL_DIVIDER;
}

/* Ticks from base to the next step from 1 to 0; 0: it never comes. */
static uint64_t ticks_to_wrap(const struct systick *systick)
{
    if (systick->value)
        return systick->value;
    return systick->reload ? (uint64_t)systick->reload + 1 : 0;
}

/* The external clock divides the core clock from cycle 0 on, whatever SysTick does. */
static uint64_t ticks_until(const struct ppb *ppb, uint64_t now)
{
    const struct systick *systick = &ppb->systick;
    unsigned divide = divider(ppb);

    if (!(systick->csr & ENABLE) || now <= systick->base_cycle)
        return 0;
    return now / divide - systick->base_cycle / divide;
}

static uint32_t value_after(const struct systick *systick, uint64_t ticks)
{
    uint64_t wrap = ticks_to_wrap(systick);

    if (ticks == 0 || wrap == 0)
        return systick->value;
    if (ticks < wrap)
        return (uint32_t)(wrap - ticks);
    uint64_t rest = (ticks - wrap) % ((uint64_t)systick->reload + 1);
    return rest ? (uint32_t)(systick->reload + 1 - rest) : 0;
}

uint32_t systick_value(const struct ppb *ppb, uint64_t now)
{
    return value_after(&ppb->systick, ticks_until(ppb, now));
}

void systick_advance(struct ppb *ppb, uint64_t now)
{
    struct systick *systick = &ppb->systick;
    uint64_t ticks = ticks_until(ppb, now);
    uint64_t wrap = ticks_to_wrap(systick);

    if (now <= systick->base_cycle)
        return;
    systick->value = value_after(systick, ticks);
    systick->base_cycle = now;
    if (wrap == 0 || ticks < wrap)
        return;
    if (systick->value == 0)
        device_signal(ppb->device, "systick", now);
    systick->countflag = true;
    if (systick->csr & TICKINT)
        exception_pend(ppb->device->sim, EXC_SYSTICK);
}

uint64_t systick_next(const struct ppb *ppb)
{
    const struct systick *systick = &ppb->systick;
    uint64_t ticks = ticks_to_wrap(systick);
    unsigned divide = divider(ppb);

    if ((systick->csr & (ENABLE | TICKINT)) != (ENABLE | TICKINT) || ticks == 0)
        return NEVER;
    return (systick->base_cycle / divide + ticks) * divide;
}

enum bus_result systick_read_csr(struct ppb *ppb, uint32_t offset, unsigned size, uint64_t now,
                                 uint32_t *value)
{
    (void)offset, (void)size;
    systick_advance(ppb, now);
    *value = ppb->systick.csr | (uint32_t)ppb->systick.countflag << COUNTFLAG_SHIFT;
    ppb->systick.countflag = false;
    return BUS_OK;
}

enum bus_result systick_write_csr(struct ppb *ppb, uint32_t offset, unsigned size, uint64_t now,
                                  uint32_t value)
{
    (void)offset, (void)size;
    systick_advance(ppb, now);
    ppb->systick.csr = (value & (ENABLE | TICKINT | CLKSOURCE)) | csr_fixed(ppb);
    ppb_schedule(ppb);
    return BUS_OK;
}

enum bus_result systick_read_rvr(struct ppb *ppb, uint32_t offset, unsigned size, uint64_t now,
                                 uint32_t *value)
{
    (void)offset, (void)size, (void)now;
    *value = ppb->systick.reload;
    return BUS_OK;
}

enum bus_result systick_write_rvr(struct ppb *ppb, uint32_t offset, unsigned size, uint64_t now,
                                  uint32_t value)
{
    (void)offset, (void)size;
    systick_advance(ppb, now);
    ppb->systick.reload = value & COUNTER_MASK;
    ppb_schedule(ppb);
    return BUS_OK;
}

enum bus_result systick_read_cvr(struct ppb *ppb, uint32_t offset, unsigned size, uint64_t now,
                                 uint32_t *value)
{
    (void)offset, (void)size;
    *value = systick_value(ppb, now);
    device_counter(ppb->device, now);
    return BUS_OK;
}

enum bus_result systick_write_cvr(struct ppb *ppb, uint32_t offset, unsigned size, uint64_t now,
                                  uint32_t value)
{
    (void)offset, (void)size, (void)value;
    systick_advance(ppb, now);
    ppb->systick.value = 0;
    ppb->systick.countflag = false;
    ppb_schedule(ppb);
    return BUS_OK;
}

enum bus_result systick_read_calib(struct ppb *ppb, uint32_t offset, unsigned size, uint64_t now,
                                   uint32_t *value)
{
    (void)size, (void)now;
    *value = ppb->device->parameter;
    if (*value == 0)
        return ppb_reject(ppb, offset, false, "SYST_CALIB of this part is not known");
    return BUS_OK;
}
