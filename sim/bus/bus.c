/* The memory map: regions in order, an index that finds them, reads and writes.
 * SPDX-License-Identifier: MIT
 */
#include "sim/bus/bus.h"

#include <assert.h>
#include <string.h>

#include "sim/machines.h"

_Static_assert(__BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__, "guest memory is kept in host order");
_Static_assert(BUS_REGIONS_MAX < UINT8_MAX, "the index holds region numbers in a byte");

static uint64_t region_end(const struct bus_region *region)
{
    return (uint64_t)region->base + region->size;
}

/* First slot that starts at address or behind it. */
static uint32_t slot_from(uint64_t address)
{
    return (uint32_t)((address + (UINT64_C(1) << BUS_SLOT_SHIFT) - 1) >> BUS_SLOT_SHIFT);
}

/* From region number place on. */
static void build_index(struct bus *bus, size_t place)
{
    uint32_t slot = place > 0 ? slot_from(region_end(&bus->region[place - 1])) : 0;

    for (; place <= bus->regions; place++) {
        bool is_last = place == bus->regions;
        uint32_t end = is_last ? BUS_SLOTS : slot_from(region_end(&bus->region[place]));
        memset(&bus->first[slot], (int)place, end - slot);
        slot = end;
    }
}

bool bus_add(struct bus *bus, const struct bus_region *region)
{
    size_t place = 0;

    if (bus->regions == BUS_REGIONS_MAX || region->size == 0 ||
        region_end(region) > (uint64_t)UINT32_MAX + 1)
        return false;
    while (place < bus->regions && bus->region[place].base < region->base)
        place++;
    if (place > 0 && region_end(&bus->region[place - 1]) > region->base)
        return false;
    if (place < bus->regions && region_end(region) > bus->region[place].base)
        return false;
    memmove(&bus->region[place + 1], &bus->region[place],
            (bus->regions - place) * sizeof bus->region[0]);
    bus->region[place] = *region;
    bus->regions++;
    build_index(bus, place);
    return true;
}

const struct bus_region *bus_find_from(const struct bus_region *region, uint32_t address,
                                       unsigned size)
{
    for (; region->size != 0 && address >= region->base; region++) {
        uint32_t offset = address - region->base;

        if (offset < region->size)
            return region->size - offset >= size ? region : NULL;
    }
    return NULL;
}

const struct bus_region *bus_named(const struct bus *bus, const char *name)
{
    for (size_t i = 0; i < bus->regions; i++)
        if (strcmp(bus->region[i].name, name) == 0)
            return &bus->region[i];
    return NULL;
}

void bus_point_alias(struct bus *bus, const char *alias, const struct bus_region *target)
{
    for (size_t i = 0; i < bus->regions; i++) {
        struct bus_region *region = &bus->region[i];

        if (!region->alias || strcmp(region->name, alias) != 0)
            continue;
        region->memory = target->memory;
        region->size = target->size;
        region->kind = target->kind;
        region->writable = target->writable;
        region->data_only = target->data_only;
        assert(i + 1 == bus->regions || region_end(region) <= bus->region[i + 1].base);
        build_index(bus, i);
        return;
    }
    assert(!"the machine has an alias of that name");
}

static enum bus_result reject_unclocked(struct device *device, uint32_t offset, bool is_write)
{
    const char *enable = device->row ? device->row->gate.name : "its clock enable";

    return device_reject(device, offset, is_write, "%s is not clocked: set %s first", device->name,
                         enable);
}

enum bus_result bus_read(const struct bus_region *region, uint32_t address, unsigned size,
                         uint64_t now, uint32_t *value)
{
    uint32_t offset = address - region->base;
    struct device *device = region->device;

    *value = 0;
    if (region->memory) {
        memcpy(value, region->memory + offset, size);
        return BUS_OK;
    }
    offset = address - device->base;
    if (!device->clocked)
        return reject_unclocked(device, offset, false);
    return device->class->read(device, offset, size, now, value);
}

enum bus_result bus_write(const struct bus_region *region, uint32_t address, unsigned size,
                          uint64_t now, uint32_t value)
{
    uint32_t offset = address - region->base;
    struct device *device = region->device;

    if (region->memory) {
        if (!region->writable)
            return BUS_FAULT;
        memcpy(region->memory + offset, &value, size);
        return BUS_OK;
    }
    offset = address - device->base;
    if (!device->clocked)
        return reject_unclocked(device, offset, true);
    return device->class->write(device, offset, size, now, value);
}
