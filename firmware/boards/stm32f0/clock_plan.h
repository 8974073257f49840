/* What a clock of a board asks for: data that board_init carries out. One clock_<name>.c a clock.
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include <stdbool.h>
#include <stdint.h>

/* The PLL runs from HSI (8 MHz) / 2, * multiplier. No bus is divided. */
struct clock_plan {
    bool pll; /* false: stay on HSI, as out of reset */
    uint32_t multiplier;
    uint32_t latency; /* wait states of the flash */
};

extern const struct clock_plan clock_plan;
