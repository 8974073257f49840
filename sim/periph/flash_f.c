/* The flash interface of the STM32F0 and F4: wait states, prefetch, caches.
 * SPDX-License-Identifier: MIT
 *
 * What the settings cost is the timing model's.
 */
#include "sim/periph/flash_f.h"

#include "sim/periph/periph.h"
#include "sim/periph/rcc_f.h"
#include "sim/state.h"

enum {
#define REGISTER(name, ...) FLASH_##name,
#include "sim/periph/flash_f.def"
#undef REGISTER
    FLASH_REGISTERS
};

#define AT(offset, rest, reset, read, write) offset, rest, reset, read, write
#define NONE 0, REST_NONE, 0, 0, 0
#define REGISTER(name, f4, f0) {#name, f4},
static const struct register_row rows_f4[] = {
#include "sim/periph/flash_f.def"
};
#undef REGISTER
#define REGISTER(name, f4, f0) {#name, f0},
static const struct register_row rows_f0[] = {
#include "sim/periph/flash_f.def"
};
#undef REGISTER

#define ACR_LATENCY 7u

#define F4_PRFTEN (1u << 8)
#define F4_ICEN (1u << 9)
#define F4_DCEN (1u << 10)
#define F4_ICRST (1u << 11)
#define F4_DCRST (1u << 12)

#define F0_PRFTBE (1u << 4)
#define F0_PRFTBS (1u << 5)
#define F0_LATENCY_MAX 1u

struct flash_f {
    struct device device;
    uint32_t value[FLASH_REGISTERS];
};

/* A family: its registers, what is wrong with a value of ACR (NULL: nothing), and telling the
 * timing model of it. */
struct flash_f_family {
    struct register_map map;
    const char *(*reason)(const struct flash_f *flash, uint32_t acr);
    void (*tell)(struct flash_f *flash);
};

static const struct flash_f_family *family_of(const struct flash_f *flash)
{
    return flash->device.class->variant;
}

unsigned flash_f_wait_states(const struct device *device)
{
    return ((const struct flash_f *)device)->value[FLASH_ACR] & ACR_LATENCY;
}

/* ---- F4 ---- */

/* RM0090, FLASH_ACR: a cache can only be reset while it is off. */
static const char *reason_f4(const struct flash_f *flash, uint32_t acr)
{
    uint32_t old = flash->value[FLASH_ACR];

    if ((acr & ~old & F4_ICRST) && (old & F4_ICEN))
        return "ICRST can only be written while ICEN is 0";
    if ((acr & ~old & F4_DCRST) && (old & F4_DCEN))
        return "DCRST can only be written while DCEN is 0";
    return NULL;
}

static void tell_f4(struct flash_f *flash)
{
    struct timing *timing = &flash->device.sim->timing;
    uint32_t acr = flash->value[FLASH_ACR];

    timing_set_flash(timing, acr & ACR_LATENCY);
    timing_reset_art(timing, acr & F4_ICRST, acr & F4_DCRST);
    timing_set_art(timing, acr & F4_PRFTEN, acr & F4_ICEN, acr & F4_DCEN);
}

/* ---- F0 ---- */

/* RM0091, FLASH_ACR: other values of LATENCY are reserved. */
static const char *reason_f0(const struct flash_f *flash, uint32_t acr)
{
    (void)flash;
    return (acr & ACR_LATENCY) > F0_LATENCY_MAX ? "LATENCY is 0 or 1, other values are reserved"
                                                : NULL;
}

static void tell_f0(struct flash_f *flash)
{
    struct timing *timing = &flash->device.sim->timing;
    uint32_t *acr = &flash->value[FLASH_ACR];

    *acr = *acr & F0_PRFTBE ? *acr | F0_PRFTBS : *acr & ~F0_PRFTBS;
    timing_set_flash(timing, *acr & ACR_LATENCY);
    timing_set_f0_prefetch(timing, *acr & F0_PRFTBE);
}

/* ---- both ---- */

static enum bus_result write_acr(struct flash_f *flash, uint32_t value)
{
    const char *reason = family_of(flash)->reason(flash, value);
    uint32_t offset = family_of(flash)->map.row[FLASH_ACR].offset;

    if (reason)
        return device_reject(&flash->device, offset, true, "%s", reason);
    flash->value[FLASH_ACR] = value;
    family_of(flash)->tell(flash);
    return rcc_f_check(&flash->device, offset);
}

static enum bus_result read(struct device *device, uint32_t offset, unsigned size, uint64_t now,
                            uint32_t *value)
{
    struct flash_f *flash = (struct flash_f *)device;
    int index = register_find(&family_of(flash)->map, offset);

    (void)now;
    if (index < 0)
        return register_missing(device, offset, false);
    *value = register_part(flash->value[index], offset, size);
    return BUS_OK;
}

static enum bus_result write(struct device *device, uint32_t offset, unsigned size, uint64_t now,
                             uint32_t value)
{
    struct flash_f *flash = (struct flash_f *)device;
    const struct register_map *map = &family_of(flash)->map;
    int index = register_find(map, offset);
    enum bus_result result;

    (void)now;
    if (index < 0)
        return register_missing(device, offset, true);
    result = register_prepare(device, map, index, flash->value[index], offset, size, &value);
    if (result != BUS_OK || index != FLASH_ACR)
        return result; /* no other register holds anything that can be written */
    return write_acr(flash, value);
}

static void reset(struct device *device)
{
    struct flash_f *flash = (struct flash_f *)device;

    register_reset(&family_of(flash)->map, flash->value);
    family_of(flash)->tell(flash);
}

static const struct flash_f_family family_f4 = {
    .map = {rows_f4, FLASH_REGISTERS, 1}, .reason = reason_f4, .tell = tell_f4};
static const struct flash_f_family family_f0 = {
    .map = {rows_f0, FLASH_REGISTERS, 1}, .reason = reason_f0, .tell = tell_f0};

#define FLASH_CLASS(family)                                                                        \
    {.kind = "FLASH",                                                                              \
     .state_size = sizeof(struct flash_f),                                                         \
     .reset = reset,                                                                               \
     .read = read,                                                                                 \
     .write = write,                                                                               \
     .variant = &family}

const struct device_class flash_f4_class = FLASH_CLASS(family_f4);
const struct device_class flash_f0_class = FLASH_CLASS(family_f0);
