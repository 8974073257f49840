/* The FSMC of the STM32F407, and an asynchronous SRAM of 16 bits at its NE3.
 * SPDX-License-Identifier: MIT
 *
 * RM0090 Rev 21, chapter 36: modes 1 and A of bank 1. The memory is on the pins that ST's
 * STM3240G-EVAL has it on, 1 Mi half-words (UM1461). What the accesses cost is the timing model's,
 * which is told the phases in HCLK cycles.
 */
#include "sim/periph/gpio.h"
#include "sim/periph/periph.h"
#include "sim/periph/registers.h"
#include "sim/state.h"

#include <string.h>

enum {
#define REGISTER(name, ...) FSMC_##name,
#include "sim/periph/fsmc.def"
#undef REGISTER
    FSMC_REGISTERS
};

static const struct register_row rows[] = {
#define REGISTER(name, offset, reset, read, write) {#name, offset, REST_KEEP, reset, read, write},
#include "sim/periph/fsmc.def"
#undef REGISTER
};

static const struct register_map map = {rows, FSMC_REGISTERS, 1};

#define BCR_MBKEN (1u << 0)
#define BCR_MUXEN (1u << 1)
#define BCR_MTYP (3u << 2)
#define BCR_MTYP_NOR (2u << 2) /* and 3, which is reserved */
#define BCR_MWID_Pos 4u
#define BCR_BURSTEN (1u << 8)
#define BCR_WREN (1u << 12)
#define BCR_EXTMOD (1u << 14)
#define BCR_ASYNCWAIT (1u << 15)
#define BCR_CBURSTRW (1u << 19)

#define BTR_ADDSET(value) ((value) & 0xFu)
#define BTR_DATAST(value) ((value) >> 8 & 0xFFu)
#define BTR_BUSTURN(value) ((value) >> 16 & 0xFu)
#define BTR_ACCMOD(value) ((value) >> 28 & 3u)

struct fsmc {
    struct device device;
    uint32_t value[FSMC_REGISTERS];
    bool checked; /* that the settings can be used and the pins are the FSMC's */
};

#define SRAM_BYTES 0x200000u

struct fsmc_sram {
    struct device device;
    uint8_t bytes[SRAM_BYTES];
};

/* The pins of a 16-bit memory at NE3 with 20 address lines, all in AF12 (DS8626, alternate
 * functions). */
#define PINS_FUNCTION 12u
static const struct {
    char port;
    uint16_t pins; /* bits */
} pins[] = {
    {'D', 0xFF33}, /* D2 D3 NOE NWE D13-D15 A16-A18 D0 D1: 0, 1, 4, 5, 8 to 15 */
    {'E', 0xFF8B}, /* NBL0 NBL1 A19 D4-D12: 0, 1, 3, 7 to 15 */
    {'F', 0xF03F}, /* A0-A5 A6-A9: 0 to 5, 12 to 15 */
    {'G', 0x043F}, /* A10-A15 NE3: 0 to 5, 10 */
};

/* ---- the registers ---- */

/* BWTR counts for writes in the extended mode only. */
static uint32_t write_timing(const struct fsmc *fsmc)
{
    return fsmc->value[fsmc->value[FSMC_BCR3] & BCR_EXTMOD ? FSMC_BWTR3 : FSMC_BTR3];
}

/* RM0090, 36.5.4: a read takes ADDSET + DATAST, a write ADDSET + DATAST + 1 cycles of HCLK.
 * 36.5.6, BUSTURN: none between two writes, one cycle behind a read, BUSTURN from write to read. */
static void tell(struct fsmc *fsmc)
{
    uint32_t for_read = fsmc->value[FSMC_BTR3], for_write = write_timing(fsmc);
    struct timing_external external = {
        .read = BTR_ADDSET(for_read) + BTR_DATAST(for_read),
        .write = BTR_ADDSET(for_write) + BTR_DATAST(for_write) + 1,
        .turn = {[false] = {[false] = 1, [true] = 1}, [true] = {[false] = BTR_BUSTURN(for_write)}},
        .width = fsmc->value[FSMC_BCR3] >> BCR_MWID_Pos & 1 ? 2 : 1,
    };
    timing_set_external(&fsmc->device.sim->timing, &external);
}

static enum bus_result read(struct device *device, uint32_t offset, unsigned size, uint64_t now,
                            uint32_t *value)
{
    struct fsmc *fsmc = (struct fsmc *)device;
    int index = register_find(&map, offset);

    (void)now;
    if (index < 0)
        return register_missing(device, offset, false);
    *value = register_part(fsmc->value[index], offset, size);
    return BUS_OK;
}

static enum bus_result write(struct device *device, uint32_t offset, unsigned size, uint64_t now,
                             uint32_t value)
{
    struct fsmc *fsmc = (struct fsmc *)device;
    int index = register_find(&map, offset);
    enum bus_result result;

    (void)now;
    if (index < 0)
        return register_missing(device, offset, true);
    result = register_prepare(device, &map, index, fsmc->value[index], offset, size, &value);
    if (result != BUS_OK)
        return result;
    fsmc->value[index] = value;
    fsmc->checked = false;
    tell(fsmc);
    return BUS_OK;
}

static void reset(struct device *device)
{
    struct fsmc *fsmc = (struct fsmc *)device;

    register_reset(&map, fsmc->value);
    fsmc->checked = false;
    tell(fsmc);
}

const struct device_class fsmc_class = {.kind = "FSMC",
                                        .state_size = sizeof(struct fsmc),
                                        .reset = reset,
                                        .read = read,
                                        .write = write};

/* ---- the memory ---- */

static const char *wrong_setting(const struct fsmc *fsmc)
{
    uint32_t bcr = fsmc->value[FSMC_BCR3], extended = bcr & BCR_EXTMOD;

    if (bcr & (BCR_MUXEN | BCR_BURSTEN | BCR_CBURSTRW | BCR_ASYNCWAIT) ||
        (bcr & BCR_MTYP) >= BCR_MTYP_NOR)
        return "only a plain asynchronous SRAM is connected: clear MUXEN, BURSTEN, CBURSTRW, "
               "ASYNCWAIT, and MTYP to 0 or 1";
    if ((bcr >> BCR_MWID_Pos & 3u) != 1)
        return "the memory has 16 data lines: set MWID to 1";
    if (extended && (BTR_ACCMOD(fsmc->value[FSMC_BTR3]) || BTR_ACCMOD(fsmc->value[FSMC_BWTR3])))
        return "of the extended modes only A is modelled: clear ACCMOD";
    if (BTR_DATAST(fsmc->value[FSMC_BTR3]) == 0 || BTR_DATAST(write_timing(fsmc)) == 0)
        return "DATAST 0 is reserved";
    return NULL;
}

/* The first pin that is not the FSMC's: true, and which. */
static bool wrong_pin(const struct sim *sim, char *port, unsigned *pin)
{
    for (size_t i = 0; i < sizeof pins / sizeof pins[0]; i++) {
        char name[] = "gpio?";

        name[sizeof name - 2] = (char)(pins[i].port - 'A' + 'a');
        for (unsigned p = 0; p < GPIO_PINS; p++)
            if (pins[i].pins >> p & 1 && !gpio_routes(device_named(sim, name), p, PINS_FUNCTION)) {
                *port = pins[i].port;
                *pin = p;
                return true;
            }
    }
    return false;
}

/* Whether the bank answers. RM0090, 36.5.6: an access to a disabled bank, or a write without WREN,
 * is an error on the AHB. */
static enum bus_result ask(struct device *device, uint32_t offset, bool is_write)
{
    struct fsmc *fsmc = (struct fsmc *)device_named(device->sim, "fsmc");
    uint32_t bcr = fsmc->value[FSMC_BCR3];
    const char *reason;
    unsigned pin;
    char port;

    if (!(bcr & BCR_MBKEN) || (is_write && !(bcr & BCR_WREN)))
        return BUS_FAULT;
    if (fsmc->checked)
        return BUS_OK;
    reason = wrong_setting(fsmc);
    if (reason)
        return device_reject(device, offset, is_write, "FSMC_BCR3, BTR3: %s", reason);
    if (wrong_pin(device->sim, &port, &pin))
        return device_reject(device, offset, is_write,
                             "P%c%u is not the FSMC's: clock its port and set it to AF%u", port,
                             pin, PINS_FUNCTION);
    fsmc->checked = true;
    return BUS_OK;
}

static enum bus_result read_memory(struct device *device, uint32_t offset, unsigned size,
                                   uint64_t now, uint32_t *value)
{
    enum bus_result result = ask(device, offset, false);

    (void)now;
    if (result == BUS_OK)
        memcpy(value, ((struct fsmc_sram *)device)->bytes + offset, size);
    return result;
}

static enum bus_result write_memory(struct device *device, uint32_t offset, unsigned size,
                                    uint64_t now, uint32_t value)
{
    enum bus_result result = ask(device, offset, true);

    (void)now;
    if (result == BUS_OK)
        memcpy(((struct fsmc_sram *)device)->bytes + offset, &value, size);
    return result;
}

/* It is another chip: it keeps what it holds. */
static void keep_memory(struct device *device)
{
    (void)device;
}

static uint8_t *bytes_of_memory(struct device *device)
{
    return ((struct fsmc_sram *)device)->bytes;
}

const struct device_class fsmc_sram_class = {.kind = "SRAM",
                                             .state_size = sizeof(struct fsmc_sram),
                                             .reset = keep_memory,
                                             .read = read_memory,
                                             .write = write_memory,
                                             .bytes = bytes_of_memory};
