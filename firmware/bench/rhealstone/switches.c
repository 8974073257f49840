/* Task switch, preemption and interrupt latency: one window each.
 * SPDX-License-Identifier: MIT
 */
#include "bench/rhealstone/rhealstone.h"

#include "board_soft.h"
#include "lib/nvic.h"

/* ---- task switch: two equal tasks yield to each other ---- */

static void yield(void *argument)
{
    (void)argument;
    for (;;) {
        rhealstone.begin = timebase_now();
        taskYIELD();
        rhealstone_store(timebase_now());
    }
}

/* The other task has stamped since; the first yield of each only reaches the other's beginning,
 * which is in the warm-up. */
void rhealstone_task_switch(void)
{
    rhealstone.low = bench_create_task(yield, "a", BENCH_LOW_PRIORITY);
    rhealstone.high = bench_create_task(yield, "b", BENCH_LOW_PRIORITY);
}

/* Nobody to yield to: what RTEMS takes off as the call. */
void rhealstone_yield_alone(void)
{
    rhealstone.low = bench_create_task(yield, "alone", BENCH_LOW_PRIORITY);
}

/* ---- preemption: a task resumes one above it ---- */

static void resume(void *argument)
{
    (void)argument;
    for (;;) {
        rhealstone.begin = timebase_now();
        vTaskResume(rhealstone.high);
    }
}

static void suspend_self(void *argument)
{
    (void)argument;
    for (;;) {
        vTaskSuspend(NULL);
        rhealstone_store(timebase_now());
    }
}

void rhealstone_preemption(void)
{
    rhealstone.high = bench_create_task(suspend_self, "high", BENCH_HIGH_PRIORITY);
    rhealstone.low = bench_create_task(resume, "low", BENCH_LOW_PRIORITY);
}

/* ---- interrupt latency: a line is pended; its handler reads the counter ---- */

static volatile uint32_t entered;

void board_soft_a_isr(void);

void board_soft_a_isr(void)
{
    entered = timebase_now();
}

static void pend(void *argument)
{
    (void)argument;
    for (;;) {
        rhealstone.begin = timebase_now();
        nvic_pend(BOARD_SOFT_A_IRQ);
        __asm volatile("dsb\n\tisb" ::: "memory");
        rhealstone_store(entered);
    }
}

void rhealstone_interrupt_latency(void)
{
    nvic_enable(BOARD_SOFT_A_IRQ, configMAX_SYSCALL_INTERRUPT_PRIORITY);
    rhealstone.low = bench_create_task(pend, "low", BENCH_LOW_PRIORITY);
}
