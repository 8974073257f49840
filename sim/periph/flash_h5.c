/* The STM32H5's flash interface: wait states and signal delay, checked against the clock.
 * SPDX-License-Identifier: MIT
 */
#include "sim/periph/h5.h"
#include "sim/periph/periph.h"
#include "sim/periph/registers.h"
#include "sim/state.h"

enum {
#define REGISTER(name, ...) FLASH_##name,
#include "sim/periph/flash_h5.def"
#undef REGISTER
    FLASH_REGISTERS
};

static const struct register_row rows[] = {
#define REGISTER(name, offset, rest, reset, read, write) {#name, offset, rest, reset, read, write},
#include "sim/periph/flash_h5.def"
#undef REGISTER
};
static const struct register_map map = {rows, FLASH_REGISTERS, 1};

#define ACR_LATENCY 0xFu
#define ACR_WRHIGHFREQ_SHIFT 4
#define ACR_PRFTEN (1u << 8)

/* WRHIGHFREQ matters to programming only, and ST's generated set-up writes it right behind the
 * switch to the fast clock. A setting that is still wrong this long afterwards was forgotten. */
#define SIGNAL_DELAY_GRACE_NS 1000000

struct flash {
    struct device device;
    uint32_t value[FLASH_REGISTERS];
    bool prefetch_told;
};

static struct h5_supply supply_of(const struct flash *flash, uint32_t acr)
{
    struct h5_supply supply = h5_supply(flash->device.sim);

    supply.wait_states = acr & ACR_LATENCY;
    supply.signal_delay = acr >> ACR_WRHIGHFREQ_SHIFT & 3;
    return supply;
}

void flash_h5_supply(const struct device *device, struct h5_supply *supply)
{
    uint32_t acr = ((const struct flash *)device)->value[FLASH_ACR];

    supply->wait_states = acr & ACR_LATENCY;
    supply->signal_delay = acr >> ACR_WRHIGHFREQ_SHIFT & 3;
}

/* Checks later what may be wrong for a moment. */
static void watch_signal_delay(struct flash *flash, uint64_t now)
{
    struct h5_supply supply = supply_of(flash, flash->value[FLASH_ACR]);
    uint64_t hz = flash->device.sim->core_hz;
    char text[160];

    if (h5_signal_delay_allowed(hz, &supply, text, sizeof text))
        device_schedule(&flash->device, NEVER);
    else if (flash->device.event_cycle == NEVER)
        device_schedule(&flash->device, now + device_cycles(&flash->device, SIGNAL_DELAY_GRACE_NS));
}

static enum bus_result write_acr(struct flash *flash, uint32_t value, uint64_t now)
{
    struct sim *sim = flash->device.sim;
    struct h5_supply supply = supply_of(flash, value);
    enum bus_result result = h5_check_supply(&flash->device, rows[FLASH_ACR].offset, &supply);

    if (result != BUS_OK)
        return result;
    if ((value & ACR_PRFTEN) && !flash->prefetch_told) {
        sim_log(sim, "%s: PRFTEN is set; prefetching is not part of the timing model",
                flash->device.name);
        flash->prefetch_told = true;
    }
    flash->value[FLASH_ACR] = value;
    timing_set_flash(&sim->timing, supply.wait_states);
    watch_signal_delay(flash, now);
    return BUS_OK;
}

static enum bus_result read(struct device *device, uint32_t offset, unsigned size, uint64_t now,
                            uint32_t *value)
{
    int index = register_find(&map, offset);

    (void)now;
    if (index < 0)
        return register_missing(device, offset, false);
    *value = register_part(((struct flash *)device)->value[index], offset, size);
    return BUS_OK;
}

static enum bus_result write(struct device *device, uint32_t offset, unsigned size, uint64_t now,
                             uint32_t value)
{
    struct flash *flash = (struct flash *)device;
    int index = register_find(&map, offset);
    enum bus_result result;

    if (index < 0)
        return register_missing(device, offset, true);
    result = register_prepare(device, &map, index, flash->value[index], offset, size, &value);
    if (result != BUS_OK)
        return result;
    if (index == FLASH_ACR)
        return write_acr(flash, value, now);
    return BUS_OK; /* no other register holds anything that can be written */
}

static void event(struct device *device, uint64_t now)
{
    struct flash *flash = (struct flash *)device;
    struct h5_supply supply = supply_of(flash, flash->value[FLASH_ACR]);
    char text[160];

    (void)now;
    device_schedule(device, NEVER);
    if (!h5_signal_delay_allowed(device->sim->core_hz, &supply, text, sizeof text))
        (void)device_reject(device, rows[FLASH_ACR].offset, true,
                            "%s, 1 ms after the clock was set: write it with LATENCY", text);
}

static void clock_changed(struct device *device, uint64_t now)
{
    watch_signal_delay((struct flash *)device, now);
}

static void reset(struct device *device)
{
    struct flash *flash = (struct flash *)device;

    register_reset(&map, flash->value);
    flash->prefetch_told = false;
    device_schedule(device, NEVER);
    timing_set_flash(&device->sim->timing, flash->value[FLASH_ACR] & ACR_LATENCY);
}

const struct device_class flash_h5_class = {.kind = "FLASH",
                                            .state_size = sizeof(struct flash),
                                            .reset = reset,
                                            .read = read,
                                            .write = write,
                                            .event = event,
                                            .clock_changed = clock_changed};
