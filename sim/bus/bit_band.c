/* Bit-banding of Cortex-M3 and M4.
 * SPDX-License-Identifier: MIT
 */
#include "sim/bus/bit_band.h"

#include "sim/state.h"

/* Where the bit of an access is, as wide as the access. */
struct place {
    const struct bus_region *region; /* NULL: nowhere */
    uint32_t address;
    unsigned bit;
};

static uint32_t byte_of(const struct device *device, uint32_t offset)
{
    return device->parameter + offset / 32;
}

static struct place find(const struct device *device, uint32_t offset, unsigned size)
{
    uint32_t byte = byte_of(device, offset);
    struct place place = {.address = byte & ~(size - 1),
                          .bit = 8 * (byte & (size - 1)) + (offset >> 2 & 7)};

    place.region = bus_find(&device->sim->bus, place.address, size);
    return place;
}

const struct bus_region *bit_band_target(const struct bus_region *region, uint32_t address,
                                         unsigned size)
{
    if (region->kind != BUS_KIND_BIT_BAND)
        return region;
    return find(region->device, address - region->base, size).region;
}

uint32_t bit_band_byte(const struct bus_region *region, uint32_t address)
{
    return byte_of(region->device, address - region->base);
}

static enum bus_result read(struct device *device, uint32_t offset, unsigned size, uint64_t now,
                            uint32_t *value)
{
    struct place place = find(device, offset, size);
    enum bus_result result = BUS_FAULT;

    if (place.region)
        result = bus_read(place.region, place.address, size, now, value);
    *value = *value >> place.bit & 1;
    return result;
}

static enum bus_result write(struct device *device, uint32_t offset, unsigned size, uint64_t now,
                             uint32_t value)
{
    struct place place = find(device, offset, size);
    enum bus_result result = BUS_FAULT;
    uint32_t word;

    if (place.region)
        result = bus_read(place.region, place.address, size, now, &word);
    if (result != BUS_OK)
        return result;
    word = (word & ~(1u << place.bit)) | (value & 1) << place.bit;
    result = bus_write(place.region, place.address, size, now, word);
    if (result == BUS_OK && place.region->memory)
        sim_memory_written(device->sim, place.address);
    return result;
}

static void reset(struct device *device)
{
    (void)device;
}

const struct device_class bit_band_class = {.kind = "bit-band alias",
                                            .state_size = sizeof(struct device),
                                            .reset = reset,
                                            .read = read,
                                            .write = write};
