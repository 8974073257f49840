/* 100 MHz from HSI: 16 MHz / 8 = 2 MHz, x 100 = 200 MHz, / 2. SPDX-License-Identifier: MIT
 *
 * 3 wait states at 2.7 to 3.6 V (RM0401, table of wait states); APB1 at most 50 MHz, so the timers
 * of APB1 run at 100 MHz.
 */
#include "boards/stm32f4/clock_plan.h"

const struct clock_plan clock_plan = {
    .pll = true,
    .m = 8,
    .n = 100,
    .p = 2,
    .q = 5, /* 40 MHz: nothing here uses it */
    .ppre1 = 4,
    .ppre2 = 0,
    .latency = 3,
    .art = true,
    .vos = PWR_CR_VOS_F410_SCALE1,
};
