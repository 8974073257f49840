/* FPU control: access rights, the state of lazy stacking, modes of a new context.
 * SPDX-License-Identifier: MIT
 *
 * DDI 0553 D1.2. CP11 follows CP10; other coprocessors are not implemented.
 */
#include "sim/core/float_exact.h"
#include "sim/core/fpu_state.h"
#include "sim/ppb/blocks.h"
#include "sim/state.h"

#define CPACR_CP10 (UINT32_C(3) << 20)

void fpu_reset(struct ppb *ppb)
{
    ppb->cpacr = 0;
    ppb->fpccr = ppb->core->fpu ? FPCCR_ASPEN | FPCCR_LSPEN : 0;
    ppb->fpcar = 0;
    ppb->fpdscr = 0;
}

enum bus_result fpu_read(struct ppb *ppb, uint32_t offset, unsigned size, uint64_t now,
                         uint32_t *value)
{
    (void)size, (void)now;
    switch (offset) {
    case 0xed88:
        *value = ppb->cpacr;
        break;
    case 0xef34:
        *value = ppb->fpccr;
        break;
    case 0xef38:
        *value = ppb->fpcar;
        break;
    default:
        *value = ppb->fpdscr;
        break;
    }
    return BUS_OK;
}

static void write_cpacr(struct ppb *ppb, uint32_t value)
{
    uint32_t cp10 = value & CPACR_CP10;

    ppb->cpacr = ppb->core->fpu ? cp10 | cp10 << 2 : 0;
}

static void write_fpccr(struct ppb *ppb, uint32_t value)
{
    uint32_t writable = FPCCR_ASPEN | FPCCR_LSPEN | FPCCR_MONRDY | FPCCR_BFRDY | FPCCR_MMRDY |
                        FPCCR_HFRDY | FPCCR_THREAD | FPCCR_USER | FPCCR_LSPACT;

    if (ppb->core->architecture == ARCH_V8M)
        writable |= FPCCR_CLRONRET | FPCCR_UFRDY | FPCCR_SPLIMVIOL;
    ppb->fpccr = (ppb->fpccr & ~writable) | (value & writable);
}

enum bus_result fpu_write(struct ppb *ppb, uint32_t offset, unsigned size, uint64_t now,
                          uint32_t value)
{
    (void)size, (void)now;
    switch (offset) {
    case 0xed88:
        write_cpacr(ppb, value);
        break;
    case 0xef34:
        write_fpccr(ppb, value);
        break;
    case 0xef38:
        ppb->fpcar = value & ~UINT32_C(7);
        break;
    default:
        ppb->fpdscr = value & FPSCR_MODES;
        break;
    }
    fpu_update(ppb->device->sim);
    return BUS_OK;
}

enum bus_result fpu_read_mvfr(struct ppb *ppb, uint32_t offset, unsigned size, uint64_t now,
                              uint32_t *value)
{
    (void)size, (void)now;
    *value = ppb->core->mvfr[(offset - 0xef40) / 4];
    return BUS_OK;
}
