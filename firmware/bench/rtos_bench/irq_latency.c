/* The timer interrupt of the phases, the task that it wakes, and what goes on around them.
 * SPDX-License-Identifier: MIT
 *
 *   compare event          ISR's first statement              task reads the timer
 *        |--- irq_entry ----->|                                       |
 *        |------------------------- event_to_task ------------------>|
 */
#include "bench/rtos_bench/irq_latency.h"

#include "board_timer.h"
#include "boards/board.h"
#include "lib/check.h"
#include "lib/nvic.h"
#include "lib/timebase.h"
#include "wire/wire.h"

/* How much longer than its samples need a phase may take before it counts as stuck. */
#define PATIENCE_MS 1000u

struct phase {
    uint32_t *irq_entry;
    uint32_t *event_to_task;
    uint32_t n;
    uint32_t period_ticks;
    TaskHandle_t receiver;
    TaskHandle_t runner;
    volatile uint32_t reference; /* compare value of the event that is under way */
    volatile uint32_t irq;
    volatile uint32_t task;
    volatile uint32_t bad;
};

static struct phase phase;

void board_timer_isr(void);

/* Serves BOARD_TIMER_IRQ. The latency includes what comes before its first statement: the entry,
 * the prologue, and the bus read itself. */
TIMEBASE_ONE_COPY void board_timer_isr(void)
{
    uint32_t now;
    TIMEBASE_STAMP_AT(window_end_irq_entry, now, BOARD_TIMER_BASE, BOARD_TIMER_COUNTER_OFFSET);
    uint32_t reference = board_timer_compare();
    uint32_t latency = now - reference;
    board_timer_clear();

    uint32_t index = phase.irq;
    if (index >= phase.n)
        return;
    bool overrun = latency >= phase.period_ticks;
    if (overrun || phase.task != index)
        phase.bad++;
    phase.irq_entry[index] = latency;
    phase.reference = reference;
    phase.irq = index + 1;
    board_timer_set_compare((overrun ? now : reference) + phase.period_ticks);
    if (index + 1 == phase.n)
        board_timer_disable_irq();

    BaseType_t woken = pdFALSE;
    vTaskNotifyGiveFromISR(phase.receiver, &woken);
    portYIELD_FROM_ISR(woken);
}

TIMEBASE_ONE_COPY static void receive(void *argument)
{
    (void)argument;
    for (;;) {
        uint32_t now;
        ulTaskNotifyTake(pdTRUE, portMAX_DELAY);
        TIMEBASE_STAMP_AT(window_end_event_to_task, now, BOARD_TIMER_BASE,
                          BOARD_TIMER_COUNTER_OFFSET);
        uint32_t index = phase.task;
        CHECK(index < phase.n, "the task is woken more often than the interrupt ran");
        phase.event_to_task[index] = now - phase.reference;
        phase.task = index + 1;
        if (index + 1 == phase.n)
            xTaskNotifyGive(phase.runner);
    }
}

static void start_events(void)
{
    board_timer_set_compare(board_timer_now() + phase.period_ticks);
    board_timer_clear();
    nvic_enable(BOARD_TIMER_IRQ, configMAX_SYSCALL_INTERRUPT_PRIORITY);
    board_timer_enable_irq();
}

static void stop_events(void)
{
    board_timer_disable_irq();
    nvic_disable(BOARD_TIMER_IRQ);
}

void irq_latency_measure(TaskFunction_t load, uint32_t *irq_entry, uint32_t *event_to_task,
                         uint32_t n, struct phase_counts *counts)
{
    uint32_t patience_ms = n * WIRE_PHASE_PERIOD_US / 1000u + PATIENCE_MS;
    phase = (struct phase){
        .irq_entry = irq_entry,
        .event_to_task = event_to_task,
        .n = n,
        .period_ticks = (uint32_t)((uint64_t)board_timer_hz() * WIRE_PHASE_PERIOD_US / 1000000u),
        .runner = xTaskGetCurrentTaskHandle(),
    };
    phase.receiver = bench_create_task(receive, "receiver", BENCH_HIGH_PRIORITY);
    TaskHandle_t background = NULL;
    if (load != NULL)
        background = bench_create_task(load, "load", BENCH_BACKGROUND_PRIORITY);

    start_events();
    ulTaskNotifyTake(pdTRUE, pdMS_TO_TICKS(patience_ms));
    stop_events();

    if (background != NULL)
        bench_delete_task(background);
    bench_delete_task(phase.receiver);
    *counts = (struct phase_counts){phase.irq, phase.task, phase.bad};
}
