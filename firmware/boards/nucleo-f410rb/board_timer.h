/* The timer of the interrupt phases: TIM5, 32 bits, on APB1.
 * SPDX-License-Identifier: MIT
 */
#pragma once

#define BOARD_TIM ((struct tim_registers *)0x40000C00u)
/* In RCC_APB1ENR. */
#define BOARD_TIM_ENR_BIT RCC_APB1ENR_TIM5EN
#define BOARD_TIMER_NAME "TIM5"
#define BOARD_TIMER_IRQ 50u

#include "boards/stm32/tim.h"
