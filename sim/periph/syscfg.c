/* The SYSCFG of the STM32F0 and F4: which memory the core sees at address 0.
 * SPDX-License-Identifier: MIT
 *
 * The boot pins say main flash on every board here, so the alias shows it out of reset.
 */
#include "sim/periph/periph.h"
#include "sim/periph/registers.h"
#include "sim/state.h"

enum {
#define REGISTER(name, ...) SYSCFG_##name,
#include "sim/periph/syscfg.def"
#undef REGISTER
    SYSCFG_REGISTERS
};

#define MASK(reset, bits) REST_KEEP, reset, bits, bits
#define NONE REST_NONE, 0, 0, 0
#define REGISTER(name, offset, f407, f410, f091) {#name, offset, f407},
static const struct register_row rows_f407[] = {
#include "sim/periph/syscfg.def"
};
#undef REGISTER
#define REGISTER(name, offset, f407, f410, f091) {#name, offset, f410},
static const struct register_row rows_f410[] = {
#include "sim/periph/syscfg.def"
};
#undef REGISTER
#define REGISTER(name, offset, f407, f410, f091) {#name, offset, f091},
static const struct register_row rows_f091[] = {
#include "sim/periph/syscfg.def"
};
#undef REGISTER

#define MEM_MODE 3u
#define MEM_MODES 4
#define ALIAS_NAME "boot"

struct syscfg_part {
    struct register_map map;
    const char *memory[MEM_MODES]; /* of the machine, by MEM_MODE; NULL: one that is not modelled */
};

struct syscfg {
    struct device device;
    uint32_t value[SYSCFG_REGISTERS];
};

static const struct syscfg_part *part_of(const struct syscfg *syscfg)
{
    return syscfg->device.class->variant;
}

static enum bus_result write_mem_mode(struct syscfg *syscfg, uint32_t value)
{
    struct sim *sim = syscfg->device.sim;
    const char *memory = part_of(syscfg)->memory[value & MEM_MODE];

    if ((value ^ syscfg->value[SYSCFG_MEMRMP]) & MEM_MODE) {
        if (!memory)
            return device_reject(
                &syscfg->device, part_of(syscfg)->map.row[SYSCFG_MEMRMP].offset, true,
                "MEM_MODE %u maps a memory that is not modelled to address 0", value & MEM_MODE);
        bus_point_alias(&sim->bus, ALIAS_NAME, bus_named(&sim->bus, memory));
        sim_map_changed(sim);
    }
    syscfg->value[SYSCFG_MEMRMP] = value;
    return BUS_OK;
}

static enum bus_result read(struct device *device, uint32_t offset, unsigned size, uint64_t now,
                            uint32_t *value)
{
    struct syscfg *syscfg = (struct syscfg *)device;
    int index = register_find(&part_of(syscfg)->map, offset);

    (void)now;
    if (index < 0)
        return register_missing(device, offset, false);
    *value = register_part(syscfg->value[index], offset, size);
    return BUS_OK;
}

static enum bus_result write(struct device *device, uint32_t offset, unsigned size, uint64_t now,
                             uint32_t value)
{
    struct syscfg *syscfg = (struct syscfg *)device;
    const struct register_map *map = &part_of(syscfg)->map;
    int index = register_find(map, offset);
    enum bus_result result;

    (void)now;
    if (index < 0)
        return register_missing(device, offset, true);
    result = register_prepare(device, map, index, syscfg->value[index], offset, size, &value);
    if (result != BUS_OK)
        return result;
    if (index == SYSCFG_MEMRMP)
        return write_mem_mode(syscfg, value);
    syscfg->value[index] = value;
    return BUS_OK;
}

static void reset(struct device *device)
{
    struct syscfg *syscfg = (struct syscfg *)device;

    (void)write_mem_mode(syscfg, 0);
    register_reset(&part_of(syscfg)->map, syscfg->value);
}

static const struct syscfg_part part_f407 = {.map = {rows_f407, SYSCFG_REGISTERS, 1},
                                             .memory = {"flash", NULL, NULL, "sram"}};
static const struct syscfg_part part_f410 = {.map = {rows_f410, SYSCFG_REGISTERS, 1},
                                             .memory = {"flash", NULL, NULL, "sram"}};
static const struct syscfg_part part_f091 = {.map = {rows_f091, SYSCFG_REGISTERS, 1},
                                             .memory = {"flash", NULL, "flash", "sram"}};

#define SYSCFG_CLASS(part)                                                                         \
    {.kind = "SYSCFG",                                                                             \
     .state_size = sizeof(struct syscfg),                                                          \
     .reset = reset,                                                                               \
     .read = read,                                                                                 \
     .write = write,                                                                               \
     .variant = &part}

const struct device_class syscfg_f407_class = SYSCFG_CLASS(part_f407);
const struct device_class syscfg_f410_class = SYSCFG_CLASS(part_f410);
const struct device_class syscfg_f091_class = SYSCFG_CLASS(part_f091);
