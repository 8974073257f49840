/* What every device on the bus is to the rest of the simulator: reset, read, write, event.
 * SPDX-License-Identifier: MIT
 *
 * A device is one file in sim/periph/ (or sim/ppb/), one row in machines.def. Its state is a struct
 * whose first member is struct device. Devices know cycles of the core clock only; a device with a
 * clock of its own keeps the ratio that the RCC told it.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define NEVER UINT64_MAX

struct sim;
struct device;

enum bus_result {
    BUS_OK,
    BUS_FAULT, /* the guest gets a BusFault */
    BUS_STOP   /* the run stops; device_reject or sim_stop_with has said why */
};

struct device_class {
    const char *kind;  /* "TIM", "USART": as in the reference manual */
    size_t state_size; /* of the struct that begins with struct device */
    void (*reset)(struct device *device);
    /* offset: from the device's base; size: 1, 2 or 4 bytes, naturally aligned; now: the cycle at
     * which the bus samples or delivers the data. */
    enum bus_result (*read)(struct device *device, uint32_t offset, unsigned size, uint64_t now,
                            uint32_t *value);
    enum bus_result (*write)(struct device *device, uint32_t offset, unsigned size, uint64_t now,
                             uint32_t value);
    /* The event that device_schedule asked for is due; now is exactly the cycle asked for. */
    void (*event)(struct device *device, uint64_t now);
    /* The core clock or this device's bus clock changes at cycle now (may be NULL). */
    void (*clock_changed)(struct device *device, uint64_t now);
};

struct device {
    const struct device_class *class;
    struct sim *sim;
    const char *name; /* "tim2" */
    uint32_t base;
    int irq;              /* NVIC input, -1: none */
    uint32_t parameter;   /* of the machine's row: port letter, counter width, ... */
    uint64_t event_cycle; /* NEVER: none */
};

/* Asks for one event at cycle (NEVER cancels). A device has one at a time and keeps what else it
 * waits for itself. */
void device_schedule(struct device *device, uint64_t cycle);

/* Drives the device's NVIC input at cycle now. */
void device_set_irq(struct device *device, bool level, uint64_t now);

/* Stops the run (or logs once, when lenient) because of an access that the model does not cover.
 * reason: what and what to do. Returns BUS_STOP, or BUS_OK when lenient. */
enum bus_result device_reject(struct device *device, uint32_t offset, bool is_write,
                              const char *reason);

/* Tells observers of a named event ("tim2.cc1") at its exact cycle. */
void device_signal(struct device *device, const char *name, uint64_t cycle);

/* A byte that a USART sends. */
void device_uart(struct device *device, uint8_t byte, uint64_t cycle);
