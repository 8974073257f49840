/* Services of the simulator to its devices: events, interrupts, rejections, observers.
 * SPDX-License-Identifier: MIT
 */
#include "sim/periph/device.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "sim/state.h"

#define NS_PER_S 1000000000u

struct device *device_named(const struct sim *sim, const char *name)
{
    for (size_t i = 0; i < sim->devices; i++)
        if (strcmp(sim->device[i]->name, name) == 0)
            return sim->device[i];
    return NULL;
}

void device_schedule(struct device *device, uint64_t cycle)
{
    if (device->event_cycle == cycle)
        return;
    device->event_cycle = cycle;
    sim_update_horizon(device->sim);
}

void device_set_irq(struct device *device, bool level, uint64_t now)
{
    if (device->irq >= 0)
        nvic_set_line(device->sim, (unsigned)device->irq, level, now);
}

/* True the first time, and never again once the memory is full. */
static bool remember_reject(struct device *device, uint32_t address, bool is_write)
{
    for (unsigned i = 0; i < device->rejects; i++)
        if (device->rejected[i].address == address && device->rejected[i].is_write == is_write)
            return false;
    if (device->rejects == DEVICE_REJECTS_MAX)
        return false;
    device->rejected[device->rejects++] = (struct device_access){address, is_write};
    return true;
}

enum bus_result device_reject(struct device *device, uint32_t offset, bool is_write,
                              const char *format, ...)
{
    struct sim *sim = device->sim;
    uint32_t address = device->base + offset;
    const char *access = is_write ? "write to" : "read of";
    char reason[320];
    va_list arguments;

    va_start(arguments, format);
    vsnprintf(reason, sizeof reason, format, arguments);
    va_end(arguments);
    if (!sim->config.lenient) {
        sim_stop_with(sim, SIM_STOP_STRICT, "%s: %s 0x%08X (offset 0x%03X): %s", device->name,
                      access, address, offset, reason);
        return BUS_STOP;
    }
    if (remember_reject(device, address, is_write)) {
        sim_log(sim, "%s: %s 0x%08X (offset 0x%03X): %s", device->name, access, address, offset,
                reason);
        if (device->rejects == DEVICE_REJECTS_MAX)
            sim_log(sim, "%s: further accesses like this are not logged", device->name);
    }
    return BUS_OK;
}

uint64_t device_cycles(const struct device *device, uint64_t ns)
{
    return (ns * device->sim->core_hz + NS_PER_S - 1) / NS_PER_S;
}

uint64_t device_rescale(const struct device *device, uint64_t cycle, uint64_t now, uint64_t old_hz)
{
    if (cycle == NEVER || cycle <= now || old_hz == 0)
        return cycle;
    return now + (cycle - now) * device->sim->core_hz / old_hz;
}

void device_signal(struct device *device, const char *name, uint64_t cycle)
{
    const struct sim_observer *observer = &device->sim->observer;

    if (observer->signal)
        observer->signal(observer->context, name, cycle);
}

void device_counter(const struct device *device, uint64_t cycle)
{
    const struct sim_observer *observer = &device->sim->observer;

    if (observer->counter)
        observer->counter(observer->context, cycle);
}

void device_pin(struct device *device, const char *name, bool level, uint64_t cycle)
{
    const struct sim_observer *observer = &device->sim->observer;

    if (observer->pin)
        observer->pin(observer->context, name, level, cycle);
}

void device_uart(struct device *device, uint8_t byte, uint64_t cycle)
{
    const struct sim_observer *observer = &device->sim->observer;

    if (observer->uart)
        observer->uart(observer->context, device->name, byte, cycle);
}
