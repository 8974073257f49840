/* option_price_tick: what a tick that wakes nobody takes from whatever runs.
 * SPDX-License-Identifier: MIT
 *
 * Interrupts are masked until the tick's is pending, and let in between two stamps: CPSIE and ISB,
 * exception entry, the handler, and the return are in the window.
 */
#include "bench/option_price/option_price.h"

#include "lib/check.h"

/* Armv7-M Architecture Reference Manual, B3.2.4 (Armv6-M: B3.2.3, Armv8-M: D1.2): ICSR. */
#define SCB_ICSR (*(const volatile uint32_t *)0xE000ED04u)
#define SCB_ICSR_PENDSTSET (1u << 26)

#define PATIENCE_MS 4000u

struct ticks_seen {
    uint32_t *ticks;
    uint32_t wanted; /* warm-up included */
    TaskHandle_t runner;
};

static struct ticks_seen seen;

TIMEBASE_ONE_COPY static void let_ticks_in(void *argument)
{
    (void)argument;
    price_context();
    for (uint32_t tick = 0; tick < seen.wanted; tick++) {
        uint32_t begin, end;
        TickType_t before = xTaskGetTickCount();
        __asm volatile("cpsid i" ::: "memory");
        while ((SCB_ICSR & SCB_ICSR_PENDSTSET) == 0)
            ;
        TIMEBASE_STAMP(window_begin_option_price_tick, begin);
        __asm volatile("cpsie i\n\tisb" ::: "memory");
        TIMEBASE_STAMP(window_end_option_price_tick, end);
        CHECK(xTaskGetTickCount() - before == 1, "not one tick has passed");
        if (tick >= PRICE_WARM_UP)
            seen.ticks[tick - PRICE_WARM_UP] = end - begin;
    }
    xTaskNotifyGive(seen.runner);
    vTaskSuspend(NULL);
}

void price_tick(void)
{
    uint32_t n = result_samples(RESULT_PRICE_TICK);
    seen = (struct ticks_seen){
        .ticks = samples[0], .wanted = n + PRICE_WARM_UP, .runner = xTaskGetCurrentTaskHandle()};
    bench_settle();
    TaskHandle_t task = price_create_task(0, let_ticks_in, "ticks", PRICE_LOW_PRIORITY);
    uint32_t done = ulTaskNotifyTake(pdTRUE, pdMS_TO_TICKS(PATIENCE_MS));
    bench_delete_task(task);
    CHECK(done != 0, "the ticks have not come");
    result_print(RESULT_PRICE_TICK, samples[0], n);
}
