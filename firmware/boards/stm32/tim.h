/* A 32-bit general-purpose timer of an STM32 as the free-running timer of the interrupt phases:
 * inline, because it runs inside windows. SPDX-License-Identifier: MIT
 *
 * The including board_timer.h defines BOARD_TIM, where the timer is. Undivided, counts up for ever;
 * the same registers in every family here (RM0090, RM0091, RM0401, RM0481, general-purpose timers).
 * Channel 1 is in output compare, so CC1IF rises in the cycle in which CNT equals CCR1; it drives
 * its pin where board_timer_arm_pin is called.
 */
#pragma once

#include <stddef.h>
#include <stdint.h>

struct tim_registers {
    volatile uint32_t CR1; /* 0x00 */
    uint32_t reserved_04[2];
    volatile uint32_t DIER;  /* 0x0C */
    volatile uint32_t SR;    /* 0x10 */
    volatile uint32_t EGR;   /* 0x14 */
    volatile uint32_t CCMR1; /* 0x18 */
    uint32_t reserved_1c;
    volatile uint32_t CCER; /* 0x20 */
    volatile uint32_t CNT;  /* 0x24 */
    volatile uint32_t PSC;  /* 0x28 */
    volatile uint32_t ARR;  /* 0x2C */
    uint32_t reserved_30;
    volatile uint32_t CCR1; /* 0x34 */
};
#define TIM_CR1_CEN (1u << 0)
#define TIM_DIER_CC1IE (1u << 1)
#define TIM_SR_CC1IF (1u << 1)
#define TIM_EGR_UG (1u << 0)
#define TIM_CCMR1_OC1M_ACTIVE_ON_MATCH (1u << 4)
#define TIM_CCMR1_OC1M_FORCE_INACTIVE (4u << 4)
#define TIM_CCER_CC1E (1u << 0)

_Static_assert(offsetof(struct tim_registers, CNT) == 0x24, "TIM");
_Static_assert(offsetof(struct tim_registers, CCR1) == 0x34, "TIM");

/* Where the counter is, as base and offset, for a stamp that must be one load instruction. */
#define BOARD_TIMER_BASE ((uintptr_t)BOARD_TIM)
#define BOARD_TIMER_COUNTER_OFFSET 0x24

/* UG loads the prescaler and raises UIF, which is cleared again. */
static inline void board_timer_start(void)
{
    BOARD_TIM->PSC = 0;
    BOARD_TIM->ARR = UINT32_MAX;
    BOARD_TIM->EGR = TIM_EGR_UG;
    BOARD_TIM->SR = 0;
    BOARD_TIM->CR1 = TIM_CR1_CEN;
}

static inline uint32_t board_timer_now(void)
{
    return BOARD_TIM->CNT;
}

static inline uint32_t board_timer_compare(void)
{
    return BOARD_TIM->CCR1;
}

static inline void board_timer_set_compare(uint32_t ticks)
{
    BOARD_TIM->CCR1 = ticks;
}

/* SR's flags are cleared by writing 0; writing 1 changes nothing. */
static inline void board_timer_clear(void)
{
    BOARD_TIM->SR = ~TIM_SR_CC1IF;
}

static inline void board_timer_enable_irq(void)
{
    BOARD_TIM->DIER = TIM_DIER_CC1IE;
}

/* Channel 1's pin goes low, and high in hardware at the next compare. */
static inline void board_timer_arm_pin(void)
{
    BOARD_TIM->CCMR1 = TIM_CCMR1_OC1M_FORCE_INACTIVE;
    BOARD_TIM->CCMR1 = TIM_CCMR1_OC1M_ACTIVE_ON_MATCH;
    BOARD_TIM->CCER = TIM_CCER_CC1E;
}

static inline void board_timer_disable_irq(void)
{
    BOARD_TIM->DIER = 0;
}
