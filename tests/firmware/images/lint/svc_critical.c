/* The same in a critical section: it becomes a HardFault, or is taken.
 * SPDX-License-Identifier: MIT
 */
#include "plan.h"

#define SHPR2 (*(volatile uint32_t *)0xE000ED1Cu)

void plan_prepare(void)
{
    SHPR2 = (uint32_t)(PLANTED ? PLAN_LEVEL : 0) << 24;
    taskENTER_CRITICAL();
    __asm volatile("svc 1" ::: "memory");
    taskEXIT_CRITICAL();
    nvic_enable(BOARD_SOFT_A_IRQ, PLAN_LEVEL);
}
