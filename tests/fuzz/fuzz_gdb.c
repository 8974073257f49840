/* Fuzz target: what a gdb client sends. The board may do anything; the server stays whole.
 * SPDX-License-Identifier: MIT
 *
 * First line: the machine ('0', '1' or '2'), and 'f' for packets, one a line, that are framed
 * here, or 'r' for raw bytes.
 */
#include <assert.h>
#include <stdio.h>
#include <string.h>

#include "fuzz.h"
#include "sim/debug/gdb.h"

#define SLICE_NS 20000u
#define PACKET_MAX 20000u

/* Counts a word in RAM and calls a function, in instructions that all cores have. */
static const uint16_t guest[] = {0x2101, 0x0749, 0x2000, 0x3001, 0x6408, 0x6C0A,
                                 0xF000, 0xF802, 0xE7F9, 0xBF00, 0x3301, 0x4770};
static const uint32_t vectors[4] = {0x20001000, 0x08000101, 0x08000101, 0x08000101};

static void on_send(void *context, const char *bytes, size_t size)
{
    uint64_t *sum = context;
    for (size_t k = 0; k < size; k++)
        *sum += (uint8_t)bytes[k];
}

static struct sim *make_board(const char *machine)
{
    struct sim_config config = {.machine = machine};
    struct sim_error error;
    struct sim *sim = sim_create(&config, &error);
    assert(sim != NULL);
    sim_enable_semihosting(sim, &(struct sim_semihosting){0});
    return sim;
}

/* What an earlier input may have left in the memories is gone. */
static void fill(struct sim *sim, const struct sim_region *region)
{
    static uint8_t erased[65536];
    memset(erased, region->kind == SIM_REGION_FLASH ? 0xFF : 0, sizeof erased);
    for (uint32_t done = 0, part; done < region->size; done += part) {
        part = region->size - done < sizeof erased ? region->size - done : sizeof erased;
        sim_poke(sim, region->base + done, erased, part);
    }
}

static struct sim *board_at_reset(uint8_t choice)
{
    static const char *const machines[] = {"nucleo-f091rc", "nucleo-f410rb", "nucleo-h5e5zj"};
    static struct sim *boards[3];
    struct sim **board = &boards[choice % 3u];
    struct sim_region region;
    if (*board == NULL)
        *board = make_board(machines[choice % 3u]);
    for (size_t k = 0; sim_region(*board, k, &region); k++)
        if (region.kind == SIM_REGION_RAM || region.kind == SIM_REGION_FLASH)
            fill(*board, &region);
    sim_poke(*board, 0x08000000, vectors, sizeof vectors);
    sim_poke(*board, 0x08000100, guest, sizeof guest);
    sim_reset(*board);
    return *board;
}

static void send_framed(struct gdb *gdb, const uint8_t *bytes, size_t size)
{
    static char frame[PACKET_MAX + 5];
    uint8_t sum = 0;
    if (size > PACKET_MAX)
        size = PACKET_MAX;
    frame[0] = '$';
    for (size_t k = 0; k < size; k++) {
        frame[1 + k] = (char)bytes[k];
        sum = (uint8_t)(sum + bytes[k]);
    }
    snprintf(frame + 1 + size, 4, "#%02x", (unsigned)sum);
    gdb_receive(gdb, frame, size + 4);
}

static void send_lines(struct gdb *gdb, const uint8_t *bytes, size_t size)
{
    while (size != 0) {
        const uint8_t *end = memchr(bytes, '\n', size);
        size_t length = end != NULL ? (size_t)(end - bytes) : size;
        send_framed(gdb, bytes, length);
        gdb_run(gdb, SLICE_NS);
        if (gdb_state(gdb) == GDB_RUNNING)
            gdb_receive(gdb, "\x03", 1);
        bytes += length;
        size -= length;
        if (size != 0) {
            bytes++;
            size--;
        }
    }
}

static void send_raw(struct gdb *gdb, const uint8_t *bytes, size_t size)
{
    for (size_t k = 0; k < size; k++) {
        char byte = (char)bytes[k];
        gdb_receive(gdb, &byte, 1);
        if (byte == '#')
            gdb_run(gdb, SLICE_NS);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
    uint64_t sum = 0;
    if (size < 3)
        return 0;
    struct sim *sim = board_at_reset(bytes[0]);
    struct gdb *gdb = gdb_create(sim, &(struct gdb_port){&sum, on_send});
    assert(gdb != NULL);
    gdb_connect(gdb);
    if (bytes[1] == 'f')
        send_lines(gdb, bytes + 3, size - 3);
    else
        send_raw(gdb, bytes + 3, size - 3);
    gdb_destroy(gdb);
    return 0;
}
