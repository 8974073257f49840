/* The STM32H5's RCC: its registers, clock enables and peripheral resets.
 * SPDX-License-Identifier: MIT
 */
#include "sim/periph/rcc_h5.h"

#include "sim/periph/periph.h"
#include "sim/periph/rcc_gates.h"
#include "sim/periph/registers.h"
#include "sim/state.h"

static const struct register_row rows[] = {
#define REGISTER(name, offset, rest, reset, read, write) {#name, offset, rest, reset, read, write},
#include "sim/periph/rcc_h5.def"
#undef REGISTER
};
static const struct register_map map = {rows, RCC_REGISTERS, 1};

#define RSR_RMVF (1u << 23)
#define BDCR_VSWRST (1u << 16)

/* RCC_xRSTR lies this far before RCC_xENR, with the same bits. */
#define RESET_TO_ENABLE (0x88 - 0x60)

static enum bus_result read(struct device *device, uint32_t offset, unsigned size, uint64_t now,
                            uint32_t *value)
{
    struct rcc *rcc = (struct rcc *)device;
    int index = register_find(&map, offset);
    enum bus_result result;

    if (index < 0)
        return register_missing(device, offset, false);
    result = rcc_settle(rcc, now);
    *value = register_part(rcc->value[index], offset, size);
    return result;
}

static void clear_flags(struct rcc *rcc, uint32_t flags, uint64_t now)
{
    rcc->value[RCC_CIFR] &= ~flags;
    device_set_irq(&rcc->device, rcc->value[RCC_CIFR] != 0, now);
}

/* Registers other than the clock tree's; offset: of the register. */
static void write_plain(struct rcc *rcc, int index, uint32_t offset, uint32_t value, uint64_t now)
{
    uint32_t old = rcc->value[index];

    rcc->value[index] = value;
    if (index >= RCC_AHB1RSTR && index <= RCC_APB3RSTR)
        rcc_reset_devices(&rcc->device, offset + RESET_TO_ENABLE, value & ~old, now);
    if (index >= RCC_AHB1ENR && index <= RCC_APB3ENR) {
        rcc_update_gates(&rcc->device, &map, rcc->value);
        rcc_notify(&rcc->device, now);
    }
    if (index == RCC_RSR)
        rcc->value[index] = value & RSR_RMVF ? 0 : value;
}

static enum bus_result dispatch(struct rcc *rcc, int index, uint32_t offset, uint32_t value,
                                uint64_t now)
{
    if (index >= RCC_PLL1CFGR && index <= RCC_PLL3FRACR)
        return rcc_write_pll(rcc, index, value, now);
    switch (index) {
    case RCC_CR:
        return rcc_write_cr(rcc, value, now);
    case RCC_CFGR1:
        return rcc_write_cfgr1(rcc, value, now);
    case RCC_CFGR2:
        return rcc_write_cfgr2(rcc, value, now);
    case RCC_BDCR:
        return rcc_write_bdcr(rcc, value & BDCR_VSWRST ? BDCR_VSWRST : value, now);
    case RCC_CICR:
        clear_flags(rcc, value, now);
        return BUS_OK;
    default:
        write_plain(rcc, index, offset, value, now);
        return BUS_OK;
    }
}

static enum bus_result write(struct device *device, uint32_t offset, unsigned size, uint64_t now,
                             uint32_t value)
{
    struct rcc *rcc = (struct rcc *)device;
    int index = register_find(&map, offset);
    enum bus_result result;

    if (index < 0)
        return register_missing(device, offset, true);
    result = rcc_settle(rcc, now);
    if (result == BUS_OK)
        result = register_prepare(device, &map, index, rcc->value[index], offset, size, &value);
    if (result == BUS_OK)
        result = dispatch(rcc, index, rows[index].offset, value, now);
    if (result == BUS_OK)
        result = rcc_settle(rcc, now);
    return result;
}

static void event(struct device *device, uint64_t now)
{
    (void)rcc_settle((struct rcc *)device, now);
}

static void reset(struct device *device)
{
    struct rcc *rcc = (struct rcc *)device;

    register_reset(&map, rcc->value);
    rcc_update_gates(&rcc->device, &map, rcc->value);
    rcc_clock_reset(rcc);
}

const struct device_class rcc_h5_class = {.kind = "RCC",
                                          .state_size = sizeof(struct rcc),
                                          .reset = reset,
                                          .read = read,
                                          .write = write,
                                          .event = event,
                                          .describe_clock = rcc_h5_describe_clock};
