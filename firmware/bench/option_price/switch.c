/* option_price_switch: taskYIELD to the first instruction of an equal task.
 * SPDX-License-Identifier: MIT
 *
 *   one    begin, yield                           (goes on)
 *                       --- window ---
 *   other                              end, yield
 *
 * One direction only: the way back passes the end of the ready list, which costs other cycles.
 */
#include "bench/option_price/option_price.h"

#include "lib/check.h"

struct switches {
    uint32_t *ticks;
    uint32_t wanted; /* warm-up included */
    uint32_t begun;
    volatile uint32_t begin;
    volatile uint32_t ended;
    TaskHandle_t runner;
};

static struct switches switches;

TIMEBASE_ONE_COPY static void one(void *argument)
{
    (void)argument;
    price_context();
    while (switches.begun < switches.wanted) {
        uint32_t now;
        switches.begun++;
        TIMEBASE_STAMP(window_begin_option_price_switch, now);
        switches.begin = now;
        taskYIELD();
    }
    xTaskNotifyGive(switches.runner);
    vTaskSuspend(NULL);
}

/* Apart, so that the compiler has no reason to double the loop with its stamp. */
__attribute__((noinline)) static void keep(uint32_t end)
{
    uint32_t round = switches.ended++;
    CHECK(switches.begun == round + 1, "the two tasks are out of step");
    if (round >= PRICE_WARM_UP)
        switches.ticks[round - PRICE_WARM_UP] = end - switches.begin;
}

TIMEBASE_ONE_COPY static void other(void *argument)
{
    (void)argument;
    price_context();
    for (;;) {
        uint32_t now;
        TIMEBASE_STAMP(window_end_option_price_switch, now);
        keep(now);
        taskYIELD();
    }
}

void price_switch(void)
{
    uint32_t n = result_samples(RESULT_PRICE_SWITCH);
    switches = (struct switches){
        .ticks = samples[0], .wanted = n + PRICE_WARM_UP, .runner = xTaskGetCurrentTaskHandle()};
    bench_settle();
    TaskHandle_t first = price_create_task(0, one, "one", PRICE_LOW_PRIORITY);
    TaskHandle_t second = price_create_task(1, other, "other", PRICE_LOW_PRIORITY);
    ulTaskNotifyTake(pdTRUE, pdMS_TO_TICKS(PRICE_PATIENCE_MS));
    bench_delete_task(first);
    bench_delete_task(second);
    CHECK(switches.ended == switches.wanted, "the tasks have not switched as often as they should");
    result_print(RESULT_PRICE_SWITCH, samples[0], n);
}
