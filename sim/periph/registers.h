/* Tables of registers: what a device has, which bits of it, and how narrow accesses fit in.
 * SPDX-License-Identifier: MIT
 *
 * A device keeps one word for each row of its table (name.def) and refuses what no row covers, so
 * that firmware cannot pass on hardware that does not exist.
 */
#pragma once

#include "sim/periph/device.h"

/* What the bytes stand for that a byte or half-word write leaves out. */
enum register_rest {
    REST_KEEP, /* the register's own: storage */
    REST_ZERO, /* nothing: writing 1 acts */
    REST_ONES, /* nothing: writing 0 acts */
    REST_NONE  /* there is no such register: other parts have it, this one has not */
};

struct register_row {
    const char *name; /* "CR1" */
    uint16_t offset;  /* multiple of 4 */
    enum register_rest rest;
    uint32_t reset;
    uint32_t read;  /* bits that the model has; a write to one not in write is ignored */
    uint32_t write; /* bits that a write changes or acts on; changing any other is refused */
};

struct register_map {
    const struct register_row *row;
    unsigned rows;
    unsigned smallest_write; /* in bytes */
};

/* Index of the row that holds offset, -1 where there is none. */
int register_find(const struct register_map *map, uint32_t offset);

/* Refuses an access to an offset without a row. */
enum bus_result register_missing(struct device *device, uint32_t offset, bool is_write);

/* The bytes at offset out of the register's word. */
uint32_t register_part(uint32_t word, uint32_t offset, unsigned size);

/* Makes *value the whole word that a write of size bytes at offset means for a register that holds
 * old, and refuses changes to bits that the model does not have. On BUS_OK the row's write mask has
 * been applied: bits outside it are as in old. */
enum bus_result register_prepare(struct device *device, const struct register_map *map, int index,
                                 uint32_t old, uint32_t offset, unsigned size, uint32_t *value);

/* Sets every word to its reset value. */
void register_reset(const struct register_map *map, uint32_t *value);
