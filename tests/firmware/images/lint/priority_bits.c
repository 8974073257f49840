/* A level that nobody has shifted to where the core has its bits: what is left is 0. The interrupt
 * leaves the kernel alone.
 * SPDX-License-Identifier: MIT
 */
#include "plan.h"

void plan_prepare(void)
{
    nvic_enable(BOARD_SOFT_A_IRQ, BOARD_SYSCALL_LEVEL);
}

void plan_interrupt(void)
{
}
