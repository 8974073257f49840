/* Cases of the STM32F407: SysTick's external clock, CCR.STKALIGN, the timer.
 * SPDX-License-Identifier: MIT
 */
#include "timer.h"

/* A41: HCLK / 8, in 8,000 cycles. */
static void external_clock(void)
{
    begin();
    SYST_RVR = 0xFFFFFF;
    SYST_CVR = 0;
    SYST_CSR = 1;
    while (SYST_CVR == 0)
        ;
    uint32_t value = SYST_CVR, cycle = CYCCNT;
    while (CYCCNT - cycle < 8000)
        ;
    uint32_t ticks = value - SYST_CVR;
    CHECK("A41", ticks >= 999 && ticks <= 1003);
    SYST_CSR = 0;
}

void cases_of_machine(void)
{
    external_clock();
    REG(0x40023840) |= 1; /* RCC_APB1ENR.TIM2EN */
    cases_of_timer();
    cases_of_late_clear();
}
