/* The registers of ST's instruction cache; the cache's own work is in sim/timing.
 * SPDX-License-Identifier: MIT
 */
#include "sim/periph/periph.h"
#include "sim/periph/registers.h"
#include "sim/state.h"

enum {
#define REGISTER(name, ...) ICACHE_##name,
#include "sim/periph/icache.def"
#undef REGISTER
    ICACHE_REGISTERS
};

static const struct register_row rows[] = {
#define REGISTER(name, offset, rest, reset, read, write) {#name, offset, rest, reset, read, write},
#include "sim/periph/icache.def"
#undef REGISTER
};
static const struct register_map map = {rows, ICACHE_REGISTERS, 1};

#define CR_EN (1u << 0)
#define CR_CACHEINV (1u << 1)
#define SR_BUSYF (1u << 0)
#define SR_BSYENDF (1u << 1)

/* One set a cycle: assumed, no figure is published. */
#define INVALIDATE_CYCLES ICACHE_SETS

struct icache_registers {
    struct device device;
    uint32_t value[ICACHE_REGISTERS];
    uint64_t due; /* the invalidation ends; NEVER: none is going on */
};

static void update_irq(struct icache_registers *icache, uint64_t now)
{
    device_set_irq(&icache->device, icache->value[ICACHE_SR] & icache->value[ICACHE_IER], now);
}

static void settle(struct icache_registers *icache, uint64_t now)
{
    uint64_t due = icache->due;

    if (due > now)
        return;
    icache->due = NEVER;
    timing_set_icache(&icache->device.sim->timing, icache->value[ICACHE_CR] & CR_EN);
    icache->value[ICACHE_SR] = (icache->value[ICACHE_SR] & ~SR_BUSYF) | SR_BSYENDF;
    device_schedule(&icache->device, NEVER);
    update_irq(icache, due);
}

/* The cache is bypassed until it is done. */
static void invalidate(struct icache_registers *icache, uint64_t now)
{
    timing_set_icache(&icache->device.sim->timing, false);
    timing_invalidate_icache(&icache->device.sim->timing);
    icache->value[ICACHE_SR] |= SR_BUSYF;
    icache->due = now + INVALIDATE_CYCLES;
    device_schedule(&icache->device, icache->due);
}

static void write_cr(struct icache_registers *icache, uint32_t value, uint64_t now)
{
    uint32_t old = icache->value[ICACHE_CR];

    icache->value[ICACHE_CR] = value & ~CR_CACHEINV;
    /* Disabling invalidates as well (ST's HAL_ICACHE_Disable relies on it). */
    if ((value & CR_CACHEINV) || (old & ~value & CR_EN))
        invalidate(icache, now);
    else if (!(icache->value[ICACHE_SR] & SR_BUSYF))
        timing_set_icache(&icache->device.sim->timing, value & CR_EN);
}

static enum bus_result read(struct device *device, uint32_t offset, unsigned size, uint64_t now,
                            uint32_t *value)
{
    struct icache_registers *icache = (struct icache_registers *)device;
    int index = register_find(&map, offset);

    if (index < 0)
        return register_missing(device, offset, false);
    settle(icache, now);
    *value = register_part(icache->value[index], offset, size);
    return BUS_OK;
}

static enum bus_result write(struct device *device, uint32_t offset, unsigned size, uint64_t now,
                             uint32_t value)
{
    struct icache_registers *icache = (struct icache_registers *)device;
    int index = register_find(&map, offset);
    enum bus_result result;

    if (index < 0)
        return register_missing(device, offset, true);
    settle(icache, now);
    result = register_prepare(device, &map, index, icache->value[index], offset, size, &value);
    if (result != BUS_OK)
        return result;
    if (index == ICACHE_CR)
        write_cr(icache, value, now);
    else if (index == ICACHE_FCR)
        icache->value[ICACHE_SR] &= ~value;
    else
        icache->value[index] = value;
    update_irq(icache, now);
    return BUS_OK;
}

static void event(struct device *device, uint64_t now)
{
    settle((struct icache_registers *)device, now);
}

static void reset(struct device *device)
{
    struct icache_registers *icache = (struct icache_registers *)device;

    register_reset(&map, icache->value);
    invalidate(icache, device->sim->now);
}

const struct device_class icache_class = {.kind = "ICACHE",
                                          .state_size = sizeof(struct icache_registers),
                                          .reset = reset,
                                          .read = read,
                                          .write = write,
                                          .event = event};
