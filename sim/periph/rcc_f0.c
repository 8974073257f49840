/* The RCC of the STM32F091: registers, clocks and limits of the part.
 * SPDX-License-Identifier: MIT
 */
#include "sim/periph/clock_dividers.h"
#include "sim/periph/clock_f0.h"
#include "sim/periph/flash_f.h"
#include "sim/periph/periph.h"
#include "sim/periph/rcc_f.h"
#include "sim/state.h"

enum {
#define REGISTER(name, ...) RCC_##name,
#include "sim/periph/rcc_f0.def"
#undef REGISTER
    RCC_REGISTERS
};
_Static_assert(RCC_REGISTERS <= RCC_F_REGISTERS_MAX, "struct rcc_f holds every register");

static const struct register_row rows[] = {
#define REGISTER(name, offset, rest, reset, read, write) {#name, offset, rest, reset, read, write},
#include "sim/periph/rcc_f0.def"
#undef REGISTER
};

#define CFGR_PLLSRC_SHIFT 15
#define CFGR_PLLXTPRE_SHIFT 17
#define CFGR_PLLMUL_SHIFT 18
#define CFGR_PLL_BITS 0x003F8000u
#define CFGR2_PREDIV 0xFu

/* PLLSRC: HSI / 2 without PREDIV, or a clock behind it. */
enum { PLLSRC_HSI_HALF };
static const enum rcc_f_clock pll_sources[] = {RCC_F_HSI, RCC_F_HSI, RCC_F_HSE, RCC_F_HSI48};

static uint32_t pllsrc(const struct rcc_f *rcc)
{
    return rcc->value[RCC_CFGR] >> CFGR_PLLSRC_SHIFT & 3;
}

static enum rcc_f_clock pll_source(const struct rcc_f *rcc)
{
    return pll_sources[pllsrc(rcc)];
}

static uint64_t pll_input_hz(const struct rcc_f *rcc)
{
    uint64_t hz = rcc_f_clock_hz(rcc, pll_source(rcc));

    return pllsrc(rcc) == PLLSRC_HSI_HALF ? hz / 2
                                          : hz / ((rcc->value[RCC_CFGR2] & CFGR2_PREDIV) + 1);
}

static uint32_t pllmul(const struct rcc_f *rcc)
{
    return rcc->value[RCC_CFGR] >> CFGR_PLLMUL_SHIFT & 0xF;
}

static uint64_t pll_hz(const struct rcc_f *rcc)
{
    return pll_input_hz(rcc) * f0_pll_factor(pllmul(rcc));
}

static bool pll_allowed(const struct rcc_f *rcc, char *text, size_t size)
{
    return f0_pll_allowed(pll_input_hz(rcc), pllmul(rcc), text, size);
}

static uint32_t pll_bits(int index)
{
    return index == RCC_CFGR ? CFGR_PLL_BITS : index == RCC_CFGR2 ? CFGR2_PREDIV : 0;
}

static uint64_t clock_hz(const struct rcc_f *rcc, enum rcc_f_clock clock)
{
    (void)rcc;
    switch (clock) {
    case RCC_F_HSI:
        return F0_HSI_HZ;
    case RCC_F_HSI14:
        return F0_HSI14_HZ;
    case RCC_F_HSI48:
        return F0_HSI48_HZ;
    case RCC_F_HSE:
    case RCC_F_PLL:
    case RCC_F_LSI:
    case RCC_F_LSE:
    case RCC_F_CLOCKS:
        break;
    }
    return 0;
}

static void divide(const struct rcc_f *rcc, struct rcc_f_tree *tree)
{
    uint32_t cfgr = rcc->value[RCC_CFGR];

    tree->ahb_hz = tree->system_hz / clock_ahb_divider(cfgr >> 4 & 0xF);
    tree->apb1_divider = clock_apb_divider(cfgr >> 8 & 7);
    tree->apb2_divider = tree->apb1_divider; /* one APB behind two names */
}

static bool allowed(const struct rcc_f *rcc, const struct rcc_f_tree *tree, char *text, size_t size)
{
    unsigned wait_states = flash_f_wait_states(device_named(rcc->device.sim, "flash_registers"));

    return f0_clock_allowed(tree->system_hz, tree->ahb_hz, wait_states, text, size);
}

static unsigned wait_states_needed(const struct rcc_f *rcc, uint64_t ahb_hz)
{
    (void)rcc;
    return f0_wait_states_needed(ahb_hz);
}

/* CFGR.PLLXTPRE and CFGR2.PREDIV[0] are one bit in two places (RM0091). */
static void stored(struct rcc_f *rcc, int index)
{
    uint32_t *cfgr = &rcc->value[RCC_CFGR], *cfgr2 = &rcc->value[RCC_CFGR2];

    if (index == RCC_CFGR)
        *cfgr2 = (*cfgr2 & ~1u) | (*cfgr >> CFGR_PLLXTPRE_SHIFT & 1);
    if (index == RCC_CFGR2)
        *cfgr = (*cfgr & ~(1u << CFGR_PLLXTPRE_SHIFT)) | (*cfgr2 & 1) << CFGR_PLLXTPRE_SHIFT;
}

/* Start-up times: figures of the data sheet of the STM32F091 from memory, typical where it gives
 * them, else its maximum; HSE's and LSE's are those of crystals. */
static const struct rcc_f_part part_f091 = {
    .map = {rows, RCC_REGISTERS, 1},
    .cr = RCC_CR,
    .cfgr = RCC_CFGR,
    .cir = RCC_CIR,
    .bdcr = RCC_BDCR,
    .csr = RCC_CSR,
    .reset_flags = 0xFE800000,
    .clock =
        {
            [RCC_F_HSI] = {"HSI", RCC_CR, 0, 1, 2, 2000},
            [RCC_F_HSE] = {"HSE", RCC_CR, 16, 17, 3, 2000000},
            [RCC_F_PLL] = {"PLL", RCC_CR, 24, 25, 4, 200000},
            [RCC_F_LSI] = {"LSI", RCC_CSR, 0, 1, 0, 85000},
            [RCC_F_LSE] = {"LSE", RCC_BDCR, 0, 1, 1, 2000000000},
            [RCC_F_HSI14] = {"HSI14", RCC_CR2, 0, 1, 5, 2000},
            [RCC_F_HSI48] = {"HSI48", RCC_CR2, 16, 17, 6, 6000},
        },
    .system = {RCC_F_HSI, RCC_F_HSE, RCC_F_PLL, RCC_F_HSI48},
    .gate = {{0x0C, 0x18}, {0x10, 0x1C}, {0x28, 0x14}},
    .gates = 3,
    .pll_source = pll_source,
    .pll_hz = pll_hz,
    .pll_allowed = pll_allowed,
    .pll_bits = pll_bits,
    .clock_hz = clock_hz,
    .divide = divide,
    .allowed = allowed,
    .wait_states_needed = wait_states_needed,
    .stored = stored,
};

const struct device_class rcc_f091_class = {.kind = "RCC",
                                            .state_size = sizeof(struct rcc_f),
                                            .reset = rcc_f_reset,
                                            .read = rcc_f_read,
                                            .write = rcc_f_write,
                                            .event = rcc_f_event,
                                           .describe_clock = rcc_f_describe_clock,
                                            .variant = &part_f091};
