/* What the six components of Rhealstone share: a stamp, a store, an end.
 * SPDX-License-Identifier: MIT
 *
 * R. P. Kar, K. Porter, "Rhealstone: a real-time benchmarking proposal", Dr. Dobb's Journal,
 * February 1989, as RTEMS implements it: a loop, its time with the calls in question less its time
 * without them. Here every pass is a sample.
 */
#pragma once

#include "bench/bench.h"
#include "lib/timebase.h"

struct rhealstone {
    volatile uint32_t begin; /* the counter where the window opened */
    struct bench_passes passes;
    TaskHandle_t low, mid, high;
    void *object; /* semaphore, mutex or queue of the component; NULL: none */
};
extern struct rhealstone rhealstone;

/* The window that opened at rhealstone.begin closed at now. */
static inline void rhealstone_store(uint32_t now)
{
    bench_pass(&rhealstone.passes, now - rhealstone.begin);
}

/* A pass ends and the next begins. */
static inline void rhealstone_lap(void)
{
    uint32_t now = timebase_now();
    rhealstone_store(now);
    rhealstone.begin = now;
}

/* ---- the components: each creates its objects and tasks ---- */

void rhealstone_yield_alone(void);
void rhealstone_task_switch(void);
void rhealstone_preemption(void);
void rhealstone_interrupt_latency(void);
void rhealstone_semaphore_shuffle(void);
void rhealstone_semaphore_shuffle_bare(void);
void rhealstone_deadlock_break(void);
void rhealstone_deadlock_break_bare(void);
void rhealstone_mutex_alone(void);
void rhealstone_message_latency(void);
