/* A task that computes in the FPU, which it has turned on itself. Whether its registers are saved
 * is the kernel's: PLANTED by one that was built without. SPDX-License-Identifier: MIT
 */
#include "plan.h"

#define CPACR (*(volatile uint32_t *)0xE000ED88u)
#define CP10_CP11 (0xFu << 20)

static volatile float factor = 1.5f;

void plan_prepare(void)
{
    CPACR |= CP10_CP11;
    __asm volatile("dsb\n\tisb");
    factor = factor * factor;
    nvic_enable(BOARD_SOFT_A_IRQ, PLAN_LEVEL);
}
