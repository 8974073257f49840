/* option_price_event_to_task: a timer's compare to the first instruction of the task that its
 * interrupt readies; the idle task runs meanwhile. SPDX-License-Identifier: MIT
 *
 * Events come an odd time after each other, so that they meet the kernel's tick everywhere.
 */
#include "bench/option_price/option_price.h"

#include "board_timer.h"
#include "boards/board.h"
#include "lib/check.h"
#include "lib/nvic.h"

#define PERIOD_US 1211u

struct events {
    uint32_t *ticks;
    uint32_t wanted; /* warm-up included */
    uint32_t period_ticks;
    TaskHandle_t woken, runner;
    volatile uint32_t reference; /* compare value of the event that is under way */
    volatile uint32_t raised;
    volatile uint32_t answered;
};

static struct events events;

void board_timer_isr(void);

void board_timer_isr(void)
{
    BaseType_t woken = pdFALSE;
    board_timer_clear();
    events.reference = board_timer_compare();
    events.raised++;
    board_timer_set_compare(events.reference + events.period_ticks);
    if (events.raised == events.wanted)
        board_timer_disable_irq();
    vTaskNotifyGiveFromISR(events.woken, &woken);
    portYIELD_FROM_ISR(woken);
}

TIMEBASE_ONE_COPY static void woken(void *argument)
{
    (void)argument;
    price_context();
    for (uint32_t event = 0;; event++) {
        uint32_t now;
        ulTaskNotifyTake(pdTRUE, portMAX_DELAY);
        TIMEBASE_STAMP_AT(window_end_option_price_event_to_task, now, BOARD_TIMER_BASE,
                          BOARD_TIMER_COUNTER_OFFSET);
        events.answered = event + 1;
        CHECK(events.raised == event + 1, "an event came before the one before was answered");
        if (event >= PRICE_WARM_UP)
            events.ticks[event - PRICE_WARM_UP] = now - events.reference;
        if (event + 1 == events.wanted)
            xTaskNotifyGive(events.runner);
    }
}

static void raise_events(void)
{
    board_timer_set_compare(board_timer_now() + events.period_ticks);
    board_timer_clear();
    nvic_enable(BOARD_TIMER_IRQ, configMAX_SYSCALL_INTERRUPT_PRIORITY);
    board_timer_enable_irq();
}

void price_event(void)
{
    uint32_t n = result_samples(RESULT_PRICE_EVENT);
    events = (struct events){
        .ticks = samples[0],
        .wanted = n + PRICE_WARM_UP,
        .period_ticks = (uint32_t)((uint64_t)board_timer_hz() * PERIOD_US / 1000000u),
        .runner = xTaskGetCurrentTaskHandle(),
    };
    bench_settle();
    events.woken = price_create_task(0, woken, "woken", PRICE_HIGH_PRIORITY);
    raise_events();
    ulTaskNotifyTake(pdTRUE, pdMS_TO_TICKS(events.wanted * PERIOD_US / 1000u + PRICE_PATIENCE_MS));
    board_timer_disable_irq();
    nvic_disable(BOARD_TIMER_IRQ);
    bench_delete_task(events.woken);
    CHECK(events.raised == events.wanted, "the timer has not raised all events");
    CHECK(events.answered == events.wanted, "the task has not answered all events");
    result_print(RESULT_PRICE_EVENT, samples[0], n);
}
