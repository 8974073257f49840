/* ITM: stimulus ports that are always ready and swallow what is written.
 * SPDX-License-Identifier: MIT
 *
 * DDI 0553 D1.2.
 */
#include "sim/ppb/blocks.h"

void itm_reset(struct ppb *ppb)
{
    ppb->itm_ter = ppb->itm_tpr = ppb->itm_tcr = 0;
}

enum bus_result itm_read_port(struct ppb *ppb, uint32_t offset, unsigned size, uint64_t now,
                              uint32_t *value)
{
    (void)ppb, (void)offset, (void)size, (void)now;
    *value = 1;
    return BUS_OK;
}

static uint32_t *itm_register(struct ppb *ppb, uint32_t offset)
{
    switch (offset) {
    case 0x0e00:
        return &ppb->itm_ter;
    case 0x0e40:
        return &ppb->itm_tpr;
    default:
        return &ppb->itm_tcr;
    }
}

enum bus_result itm_read(struct ppb *ppb, uint32_t offset, unsigned size, uint64_t now,
                         uint32_t *value)
{
    (void)size, (void)now;
    *value = *itm_register(ppb, offset);
    return BUS_OK;
}

enum bus_result itm_write(struct ppb *ppb, uint32_t offset, unsigned size, uint64_t now,
                          uint32_t value)
{
    (void)size, (void)now;
    *itm_register(ppb, offset) = value;
    return BUS_OK;
}
