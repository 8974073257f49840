/* The RCC of the STM32F407 and STM32F410: registers, clocks and limits of the two parts.
 * SPDX-License-Identifier: MIT
 */
#include "sim/periph/clock_dividers.h"
#include "sim/periph/clock_f4.h"
#include "sim/periph/flash_f.h"
#include "sim/periph/periph.h"
#include "sim/periph/pwr_f.h"
#include "sim/periph/rcc_f.h"
#include "sim/state.h"

enum {
#define REGISTER(name, ...) RCC_##name,
#include "sim/periph/rcc_f4.def"
#undef REGISTER
    RCC_REGISTERS
};
_Static_assert(RCC_REGISTERS <= RCC_F_REGISTERS_MAX, "struct rcc_f holds every register");

#define AT(reset, read, write) REST_KEEP, reset, read, write
#define NONE REST_NONE, 0, 0, 0
#define REGISTER(name, offset, f407, f410) {#name, offset, f407},
static const struct register_row rows_f407[] = {
#include "sim/periph/rcc_f4.def"
};
#undef REGISTER
#define REGISTER(name, offset, f407, f410) {#name, offset, f410},
static const struct register_row rows_f410[] = {
#include "sim/periph/rcc_f4.def"
};
#undef REGISTER

#define PLLCFGR_PLLSRC (1u << 22)
#define DCKCFGR_TIMPRE (1u << 24)

static enum rcc_f_clock pll_source(const struct rcc_f *rcc)
{
    return rcc->value[RCC_PLLCFGR] & PLLCFGR_PLLSRC ? RCC_F_HSE : RCC_F_HSI;
}

static uint64_t pll_input_hz(const struct rcc_f *rcc)
{
    return rcc_f_clock_hz(rcc, pll_source(rcc));
}

static uint64_t pll_hz(const struct rcc_f *rcc)
{
    return f4_pll_hz(pll_input_hz(rcc), rcc->value[RCC_PLLCFGR]);
}

static bool pll_allowed(const struct rcc_f *rcc, char *text, size_t size)
{
    return f4_pll_allowed(pll_input_hz(rcc), rcc->value[RCC_PLLCFGR], text, size);
}

static uint32_t pll_bits(int index)
{
    return index == RCC_PLLCFGR ? UINT32_MAX : 0;
}

static void pll_switched(struct rcc_f *rcc, bool on, uint64_t now)
{
    pwr_f_pll_switched(device_named(rcc->device.sim, "pwr"), on, now);
}

static uint64_t clock_hz(const struct rcc_f *rcc, enum rcc_f_clock clock)
{
    (void)rcc;
    return clock == RCC_F_HSI ? F4_HSI_HZ : 0;
}

static void divide(const struct rcc_f *rcc, struct rcc_f_tree *tree)
{
    uint32_t cfgr = rcc->value[RCC_CFGR];

    tree->ahb_hz = tree->system_hz / clock_ahb_divider(cfgr >> 4 & 0xF);
    tree->apb1_divider = clock_apb_divider(cfgr >> 10 & 7);
    tree->apb2_divider = clock_apb_divider(cfgr >> 13 & 7);
    tree->timpre = rcc->value[RCC_DCKCFGR] & DCKCFGR_TIMPRE;
}

static bool allowed(const struct f4_limits *limits, const struct rcc_f *rcc,
                    const struct rcc_f_tree *tree, char *text, size_t size)
{
    struct sim *sim = rcc->device.sim;
    struct f4_clocks clocks = {tree->ahb_hz, tree->apb1_divider, tree->apb2_divider};
    struct f4_supply supply = {.scale = pwr_f_scale(device_named(sim, "pwr")),
                               .wait_states =
                                   flash_f_wait_states(device_named(sim, "flash_registers"))};

    return f4_clocks_allowed(limits, &clocks, &supply, text, size);
}

static bool allowed_f407(const struct rcc_f *rcc, const struct rcc_f_tree *tree, char *text,
                         size_t size)
{
    return allowed(&f4_limits_f407, rcc, tree, text, size);
}

static bool allowed_f410(const struct rcc_f *rcc, const struct rcc_f_tree *tree, char *text,
                         size_t size)
{
    return allowed(&f4_limits_f410, rcc, tree, text, size);
}

static unsigned needed_f407(const struct rcc_f *rcc, uint64_t ahb_hz)
{
    (void)rcc;
    return f4_wait_states_needed(&f4_limits_f407, ahb_hz);
}

static unsigned needed_f410(const struct rcc_f *rcc, uint64_t ahb_hz)
{
    (void)rcc;
    return f4_wait_states_needed(&f4_limits_f410, ahb_hz);
}

/* Start-up times: typical figures of ST's data sheets of the F407 and F410 from memory (HSI 2.2 us,
 * LSI 15 us; HSE and LSE those of crystals; the PLL's lies between the 75 and 300 us given for its
 * slowest and fastest VCO). */
#define CLOCKS                                                                                     \
    {                                                                                              \
        [RCC_F_HSI] = {"HSI", RCC_CR, 0, 1, 2, 2200},                                              \
        [RCC_F_HSE] = {"HSE", RCC_CR, 16, 17, 3, 2000000},                                         \
        [RCC_F_PLL] = {"PLL", RCC_CR, 24, 25, 4, 100000},                                          \
        [RCC_F_LSI] = {"LSI", RCC_CSR, 0, 1, 0, 15000},                                            \
        [RCC_F_LSE] = {"LSE", RCC_BDCR, 0, 1, 1, 2000000000},                                      \
    }

#define PART(rows_, allowed_, needed_)                                                             \
    {.map = {rows_, RCC_REGISTERS, 1},                                                             \
     .cr = RCC_CR,                                                                                 \
     .cfgr = RCC_CFGR,                                                                             \
     .cir = RCC_CIR,                                                                               \
     .bdcr = RCC_BDCR,                                                                             \
     .csr = RCC_CSR,                                                                               \
     .reset_flags = 0xFE000000,                                                                    \
     .clock = CLOCKS,                                                                              \
     .system = {RCC_F_HSI, RCC_F_HSE, RCC_F_PLL, RCC_F_CLOCKS},                                    \
     .gate = {{0x10, 0x30}, {0x14, 0x34}, {0x18, 0x38}, {0x20, 0x40}, {0x24, 0x44}},               \
     .gates = 5,                                                                                   \
     .pll_source = pll_source,                                                                     \
     .pll_hz = pll_hz,                                                                             \
     .pll_allowed = pll_allowed,                                                                   \
     .pll_bits = pll_bits,                                                                         \
     .pll_switched = pll_switched,                                                                 \
     .clock_hz = clock_hz,                                                                         \
     .divide = divide,                                                                             \
     .allowed = allowed_,                                                                          \
     .wait_states_needed = needed_}

static const struct rcc_f_part part_f407 = PART(rows_f407, allowed_f407, needed_f407);
static const struct rcc_f_part part_f410 = PART(rows_f410, allowed_f410, needed_f410);

#define RCC_CLASS(part)                                                                            \
    {.kind = "RCC",                                                                                \
     .state_size = sizeof(struct rcc_f),                                                           \
     .reset = rcc_f_reset,                                                                         \
     .read = rcc_f_read,                                                                           \
     .write = rcc_f_write,                                                                         \
     .event = rcc_f_event,                                                                         \
     .describe_clock = rcc_f_describe_clock,                                                       \
     .variant = &part}

const struct device_class rcc_f407_class = RCC_CLASS(part_f407);
const struct device_class rcc_f410_class = RCC_CLASS(part_f410);
