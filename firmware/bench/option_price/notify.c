/* option_price_notify: give to a task above, to that task's first instruction.
 * SPDX-License-Identifier: MIT
 */
#include "bench/option_price/option_price.h"

#include "lib/check.h"

struct notifications {
    uint32_t *ticks;
    uint32_t wanted; /* warm-up included */
    uint32_t given;
    volatile uint32_t begin;
    volatile uint32_t taken;
    TaskHandle_t above, runner;
};

static struct notifications notifications;

TIMEBASE_ONE_COPY static void below(void *argument)
{
    (void)argument;
    price_context();
    while (notifications.given < notifications.wanted) {
        uint32_t now;
        notifications.given++;
        TIMEBASE_STAMP(window_begin_option_price_notify, now);
        notifications.begin = now;
        xTaskNotifyGive(notifications.above);
    }
    xTaskNotifyGive(notifications.runner);
    vTaskSuspend(NULL);
}

TIMEBASE_ONE_COPY static void above(void *argument)
{
    (void)argument;
    price_context();
    for (uint32_t round = 0;; round++) {
        uint32_t now;
        ulTaskNotifyTake(pdTRUE, portMAX_DELAY);
        TIMEBASE_STAMP(window_end_option_price_notify, now);
        notifications.taken = round + 1;
        CHECK(notifications.given == round + 1, "giver and taker are out of step");
        if (round >= PRICE_WARM_UP)
            notifications.ticks[round - PRICE_WARM_UP] = now - notifications.begin;
    }
}

void price_notify(void)
{
    uint32_t n = result_samples(RESULT_PRICE_NOTIFY);
    notifications = (struct notifications){
        .ticks = samples[0], .wanted = n + PRICE_WARM_UP, .runner = xTaskGetCurrentTaskHandle()};
    bench_settle();
    notifications.above = price_create_task(0, above, "above", PRICE_HIGH_PRIORITY);
    TaskHandle_t giver = price_create_task(1, below, "below", PRICE_LOW_PRIORITY);
    ulTaskNotifyTake(pdTRUE, pdMS_TO_TICKS(PRICE_PATIENCE_MS));
    bench_delete_task(giver);
    bench_delete_task(notifications.above);
    CHECK(notifications.taken == notifications.wanted, "the task above has missed a give");
    result_print(RESULT_PRICE_NOTIFY, samples[0], n);
}
