/* option_price_give_take: a binary semaphore that nobody waits for is given and taken.
 * SPDX-License-Identifier: MIT
 */
#include "bench/option_price/option_price.h"

#include "lib/check.h"

struct passes {
    uint32_t *ticks;
    uint32_t wanted; /* warm-up included */
    SemaphoreHandle_t semaphore;
    TaskHandle_t runner;
};

static struct passes passes;

TIMEBASE_ONE_COPY static void give_and_take(void *argument)
{
    (void)argument;
    price_context();
    for (uint32_t pass = 0; pass < passes.wanted; pass++) {
        uint32_t begin, end;
        TIMEBASE_STAMP(window_begin_option_price_give_take, begin);
        xSemaphoreGive(passes.semaphore);
        BaseType_t taken = xSemaphoreTake(passes.semaphore, 0);
        TIMEBASE_STAMP(window_end_option_price_give_take, end);
        CHECK(taken == pdTRUE, "a semaphore that was given cannot be taken");
        if (pass >= PRICE_WARM_UP)
            passes.ticks[pass - PRICE_WARM_UP] = end - begin;
    }
    xTaskNotifyGive(passes.runner);
    vTaskSuspend(NULL);
}

void price_give_take(void)
{
    uint32_t n = result_samples(RESULT_PRICE_GIVE_TAKE);
    passes = (struct passes){.ticks = samples[0],
                             .wanted = n + PRICE_WARM_UP,
                             .semaphore = price_create_semaphore(),
                             .runner = xTaskGetCurrentTaskHandle()};
    bench_settle();
    TaskHandle_t task = price_create_task(0, give_and_take, "passes", PRICE_LOW_PRIORITY);
    uint32_t done = ulTaskNotifyTake(pdTRUE, pdMS_TO_TICKS(PRICE_PATIENCE_MS));
    bench_delete_task(task);
    vSemaphoreDelete(passes.semaphore);
    CHECK(done != 0, "the task has not made all passes");
    result_print(RESULT_PRICE_GIVE_TAKE, samples[0], n);
}
