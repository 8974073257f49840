/* BASEPRI by a level that nobody has shifted: it masks nothing.
 * SPDX-License-Identifier: MIT
 */
#include "plan.h"

void plan_prepare(void)
{
    __asm volatile("msr basepri, %0" ::"r"(BOARD_SYSCALL_LEVEL));
    nvic_enable(BOARD_SOFT_A_IRQ, PLAN_LEVEL);
    __asm volatile("msr basepri, %0" ::"r"(0));
}
