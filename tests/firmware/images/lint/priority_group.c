/* Half of the priority's bits do not preempt.
 * SPDX-License-Identifier: MIT
 */
#include "plan.h"

#define AIRCR (*(volatile uint32_t *)0xE000ED0Cu)
#define AIRCR_KEY (0x05FAu << 16)
#define PRIGROUP_TWO_BITS (5u << 8)

void plan_prepare(void)
{
    AIRCR = AIRCR_KEY | PRIGROUP_TWO_BITS;
    nvic_enable(BOARD_SOFT_A_IRQ, PLAN_LEVEL);
}
