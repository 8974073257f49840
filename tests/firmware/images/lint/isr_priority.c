/* An interrupt one level above the critical sections, which gives all the same.
 * SPDX-License-Identifier: MIT
 */
#include "plan.h"

void plan_prepare(void)
{
    nvic_enable(BOARD_SOFT_A_IRQ, (BOARD_SYSCALL_LEVEL - 1) << (8 - BOARD_PRIORITY_BITS));
}
