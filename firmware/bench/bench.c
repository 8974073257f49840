/* Creates the tasks of the measurements.
 * SPDX-License-Identifier: MIT
 */
#include "bench/bench.h"

#include "lib/check.h"

#define STACK_WORDS 256

TaskHandle_t bench_create_task(TaskFunction_t function, const char *name, UBaseType_t priority)
{
    TaskHandle_t task = NULL;
    CHECK(xTaskCreate(function, name, STACK_WORDS, NULL, priority, &task) == pdPASS,
          "a task cannot be created");
    return task;
}
