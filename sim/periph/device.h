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
struct machine_device;
struct sim_clock;

/* Rejected accesses that a device remembers, so that each is logged once (lenient). */
#define DEVICE_REJECTS_MAX 32

/* A write behind a read of the same register is another access, with a loss of its own. */
struct device_access {
    uint32_t address;
    bool is_write;
};

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
    /* The event that device_schedule asked for is due; now is exactly the cycle asked for. NULL
     * in a class that never asks. */
    void (*event)(struct device *device, uint64_t now);
    /* The core clock, this device's dividers or its clock enable change at cycle now (may be NULL).
     * sim->core_hz and the members of struct device are already the new ones. */
    void (*clock_changed)(struct device *device, uint64_t now);
    /* Of a clock controller (else NULL): fills oscillator, external, wait_states_needed. */
    void (*describe_clock)(const struct device *device, struct sim_clock *clock);
    /* The bytes of a device that is a memory, for loaders and debuggers; NULL in all others. */
    uint8_t *(*bytes)(struct device *device);
    /* What differs between classes that share these functions; NULL where nothing does. */
    const void *variant;
};

struct device {
    const struct device_class *class;
    struct sim *sim;
    const char *name; /* "tim2" */
    uint32_t base;
    int irq;              /* NVIC input, -1: none */
    uint32_t parameter;   /* of the machine's row: port letter, counter width, ... */
    uint64_t event_cycle; /* NEVER: none */

    /* What the clock controller sets; all on and undivided where there is none. */
    bool clocked;           /* its RCC clock enable is on; off: an access is rejected */
    uint32_t bus_divider;   /* core cycles in a cycle of its bus */
    uint32_t clock_divider; /* core cycles in a cycle of its kernel clock (timers) */

    const struct machine_device *row; /* NULL for a device that a test made */
    struct device_access rejected[DEVICE_REJECTS_MAX];
    unsigned rejects;
};

/* The machine's device of that name, NULL where it has none. */
struct device *device_named(const struct sim *sim, const char *name);

/* Asks for one event at cycle (NEVER cancels). A device has one at a time and keeps what else it
 * waits for itself. */
void device_schedule(struct device *device, uint64_t cycle);

/* Drives the device's NVIC input at cycle now. */
void device_set_irq(struct device *device, bool level, uint64_t now);

/* Stops the run (or logs once, when lenient) because of an access that the model does not cover.
 * format: what and what to do. Returns BUS_STOP, or BUS_OK when lenient. A read's value is the
 * caller's to set (0). */
enum bus_result device_reject(struct device *device, uint32_t offset, bool is_write,
                              const char *format, ...) __attribute__((format(printf, 4, 5)));

/* Cycles of the core clock in a time, rounded up. */
uint64_t device_cycles(const struct device *device, uint64_t ns);

/* A cycle in the future that stood for a time, after the core clock went from old_hz to what it is
 * now at cycle now. */
uint64_t device_rescale(const struct device *device, uint64_t cycle, uint64_t now, uint64_t old_hz);

/* Tells observers of a named event ("tim2.cc1") at its exact cycle. */
void device_signal(struct device *device, const char *name, uint64_t cycle);
/* Tells the observer that a counter of time is read. */
void device_counter(const struct device *device, uint64_t cycle);

/* Tells observers of a pin's new level ("gpioe.2") at its exact cycle. */
void device_pin(struct device *device, const char *name, bool level, uint64_t cycle);

/* A byte that a USART sends. */
void device_uart(struct device *device, uint8_t byte, uint64_t cycle);
