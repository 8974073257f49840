/* 16 MHz: HSI as out of reset, no wait state, caches and prefetch off. SPDX-License-Identifier: MIT
 */
#include "boards/stm32f4/clock_plan.h"

const struct clock_plan clock_plan = {.pll = false};
