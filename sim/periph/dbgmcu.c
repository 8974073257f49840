/* The DBGMCU of the STM32F0 and F4: the part's identity, and settings for a debugger.
 * SPDX-License-Identifier: MIT
 */
#include "sim/periph/periph.h"
#include "sim/periph/registers.h"

enum {
#define REGISTER(name, ...) DBGMCU_##name,
#include "sim/periph/dbgmcu.def"
#undef REGISTER
    DBGMCU_REGISTERS
};

#define REGISTER(name, offset, f407, f410, f091) {#name, offset, REST_KEEP, 0, f407, f407},
static const struct register_row rows_f407[] = {
#include "sim/periph/dbgmcu.def"
};
#undef REGISTER
#define REGISTER(name, offset, f407, f410, f091) {#name, offset, REST_KEEP, 0, f410, f410},
static const struct register_row rows_f410[] = {
#include "sim/periph/dbgmcu.def"
};
#undef REGISTER
#define REGISTER(name, offset, f407, f410, f091) {#name, offset, REST_KEEP, 0, f091, f091},
static const struct register_row rows_f091[] = {
#include "sim/periph/dbgmcu.def"
};
#undef REGISTER

/* RM0090, RM0401, RM0091: words only. */
static const struct register_map map_f407 = {rows_f407, DBGMCU_REGISTERS, 4};
static const struct register_map map_f410 = {rows_f410, DBGMCU_REGISTERS, 4};
static const struct register_map map_f091 = {rows_f091, DBGMCU_REGISTERS, 4};

struct dbgmcu {
    struct device device;
    uint32_t value[DBGMCU_REGISTERS];
};

static enum bus_result read(struct device *device, uint32_t offset, unsigned size, uint64_t now,
                            uint32_t *value)
{
    int index = register_find(device->class->variant, offset);

    (void)now;
    if (index < 0)
        return register_missing(device, offset, false);
    *value = register_part(((struct dbgmcu *)device)->value[index], offset, size);
    return BUS_OK;
}

static enum bus_result write(struct device *device, uint32_t offset, unsigned size, uint64_t now,
                             uint32_t value)
{
    struct dbgmcu *dbgmcu = (struct dbgmcu *)device;
    const struct register_map *map = device->class->variant;
    int index = register_find(map, offset);
    enum bus_result result;

    (void)now;
    if (index < 0)
        return register_missing(device, offset, true);
    result = register_prepare(device, map, index, dbgmcu->value[index], offset, size, &value);
    if (result == BUS_OK)
        dbgmcu->value[index] = value;
    return result;
}

static void reset(struct device *device)
{
    struct dbgmcu *dbgmcu = (struct dbgmcu *)device;

    register_reset(device->class->variant, dbgmcu->value);
    dbgmcu->value[DBGMCU_IDCODE] = device->parameter;
}

#define DBGMCU_CLASS(map)                                                                          \
    {.kind = "DBGMCU",                                                                             \
     .state_size = sizeof(struct dbgmcu),                                                          \
     .reset = reset,                                                                               \
     .read = read,                                                                                 \
     .write = write,                                                                               \
     .variant = &map}

const struct device_class dbgmcu_f407_class = DBGMCU_CLASS(map_f407);
const struct device_class dbgmcu_f410_class = DBGMCU_CLASS(map_f410);
const struct device_class dbgmcu_f091_class = DBGMCU_CLASS(map_f091);
