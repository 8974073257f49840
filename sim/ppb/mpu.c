/* MPU registers, as storage: enabling the MPU stops the run.
 * SPDX-License-Identifier: MIT
 *
 * DDI 0553 D1.2. The aliases A1 to A3 address the other regions of RNR's group of four. v7-M
 * (DDI 0403 B3.5): RBAR with VALID chooses the region, and all aliases are those of RNR's.
 */
#include "sim/ppb/blocks.h"

enum { ENABLE = 1, HFNMIENA = 2, PRIVDEFENA = 4 };

void mpu_reset(struct ppb *ppb)
{
    ppb->mpu = (struct mpu){0};
}

enum bus_result mpu_read_type(struct ppb *ppb, uint32_t offset, unsigned size, uint64_t now,
                              uint32_t *value)
{
    (void)offset, (void)size, (void)now;
    *value = ppb->core->mpu_regions << 8;
    return BUS_OK;
}

static uint32_t *mpu_register(struct ppb *ppb, uint32_t offset)
{
    switch (offset) {
    case 0xed94:
        return &ppb->mpu.ctrl;
    case 0xed98:
        return &ppb->mpu.rnr;
    case 0xedc0:
        return &ppb->mpu.mair[0];
    default:
        return &ppb->mpu.mair[1];
    }
}

enum bus_result mpu_read(struct ppb *ppb, uint32_t offset, unsigned size, uint64_t now,
                         uint32_t *value)
{
    (void)size, (void)now;
    *value = *mpu_register(ppb, offset);
    return BUS_OK;
}

enum bus_result mpu_write(struct ppb *ppb, uint32_t offset, unsigned size, uint64_t now,
                          uint32_t value)
{
    (void)size, (void)now;
    if (ppb->core->mpu_regions == 0)
        return BUS_OK;
    if (offset == 0xed94 && (value & ENABLE))
        return ppb_reject(ppb, offset, true, "MPU not modelled: MPU_CTRL.ENABLE must stay 0");
    if (offset == 0xed98 && (value & 0xff) >= ppb->core->mpu_regions)
        return ppb_reject(ppb, offset, true, "MPU_RNR selects a region that this core has not");
    if (offset == 0xed94)
        value &= HFNMIENA | PRIVDEFENA;
    if (offset == 0xed98)
        value &= 0xff;
    *mpu_register(ppb, offset) = value;
    return BUS_OK;
}

/* Pairs of RBAR and RLAR; the first is RNR's own. */
static uint32_t *region_register(struct ppb *ppb, uint32_t offset)
{
    uint32_t alias = (offset - 0xed9c) / 8;
    uint32_t region = alias ? (ppb->mpu.rnr & ~UINT32_C(3)) + alias : ppb->mpu.rnr;

    if (region >= ppb->core->mpu_regions)
        return NULL;
    return (offset - 0xed9c) % 8 ? &ppb->mpu.rlar[region] : &ppb->mpu.rbar[region];
}

enum bus_result mpu_read_region(struct ppb *ppb, uint32_t offset, unsigned size, uint64_t now,
                                uint32_t *value)
{
    const uint32_t *region = region_register(ppb, offset);

    (void)size, (void)now;
    *value = region ? *region : 0;
    return BUS_OK;
}

enum bus_result mpu_write_region(struct ppb *ppb, uint32_t offset, unsigned size, uint64_t now,
                                 uint32_t value)
{
    uint32_t *region = region_register(ppb, offset);

    (void)size, (void)now;
    if (region)
        *region = value;
    return BUS_OK;
}

#define RBAR_VALID (UINT32_C(1) << 4)
#define RBAR_REGION UINT32_C(0xf)
#define RBAR_ADDRESS UINT32_C(0xffffffe0)
#define RASR_BITS UINT32_C(0x173fff3f)

enum bus_result mpu_read_region_v7m(struct ppb *ppb, uint32_t offset, unsigned size, uint64_t now,
                                    uint32_t *value)
{
    const struct mpu *mpu = &ppb->mpu;

    (void)size, (void)now;
    *value = (offset - 0xed9c) % 8 ? mpu->rlar[mpu->rnr] : mpu->rbar[mpu->rnr] | mpu->rnr;
    return BUS_OK;
}

enum bus_result mpu_write_region_v7m(struct ppb *ppb, uint32_t offset, unsigned size, uint64_t now,
                                     uint32_t value)
{
    struct mpu *mpu = &ppb->mpu;

    (void)size, (void)now;
    if ((offset - 0xed9c) % 8) {
        mpu->rlar[mpu->rnr] = value & RASR_BITS;
        return BUS_OK;
    }
    if ((value & RBAR_VALID) && (value & RBAR_REGION) >= ppb->core->mpu_regions)
        return ppb_reject(ppb, offset, true, "MPU_RBAR selects a region that this core has not");
    if (value & RBAR_VALID)
        mpu->rnr = value & RBAR_REGION;
    mpu->rbar[mpu->rnr] = value & RBAR_ADDRESS;
    return BUS_OK;
}
