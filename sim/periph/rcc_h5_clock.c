/* The STM32H5's clock tree in time: oscillators start, PLLs lock, the system clock switches.
 * SPDX-License-Identifier: MIT
 */
#include "sim/periph/rcc_h5.h"

#include "sim/periph/clock_dividers.h"
#include "sim/periph/rcc_gates.h"
#include "sim/state.h"

/* One row for each clock of enum rcc_clock. Start-up times are typical figures of ST's data sheets
 * from memory (STM32H743, DS12110, same oscillators; the H5E5's own could not be had); the HSE's
 * and LSE's are those of crystals. No figure is known for the HSI divider: a microsecond is
 * assumed, so that firmware has to wait for HSIDIVF. */
static const struct clock_row {
    const char *name;
    int index;               /* of the register */
    uint8_t on, ready, flag; /* bits: in it, in it, in CIER and CIFR */
    uint64_t start_ns;
} clock_table[RCC_CLOCKS] = {
    [RCC_HSI] = {"HSI", RCC_CR, 0, 1, 3, 2000},
    [RCC_CSI] = {"CSI", RCC_CR, 8, 9, 2, 2000},
    [RCC_HSI48] = {"HSI48", RCC_CR, 12, 13, 5, 4000},
    [RCC_HSE] = {"HSE", RCC_CR, 16, 17, 4, 2000000},
    [RCC_PLL1] = {"PLL1", RCC_CR, 24, 25, 6, 50000},
    [RCC_PLL2] = {"PLL2", RCC_CR, 26, 27, 7, 50000},
    [RCC_PLL3] = {"PLL3", RCC_CR, 28, 29, 8, 50000},
    [RCC_LSI] = {"LSI", RCC_BDCR, 26, 27, 0, 130000},
    [RCC_LSE] = {"LSE", RCC_BDCR, 0, 1, 1, 2000000000},
};
#define HSIDIV_NS 1000

/* Which clock a value of CFGR1.SW takes, and one of PLLxCFGR.PLLxSRC (0: none). */
static const enum rcc_clock switch_table[] = {RCC_HSI, RCC_CSI, RCC_HSE, RCC_PLL1};
static const enum rcc_clock pll_source_table[] = {RCC_CLOCKS, RCC_HSI, RCC_CSI, RCC_HSE};

static uint32_t bit_of(const struct rcc *rcc, enum rcc_clock clock, uint8_t bit)
{
    return rcc->value[clock_table[clock].index] >> bit & 1;
}

static bool is_on(const struct rcc *rcc, enum rcc_clock clock)
{
    return bit_of(rcc, clock, clock_table[clock].on);
}

static bool is_ready(const struct rcc *rcc, enum rcc_clock clock)
{
    return bit_of(rcc, clock, clock_table[clock].ready);
}

static enum rcc_clock system_source(const struct rcc *rcc)
{
    return switch_table[rcc->value[RCC_CFGR1] >> RCC_CFGR1_SWS_SHIFT & 3];
}

static enum rcc_clock pll_source(const struct rcc *rcc, unsigned number)
{
    return pll_source_table[rcc->value[RCC_PLL1CFGR + number] & RCC_PLL_SRC];
}

static bool pll_is_on(const struct rcc *rcc, unsigned number)
{
    enum rcc_clock clock = RCC_PLL1 + number;

    return is_on(rcc, clock) || is_ready(rcc, clock);
}

static bool feeds_a_pll(const struct rcc *rcc, enum rcc_clock clock)
{
    for (unsigned number = 0; number < RCC_PLL_COUNT; number++)
        if (pll_source(rcc, number) == clock && pll_is_on(rcc, number))
            return true;
    return false;
}

static struct h5_pll pll_of(const struct rcc *rcc, unsigned number);

static uint64_t clock_hz(const struct rcc *rcc, enum rcc_clock clock)
{
    struct h5_pll pll;

    switch (clock) {
    case RCC_HSI:
        return H5_HSI_HZ >> rcc->hsidiv;
    case RCC_CSI:
        return H5_CSI_HZ;
    case RCC_HSE:
        return rcc->device.parameter;
    case RCC_PLL1:
        pll = pll_of(rcc, 0);
        return h5_pll_p_hz(&pll);
    case RCC_HSI48:
    case RCC_PLL2:
    case RCC_PLL3:
    case RCC_LSI:
    case RCC_LSE:
    case RCC_CLOCKS:
        break;
    }
    return 0;
}

static struct h5_pll pll_of(const struct rcc *rcc, unsigned number)
{
    struct h5_pll pll = {.input_hz = clock_hz(rcc, pll_source(rcc, number)),
                         .configure = rcc->value[RCC_PLL1CFGR + number],
                         .divide = rcc->value[RCC_PLL1DIVR + 2 * number]};

    if (pll.configure & RCC_PLL_FRACEN)
        pll.fraction = rcc->fraction[number];
    return pll;
}

uint64_t rcc_h5_system_hz(const struct device *device)
{
    const struct rcc *rcc = (const struct rcc *)device;

    return clock_hz(rcc, system_source(rcc));
}

struct h5_supply h5_supply(const struct sim *sim)
{
    struct h5_supply supply = {.vos = pwr_h5_vos(device_named(sim, "pwr"))};

    flash_h5_supply(device_named(sim, "flash_registers"), &supply);
    return supply;
}

static enum bus_result reject_frequency(struct device *device, uint32_t offset, uint64_t ahb_hz,
                                        const struct h5_supply *supply, const char *text)
{
    enum bus_result result = device_reject(device, offset, true, "%s", text);
    unsigned needed = h5_wait_states_needed(ahb_hz, supply->vos);

    device->sim->stop.too_few_wait_states = needed < H5_LATENCIES && supply->wait_states < needed;
    return result;
}

enum bus_result h5_check_supply(struct device *device, uint32_t offset,
                                const struct h5_supply *supply)
{
    uint64_t system_hz = rcc_h5_system_hz(device_named(device->sim, "rcc"));
    char text[256];

    if (h5_frequency_allowed(system_hz, device->sim->core_hz, supply, text, sizeof text))
        return BUS_OK;
    return reject_frequency(device, offset, device->sim->core_hz, supply, text);
}

void rcc_h5_describe_clock(const struct device *device, struct sim_clock *clock)
{
    const struct rcc *rcc = (const struct rcc *)device;
    enum rcc_clock source = system_source(rcc);

    if (source == RCC_PLL1)
        source = pll_source(rcc, 0);
    clock->oscillator = source < RCC_CLOCKS ? clock_table[source].name : "no oscillator";
    clock->external = source == RCC_HSE;
    clock->wait_states_needed =
        h5_wait_states_needed(device->sim->core_hz, h5_supply(device->sim).vos);
}

static void set_dividers(struct rcc *rcc)
{
    uint32_t configure = rcc->value[RCC_CFGR2];
    bool timpre = rcc->value[RCC_CFGR1] & RCC_CFGR1_TIMPRE;
    uint32_t divider[CLOCK_DOMAINS] = {
        [CLOCK_AHB] = 1,
        [CLOCK_APB1] = clock_apb_divider(configure >> 4 & 7),
        [CLOCK_APB2] = clock_apb_divider(configure >> 8 & 7),
        [CLOCK_APB3] = clock_apb_divider(configure >> 12 & 7),
    };

    rcc_set_dividers(&rcc->device, divider, timpre);
}

static void schedule(struct rcc *rcc)
{
    uint64_t first = NEVER;

    for (unsigned i = 0; i < RCC_WAITS; i++)
        if (rcc->due[i] < first)
            first = rcc->due[i];
    device_schedule(&rcc->device, first);
}

/* Brings dividers and core clock to what the registers say. offset: of the register whose write is
 * the cause, for the message. */
static enum bus_result apply(struct rcc *rcc, uint32_t offset, uint64_t now)
{
    struct sim *sim = rcc->device.sim;
    struct h5_supply supply = h5_supply(sim);
    uint64_t system_hz = rcc_h5_system_hz(&rcc->device);
    uint64_t ahb_hz = system_hz / clock_ahb_divider(rcc->value[RCC_CFGR2] & 0xF);
    uint64_t old_hz = sim->core_hz;
    enum bus_result result = BUS_OK;
    char text[256];

    if (!h5_frequency_allowed(system_hz, ahb_hz, &supply, text, sizeof text))
        result = reject_frequency(&rcc->device, offset, ahb_hz, &supply, text);
    if (result != BUS_OK)
        return result;
    if (!rcc_has_clock(&rcc->device, ahb_hz))
        return BUS_STOP;
    set_dividers(rcc);
    if (ahb_hz != old_hz)
        sim_set_core_hz(sim, ahb_hz, now);
    for (unsigned i = 0; i < RCC_WAITS; i++)
        rcc->due[i] = device_rescale(&rcc->device, rcc->due[i], now, old_hz);
    rcc_notify(&rcc->device, now);
    return BUS_OK;
}

/* Takes the clock that SW asks for as soon as it is ready. */
static enum bus_result try_switch(struct rcc *rcc, uint64_t now)
{
    uint32_t wanted = rcc->value[RCC_CFGR1] & RCC_CFGR1_SW;
    uint32_t used = rcc->value[RCC_CFGR1] >> RCC_CFGR1_SWS_SHIFT & 3;
    enum rcc_clock clock = switch_table[wanted];

    if (wanted == used || !is_ready(rcc, clock))
        return BUS_OK;
    rcc->value[RCC_CFGR1] = (rcc->value[RCC_CFGR1] & ~RCC_CFGR1_SWS) | wanted
                                                                           << RCC_CFGR1_SWS_SHIFT;
    return apply(rcc, RCC_CFGR1_OFFSET, now);
}

static enum bus_result becomes_ready(struct rcc *rcc, enum rcc_clock clock, uint64_t now)
{
    const struct clock_row *row = &clock_table[clock];

    rcc->value[row->index] |= 1u << row->ready;
    if (rcc->value[RCC_CIER] & 1u << row->flag) {
        rcc->value[RCC_CIFR] |= 1u << row->flag;
        device_set_irq(&rcc->device, true, now);
    }
    return try_switch(rcc, now);
}

static enum bus_result divider_changes(struct rcc *rcc, uint64_t now)
{
    rcc->hsidiv = (rcc->value[RCC_CR] & RCC_CR_HSIDIV) >> RCC_CR_HSIDIV_SHIFT;
    rcc->value[RCC_CR] |= RCC_CR_HSIDIVF;
    return system_source(rcc) == RCC_HSI ? apply(rcc, RCC_CR_OFFSET, now) : BUS_OK;
}

enum bus_result rcc_settle(struct rcc *rcc, uint64_t now)
{
    enum bus_result result = BUS_OK;

    while (result == BUS_OK) {
        unsigned first = 0;
        uint64_t cycle;

        for (unsigned i = 1; i < RCC_WAITS; i++)
            if (rcc->due[i] < rcc->due[first])
                first = i;
        cycle = rcc->due[first];
        if (cycle == NEVER || cycle > now)
            break;
        rcc->due[first] = NEVER;
        result = first == RCC_WAIT_HSIDIV ? divider_changes(rcc, cycle)
                                          : becomes_ready(rcc, (enum rcc_clock)first, cycle);
    }
    schedule(rcc);
    return result;
}

static enum bus_result check_pll(struct rcc *rcc, unsigned number, uint32_t offset)
{
    struct h5_pll pll = pll_of(rcc, number);
    enum rcc_clock source = pll_source(rcc, number);
    char text[256];

    if (source == RCC_CLOCKS)
        return device_reject(&rcc->device, offset, true,
                             "PLL%u is switched on without a source: set PLL%uSRC", number + 1,
                             number + 1);
    if (!is_ready(rcc, source))
        return device_reject(&rcc->device, offset, true,
                             "PLL%u is switched on before its source %s is ready: wait for %sRDY",
                             number + 1, clock_table[source].name, clock_table[source].name);
    if (!h5_pll_allowed(&pll, number + 1, text, sizeof text))
        return device_reject(&rcc->device, offset, true, "%s", text);
    return BUS_OK;
}

/* Starts and stops the clocks of one register whose on bits have become those of value. */
static enum bus_result start_clocks(struct rcc *rcc, int index, uint32_t value, uint64_t now)
{
    uint32_t old = rcc->value[index];

    rcc->value[index] = value;
    for (unsigned clock = 0; clock < RCC_CLOCKS; clock++) {
        const struct clock_row *row = &clock_table[clock];
        bool was = old >> row->on & 1, is = value >> row->on & 1;

        if (row->index != index || was == is)
            continue;
        if (is && clock >= RCC_PLL1 && clock <= RCC_PLL3) {
            enum bus_result result = check_pll(rcc, clock - RCC_PLL1, RCC_CR_OFFSET);
            if (result != BUS_OK)
                return result;
        }
        rcc->value[index] &= ~(1u << row->ready);
        rcc->due[clock] = is ? now + device_cycles(&rcc->device, row->start_ns) : NEVER;
    }
    schedule(rcc);
    return BUS_OK;
}

enum bus_result rcc_write_cr(struct rcc *rcc, uint32_t value, uint64_t now)
{
    uint32_t old = rcc->value[RCC_CR];

    /* The hardware does not let go of a clock in use, nor change HSIDIV under a PLL (RM0481,
     * RCC_CR). */
    for (unsigned clock = 0; clock <= RCC_PLL1; clock++) {
        const struct clock_row *row = &clock_table[clock];
        if (system_source(rcc) == clock || feeds_a_pll(rcc, (enum rcc_clock)clock))
            value |= old & 1u << row->on;
    }
    if (feeds_a_pll(rcc, RCC_HSI))
        value = (value & ~RCC_CR_HSIDIV) | (old & RCC_CR_HSIDIV);
    if ((value & 1u << clock_table[RCC_HSE].on) && rcc->device.parameter == 0) {
        enum bus_result result = device_reject(&rcc->device, RCC_CR_OFFSET, true,
                                               "this board has no crystal or clock on OSC_IN: use "
                                               "HSI or CSI instead of HSE");
        if (result != BUS_OK)
            return result;
    }
    if ((value ^ old) & RCC_CR_HSIDIV) {
        value &= ~RCC_CR_HSIDIVF;
        rcc->due[RCC_WAIT_HSIDIV] = now + device_cycles(&rcc->device, HSIDIV_NS);
    }
    return start_clocks(rcc, RCC_CR, value, now);
}

enum bus_result rcc_write_bdcr(struct rcc *rcc, uint32_t value, uint64_t now)
{
    if (!pwr_h5_backup_writable(device_named(rcc->device.sim, "pwr")))
        return device_reject(&rcc->device, 0xF0, true,
                             "the backup domain is write-protected: set PWR_DBPCR.DBP first");
    return start_clocks(rcc, RCC_BDCR, value, now);
}

enum bus_result rcc_write_cfgr1(struct rcc *rcc, uint32_t value, uint64_t now)
{
    enum rcc_clock wanted = switch_table[value & RCC_CFGR1_SW];
    bool timers = (value ^ rcc->value[RCC_CFGR1]) & RCC_CFGR1_TIMPRE;
    enum bus_result result = BUS_OK;

    if (wanted != system_source(rcc) && !is_on(rcc, wanted))
        result = device_reject(&rcc->device, RCC_CFGR1_OFFSET, true,
                               "SW selects %s, which is off: the switch would never come",
                               clock_table[wanted].name);
    else if (wanted == RCC_PLL1 && !(rcc->value[RCC_PLL1CFGR] & RCC_PLL_PEN))
        result = device_reject(&rcc->device, RCC_CFGR1_OFFSET, true,
                               "SW selects PLL1, whose output P is off: set PLL1PEN");
    if (result != BUS_OK)
        return result;
    rcc->value[RCC_CFGR1] = value;
    if (timers)
        result = apply(rcc, RCC_CFGR1_OFFSET, now);
    return result == BUS_OK ? try_switch(rcc, now) : result;
}

enum bus_result rcc_write_cfgr2(struct rcc *rcc, uint32_t value, uint64_t now)
{
    rcc->value[RCC_CFGR2] = value;
    return apply(rcc, 0x20, now);
}

/* Bits of a PLL's registers that are fixed while it is on (RM0481). */
static uint32_t fixed_bits(int index, unsigned number)
{
    if (index >= RCC_PLL1DIVR)
        return (index - RCC_PLL1DIVR) % 2 == 0 ? UINT32_MAX : 0;
    return number == 0 ? ~RCC_PLL_FRACEN : 0xFFFF & ~RCC_PLL_FRACEN;
}

enum bus_result rcc_write_pll(struct rcc *rcc, int index, uint32_t value, uint64_t now)
{
    unsigned number =
        (unsigned)(index >= RCC_PLL1DIVR ? (index - RCC_PLL1DIVR) / 2 : index - RCC_PLL1CFGR);
    uint32_t old = rcc->value[index];
    uint32_t offset =
        index >= RCC_PLL1DIVR ? 0x34 + 4 * (uint32_t)(index - RCC_PLL1DIVR) : 0x28 + 4 * number;
    enum bus_result result = BUS_OK;

    if (pll_is_on(rcc, number) && (value ^ old) & fixed_bits(index, number))
        result = device_reject(&rcc->device, offset, true,
                               "PLL%u is on, bits 0x%08X can only be written while it is off and "
                               "PLL%uRDY is 0",
                               number + 1, (value ^ old) & fixed_bits(index, number), number + 1);
    if (result != BUS_OK)
        return result;
    rcc->value[index] = value;
    if (index > RCC_PLL3CFGR || !((value ^ old) & RCC_PLL_FRACEN))
        return BUS_OK;
    rcc->fraction[number] = rcc->value[RCC_PLL1FRACR + 2 * number] >> 3;
    if (!pll_is_on(rcc, number))
        return BUS_OK;
    result = check_pll(rcc, number, offset);
    if (result == BUS_OK && system_source(rcc) == RCC_PLL1 && number == 0)
        result = apply(rcc, offset, now);
    return result;
}

void rcc_clock_reset(struct rcc *rcc)
{
    for (unsigned i = 0; i < RCC_WAITS; i++)
        rcc->due[i] = NEVER;
    for (unsigned i = 0; i < RCC_PLL_COUNT; i++)
        rcc->fraction[i] = 0;
    rcc->hsidiv = (rcc->value[RCC_CR] & RCC_CR_HSIDIV) >> RCC_CR_HSIDIV_SHIFT;
    set_dividers(rcc);
    schedule(rcc);
}
