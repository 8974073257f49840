/* Tables of registers: find the row, widen narrow writes, refuse bits that are not modelled.
 * SPDX-License-Identifier: MIT
 */
#include "sim/periph/registers.h"

int register_find(const struct register_map *map, uint32_t offset)
{
    for (unsigned i = 0; i < map->rows; i++)
        if (map->row[i].offset == (offset & ~3u) && map->row[i].rest != REST_NONE)
            return (int)i;
    return -1;
}

enum bus_result register_missing(struct device *device, uint32_t offset, bool is_write)
{
    return device_reject(device, offset, is_write, "no register of %s is modelled here",
                         device->class->kind);
}

static uint32_t size_mask(unsigned size)
{
    return size == 4 ? UINT32_MAX : (1u << 8 * size) - 1;
}

uint32_t register_part(uint32_t word, uint32_t offset, unsigned size)
{
    return word >> 8 * (offset & 3) & size_mask(size);
}

static uint32_t rest_of(const struct register_row *row, uint32_t old)
{
    return row->rest == REST_KEEP ? old : row->rest == REST_ONES ? UINT32_MAX : 0;
}

/* A write of 0 to the unused bits of a write-0-to-clear register is customary and harmless. */
static uint32_t refused_bits(const struct register_row *row, uint32_t rest, uint32_t word)
{
    return row->rest == REST_ONES ? 0 : (word ^ rest) & ~(row->read | row->write);
}

enum bus_result register_prepare(struct device *device, const struct register_map *map, int index,
                                 uint32_t old, uint32_t offset, unsigned size, uint32_t *value)
{
    const struct register_row *row = &map->row[index];
    unsigned shift = 8 * (offset & 3);
    uint32_t lanes = size_mask(size) << shift;
    uint32_t rest = rest_of(row, old);
    uint32_t word = (rest & ~lanes) | (*value << shift & lanes);
    uint32_t refused = refused_bits(row, rest, word);
    enum bus_result result = BUS_OK;

    if (size < map->smallest_write)
        result = device_reject(device, offset, true, "%s_%s must be written %u bits at a time",
                               device->class->kind, row->name, 8 * map->smallest_write);
    else if (refused)
        result =
            device_reject(device, offset, true, "%s_%s: bits 0x%08X are reserved or not modelled",
                          device->class->kind, row->name, refused);
    *value = (rest & ~row->write) | (word & row->write);
    return result;
}

void register_reset(const struct register_map *map, uint32_t *value)
{
    for (unsigned i = 0; i < map->rows; i++)
        value[i] = map->row[i].reset;
}
