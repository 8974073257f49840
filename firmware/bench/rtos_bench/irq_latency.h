/* irq_entry and event_to_task: a timer's compare to its interrupt, and on to the task it wakes.
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include "bench/rtos_bench/measurement.h"

/* Runs one phase of n pairs while load runs in the background (NULL: nothing but the idle task). */
void irq_latency_measure(TaskFunction_t load, uint32_t *irq_entry, uint32_t *event_to_task,
                         uint32_t n, struct phase_counts *counts);
