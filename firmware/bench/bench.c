/* What the measurements share: settling, and creating tasks.
 * SPDX-License-Identifier: MIT
 */
#include "bench/bench.h"

#include "lib/check.h"

#define SETTLE_TICKS 2

__attribute__((weak)) void bench_prepare(void)
{
}

void bench_settle(void)
{
    vTaskDelay(SETTLE_TICKS);
}

TaskHandle_t bench_create_task(TaskFunction_t function, const char *name, UBaseType_t priority)
{
    TaskHandle_t task = NULL;
    CHECK(xTaskCreate(function, name, BENCH_STACK_WORDS, NULL, priority, &task) == pdPASS,
          "a task cannot be created");
    return task;
}
