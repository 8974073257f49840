/* System control block: identity, pending and active states, resets, fault status.
 * SPDX-License-Identifier: MIT
 *
 * DDI 0553 D1.2; what v7-M and v6-M do otherwise is marked.
 */
#include "sim/ppb/blocks.h"

#include "sim/core/exception.h"
#include "sim/core/exception_state.h"
#include "sim/machines.h"
#include "sim/state.h"

#define ICSR_NMIPENDSET (UINT32_C(1) << 31)
#define ICSR_NMIPENDCLR (UINT32_C(1) << 30) /* v8-M */
#define ICSR_PENDSVSET (UINT32_C(1) << 28)
#define ICSR_PENDSVCLR (UINT32_C(1) << 27)
#define ICSR_PENDSTSET (UINT32_C(1) << 26)
#define ICSR_PENDSTCLR (UINT32_C(1) << 25)
#define ICSR_ISRPENDING (UINT32_C(1) << 22)
#define ICSR_RETTOBASE (UINT32_C(1) << 11)
#define ICSR_VECTPENDING_SHIFT 12

#define AIRCR_VECTKEY UINT32_C(0x05fa)
#define AIRCR_VECTKEYSTAT UINT32_C(0xfa050000)
#define AIRCR_BFHFNMINS (UINT32_C(1) << 13) /* RAO without the Security Extension */
#define AIRCR_PRIGROUP_SHIFT 8
enum { AIRCR_VECTRESET = 1, AIRCR_VECTCLRACTIVE = 2, AIRCR_SYSRESETREQ = 4 };

static struct core *core_of(const struct ppb *ppb)
{
    return &ppb->device->sim->core;
}

void scb_reset(struct ppb *ppb)
{
    ppb->vtor = ppb->device->sim->machine->vector_table;
    ppb->aircr_prigroup = 0;
    ppb->scr = 0;
    ppb->ccr = ppb->core->ccr_fixed | ppb->core->ccr_reset;
    ppb->cfsr = ppb->hfsr = ppb->mmfar = ppb->bfar = 0;
}

enum bus_result scb_write_actlr(struct ppb *ppb, uint32_t offset, unsigned size, uint64_t now,
                                uint32_t value)
{
    (void)size, (void)now;
    if (value == 0)
        return BUS_OK;
    return ppb_reject(ppb, offset, true, "ACTLR's bits change the timing and are not modelled");
}

enum bus_result scb_read_cpuid(struct ppb *ppb, uint32_t offset, unsigned size, uint64_t now,
                               uint32_t *value)
{
    (void)offset, (void)size, (void)now;
    *value = ppb->core->cpuid;
    return BUS_OK;
}

enum bus_result scb_read_id(struct ppb *ppb, uint32_t offset, unsigned size, uint64_t now,
                            uint32_t *value)
{
    (void)size, (void)now;
    *value = ppb->core->id[(offset - 0xed40) / 4];
    return BUS_OK;
}

/* ---- ICSR ---- */

static bool interrupt_pending(const struct exception_state *e)
{
    uint32_t any = e->pending[0] >> EXC_IRQ0;

    for (unsigned word = 1; word < EXC_MAX / 32; word++)
        any |= e->pending[word];
    return any != 0;
}

/* BASEPRI and FAULTMASK hide an exception from VECTPENDING, PRIMASK does not (DUI 0553 4.3.3). */
static unsigned vect_pending(const struct core *core)
{
    const struct exception_state *e = &core->exceptions;

    return e->best_priority < mask_priority(core, false) ? e->best : 0;
}

static bool returns_to_base(const struct core *core)
{
    const struct exception_state *e = &core->exceptions;
    bool own = core->ipsr < EXC_MAX && set_has(e->active, core->ipsr);

    return e->active_count == (own ? 1 : 0);
}

enum bus_result scb_read_icsr(struct ppb *ppb, uint32_t offset, unsigned size, uint64_t now,
                              uint32_t *value)
{
    const struct core *core = core_of(ppb);
    const struct exception_state *e = &core->exceptions;

    (void)offset, (void)size, (void)now;
    *value = core->ipsr | vect_pending(core) << ICSR_VECTPENDING_SHIFT;
    if (set_has(e->pending, EXC_NMI))
        *value |= ICSR_NMIPENDSET;
    if (set_has(e->pending, EXC_PENDSV))
        *value |= ICSR_PENDSVSET;
    if (set_has(e->pending, EXC_SYSTICK))
        *value |= ICSR_PENDSTSET;
    if (interrupt_pending(e))
        *value |= ICSR_ISRPENDING;
    if (core->architecture != ARCH_V6M && returns_to_base(core))
        *value |= ICSR_RETTOBASE;
    return BUS_OK;
}

/* Set and clear of the same exception at once is UNPREDICTABLE. */
static bool set_or_clear(struct sim *sim, unsigned number, uint32_t value, uint32_t set,
                         uint32_t clear)
{
    if ((value & set) && (value & clear))
        return false;
    if (value & set)
        exception_pend(sim, number);
    if (value & clear)
        exception_unpend(sim, number);
    return true;
}

enum bus_result scb_write_icsr(struct ppb *ppb, uint32_t offset, unsigned size, uint64_t now,
                               uint32_t value)
{
    struct sim *sim = ppb->device->sim;
    uint32_t nmi_clear = sim->core.architecture == ARCH_V8M ? ICSR_NMIPENDCLR : 0;

    (void)size, (void)now;
    if (!set_or_clear(sim, EXC_PENDSV, value, ICSR_PENDSVSET, ICSR_PENDSVCLR) ||
        !set_or_clear(sim, EXC_SYSTICK, value, ICSR_PENDSTSET, ICSR_PENDSTCLR) ||
        !set_or_clear(sim, EXC_NMI, value, ICSR_NMIPENDSET, nmi_clear))
        return ppb_reject(ppb, offset, true,
                          "ICSR: setting and clearing the same pending bit is UNPREDICTABLE");
    return BUS_OK;
}

/* ---- VTOR, AIRCR, SCR, CCR ---- */

enum bus_result scb_read_vtor(struct ppb *ppb, uint32_t offset, unsigned size, uint64_t now,
                              uint32_t *value)
{
    (void)offset, (void)size, (void)now;
    *value = ppb->vtor;
    return BUS_OK;
}

enum bus_result scb_write_vtor(struct ppb *ppb, uint32_t offset, unsigned size, uint64_t now,
                               uint32_t value)
{
    (void)offset, (void)size, (void)now;
    ppb->vtor = value & ppb->core->vtor_mask;
    return BUS_OK;
}

enum bus_result scb_read_aircr(struct ppb *ppb, uint32_t offset, unsigned size, uint64_t now,
                               uint32_t *value)
{
    (void)offset, (void)size, (void)now;
    *value = AIRCR_VECTKEYSTAT | ppb->aircr_prigroup << AIRCR_PRIGROUP_SHIFT;
    if (ppb->core->architecture == ARCH_V8M)
        *value |= AIRCR_BFHFNMINS;
    return BUS_OK;
}

enum bus_result scb_write_aircr(struct ppb *ppb, uint32_t offset, unsigned size, uint64_t now,
                                uint32_t value)
{
    bool is_v7m = ppb->core->architecture == ARCH_V7M || ppb->core->architecture == ARCH_V7EM;

    (void)size, (void)now;
    if (value >> 16 != AIRCR_VECTKEY)
        return BUS_OK;
    if (is_v7m && (value & (AIRCR_VECTRESET | AIRCR_VECTCLRACTIVE)))
        return ppb_reject(ppb, offset, true,
                          "AIRCR.VECTRESET and VECTCLRACTIVE are for a debugger only");
    if (ppb->core->architecture != ARCH_V6M) {
        ppb->aircr_prigroup = value >> AIRCR_PRIGROUP_SHIFT & 7;
        core_of(ppb)->exceptions.group_mask = (uint8_t)(0xfeu << ppb->aircr_prigroup);
        exception_update(ppb->device->sim);
    }
    if (value & AIRCR_SYSRESETREQ)
        ppb->reset_requested = true;
    return BUS_OK;
}

enum bus_result scb_read_scr(struct ppb *ppb, uint32_t offset, unsigned size, uint64_t now,
                             uint32_t *value)
{
    (void)offset, (void)size, (void)now;
    *value = ppb->scr;
    return BUS_OK;
}

enum bus_result scb_write_scr(struct ppb *ppb, uint32_t offset, unsigned size, uint64_t now,
                              uint32_t value)
{
    (void)offset, (void)size, (void)now;
    ppb->scr = value & (SCR_SLEEPONEXIT | SCR_SLEEPDEEP | SCR_SEVONPEND);
    return BUS_OK;
}

enum bus_result scb_read_ccr(struct ppb *ppb, uint32_t offset, unsigned size, uint64_t now,
                             uint32_t *value)
{
    (void)offset, (void)size, (void)now;
    *value = ppb->ccr;
    return BUS_OK;
}

enum bus_result scb_write_ccr(struct ppb *ppb, uint32_t offset, unsigned size, uint64_t now,
                              uint32_t value)
{
    (void)offset, (void)size, (void)now;
    ppb->ccr = ppb->core->ccr_fixed | (value & ppb->core->ccr_writable);
    core_of(ppb)->stkofhfnmign = ppb->ccr & CCR_STKOFHFNMIGN;
    return BUS_OK;
}

/* ---- SHCSR ---- */

enum shcsr_set { ACTIVE, PENDING, ENABLED };

/* Bits of SHCSR; those of v8-M only are HardFault's and NMI's. */
static const struct shcsr_bit {
    uint8_t bit, number;
    uint8_t set;        /* enum shcsr_set */
    bool v8m, writable; /* without the Security Extension */
} shcsr_bits[] = {
    {0, EXC_MEM_MANAGE, ACTIVE, false, true},    {1, EXC_BUS_FAULT, ACTIVE, false, true},
    {2, EXC_HARD_FAULT, ACTIVE, true, false},    {3, EXC_USAGE_FAULT, ACTIVE, false, true},
    {5, EXC_NMI, ACTIVE, true, false},           {7, EXC_SVCALL, ACTIVE, false, true},
    {8, EXC_DEBUG_MONITOR, ACTIVE, false, true}, {10, EXC_PENDSV, ACTIVE, false, true},
    {11, EXC_SYSTICK, ACTIVE, false, true},      {12, EXC_USAGE_FAULT, PENDING, false, true},
    {13, EXC_MEM_MANAGE, PENDING, false, true},  {14, EXC_BUS_FAULT, PENDING, false, true},
    {15, EXC_SVCALL, PENDING, false, true},      {16, EXC_MEM_MANAGE, ENABLED, false, true},
    {17, EXC_BUS_FAULT, ENABLED, false, true},   {18, EXC_USAGE_FAULT, ENABLED, false, true},
    {21, EXC_HARD_FAULT, PENDING, true, true},
};
#define SHCSR_BITS (sizeof shcsr_bits / sizeof shcsr_bits[0])

static uint32_t *shcsr_set_of(struct exception_state *e, const struct shcsr_bit *bit)
{
    switch ((enum shcsr_set)bit->set) {
    case ACTIVE:
        return e->active;
    case PENDING:
        return e->pending;
    case ENABLED:
        break;
    }
    return e->enabled;
}

enum bus_result scb_read_shcsr(struct ppb *ppb, uint32_t offset, unsigned size, uint64_t now,
                               uint32_t *value)
{
    struct core *core = core_of(ppb);

    (void)offset, (void)size, (void)now;
    *value = 0;
    for (size_t i = 0; i < SHCSR_BITS; i++) {
        const struct shcsr_bit *bit = &shcsr_bits[i];
        if (bit->v8m && core->architecture != ARCH_V8M)
            continue;
        *value |= (uint32_t)set_has(shcsr_set_of(&core->exceptions, bit), bit->number) << bit->bit;
    }
    return BUS_OK;
}

enum bus_result scb_write_shcsr(struct ppb *ppb, uint32_t offset, unsigned size, uint64_t now,
                                uint32_t value)
{
    struct core *core = core_of(ppb);

    (void)offset, (void)size, (void)now;
    for (size_t i = 0; i < SHCSR_BITS; i++) {
        const struct shcsr_bit *bit = &shcsr_bits[i];
        if (!bit->writable || (bit->v8m && core->architecture != ARCH_V8M))
            continue;
        set_put(shcsr_set_of(&core->exceptions, bit), bit->number, value >> bit->bit & 1);
    }
    exception_update(ppb->device->sim);
    return BUS_OK;
}

/* ---- fault status and address ---- */

enum bus_result scb_read_cfsr(struct ppb *ppb, uint32_t offset, unsigned size, uint64_t now,
                              uint32_t *value)
{
    (void)now;
    *value = ppb->cfsr >> 8 * (offset & 3);
    if (size < 4)
        *value &= (UINT32_C(1) << 8 * size) - 1;
    return BUS_OK;
}

enum bus_result scb_write_cfsr(struct ppb *ppb, uint32_t offset, unsigned size, uint64_t now,
                               uint32_t value)
{
    (void)size, (void)now;
    ppb->cfsr &= ~(value << 8 * (offset & 3));
    return BUS_OK;
}

enum bus_result scb_read_fault(struct ppb *ppb, uint32_t offset, unsigned size, uint64_t now,
                               uint32_t *value)
{
    (void)size, (void)now;
    switch (offset) {
    case 0xed2c:
        *value = ppb->hfsr;
        break;
    case 0xed30:
        *value = ppb->dfsr;
        break;
    case 0xed34:
        *value = ppb->mmfar;
        break;
    default:
        *value = ppb->bfar;
        break;
    }
    return BUS_OK;
}

enum bus_result scb_write_fault(struct ppb *ppb, uint32_t offset, unsigned size, uint64_t now,
                                uint32_t value)
{
    (void)size, (void)now;
    switch (offset) {
    case 0xed2c:
        ppb->hfsr &= ~value;
        break;
    case 0xed30:
        ppb->dfsr &= ~value;
        break;
    case 0xed34:
        ppb->mmfar = value;
        break;
    default:
        ppb->bfar = value;
        break;
    }
    return BUS_OK;
}
