/* What the tests of Thread-Metric share: threads, their counters, and a stamp at each count.
 * SPDX-License-Identifier: MIT
 *
 * The suite counts passes for 30 s. Here the cycle counter is read at each count, and a sample is
 * the difference of two reads: so every pass is seen, and the suite's score follows from their sum.
 * What the stamping adds to a pass is measured as a test of its own, and not subtracted.
 */
#pragma once

#include "bench/bench.h"
#include "lib/timebase.h"

#define THREADS_MAX 5

/* The suite's priorities, 1 the highest, in the kernel's order. */
#define PRIORITY(of_suite) (BENCH_HIGH_PRIORITY - (of_suite))

struct thread_metric {
    volatile uint32_t counter[THREADS_MAX]; /* each has one writer */
    TaskHandle_t thread[THREADS_MAX];
    uint32_t before; /* the counter at the count before */
    struct bench_passes passes;
};
extern struct thread_metric thread_metric;

/* Thread k has made a pass. */
static inline void thread_metric_count(unsigned k)
{
    struct thread_metric *t = &thread_metric;
    uint32_t now = timebase_now();
    t->counter[k]++;
    bench_pass(&t->passes, now - t->before);
    t->before = now;
}

/* Creates thread k, suspended. The runner is above it, so that it has not run. */
void thread_metric_create(unsigned k, TaskFunction_t function, unsigned priority_of_suite);

/* ---- the tests: each creates its threads and resumes those that it starts with ---- */

void thread_metric_empty(void);
void thread_metric_basic(void);
void thread_metric_cooperative(void);
void thread_metric_preemptive(void);
void thread_metric_interrupt(void);
void thread_metric_interrupt_preemption(void);
void thread_metric_message(void);
void thread_metric_synchronization(void);
void thread_metric_memory(void);

/* ---- lines that software pends: interrupts.c ---- */

/* Lets handler serve the line. */
void thread_metric_serve(void (*handler)(void));
/* Pends it; the handler has run when this returns. */
void thread_metric_raise(void);
/* Times that the handler has run. */
uint32_t thread_metric_served(void);
void thread_metric_stop_serving(void);

/* The kernel object of a test, deleted behind it; NULL: none. */
extern void *thread_metric_queue;
