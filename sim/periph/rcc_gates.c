/* What every RCC does to the other devices: clock enables, resets, dividers.
 * SPDX-License-Identifier: MIT
 */
#include "sim/periph/rcc_gates.h"

#include "sim/periph/clock_dividers.h"
#include "sim/state.h"

static bool is_gated(const struct device *device)
{
    return device->row && device->row->gate.name;
}

void rcc_update_gates(struct device *rcc, const struct register_map *map, const uint32_t *value)
{
    for (size_t i = 0; i < rcc->sim->devices; i++) {
        struct device *device = rcc->sim->device[i];
        int index = is_gated(device) ? register_find(map, device->row->gate.offset) : -1;

        if (index >= 0)
            device->clocked = value[index] >> device->row->gate.bit & 1;
    }
}

void rcc_reset_devices(struct device *rcc, uint32_t enable_offset, uint32_t bits, uint64_t now)
{
    for (size_t i = 0; i < rcc->sim->devices; i++) {
        struct device *device = rcc->sim->device[i];

        if (is_gated(device) && device->row->gate.offset == enable_offset &&
            (bits >> device->row->gate.bit & 1)) {
            device->class->reset(device);
            device_set_irq(device, false, now);
        }
    }
}

void rcc_set_dividers(struct device *rcc, const uint32_t bus[CLOCK_DOMAINS], bool timpre)
{
    for (size_t i = 0; i < rcc->sim->devices; i++) {
        struct device *device = rcc->sim->device[i];

        if (!device->row)
            continue;
        device->bus_divider = bus[device->row->domain];
        device->clock_divider = clock_timer_divider(device->bus_divider, timpre);
    }
}

bool rcc_has_clock(struct device *rcc, uint64_t core_hz)
{
    if (core_hz == 0)
        sim_stop_with(rcc->sim, SIM_STOP_STRICT, "%s: no clock reaches the core", rcc->name);
    return core_hz != 0;
}

void rcc_notify(struct device *rcc, uint64_t now)
{
    for (size_t i = 0; i < rcc->sim->devices; i++)
        if (rcc->sim->device[i]->class->clock_changed)
            rcc->sim->device[i]->class->clock_changed(rcc->sim->device[i], now);
}
