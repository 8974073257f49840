/* What the measurements of option_price share; the parts that an option chooses by file.
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include "bench/bench.h"

#include "semphr.h"

#include "lib/timebase.h"

/* Fewer than 32, so that the kernel can select by CLZ. */
#define PRICE_HIGH_PRIORITY 12
#define PRICE_LOW_PRIORITY 11

#define PRICE_WARM_UP 32u
#define PRICE_PATIENCE_MS 2000u

/* Tasks that a measurement has at a time. */
#define PRICE_TASKS 2

/* One of the measurements; each prints its result. */
void price_switch(void);
void price_notify(void);
void price_give_take(void);
void price_tick(void);
void price_event(void);

/* ---- objects_<part>.c: where kernel objects come from ---- */

/* Creates task number index, 0 to PRICE_TASKS - 1, or ends the run. The number is free again when
 * the task is deleted. */
TaskHandle_t price_create_task(int index, TaskFunction_t function, const char *name,
                               UBaseType_t priority);
/* An empty binary semaphore, or the end of the run. For one measurement. */
SemaphoreHandle_t price_create_semaphore(void);

/* ---- context_<part>.c: what a task's context holds ---- */

/* Called by each task first. */
void price_context(void);
