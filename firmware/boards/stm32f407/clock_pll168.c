/* 168 MHz from HSI: 16 MHz / 8 = 2 MHz, x 168 = 336 MHz, / 2. SPDX-License-Identifier: MIT
 *
 * 5 wait states at 2.7 to 3.6 V (RM0090, table of wait states); APB1 at most 42 MHz, APB2 84 MHz,
 * so the timers of APB1 run at 84 MHz.
 */
#include "boards/stm32f4/clock_plan.h"

const struct clock_plan clock_plan = {
    .pll = true,
    .m = 8,
    .n = 168,
    .p = 2,
    .q = 7, /* 48 MHz */
    .ppre1 = 5,
    .ppre2 = 4,
    .latency = 5,
    .art = true,
    .vos = PWR_CR_VOS_F407_SCALE1,
};
