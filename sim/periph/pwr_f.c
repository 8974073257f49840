/* The PWR of the STM32F0 and F4: voltage scaling, write protection of the backup domain.
 * SPDX-License-Identifier: MIT
 */
#include "sim/periph/pwr_f.h"

#include "sim/periph/periph.h"
#include "sim/periph/rcc_f.h"
#include "sim/state.h"

enum {
#define REGISTER(name, ...) PWR_##name,
#include "sim/periph/pwr_f.def"
#undef REGISTER
    PWR_REGISTERS
};

#define AT(reset, read, write) REST_KEEP, reset, read, write
#define REGISTER(name, offset, f407, f410, f091) {#name, offset, f407},
static const struct register_row rows_f407[] = {
#include "sim/periph/pwr_f.def"
};
#undef REGISTER
#define REGISTER(name, offset, f407, f410, f091) {#name, offset, f410},
static const struct register_row rows_f410[] = {
#include "sim/periph/pwr_f.def"
};
#undef REGISTER
#define REGISTER(name, offset, f407, f410, f091) {#name, offset, f091},
static const struct register_row rows_f091[] = {
#include "sim/periph/pwr_f.def"
};
#undef REGISTER

#define CR_CWUF_CSBF 0xCu
#define CR_DBP (1u << 8)
#define CSR_VOSRDY (1u << 14)

/* No data sheet gives the time. Assumed, below the lock time of the PLL, which ST's own set-up
 * waits for without a look at VOSRDY. */
#define VOS_NS 20000

/* Voltage scaling of a part. */
struct pwr_f_part {
    struct register_map map;
    unsigned shift, width; /* of CR.VOS; width 0: none */
    uint8_t scale[4];      /* of each value of VOS; 0: reserved */
    bool by_pll;           /* VOS holds while the PLL is on, and is fixed then; else: scale 3 */
};

static const struct pwr_f_part part_f407 = {
    .map = {rows_f407, PWR_REGISTERS, 1}, .shift = 14, .width = 1, .scale = {2, 1}};
static const struct pwr_f_part part_f410 = {
    .map = {rows_f410, PWR_REGISTERS, 1},
    .shift = 14,
    .width = 2,
    .scale = {0, 3, 2, 1},
    .by_pll = true,
};
static const struct pwr_f_part part_f091 = {.map = {rows_f091, PWR_REGISTERS, 1}};

#define SCALE_WITHOUT_PLL 3

struct pwr_f {
    struct device device;
    uint32_t value[PWR_REGISTERS];
    unsigned applied; /* scale that the regulator is at, at least */
    uint64_t due;     /* the regulator has settled; NEVER: it is settled */
    uint64_t hz;      /* core clock that due was reckoned with */
};

static const struct pwr_f_part *part_of(const struct pwr_f *pwr)
{
    return pwr->device.class->variant;
}

static unsigned scale_in(const struct pwr_f *pwr, uint32_t cr)
{
    const struct pwr_f_part *part = part_of(pwr);

    return part->scale[cr >> part->shift & ((1u << part->width) - 1)];
}

bool pwr_f_backup_writable(const struct device *device)
{
    return ((const struct pwr_f *)device)->value[PWR_CR] & CR_DBP;
}

unsigned pwr_f_scale(const struct device *device)
{
    return ((const struct pwr_f *)device)->applied;
}

static void settle(struct pwr_f *pwr, uint64_t now)
{
    if (pwr->due > now)
        return;
    pwr->due = NEVER;
    pwr->applied = scale_in(pwr, pwr->value[PWR_CR]);
    pwr->value[PWR_CSR] |= CSR_VOSRDY;
    device_schedule(&pwr->device, NEVER);
}

/* The regulator sets out for the scale of CR; a lower voltage limits the clock at once. */
static void move(struct pwr_f *pwr, uint64_t now)
{
    unsigned wanted = scale_in(pwr, pwr->value[PWR_CR]);

    if (wanted > pwr->applied)
        pwr->applied = wanted;
    pwr->value[PWR_CSR] &= ~CSR_VOSRDY;
    pwr->hz = pwr->device.sim->core_hz;
    pwr->due = now + device_cycles(&pwr->device, VOS_NS);
    device_schedule(&pwr->device, pwr->due);
}

void pwr_f_pll_switched(struct device *device, bool on, uint64_t now)
{
    struct pwr_f *pwr = (struct pwr_f *)device;

    if (!part_of(pwr)->by_pll)
        return;
    settle(pwr, now);
    if (on) {
        move(pwr, now);
        return;
    }
    pwr->applied = SCALE_WITHOUT_PLL;
    pwr->value[PWR_CSR] &= ~CSR_VOSRDY;
    pwr->due = NEVER;
    device_schedule(device, NEVER);
}

static enum bus_result write_cr(struct pwr_f *pwr, uint32_t value, uint64_t now)
{
    const struct pwr_f_part *part = part_of(pwr);
    uint32_t offset = part->map.row[PWR_CR].offset;
    bool changes = part->width && scale_in(pwr, value) != scale_in(pwr, pwr->value[PWR_CR]);
    bool pll_is_on = rcc_f_pll_is_on((const struct rcc_f *)device_named(pwr->device.sim, "rcc"));

    value &= ~CR_CWUF_CSBF;
    if (changes && scale_in(pwr, value) == 0)
        return device_reject(&pwr->device, offset, true, "VOS: this value is reserved");
    if (changes && part->by_pll && pll_is_on)
        return device_reject(&pwr->device, offset, true,
                             "VOS can only be written while the PLL is off");
    pwr->value[PWR_CR] = value;
    if (!changes || part->by_pll)
        return BUS_OK;
    move(pwr, now);
    return rcc_f_check(&pwr->device, offset);
}

static enum bus_result read(struct device *device, uint32_t offset, unsigned size, uint64_t now,
                            uint32_t *value)
{
    struct pwr_f *pwr = (struct pwr_f *)device;
    int index = register_find(&part_of(pwr)->map, offset);

    if (index < 0)
        return register_missing(device, offset, false);
    settle(pwr, now);
    *value = register_part(pwr->value[index], offset, size);
    return BUS_OK;
}

static enum bus_result write(struct device *device, uint32_t offset, unsigned size, uint64_t now,
                             uint32_t value)
{
    struct pwr_f *pwr = (struct pwr_f *)device;
    const struct register_map *map = &part_of(pwr)->map;
    int index = register_find(map, offset);
    enum bus_result result;

    if (index < 0)
        return register_missing(device, offset, true);
    settle(pwr, now);
    result = register_prepare(device, map, index, pwr->value[index], offset, size, &value);
    if (result != BUS_OK)
        return result;
    if (index == PWR_CR)
        return write_cr(pwr, value, now);
    pwr->value[index] = value;
    return BUS_OK;
}

static void event(struct device *device, uint64_t now)
{
    settle((struct pwr_f *)device, now);
}

static void clock_changed(struct device *device, uint64_t now)
{
    struct pwr_f *pwr = (struct pwr_f *)device;

    if (pwr->due == NEVER)
        return;
    pwr->due = device_rescale(device, pwr->due, now, pwr->hz);
    pwr->hz = device->sim->core_hz;
    device_schedule(device, pwr->due);
}

static void reset(struct device *device)
{
    struct pwr_f *pwr = (struct pwr_f *)device;
    const struct pwr_f_part *part = part_of(pwr);

    register_reset(&part->map, pwr->value);
    pwr->applied = part->by_pll ? SCALE_WITHOUT_PLL : scale_in(pwr, pwr->value[PWR_CR]);
    if (part->width && !part->by_pll)
        pwr->value[PWR_CSR] |= CSR_VOSRDY;
    pwr->due = NEVER;
    device_schedule(device, NEVER);
}

#define PWR_CLASS(part)                                                                            \
    {.kind = "PWR",                                                                                \
     .state_size = sizeof(struct pwr_f),                                                           \
     .reset = reset,                                                                               \
     .read = read,                                                                                 \
     .write = write,                                                                               \
     .event = event,                                                                               \
     .clock_changed = clock_changed,                                                               \
     .variant = &part}

const struct device_class pwr_f407_class = PWR_CLASS(part_f407);
const struct device_class pwr_f410_class = PWR_CLASS(part_f410);
const struct device_class pwr_f091_class = PWR_CLASS(part_f091);
