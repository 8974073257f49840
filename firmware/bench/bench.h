/* What a measurement looks like to the runner, and the priorities that measurements use.
 * SPDX-License-Identifier: MIT
 *
 * A measurement runs in the runner's task: it creates its tasks, sleeps while they work, and
 * returns when the samples are in the store and the tasks are gone. It prints nothing.
 */
#pragma once

#include <stdint.h>

#include "FreeRTOS.h"
#include "task.h"

/* Above everything that it measures; it sleeps in every window. */
#define BENCH_RUNNER_PRIORITY 50
#define BENCH_HIGH_PRIORITY 42
#define BENCH_LOW_PRIORITY 41
#define BENCH_BACKGROUND_PRIORITY 10

/* Counts of an interrupt phase: interrupts served, task wake-ups, and broken pairs. */
struct bench_phase_counts {
    uint32_t irq;
    uint32_t task;
    uint32_t bad;
};

/* Fills ticks with n samples. */
typedef void bench_metric(uint32_t *ticks, uint32_t n);
/* Fills both columns with up to n pairs and says how many there are. */
typedef void bench_phase(uint32_t *irq_entry, uint32_t *event_to_task, uint32_t n,
                         struct bench_phase_counts *counts);

#define BENCH_METRIC(id, function) bench_metric function;
#define BENCH_PHASE(id, function) bench_phase function;
#include "benches.def"
#undef BENCH_METRIC
#undef BENCH_PHASE

/* Creates a task or ends the run. */
TaskHandle_t bench_create_task(TaskFunction_t function, const char *name, UBaseType_t priority);
