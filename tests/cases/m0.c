/* Cases of the STM32F091: its timer.
 * SPDX-License-Identifier: MIT
 */
#include "timer.h"

void cases_of_machine(void)
{
    REG(0x4002101C) |= 1; /* RCC_APB1ENR.TIM2EN */
    cases_of_timer();
}
