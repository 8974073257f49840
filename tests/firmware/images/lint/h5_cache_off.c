/* The instruction cache is off.
 * SPDX-License-Identifier: MIT
 */
#include "plan.h"

#define ICACHE_CR (*(volatile uint32_t *)0x40030400u)
#define ICACHE_EN 1u

void plan_prepare(void)
{
    ICACHE_CR &= ~ICACHE_EN;
    nvic_enable(BOARD_SOFT_A_IRQ, PLAN_LEVEL);
}
