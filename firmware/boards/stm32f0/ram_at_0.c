/* SRAM at address 0 of an STM32F0, by the SYSCFG.
 * SPDX-License-Identifier: MIT
 *
 * RM0091: SYSCFG_CFGR1 (MEM_MODE), RCC_APB2ENR. AN4065: vectors at the start of SRAM.
 */
#include "boards/ram_at_0.h"

#include "boards/stm32f0/registers.h"
#include "lib/check.h"

void board_show_ram_at_0(void)
{
    RCC->APB2ENR |= RCC_APB2ENR_SYSCFGEN;
    (void)RCC->APB2ENR; /* a peripheral may be accessed two cycles after its clock is on */
    __asm volatile("dsb" ::: "memory");
    SYSCFG->CFGR1 = (SYSCFG->CFGR1 & ~SYSCFG_CFGR1_MEM_MODE_Msk) | SYSCFG_CFGR1_MEM_MODE_SRAM;
    CHECK((SYSCFG->CFGR1 & SYSCFG_CFGR1_MEM_MODE_Msk) == SYSCFG_CFGR1_MEM_MODE_SRAM,
          "SRAM does not appear at address 0");
    __asm volatile("dsb\n\tisb" ::: "memory");
}
