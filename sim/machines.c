/* The table of machines, and building one: memories, devices, the map of both.
 * SPDX-License-Identifier: MIT
 */
#include "sim/machines.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "sim/periph/periph.h"
#include "sim/state.h"

/* Peripherals live here on every Cortex-M (Armv8-M ARM, B5.1: the Peripheral region). */
#define PERIPHERALS_BASE 0x40000000u
#define PERIPHERALS_END 0x60000000u

static const struct machine machine_table[] = {
#define MACHINE(id, name_, description_, architecture_, priority_bits_, interrupts_, reset_hz_,    \
                vector_table_)                                                                     \
    {.name = name_,                                                                                \
     .description = description_,                                                                  \
     .architecture = architecture_,                                                                \
     .priority_bits = priority_bits_,                                                              \
     .interrupts = interrupts_,                                                                    \
     .reset_hz = reset_hz_,                                                                        \
     .vector_table = vector_table_},
#define MEMORY(...)
#define DEVICE(...)
#include "sim/machines.def"
#undef MACHINE
#undef MEMORY
#undef DEVICE
};

static const struct machine_memory memory_table[] = {
#define MACHINE(...)
#define MEMORY(machine_, ...) {MACHINE_##machine_, __VA_ARGS__},
#define DEVICE(...)
#include "sim/machines.def"
#undef MACHINE
#undef MEMORY
#undef DEVICE
};

#define GATE(register_, offset_, bit_, field_) {offset_, bit_, #register_ "." #field_}
#define ALWAYS {0, 0, NULL}
static const struct machine_device device_table[] = {
#define MACHINE(...)
#define MEMORY(...)
#define DEVICE(machine_, name_, class_, base_, size_, kind_, domain_, irq_, parameter_, ...)       \
    {.machine = MACHINE_##machine_,                                                                \
     .name = name_,                                                                                \
     .class = &class_,                                                                             \
     .base = base_,                                                                                \
     .size = size_,                                                                                \
     .kind = kind_,                                                                                \
     .domain = domain_,                                                                            \
     .irq = irq_,                                                                                  \
     .parameter = parameter_,                                                                      \
     .gate = __VA_ARGS__},
#include "sim/machines.def"
#undef MACHINE
#undef MEMORY
#undef DEVICE
};

#define COUNT(table) (sizeof(table) / sizeof(table)[0])

const struct machine *machine_at(size_t index)
{
    return index < COUNT(machine_table) ? &machine_table[index] : NULL;
}

const struct machine *machine_named(const char *name)
{
    for (size_t i = 0; i < COUNT(machine_table); i++)
        if (strcmp(machine_table[i].name, name) == 0)
            return &machine_table[i];
    return NULL;
}

__attribute__((format(printf, 2, 3))) static bool fail(struct sim_error *error, const char *format,
                                                       ...)
{
    va_list arguments;

    va_start(arguments, format);
    vsnprintf(error->text, sizeof error->text, format, arguments);
    va_end(arguments);
    return false;
}

static bool add_memory(struct sim *sim, const struct machine_memory *row, struct sim_error *error)
{
    struct bus_region region = {.name = row->name,
                                .base = row->base,
                                .size = row->size,
                                .kind = row->kind,
                                .writable = row->writable};

    region.memory = calloc(1, row->size);
    if (!region.memory)
        return fail(error, "no memory for the %u bytes of %s", row->size, row->name);
    memset(region.memory, row->fill, row->size);
    if (bus_add(&sim->bus, &region))
        return true;
    free(region.memory);
    return fail(error, "machines.def: %s overlaps another region or the map is full", row->name);
}

static struct device *new_device(struct sim *sim, const struct machine_device *row)
{
    struct device *device;

    if (sim->devices == DEVICES_MAX)
        return NULL;
    device = calloc(1, row->class->state_size);
    if (!device)
        return NULL;
    device->class = row->class;
    device->sim = sim;
    device->name = row->name;
    device->base = row->base;
    device->irq = row->irq;
    device->parameter = row->parameter;
    device->event_cycle = NEVER;
    device->clocked = true;
    device->bus_divider = 1;
    device->clock_divider = 1;
    device->row = row;
    sim->device[sim->devices++] = device;
    return device;
}

static bool add_device(struct sim *sim, const struct machine_device *row, struct sim_error *error)
{
    struct bus_region region = {
        .name = row->name, .base = row->base, .size = row->size, .kind = row->kind};

    region.device = new_device(sim, row);
    if (!region.device)
        return fail(error, "no memory or no room for device %s", row->name);
    if (bus_add(&sim->bus, &region))
        return true;
    return fail(error, "machines.def: %s overlaps another region or the map is full", row->name);
}

/* Gaps between the peripherals answer too, so that using one that is not modelled is found. */
static bool fill_gaps(struct sim *sim, struct sim_error *error)
{
    static const struct machine_device row = {.name = "unmodelled",
                                              .class = &unmodelled_class,
                                              .base = PERIPHERALS_BASE,
                                              .kind = BUS_KIND_AHB,
                                              .irq = -1};
    struct device *device = new_device(sim, &row);
    uint32_t start = PERIPHERALS_BASE;

    if (!device)
        return fail(error, "no memory or no room for device %s", row.name);
    for (size_t i = 0; i <= sim->bus.regions && start < PERIPHERALS_END; i++) {
        bool last = i == sim->bus.regions || sim->bus.region[i].base >= PERIPHERALS_END;
        uint32_t end = last ? PERIPHERALS_END : sim->bus.region[i].base;
        struct bus_region gap = {
            .name = row.name, .base = start, .kind = row.kind, .device = device};

        if (end < start)
            continue;
        gap.size = end - start;
        if (gap.size > 0 && !bus_add(&sim->bus, &gap))
            return fail(error, "machines.def: no room in the map for gaps");
        if (gap.size > 0)
            i++;
        start = last ? PERIPHERALS_END : sim->bus.region[i].base + sim->bus.region[i].size;
    }
    return true;
}

bool machine_build(struct sim *sim, const char *name, struct sim_error *error)
{
    const struct machine *machine = machine_named(name);
    enum machine_id id;

    if (!machine)
        return fail(error, "no machine is called %s: `tailchain run --help` lists them", name);
    id = (enum machine_id)(machine - machine_table);
    sim->machine = machine;
    sim->core_hz = machine->reset_hz;
    sim->core.architecture = machine->architecture;
    sim->core.priority_bits = machine->priority_bits;
    sim->core.interrupts = machine->interrupts;
    for (size_t i = 0; i < COUNT(memory_table); i++)
        if (memory_table[i].machine == id && !add_memory(sim, &memory_table[i], error))
            return false;
    for (size_t i = 0; i < COUNT(device_table); i++)
        if (device_table[i].machine == id && !add_device(sim, &device_table[i], error))
            return false;
    return fill_gaps(sim, error);
}

void machine_free(struct sim *sim)
{
    for (size_t i = 0; i < sim->bus.regions; i++)
        free(sim->bus.region[i].memory);
    sim->bus.regions = 0;
    for (size_t i = 0; i < sim->devices; i++)
        free(sim->device[i]);
    sim->devices = 0;
}
