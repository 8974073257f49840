/* PendSV above an interrupt.
 * SPDX-License-Identifier: MIT
 */
#include "plan.h"

#define SHPR3 (*(volatile uint32_t *)0xE000ED20u)
#define PENDSV_PRIORITY (0xFFu << 16)

void plan_prepare(void)
{
    SHPR3 = (SHPR3 & ~PENDSV_PRIORITY) | (uint32_t)PLAN_LEVEL << 16;
    nvic_enable(BOARD_SOFT_A_IRQ, PLAN_LEVEL);
}
