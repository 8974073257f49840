/* SVCall at the level of the critical sections, or at the kernel's own; an SVC outside of one.
 * SPDX-License-Identifier: MIT
 */
#include "plan.h"

#define SHPR2 (*(volatile uint32_t *)0xE000ED1Cu)

/* Of no meaning to the kernel, whose handler returns. */
void plan_prepare(void)
{
    SHPR2 = (uint32_t)(PLANTED ? PLAN_LEVEL : 0) << 24;
    __asm volatile("svc 1" ::: "memory");
    nvic_enable(BOARD_SOFT_A_IRQ, PLAN_LEVEL);
}
