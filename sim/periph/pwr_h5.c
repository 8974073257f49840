/* The STM32H5's PWR: voltage scaling, and write protection of the backup domain.
 * SPDX-License-Identifier: MIT
 */
#include "sim/periph/h5.h"
#include "sim/periph/periph.h"
#include "sim/periph/registers.h"
#include "sim/state.h"

enum {
#define REGISTER(name, ...) PWR_##name,
#include "sim/periph/pwr_h5.def"
#undef REGISTER
    PWR_REGISTERS
};

static const struct register_row rows[] = {
#define REGISTER(name, offset, rest, reset, read, write) {#name, offset, rest, reset, read, write},
#include "sim/periph/pwr_h5.def"
#undef REGISTER
};
static const struct register_map map = {rows, PWR_REGISTERS, 1};

#define VOSSR_VOSRDY (1u << 3)
#define VOSSR_ACTVOSRDY (1u << 13)
#define VOSSR_ACTVOS_SHIFT 14
#define PMCR_CSSF (1u << 7)

/* The data sheet's figure could not be had: assumed, so that firmware has to wait for VOSRDY. */
#define VOS_NS 20000

struct pwr {
    struct device device;
    uint32_t value[PWR_REGISTERS];
    uint64_t due; /* the regulator has settled; NEVER: it is settled */
    uint64_t hz;  /* core clock that due was reckoned with */
};

static unsigned wanted_vos(const struct pwr *pwr)
{
    return pwr->value[PWR_VOSCR] >> 4 & 3;
}

static unsigned applied_vos(const struct pwr *pwr)
{
    return pwr->value[PWR_VOSSR] >> VOSSR_ACTVOS_SHIFT & 3;
}

unsigned pwr_h5_vos(const struct device *device)
{
    const struct pwr *pwr = (const struct pwr *)device;

    return wanted_vos(pwr) < applied_vos(pwr) ? wanted_vos(pwr) : applied_vos(pwr);
}

bool pwr_h5_backup_writable(const struct device *device)
{
    return ((const struct pwr *)device)->value[PWR_DBPCR] & 1;
}

static void settle(struct pwr *pwr, uint64_t now)
{
    if (pwr->due > now)
        return;
    pwr->due = NEVER;
    pwr->value[PWR_VOSSR] = VOSSR_VOSRDY | VOSSR_ACTVOSRDY | wanted_vos(pwr) << VOSSR_ACTVOS_SHIFT;
    device_schedule(&pwr->device, NEVER);
}

static enum bus_result write_voscr(struct pwr *pwr, uint32_t value, uint64_t now)
{
    unsigned wanted = value >> 4 & 3;

    if (wanted < wanted_vos(pwr)) {
        struct h5_supply supply = h5_supply(pwr->device.sim);
        enum bus_result result;

        supply.vos = wanted;
        result = h5_check_supply(&pwr->device, rows[PWR_VOSCR].offset, &supply);
        if (result != BUS_OK)
            return result;
    }
    if (value == pwr->value[PWR_VOSCR])
        return BUS_OK;
    pwr->value[PWR_VOSCR] = value;
    /* VOSRDY says "at or above the scale asked for", ACTVOSRDY "at the scale of ACTVOS". */
    pwr->value[PWR_VOSSR] &= ~VOSSR_ACTVOSRDY;
    if (wanted > applied_vos(pwr))
        pwr->value[PWR_VOSSR] &= ~VOSSR_VOSRDY;
    pwr->hz = pwr->device.sim->core_hz;
    pwr->due = now + device_cycles(&pwr->device, VOS_NS);
    device_schedule(&pwr->device, pwr->due);
    return BUS_OK;
}

static enum bus_result read(struct device *device, uint32_t offset, unsigned size, uint64_t now,
                            uint32_t *value)
{
    struct pwr *pwr = (struct pwr *)device;
    int index = register_find(&map, offset);

    if (index < 0)
        return register_missing(device, offset, false);
    settle(pwr, now);
    *value = register_part(pwr->value[index], offset, size);
    return BUS_OK;
}

static enum bus_result write(struct device *device, uint32_t offset, unsigned size, uint64_t now,
                             uint32_t value)
{
    struct pwr *pwr = (struct pwr *)device;
    int index = register_find(&map, offset);
    enum bus_result result;

    if (index < 0)
        return register_missing(device, offset, true);
    settle(pwr, now);
    result = register_prepare(device, &map, index, pwr->value[index], offset, size, &value);
    if (result != BUS_OK)
        return result;
    if (index == PWR_VOSCR)
        return write_voscr(pwr, value, now);
    if (index == PWR_PMCR)
        value &= ~PMCR_CSSF;
    if (index != PWR_WUSCR)
        pwr->value[index] = value;
    return BUS_OK;
}

static void event(struct device *device, uint64_t now)
{
    settle((struct pwr *)device, now);
}

static void clock_changed(struct device *device, uint64_t now)
{
    struct pwr *pwr = (struct pwr *)device;

    if (pwr->due == NEVER)
        return;
    pwr->due = device_rescale(device, pwr->due, now, pwr->hz);
    pwr->hz = device->sim->core_hz;
    device_schedule(device, pwr->due);
}

static void reset(struct device *device)
{
    struct pwr *pwr = (struct pwr *)device;

    register_reset(&map, pwr->value);
    pwr->due = NEVER;
    device_schedule(device, NEVER);
}

const struct device_class pwr_h5_class = {.kind = "PWR",
                                          .state_size = sizeof(struct pwr),
                                          .reset = reset,
                                          .read = read,
                                          .write = write,
                                          .event = event,
                                          .clock_changed = clock_changed};
