/* The memory map: which memory or device answers an address. Knows nothing of time.
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include "sim/periph/device.h"

/* What a region hangs on; the timing model has a row for each (sim/timing). */
enum bus_kind {
    BUS_KIND_FLASH,    /* code bus, behind the flash interface and its cache */
    BUS_KIND_SRAM,     /* system bus, zero wait states */
    BUS_KIND_CCM,      /* data side of the code bus, zero wait states (core-coupled memory) */
    BUS_KIND_AHB,      /* AHB peripheral */
    BUS_KIND_APB,      /* peripheral behind an AHB/APB bridge */
    BUS_KIND_EXTERNAL, /* memory behind an external memory controller */
    BUS_KIND_PPB,      /* private peripheral bus: SysTick, NVIC, SCB, DWT */
    BUS_KIND_BIT_BAND, /* bits of other regions, in their place and at their cost (bit_band.h) */
    BUS_KINDS
};

struct bus_region {
    const char *name;
    uint32_t base, size; /* [base, base + size) */
    enum bus_kind kind;
    uint8_t *memory;       /* host bytes of a memory, NULL for a device */
    bool writable;         /* by the core's stores; flash is not */
    struct device *device; /* NULL for a memory */
    bool alias;            /* a second address of another region's memory */
    bool data_only;        /* the instruction bus does not reach it */
};

#define BUS_REGIONS_MAX 96

/* Slots of the index: the address's upper half picks the region to look at first. */
#define BUS_SLOT_SHIFT 16
#define BUS_SLOTS (1u << (32 - BUS_SLOT_SHIFT))

struct bus {
    struct bus_region
        region[BUS_REGIONS_MAX + 1]; /* sorted by base, no overlap; an empty one ends them */
    size_t regions;
    uint8_t first[BUS_SLOTS]; /* index of the first region that ends behind the slot's start */
};

/* Puts a region in its place. False where it overlaps another, is empty, ends behind the address
 * space or finds no room. */
bool bus_add(struct bus *bus, const struct bus_region *region);

/* bus_find's search from the region that its index names. */
const struct bus_region *bus_find_from(const struct bus_region *region, uint32_t address,
                                       unsigned size);

/* Host bytes of a region that is a memory, also one that a device is; NULL for registers. */
static inline uint8_t *bus_bytes(const struct bus_region *region)
{
    const struct device *device = region->device;

    if (device != NULL && region->memory == NULL && device->class->bytes != NULL)
        return device->class->bytes(region->device);
    return region->memory;
}

/* The region that holds [address, address + size), NULL if none does wholly. */
static inline const struct bus_region *bus_find(const struct bus *bus, uint32_t address,
                                                unsigned size)
{
    const struct bus_region *region = &bus->region[bus->first[address >> BUS_SLOT_SHIFT]];
    uint32_t offset = address - region->base;

    if (offset < region->size)
        return region->size - offset >= size ? region : NULL;
    return bus_find_from(region, address, size);
}

/* The region of that name, NULL where there is none. */
const struct bus_region *bus_named(const struct bus *bus, const char *name);

/* Makes the alias region of that name show the memory of another one; its base stays. */
void bus_point_alias(struct bus *bus, const char *alias, const struct bus_region *target);

/* size: 1, 2 or 4, naturally aligned. region: from bus_find. Values are little-endian,
 * zero-extended. A write to flash through the code bus is a BUS_FAULT. A device whose clock is off
 * rejects the access. */
enum bus_result bus_read(const struct bus_region *region, uint32_t address, unsigned size,
                         uint64_t now, uint32_t *value);
enum bus_result bus_write(const struct bus_region *region, uint32_t address, unsigned size,
                          uint64_t now, uint32_t value);
