/* Kernel objects from heap_4.
 * SPDX-License-Identifier: MIT
 */
#include "bench/option_price/option_price.h"

#include "lib/check.h"

TaskHandle_t price_create_task(int index, TaskFunction_t function, const char *name,
                               UBaseType_t priority)
{
    (void)index;
    return bench_create_task(function, name, priority);
}

SemaphoreHandle_t price_create_semaphore(void)
{
    SemaphoreHandle_t semaphore = xSemaphoreCreateBinary();
    CHECK(semaphore != NULL, "a semaphore cannot be created");
    return semaphore;
}
