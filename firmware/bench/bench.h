/* What a bench looks like to the runner, and the priorities that measurements use.
 * SPDX-License-Identifier: MIT
 *
 * A bench is one image. It runs in the runner's task: for each of its results it creates its tasks,
 * sleeps while they work, and takes them away; then it prints, with lib/results.h. Nothing is
 * printed while anything is measured.
 */
#pragma once

#include <stdint.h>

#include "FreeRTOS.h"
#include "task.h"

#include "lib/results.h"
#include "lib/samples.h"

/* Above everything that it measures; it sleeps in every window. */
#define BENCH_RUNNER_PRIORITY (configMAX_PRIORITIES - 1)
#define BENCH_HIGH_PRIORITY 42
#define BENCH_LOW_PRIORITY 41
#define BENCH_BACKGROUND_PRIORITY 10
#define BENCH_STACK_WORDS 256
/* The runner formats lines and sorts samples; neither needs much. */
#define BENCH_RUNNER_STACK_WORDS 512

/* The whole bench, defined once an image: measures and prints its results in the order of its rows,
 * between DWT_READ_PAIR and END. */
void bench_run(void);

/* Called before the scheduler starts. A bench whose kernel has hooks that need hardware defines it;
 * the one of bench.c does nothing. */
void bench_prepare(void);

/* Lets some ticks pass, before each measurement. The code of a tick and of a switch is then in the
 * instruction cache, as in any system that has been running; the very first pass would put some
 * hundred cycles of cache misses into the first sample. */
void bench_settle(void);

/* ---- passes: samples behind a warm-up, stored by whichever task ends one ---- */

/* Passes before the first that is stored. */
#define BENCH_WARM_UP_PASSES 32u

struct bench_passes {
    uint32_t *ticks;
    uint32_t done;
    uint32_t wanted; /* warm-up included */
    TaskHandle_t runner;
};

/* n samples are wanted in the store's first series; the task that calls is told when they are
 * there. */
struct bench_passes bench_passes_of(uint32_t n);

/* A pass has taken so long. Behind the last one the runner, which is above everybody, takes over
 * and ends the measurement: there is no pass beyond it. */
static inline void bench_pass(struct bench_passes *passes, uint32_t ticks)
{
    if (passes->done >= BENCH_WARM_UP_PASSES)
        passes->ticks[passes->done - BENCH_WARM_UP_PASSES] = ticks;
    if (++passes->done == passes->wanted)
        xTaskNotifyGive(passes->runner);
}

/* Creates a task or ends the run. */
TaskHandle_t bench_create_task(TaskFunction_t function, const char *name, UBaseType_t priority);
/* Takes one with a stack of BENCH_STACK_WORDS away, which is not the caller, and notes how much of
 * its stack it used. */
void bench_delete_task(TaskHandle_t task);
