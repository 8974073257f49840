/* The STM32H5's RCC from the inside: shared by its registers and its clock tree.
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include "sim/periph/h5.h"

enum {
#define REGISTER(name, ...) RCC_##name,
#include "sim/periph/rcc_h5.def"
#undef REGISTER
    RCC_REGISTERS
};

#define RCC_CR_OFFSET 0x00
#define RCC_CFGR1_OFFSET 0x1C

#define RCC_CR_HSIDIV_SHIFT 3
#define RCC_CR_HSIDIV (3u << RCC_CR_HSIDIV_SHIFT)
#define RCC_CR_HSIDIVF (1u << 5)
#define RCC_CFGR1_SW 3u
#define RCC_CFGR1_SWS_SHIFT 3
#define RCC_CFGR1_SWS (3u << RCC_CFGR1_SWS_SHIFT)
#define RCC_CFGR1_TIMPRE (1u << 15)
#define RCC_PLL_SRC 3u
#define RCC_PLL_FRACEN (1u << 4)
#define RCC_PLL_PEN (1u << 16)

/* Oscillators and PLLs, in the order of the rows in rcc_h5_clock.c. */
enum rcc_clock {
    RCC_HSI,
    RCC_CSI,
    RCC_HSI48,
    RCC_HSE,
    RCC_PLL1,
    RCC_PLL2,
    RCC_PLL3,
    RCC_LSI,
    RCC_LSE,
    RCC_CLOCKS
};

/* Things that come after a while: a clock is ready, or (the last) the HSI divider has changed. */
#define RCC_WAIT_HSIDIV RCC_CLOCKS
#define RCC_WAITS (RCC_CLOCKS + 1)

#define RCC_PLL_COUNT 3

struct rcc {
    struct device device;
    uint32_t value[RCC_REGISTERS];
    uint64_t due[RCC_WAITS];          /* cycle, NEVER: not waiting */
    uint32_t fraction[RCC_PLL_COUNT]; /* FRACN as latched */
    unsigned hsidiv;                  /* field value in force */
};

/* describe_clock of the class. */
void rcc_h5_describe_clock(const struct device *device, struct sim_clock *clock);

/* Starts all over, with the clocks of reset. */
void rcc_clock_reset(struct rcc *rcc);

/* Lets everything happen that is due at cycle now, each at its own cycle. */
enum bus_result rcc_settle(struct rcc *rcc, uint64_t now);

/* A write to the named register, prepared. */
enum bus_result rcc_write_cr(struct rcc *rcc, uint32_t value, uint64_t now);
enum bus_result rcc_write_cfgr1(struct rcc *rcc, uint32_t value, uint64_t now);
enum bus_result rcc_write_cfgr2(struct rcc *rcc, uint32_t value, uint64_t now);
enum bus_result rcc_write_bdcr(struct rcc *rcc, uint32_t value, uint64_t now);
/* index: RCC_PLL1CFGR to RCC_PLL3FRACR */
enum bus_result rcc_write_pll(struct rcc *rcc, int index, uint32_t value, uint64_t now);
