/* What interrupts, tasks and runner of irq_nesting share.
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include "bench/bench.h"

/* An ADC-like interrupt, and one of a communication line now and then, below it. */
#define ADC_PERIOD_US 50u
#define ADC_WORK_US 10u
#define COMMUNICATION_WORK_US 80u
/* Counts that the period is longer: it drifts against the tick, so that they meet everywhere. */
#define ADC_DRIFT_TICKS 7u
/* ADC events from one communication interrupt, and from one give, to the next; without a common
 * divisor, so that each give finds another interrupt at work. */
#define COMMUNICATION_EVENTS 37u
#define GIVE_EVENTS 20u

enum place { IN_ISR, IN_TASK };

struct nesting {
    enum place place; /* of the work */
    uint32_t events;
    uint32_t adc_loops, communication_loops; /* of work() */
    uint32_t period_ticks;
    TaskHandle_t runner, low, adc, communication;
    uint32_t *low_ticks, *task_ticks;
    uint32_t low_stored, task_stored, wanted;
    volatile uint32_t given_at;
    volatile bool given; /* and not yet answered */
};
extern struct nesting nesting;

/* Keeps the core busy, interrupts or not: 2 instructions a loop. */
static inline void work(uint32_t loops)
{
    __asm volatile("1:\n\tsubs %0, %0, #1\n\tbne 1b" : "+l"(loops)::"cc");
}

/* ---- interrupts.c ---- */

void interrupts_start(void);
void interrupts_stop(void);

/* ---- stack.c: the stack of the interrupts ---- */

/* Fills what is free of it. */
void stack_paint(void);
/* Bytes of it that have been used since. */
uint32_t stack_used_bytes(void);
