/* System response time: from a timer event to the first instruction of the task that it readies,
 * while a task below runs an endless loop. SPDX-License-Identifier: MIT
 *
 *   compare event        ISR gives        first instruction of the task
 *        |---------------- preempt_response ----------->|
 *
 * Events come an odd time after each other, so that they meet the kernel's tick everywhere. The
 * timer raises its own pin at the compare, and the task raises one behind its stamp; the code that
 * ends both pulses runs behind the window. In the first events, which are not stored, no pin moves.
 */
#include "bench/bench.h"

#include "board_timer.h"
#include "boards/board.h"
#include "lib/check.h"
#include "lib/nvic.h"
#include "lib/pins.h"
#include "lib/timebase.h"

#define PERIOD_US 211u
#define WARM_UP_EVENTS 32u
#define PATIENCE_MS 1000u

struct response {
    uint32_t *ticks;
    uint32_t events; /* warm-up included */
    uint32_t period_ticks;
    uint32_t pin_high; /* word for BSRR, 0 in the first events */
    TaskHandle_t high;
    TaskHandle_t runner;
    volatile uint32_t reference; /* compare value of the event that is under way */
    volatile uint32_t raised;
    volatile uint32_t answered;
};

static struct response response;

void board_timer_isr(void);

void board_timer_isr(void)
{
    BaseType_t woken = pdFALSE;
    board_timer_clear();
    response.reference = board_timer_compare();
    response.raised++;
    board_timer_set_compare(response.reference + response.period_ticks);
    if (response.raised == response.events)
        board_timer_disable_irq();
    vTaskNotifyGiveFromISR(response.high, &woken);
    portYIELD_FROM_ISR(woken);
}

TIMEBASE_ONE_COPY static void high(void *argument)
{
    (void)argument;
    for (uint32_t event = 0;; event++) {
        uint32_t now;
        ulTaskNotifyTake(pdTRUE, portMAX_DELAY);
        TIMEBASE_STAMP_AT(window_end_preempt_response, now, BOARD_TIMER_BASE,
                          BOARD_TIMER_COUNTER_OFFSET);
        PINS_BSRR = response.pin_high;
        response.answered = event + 1;
        CHECK(response.raised == event + 1, "an event came before the one before was answered");
        if (event >= WARM_UP_EVENTS)
            response.ticks[event - WARM_UP_EVENTS] = now - response.reference;
        PINS_BSRR = PIN_LOW(PIN_A);
        if (event + 1 >= WARM_UP_EVENTS && event + 1 < response.events) {
            response.pin_high = PIN_HIGH(PIN_A);
            board_timer_arm_pin();
        }
        if (event + 1 == response.events)
            xTaskNotifyGive(response.runner);
    }
}

static void low(void *argument)
{
    (void)argument;
    for (;;)
        ;
}

static void raise_events(void)
{
    board_timer_set_compare(board_timer_now() + response.period_ticks);
    board_timer_clear();
    nvic_enable(BOARD_TIMER_IRQ, configMAX_SYSCALL_INTERRUPT_PRIORITY);
    board_timer_enable_irq();
}

void bench_prepare(void)
{
    pins_start();
    pins_start_timer();
}

void bench_run(void)
{
    uint32_t n = result_samples(RESULT_PREEMPT_RESPONSE);
    response = (struct response){
        .ticks = samples[0],
        .events = n + WARM_UP_EVENTS,
        .period_ticks = (uint32_t)((uint64_t)board_timer_hz() * PERIOD_US / 1000000u),
        .runner = xTaskGetCurrentTaskHandle(),
    };
    bench_settle();
    response.high = bench_create_task(high, "high", BENCH_HIGH_PRIORITY);
    TaskHandle_t below = bench_create_task(low, "low", BENCH_LOW_PRIORITY);
    raise_events();
    ulTaskNotifyTake(pdTRUE, pdMS_TO_TICKS(response.events * PERIOD_US / 1000u + PATIENCE_MS));
    board_timer_disable_irq();
    nvic_disable(BOARD_TIMER_IRQ);
    bench_delete_task(below);
    bench_delete_task(response.high);
    CHECK(response.raised == response.events, "the timer has not raised all events");
    CHECK(response.answered == response.events, "the task has not answered all events");
    result_print(RESULT_PREEMPT_RESPONSE, samples[0], n);
}
