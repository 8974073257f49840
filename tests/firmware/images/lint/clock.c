/* The core at half the clock that the note states, or at that clock.
 * SPDX-License-Identifier: MIT
 */
#include "plan.h"

#define RCC_CFGR2 (*(volatile uint32_t *)0x44020C20u)
#define HPRE 15u
#define HPRE_BY_2 8u

void plan_prepare(void)
{
    RCC_CFGR2 = (RCC_CFGR2 & ~HPRE) | (PLANTED ? HPRE_BY_2 : 0);
    nvic_enable(BOARD_SOFT_A_IRQ, PLAN_LEVEL);
}
