/* 8 MHz: HSI as out of reset, no wait state. SPDX-License-Identifier: MIT
 */
#include "boards/stm32f0/clock_plan.h"

const struct clock_plan clock_plan = {.pll = false};
