/* 48 MHz from HSI: 8 MHz / 2 = 4 MHz, x 12. 1 wait state above 24 MHz (RM0091, FLASH_ACR).
 * SPDX-License-Identifier: MIT
 */
#include "boards/stm32f0/clock_plan.h"

const struct clock_plan clock_plan = {.pll = true, .multiplier = 12, .latency = 1};
