/* What a clock of a board asks for: data that board_init carries out. One clock_<name>.c a clock.
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "boards/stm32f4/registers.h"

/* The PLL runs from HSI (16 MHz): / m gives 1 to 2 MHz, * n the VCO, / p the core clock. PPREx as
 * in RCC_CFGR: 0 undivided, 4 halved, 5 quartered. */
struct clock_plan {
    bool pll; /* false: stay on HSI, as out of reset */
    uint32_t m, n, p, q;
    uint32_t ppre1, ppre2;
    uint32_t latency; /* wait states of the flash */
    bool art;         /* prefetch, instruction and data cache */
    uint32_t vos;     /* PWR_CR's field */
};

extern const struct clock_plan clock_plan;
