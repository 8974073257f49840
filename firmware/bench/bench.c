/* What the measurements share: settling, and tasks.
 * SPDX-License-Identifier: MIT
 */
#include "bench/bench.h"

#include "lib/check.h"
#include "lib/stacks.h"

#define SETTLE_TICKS 2

__attribute__((weak)) void bench_prepare(void)
{
}

void bench_settle(void)
{
    vTaskDelay(SETTLE_TICKS);
}

struct bench_passes bench_passes_of(uint32_t n)
{
    return (struct bench_passes){
        .ticks = samples[0],
        .wanted = n + BENCH_WARM_UP_PASSES,
        .runner = xTaskGetCurrentTaskHandle(),
    };
}

TaskHandle_t bench_create_task(TaskFunction_t function, const char *name, UBaseType_t priority)
{
    TaskHandle_t task = NULL;
    CHECK(xTaskCreate(function, name, BENCH_STACK_WORDS, NULL, priority, &task) == pdPASS,
          "a task cannot be created");
    return task;
}

void bench_delete_task(TaskHandle_t task)
{
    stacks_note(task, BENCH_STACK_WORDS);
    vTaskDelete(task);
}
