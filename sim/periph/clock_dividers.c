/* The dividers between the system clock, the buses and the timers.
 * SPDX-License-Identifier: MIT
 */
#include "sim/periph/clock_dividers.h"

uint32_t clock_ahb_divider(uint32_t hpre)
{
    static const uint16_t divider[] = {2, 4, 8, 16, 64, 128, 256, 512};

    return hpre < 8 ? 1 : divider[hpre - 8];
}

uint32_t clock_apb_divider(uint32_t ppre)
{
    return ppre < 4 ? 1 : 2u << (ppre - 4);
}

uint32_t clock_timer_divider(uint32_t apb_divider, bool timpre)
{
    uint32_t multiplier = timpre ? 4 : 2;

    return apb_divider <= multiplier ? 1 : apb_divider / multiplier;
}
