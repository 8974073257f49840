/* The timer of the interrupt phases: TIM2, 32 bits, on APB1.
 * SPDX-License-Identifier: MIT
 */
#pragma once

#define BOARD_TIM ((struct tim_registers *)0x40000000u)
/* In RCC_APB1ENR. */
#define BOARD_TIM_ENR_BIT RCC_APB1ENR_TIM2EN
#define BOARD_TIMER_NAME "TIM2"
#define BOARD_TIMER_IRQ 15u

#include "boards/stm32/tim.h"
