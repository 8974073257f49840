/* The clock tree of the STM32F0 and F4 in time: oscillators start, the PLL locks, clocks switch.
 * SPDX-License-Identifier: MIT
 */
#include "sim/periph/rcc_f.h"
#include "sim/state.h"

#define CR_HSEBYP (1u << 18)
#define CIR_ENABLE_SHIFT 8

/* What machines.h packs into the parameter of an RCC. */
#define HSE_IS_INPUT(parameter) ((parameter) >> 31)
#define HSE_HZ(parameter) ((parameter) & 0x7FFFFFFFu)

/* NULL where the part has no such clock; clock may be RCC_F_CLOCKS. */
static const struct rcc_f_oscillator *oscillator(const struct rcc_f *rcc, enum rcc_f_clock clock)
{
    const struct rcc_f_part *part = rcc_f_part(rcc);

    return clock < RCC_F_CLOCKS && part->clock[clock].name ? &part->clock[clock] : NULL;
}

static bool is_on(const struct rcc_f *rcc, enum rcc_f_clock clock)
{
    const struct rcc_f_oscillator *row = oscillator(rcc, clock);

    return row && rcc->value[row->index] >> row->on & 1;
}

static bool is_ready(const struct rcc_f *rcc, enum rcc_f_clock clock)
{
    const struct rcc_f_oscillator *row = oscillator(rcc, clock);

    return row && rcc->value[row->index] >> row->ready & 1;
}

bool rcc_f_pll_is_on(const struct rcc_f *rcc)
{
    return is_on(rcc, RCC_F_PLL) || is_ready(rcc, RCC_F_PLL);
}

static enum rcc_f_clock system_source(const struct rcc_f *rcc)
{
    const struct rcc_f_part *part = rcc_f_part(rcc);

    return part->system[rcc->value[part->cfgr] >> RCC_F_CFGR_SWS_SHIFT & 3];
}

uint64_t rcc_f_clock_hz(const struct rcc_f *rcc, enum rcc_f_clock clock)
{
    if (clock == RCC_F_PLL)
        return rcc_f_part(rcc)->pll_hz(rcc);
    if (clock == RCC_F_HSE)
        return HSE_HZ(rcc->device.parameter);
    return rcc_f_part(rcc)->clock_hz(rcc, clock);
}

static struct rcc_f_tree tree_of(const struct rcc_f *rcc)
{
    struct rcc_f_tree tree = {.system_hz = rcc_f_clock_hz(rcc, system_source(rcc))};

    rcc_f_part(rcc)->divide(rcc, &tree);
    return tree;
}

enum bus_result rcc_f_check(struct device *device, uint32_t offset)
{
    const struct rcc_f *rcc = (const struct rcc_f *)device_named(device->sim, "rcc");
    struct rcc_f_tree tree = tree_of(rcc);
    char text[256];

    if (rcc_f_part(rcc)->allowed(rcc, &tree, text, sizeof text))
        return BUS_OK;
    unsigned needed = rcc_f_part(rcc)->wait_states_needed(rcc, tree.ahb_hz);
    enum bus_result result = device_reject(device, offset, true, "%s", text);
    device->sim->stop.too_few_wait_states = device->sim->timing.flash.wait_states < needed;
    return result;
}

void rcc_f_describe_clock(const struct device *device, struct sim_clock *clock)
{
    const struct rcc_f *rcc = (const struct rcc_f *)device;
    enum rcc_f_clock source = system_source(rcc);

    if (source == RCC_F_PLL)
        source = rcc_f_part(rcc)->pll_source(rcc);
    const struct rcc_f_oscillator *row = oscillator(rcc, source);
    clock->oscillator = row ? row->name : "no oscillator";
    clock->external = source == RCC_F_HSE;
    clock->wait_states_needed = rcc_f_part(rcc)->wait_states_needed(rcc, device->sim->core_hz);
}

static void schedule(struct rcc_f *rcc)
{
    uint64_t first = NEVER;

    for (unsigned i = 0; i < RCC_F_CLOCKS; i++)
        if (rcc->due[i] < first)
            first = rcc->due[i];
    device_schedule(&rcc->device, first);
}

static void set_dividers(struct rcc_f *rcc, const struct rcc_f_tree *tree)
{
    const uint32_t bus[CLOCK_DOMAINS] = {[CLOCK_AHB] = 1,
                                         [CLOCK_APB1] = tree->apb1_divider,
                                         [CLOCK_APB2] = tree->apb2_divider,
                                         [CLOCK_APB3] = 1};

    rcc_set_dividers(&rcc->device, bus, tree->timpre);
}

/* Brings dividers and core clock to what the registers say. offset: of the register whose write is
 * the cause, for the message. */
static enum bus_result apply(struct rcc_f *rcc, uint32_t offset, uint64_t now)
{
    struct rcc_f_tree tree = tree_of(rcc);
    struct sim *sim = rcc->device.sim;
    uint64_t old_hz = sim->core_hz;
    enum bus_result result = rcc_f_check(&rcc->device, offset);

    if (result != BUS_OK)
        return result;
    if (!rcc_has_clock(&rcc->device, tree.ahb_hz))
        return BUS_STOP;
    set_dividers(rcc, &tree);
    if (tree.ahb_hz != old_hz)
        sim_set_core_hz(sim, tree.ahb_hz, now);
    for (unsigned i = 0; i < RCC_F_CLOCKS; i++)
        rcc->due[i] = device_rescale(&rcc->device, rcc->due[i], now, old_hz);
    rcc_notify(&rcc->device, now);
    return BUS_OK;
}

/* Takes the clock that SW asks for as soon as it is ready. */
static enum bus_result try_switch(struct rcc_f *rcc, uint64_t now)
{
    const struct rcc_f_part *part = rcc_f_part(rcc);
    uint32_t *cfgr = &rcc->value[part->cfgr];
    uint32_t wanted = *cfgr & RCC_F_CFGR_SW;

    if (wanted == (*cfgr >> RCC_F_CFGR_SWS_SHIFT & 3) || !is_ready(rcc, part->system[wanted]))
        return BUS_OK;
    *cfgr = (*cfgr & ~(3u << RCC_F_CFGR_SWS_SHIFT)) | wanted << RCC_F_CFGR_SWS_SHIFT;
    return apply(rcc, part->map.row[part->cfgr].offset, now);
}

static enum bus_result becomes_ready(struct rcc_f *rcc, enum rcc_f_clock clock, uint64_t now)
{
    const struct rcc_f_part *part = rcc_f_part(rcc);
    const struct rcc_f_oscillator *row = &part->clock[clock];

    rcc->value[row->index] |= 1u << row->ready;
    if (rcc->value[part->cir] >> CIR_ENABLE_SHIFT >> row->flag & 1) {
        rcc->value[part->cir] |= 1u << row->flag;
        device_set_irq(&rcc->device, true, now);
    }
    return try_switch(rcc, now);
}

enum bus_result rcc_f_settle(struct rcc_f *rcc, uint64_t now)
{
    enum bus_result result = BUS_OK;

    while (result == BUS_OK) {
        unsigned first = 0;
        uint64_t cycle;

        for (unsigned i = 1; i < RCC_F_CLOCKS; i++)
            if (rcc->due[i] < rcc->due[first])
                first = i;
        cycle = rcc->due[first];
        if (cycle == NEVER || cycle > now)
            break;
        rcc->due[first] = NEVER;
        result = becomes_ready(rcc, (enum rcc_f_clock)first, cycle);
    }
    schedule(rcc);
    return result;
}

static enum bus_result check_pll(struct rcc_f *rcc)
{
    enum rcc_f_clock source = rcc_f_part(rcc)->pll_source(rcc);
    const char *name = rcc_f_part(rcc)->clock[source].name;
    char text[256];

    if (!is_ready(rcc, source))
        return device_reject(&rcc->device, RCC_F_CR_OFFSET, true,
                             "the PLL is switched on before its source %s is ready: wait for "
                             "%sRDY",
                             name, name);
    if (!rcc_f_part(rcc)->pll_allowed(rcc, text, sizeof text))
        return device_reject(&rcc->device, RCC_F_CR_OFFSET, true, "%s", text);
    return BUS_OK;
}

static enum bus_result check_hse(struct rcc_f *rcc, uint32_t cr)
{
    uint32_t parameter = rcc->device.parameter;
    const char *reason = NULL;

    if (HSE_HZ(parameter) == 0)
        reason = "this board has no crystal or clock on OSC_IN: use HSI instead of HSE";
    else if (HSE_IS_INPUT(parameter) && !(cr & CR_HSEBYP))
        reason = "this board feeds OSC_IN with a clock and has no crystal: set HSEBYP before HSEON";
    else if (!HSE_IS_INPUT(parameter) && (cr & CR_HSEBYP))
        reason = "this board has a crystal: with HSEBYP its oscillator stays off";
    return reason ? device_reject(&rcc->device, RCC_F_CR_OFFSET, true, "%s", reason) : BUS_OK;
}

static enum bus_result check_start(struct rcc_f *rcc, enum rcc_f_clock clock)
{
    if (clock == RCC_F_PLL)
        return check_pll(rcc);
    if (clock == RCC_F_HSE)
        return check_hse(rcc, rcc->value[rcc_f_part(rcc)->cr]);
    return BUS_OK;
}

/* Starts and stops the clocks of one register whose bits were old before. */
static enum bus_result start_clocks(struct rcc_f *rcc, int index, uint32_t old, uint64_t now)
{
    const struct rcc_f_part *part = rcc_f_part(rcc);
    uint32_t value = rcc->value[index];

    for (unsigned i = 0; i < RCC_F_CLOCKS; i++) {
        const struct rcc_f_oscillator *row = &part->clock[i];
        enum rcc_f_clock clock = (enum rcc_f_clock)i;
        bool was = old >> row->on & 1, is = value >> row->on & 1;
        enum bus_result result;

        if (!row->name || row->index != index || was == is)
            continue;
        result = is ? check_start(rcc, clock) : BUS_OK;
        if (result != BUS_OK)
            return result;
        rcc->value[index] &= ~(1u << row->ready);
        rcc->due[clock] = is ? now + device_cycles(&rcc->device, row->start_ns) : NEVER;
        if (clock == RCC_F_PLL && part->pll_switched)
            part->pll_switched(rcc, is, now);
    }
    schedule(rcc);
    return BUS_OK;
}

/* The hardware does not let go of a clock in use. */
static uint32_t keep_clocks_in_use(const struct rcc_f *rcc, int index, uint32_t value)
{
    const struct rcc_f_part *part = rcc_f_part(rcc);

    for (unsigned i = 0; i < RCC_F_CLOCKS; i++) {
        const struct rcc_f_oscillator *row = &part->clock[i];
        bool feeds_pll = rcc_f_pll_is_on(rcc) && part->pll_source(rcc) == i;

        if (row->name && row->index == index && (system_source(rcc) == i || feeds_pll))
            value |= rcc->value[index] & 1u << row->on;
    }
    return value;
}

static enum bus_result check_write(struct rcc_f *rcc, int index, uint32_t value)
{
    const struct rcc_f_part *part = rcc_f_part(rcc);
    uint32_t changed = value ^ rcc->value[index], offset = part->map.row[index].offset;
    enum rcc_f_clock wanted = part->system[value & RCC_F_CFGR_SW];

    if (rcc_f_pll_is_on(rcc) && (changed & part->pll_bits(index)))
        return device_reject(&rcc->device, offset, true,
                             "the PLL is on, bits 0x%08X can only be written while it is off and "
                             "PLLRDY is 0",
                             changed & part->pll_bits(index));
    if (index == part->cr && (changed & CR_HSEBYP) &&
        (is_on(rcc, RCC_F_HSE) || is_ready(rcc, RCC_F_HSE)))
        return device_reject(&rcc->device, offset, true,
                             "HSEBYP can only be written while HSE is off and HSERDY is 0");
    if (index != part->cfgr || wanted == system_source(rcc) || is_on(rcc, wanted))
        return BUS_OK;
    return device_reject(
        &rcc->device, offset, true, "SW selects %s, which is off: the switch would never come",
        oscillator(rcc, wanted) ? oscillator(rcc, wanted)->name : "a clock that this part has not");
}

enum bus_result rcc_f_store(struct rcc_f *rcc, int index, uint32_t value, uint64_t now)
{
    const struct rcc_f_part *part = rcc_f_part(rcc);
    uint32_t old = rcc->value[index];
    enum bus_result result;

    value = keep_clocks_in_use(rcc, index, value);
    result = check_write(rcc, index, value);
    if (result != BUS_OK)
        return result;
    rcc->value[index] = value;
    if (part->stored)
        part->stored(rcc, index);
    result = start_clocks(rcc, index, old, now);
    if (result == BUS_OK && index != part->cr && (old ^ value) != 0)
        result = apply(rcc, part->map.row[index].offset, now);
    return result == BUS_OK && index == part->cfgr ? try_switch(rcc, now) : result;
}

void rcc_f_clock_reset(struct rcc_f *rcc)
{
    struct rcc_f_tree tree = tree_of(rcc);

    /* A clock that a system reset leaves on starts anew where it was not ready (LSE). */
    for (unsigned i = 0; i < RCC_F_CLOCKS; i++) {
        enum rcc_f_clock clock = (enum rcc_f_clock)i;
        bool starts = is_on(rcc, clock) && !is_ready(rcc, clock);

        rcc->due[i] = starts ? rcc->device.sim->now +
                                   device_cycles(&rcc->device, oscillator(rcc, clock)->start_ns)
                             : NEVER;
    }
    set_dividers(rcc, &tree);
    schedule(rcc);
}
