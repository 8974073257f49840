/* The table of machines, and building one: memories, devices, the map of both.
 * SPDX-License-Identifier: MIT
 */
#include "sim/machines.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "sim/bus/bit_band.h"
#include "sim/periph/periph.h"
#include "sim/state.h"

/* Where peripherals live on every Cortex-M (Armv8-M ARM, B5.1: the Peripheral region and the PPB).
 */
static const struct range {
    uint32_t base, end;
} peripheral_ranges[] = {{0x40000000, 0x60000000}, {0xE0000000, 0xE0100000}};

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
#define ALIAS(...)
#define DEVICE(...)
#include "sim/machines.def"
#undef MACHINE
#undef MEMORY
#undef ALIAS
#undef DEVICE
};

static const struct machine_memory memory_table[] = {
#define MACHINE(...)
#define MEMORY(machine_, ...) {MACHINE_##machine_, __VA_ARGS__},
#define ALIAS(...)
#define DEVICE(...)
#include "sim/machines.def"
#undef MACHINE
#undef MEMORY
#undef ALIAS
#undef DEVICE
};

static const struct machine_alias alias_table[] = {
#define MACHINE(...)
#define MEMORY(...)
#define ALIAS(machine_, ...) {MACHINE_##machine_, __VA_ARGS__},
#define DEVICE(...)
#include "sim/machines.def"
#undef MACHINE
#undef MEMORY
#undef ALIAS
#undef DEVICE
};

#define GATE(register_, offset_, bit_, field_) {offset_, bit_, #register_ "." #field_}
#define ALWAYS {0, 0, NULL}
static const struct machine_device device_table[] = {
#define MACHINE(...)
#define MEMORY(...)
#define ALIAS(...)
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
#undef ALIAS
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
                                .writable = row->writable,
                                .data_only = row->kind == BUS_KIND_CCM};

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

static bool add_alias(struct sim *sim, const struct machine_alias *row, struct sim_error *error)
{
    const struct bus_region *target = bus_named(&sim->bus, row->target);
    struct bus_region region;

    if (!target)
        return fail(error, "machines.def: %s has no memory %s to show", row->name, row->target);
    region = *target;
    region.name = row->name;
    region.base = row->base;
    region.alias = true;
    if (bus_add(&sim->bus, &region))
        return true;
    return fail(error, "machines.def: %s overlaps another region or the map is full", row->name);
}

/* Gaps between the peripherals answer too, so that using one that is not modelled is found. */
static bool fill_gaps(struct sim *sim, struct device *device, struct range range)
{
    uint32_t start = range.base;

    for (size_t i = 0; i <= sim->bus.regions && start < range.end; i++) {
        bool last = i == sim->bus.regions || sim->bus.region[i].base >= range.end;
        uint32_t end = last ? range.end : sim->bus.region[i].base;
        struct bus_region gap = {
            .name = device->name, .base = start, .kind = BUS_KIND_AHB, .device = device};

        if (end < start)
            continue;
        gap.size = end - start;
        if (gap.size > 0 && !bus_add(&sim->bus, &gap))
            return false;
        if (gap.size > 0)
            i++;
        start = last ? range.end : sim->bus.region[i].base + sim->bus.region[i].size;
    }
    return true;
}

static bool fill_all_gaps(struct sim *sim, struct sim_error *error)
{
    static const struct machine_device row = {
        .name = "unmodelled", .class = &unmodelled_class, .kind = BUS_KIND_AHB, .irq = -1};
    struct device *device = new_device(sim, &row);

    if (!device)
        return fail(error, "no memory or no room for device %s", row.name);
    for (size_t i = 0; i < COUNT(peripheral_ranges); i++)
        if (!fill_gaps(sim, device, peripheral_ranges[i]))
            return fail(error, "machines.def: no room in the map for gaps");
    return true;
}

bool machine_build(struct sim *sim, const char *name, struct sim_error *error)
{
    const struct machine *machine = machine_named(name);
    enum machine_id id;

    if (!machine)
        return fail(error, "no machine is called %s: `tailchain machines` lists them", name);
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
    for (size_t i = 0; i < COUNT(alias_table); i++)
        if (alias_table[i].machine == id && !add_alias(sim, &alias_table[i], error))
            return false;
    return fill_all_gaps(sim, error);
}

void machine_free(struct sim *sim)
{
    for (size_t i = 0; i < sim->bus.regions; i++)
        if (!sim->bus.region[i].alias)
            free(sim->bus.region[i].memory);
    sim->bus.regions = 0;
    for (size_t i = 0; i < sim->devices; i++)
        free(sim->device[i]);
    sim->devices = 0;
}
