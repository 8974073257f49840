/* The machines: what each is made of, from the rows of machines.def.
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "sim/bus/bus.h"
#include "sim/core/core.h"

struct sim;
struct sim_error;

enum machine_id {
#define MACHINE(id, ...) MACHINE_##id,
#define MEMORY(...)
#define ALIAS(...)
#define DEVICE(...)
#include "sim/machines.def"
#undef MACHINE
#undef MEMORY
#undef ALIAS
#undef DEVICE
    MACHINES
};

struct machine {
    const char *name; /* "nucleo-h5e5zj" */
    const char *description;
    enum architecture architecture;
    unsigned priority_bits; /* implemented bits of an interrupt priority */
    unsigned interrupts;    /* inputs of the NVIC */
    uint64_t reset_hz;      /* core clock out of reset */
    uint32_t vector_table;  /* where the core reads SP and PC at boot */
};

struct machine_memory {
    enum machine_id machine;
    const char *name;
    uint32_t base, size;
    enum bus_kind kind;
    bool writable; /* by the core's stores */
    uint8_t fill;  /* what it holds before anything is loaded */
};

/* A second address of a memory. */
struct machine_alias {
    enum machine_id machine;
    const char *name;
    uint32_t base;
    const char *target; /* the memory that it shows out of reset */
};

/* Whose clock a device runs on. */
enum clock_domain { CLOCK_AHB, CLOCK_APB1, CLOCK_APB2, CLOCK_APB3, CLOCK_DOMAINS };

/* The bit of the clock controller that a device needs; no name: always clocked. */
struct clock_gate {
    uint16_t offset; /* of the enable register in the clock controller */
    uint8_t bit;
    const char *name; /* "RCC_APB1LENR.TIM2EN" */
};

struct machine_device {
    enum machine_id machine;
    const char *name;
    const struct device_class *class;
    uint32_t base, size;
    enum bus_kind kind;
    enum clock_domain domain;
    int irq;
    uint32_t parameter;
    struct clock_gate gate;
};

/* A pin in a device's parameter: the port's letter, the pin, the alternate function. */
#define PIN(port, pin, function) ((uint32_t)(port) << 16 | (pin) << 8 | (function))
#define PIN_PORT(parameter) ((char)((parameter) >> 16))
#define PIN_NUMBER(parameter) ((parameter) >> 8 & 0xFF)
#define PIN_FUNCTION(parameter) ((parameter) & 0xFF)

/* What drives OSC_IN, in the parameter of an RCC: a crystal, or a clock from elsewhere. */
#define CRYSTAL(hz) UINT32_C(hz)
#define CLOCK_INPUT(hz) (UINT32_C(hz) | UINT32_C(1) << 31)

/* NULL past the last, or where there is none of that name. */
const struct machine *machine_at(size_t index);
const struct machine *machine_named(const char *name);

/* Makes the memories and devices of a machine and fills bus, devices and core parameters of a sim
 * that is all zero apart from its config. On false, error says why and machine_free is still to be
 * called. */
bool machine_build(struct sim *sim, const char *name, struct sim_error *error);

/* Frees what machine_build allocated; idempotent. */
void machine_free(struct sim *sim);
