/* TIM2 as the free-running timer of the interrupt phases: inline, because it runs inside windows.
 * SPDX-License-Identifier: MIT
 *
 * 32 bits, undivided, counts up for ever (RM0481, general-purpose timers). Channel 1 stays in its
 * reset mode, output compare without a pin, so CC1IF rises in the cycle in which CNT equals CCR1.
 */
#pragma once

#include <stdint.h>

#include "registers.h"

#define BOARD_TIMER_NAME "TIM2"
#define BOARD_TIMER_IRQ 45u
/* Where the counter is, as base and offset, for a stamp that must be one load instruction. */
#define BOARD_TIMER_BASE ((uintptr_t)TIM2)
#define BOARD_TIMER_COUNTER_OFFSET 0x24

static inline uint32_t board_timer_now(void)
{
    return TIM2->CNT;
}

static inline uint32_t board_timer_compare(void)
{
    return TIM2->CCR1;
}

static inline void board_timer_set_compare(uint32_t ticks)
{
    TIM2->CCR1 = ticks;
}

/* SR's flags are cleared by writing 0; writing 1 changes nothing. */
static inline void board_timer_clear(void)
{
    TIM2->SR = ~TIM_SR_CC1IF;
}

static inline void board_timer_enable_irq(void)
{
    TIM2->DIER = TIM_DIER_CC1IE;
}

static inline void board_timer_disable_irq(void)
{
    TIM2->DIER = 0;
}
