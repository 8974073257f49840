/* gdb's view of the memory: map, reads, writes, flash.
 * SPDX-License-Identifier: MIT
 *
 * Memories are read and written without time or side effect. The private peripheral bus is open to
 * the client, for fault and floating-point status are in it; other devices, where a read may
 * swallow a character, only after `monitor devices on`.
 */
#include <string.h>

#include "sim/debug/gdb_session.h"

/* What gdb erases at once when it loads a program; any divisor of a flash's size will do. */
#define FLASH_BLOCK 0x400u

static bool find_region(const struct gdb *gdb, uint32_t address, struct sim_region *region)
{
    for (size_t k = 0; sim_region(gdb->sim, k, region); k++)
        if (address - region->base < region->size)
            return true;
    return false;
}

static bool is_open(const struct gdb *gdb, const struct sim_region *region)
{
    return region->kind != SIM_REGION_DEVICE || gdb->devices;
}

static bool is_memory(const struct sim_region *region)
{
    return region->kind == SIM_REGION_FLASH || region->kind == SIM_REGION_RAM;
}

/* The widest access that is aligned and does not reach beyond size. */
static unsigned access_size(uint32_t address, size_t size)
{
    if ((address & 3u) == 0 && size >= 4)
        return 4;
    return (address & 1u) == 0 && size >= 2 ? 2 : 1;
}

/* Bytes at address, up to the end of the region; 0: none there. */
static size_t read_some(struct gdb *gdb, uint32_t address, uint8_t *bytes, size_t size)
{
    struct sim_region region;
    if (!find_region(gdb, address, &region) || !is_open(gdb, &region))
        return 0;
    size_t rest = region.size - (address - region.base);
    if (size > rest)
        size = rest;
    if (is_memory(&region))
        return sim_peek(gdb->sim, address, bytes, size) ? size : 0;
    unsigned width = access_size(address, size);
    uint32_t value;
    if (!sim_device_read(gdb->sim, address, width, &value))
        return 0;
    memcpy(bytes, &value, width);
    return width;
}

static size_t write_some(struct gdb *gdb, uint32_t address, const uint8_t *bytes, size_t size)
{
    struct sim_region region;
    if (!find_region(gdb, address, &region) || !is_open(gdb, &region))
        return 0;
    size_t rest = region.size - (address - region.base);
    if (size > rest)
        size = rest;
    if (is_memory(&region))
        return sim_poke(gdb->sim, address, bytes, size) ? size : 0;
    unsigned width = access_size(address, size);
    uint32_t value = 0;
    memcpy(&value, bytes, width);
    return sim_device_write(gdb->sim, address, width, value) ? width : 0;
}

static bool write_all(struct gdb *gdb, uint32_t address, const uint8_t *bytes, size_t size)
{
    while (size != 0) {
        size_t written = write_some(gdb, address, bytes, size);
        if (written == 0)
            return false;
        address += (uint32_t)written;
        bytes += written;
        size -= written;
    }
    return true;
}

/* ---- packets ---- */

static bool take_place(struct gdb_cursor *cursor, uint32_t *address, uint32_t *size)
{
    return gdb_take_hex(cursor, address) && gdb_take(cursor, ",") && gdb_take_hex(cursor, size);
}

/* A shorter answer is allowed; none at all is an error. */
void gdb_read_memory(struct gdb *gdb, struct gdb_cursor *cursor)
{
    uint32_t address, size;
    uint8_t bytes[GDB_PACKET_MAX / 2];
    size_t count = 0, got = 1;
    if (!take_place(cursor, &address, &size)) {
        gdb_reply(gdb, GDB_ERROR_SYNTAX);
        return;
    }
    if (size > sizeof bytes)
        size = sizeof bytes;
    for (; count < size && got != 0; count += got)
        got = read_some(gdb, address + (uint32_t)count, bytes + count, size - count);
    if (count == 0 && size != 0)
        gdb_reply(gdb, GDB_ERROR_ADDRESS);
    else
        gdb_text_hex(&gdb->reply, bytes, count);
}

static void write_memory(struct gdb *gdb, struct gdb_cursor *cursor,
                         bool (*take)(struct gdb_cursor *, uint8_t *))
{
    uint32_t address, size, count = 0;
    uint8_t bytes[GDB_PACKET_MAX];
    bool ok = take_place(cursor, &address, &size) && gdb_take(cursor, ":") && size <= sizeof bytes;
    while (ok && count < size)
        ok = take(cursor, &bytes[count++]);
    if (!ok || cursor->at != cursor->end)
        gdb_reply(gdb, GDB_ERROR_SYNTAX);
    else
        gdb_reply(gdb, write_all(gdb, address, bytes, size) ? GDB_OK : GDB_ERROR_ADDRESS);
}

void gdb_write_memory(struct gdb *gdb, struct gdb_cursor *cursor)
{
    write_memory(gdb, cursor, gdb_take_byte);
}

void gdb_write_binary(struct gdb *gdb, struct gdb_cursor *cursor)
{
    write_memory(gdb, cursor, gdb_take_binary);
}

static bool in_flash(const struct gdb *gdb, uint32_t address, uint32_t size)
{
    struct sim_region region;
    return find_region(gdb, address, &region) && region.kind == SIM_REGION_FLASH &&
           size <= region.size - (address - region.base);
}

void gdb_flash_erase(struct gdb *gdb, struct gdb_cursor *cursor)
{
    uint32_t address, size;
    uint8_t erased[FLASH_BLOCK];
    if (!take_place(cursor, &address, &size)) {
        gdb_reply(gdb, GDB_ERROR_SYNTAX);
        return;
    }
    if (!in_flash(gdb, address, size)) {
        gdb_reply(gdb, GDB_ERROR_ADDRESS);
        return;
    }
    memset(erased, 0xFF, sizeof erased);
    for (uint32_t done = 0, part; done < size; done += part) {
        part = size - done < FLASH_BLOCK ? size - done : FLASH_BLOCK;
        sim_poke(gdb->sim, address + done, erased, part);
    }
    gdb_reply(gdb, GDB_OK);
}

void gdb_flash_write(struct gdb *gdb, struct gdb_cursor *cursor)
{
    uint32_t address, size = 0;
    uint8_t bytes[GDB_PACKET_MAX];
    if (!gdb_take_hex(cursor, &address) || !gdb_take(cursor, ":")) {
        gdb_reply(gdb, GDB_ERROR_SYNTAX);
        return;
    }
    while (size < sizeof bytes && gdb_take_binary(cursor, &bytes[size]))
        size++;
    if (in_flash(gdb, address, size) && sim_poke(gdb->sim, address, bytes, size))
        gdb_reply(gdb, GDB_OK);
    else
        gdb_reply(gdb, "E.memtype");
}

/* ---- map ---- */

static void add_memory(struct gdb_text *text, const struct sim_region *region)
{
    const char *type = region->kind == SIM_REGION_FLASH ? "flash" : "ram";
    gdb_text_print(text, "<memory type=\"%s\" start=\"0x%x\" length=\"0x%x\"", type,
                   (unsigned)region->base, (unsigned)region->size);
    if (region->kind == SIM_REGION_FLASH)
        gdb_text_print(text, "><property name=\"blocksize\">0x%x</property></memory>\n",
                       FLASH_BLOCK);
    else
        gdb_text_print(text, "/>\n");
}

/* Neighbouring devices are one entry; what is in none gdb does not touch. */
void gdb_add_memory_map(const struct gdb *gdb, struct gdb_text *text)
{
    struct sim_region region, joined = {0};
    gdb_text_print(text,
                   "<?xml version=\"1.0\"?>\n<!DOCTYPE memory-map PUBLIC \"+//IDN gnu.org//DTD GDB "
                   "Memory Map V1.0//EN\" \"http://sourceware.org/gdb/gdb-memory-map.dtd\">\n"
                   "<memory-map>\n");
    for (size_t k = 0; sim_region(gdb->sim, k, &region); k++) {
        if (joined.size != 0 && !is_memory(&region) && !is_memory(&joined) &&
            joined.base + joined.size == region.base) {
            joined.size += region.size;
            continue;
        }
        if (joined.size != 0)
            add_memory(text, &joined);
        joined = region;
    }
    if (joined.size != 0)
        add_memory(text, &joined);
    gdb_text_print(text, "</memory-map>\n");
}
