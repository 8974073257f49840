/* Nested interrupts, and how long they hold up PendSV and the task with the lowest priority.
 * SPDX-License-Identifier: MIT
 *
 * The low task sleeps until the next tick and reads how long ago that was. An ADC-like interrupt
 * preempts everything, a communication interrupt now and then everything but that one; both do
 * their work themselves, or wake a task for it. Now and then the ADC's interrupt gives to a task
 * above all: its wait is PendSV's, which is behind every interrupt.
 */
#include "bench/irq_nesting/irq_nesting.h"

#include "bench/irq_nesting/monitor.h"
#include "boards/board.h"
#include "lib/check.h"
#include "lib/timebase.h"

#define SYST_RVR (*(volatile uint32_t *)0xE000E014u)
#define SYST_CVR (*(volatile uint32_t *)0xE000E018u)
/* Armv7-M Architecture Reference Manual, B3.2.8: entries align the stack to 8 bytes, or to 4. */
#define SCB_CCR (*(volatile uint32_t *)0xE000ED14u)
#define SCB_CCR_STKALIGN (1u << 9)
#define CALIBRATION_LOOPS 1000u
#define PATIENCE_TICKS 100u
/* Below this a switch takes so much of a period that tasks cannot keep up. */
#define LEAST_HZ_FOR_TASKS 60000000u

/* The ADC's interrupt with its work and its give must fit into its period. */
#define LEAST_PERIOD_CYCLES 800u

struct nesting nesting;
/* How much slower everything happens on a slow core. */
static uint32_t scale;

static void finish_when_complete(void)
{
    if (nesting.low_stored == nesting.wanted && nesting.task_stored == nesting.wanted)
        xTaskNotifyGive(nesting.runner);
}

/* Stores behind the last sample only count: the other series may still be short. */
static void low(void *argument)
{
    TickType_t before = xTaskGetTickCount();
    (void)argument;
    for (;;) {
        vTaskDelay(1);
        uint32_t since = SYST_RVR + 1 - SYST_CVR;
        TickType_t tick = xTaskGetTickCount();
        CHECK(tick - before == 1, "the low task has slept through a tick");
        before = tick;
        if (nesting.low_stored == nesting.wanted)
            continue;
        nesting.low_ticks[nesting.low_stored++] = since;
        finish_when_complete();
    }
}

static void adc(void *argument)
{
    (void)argument;
    for (;;) {
        ulTaskNotifyTake(pdFALSE, portMAX_DELAY);
        uint32_t now = timebase_now();
        if (nesting.given) {
            nesting.given = false;
            if (nesting.task_stored < nesting.wanted) {
                nesting.task_ticks[nesting.task_stored++] = now - nesting.given_at;
                finish_when_complete();
            }
        }
        if (nesting.place == IN_TASK)
            work(nesting.adc_loops);
    }
}

static void communication(void *argument)
{
    (void)argument;
    for (;;) {
        ulTaskNotifyTake(pdFALSE, portMAX_DELAY);
        work(nesting.communication_loops);
    }
}

/* Loops of work() that take so long when nothing interrupts. */
static uint32_t loops_of(uint32_t us)
{
    taskENTER_CRITICAL();
    uint32_t start = timebase_now();
    work(CALIBRATION_LOOPS);
    uint32_t cycles = timebase_now() - start;
    taskEXIT_CRITICAL();
    uint32_t loops = (uint32_t)((uint64_t)(board_core_hz() / 1000000u) * us * scale *
                                CALIBRATION_LOOPS / cycles);
    CHECK(loops != 0, "the core is too slow for so short a work");
    return loops;
}

static void prepare(enum place place, uint32_t wanted)
{
    nesting = (struct nesting){
        .place = place,
        .adc_loops = loops_of(ADC_WORK_US),
        .communication_loops = loops_of(COMMUNICATION_WORK_US),
        .period_ticks = (uint32_t)((uint64_t)board_timer_hz() * ADC_PERIOD_US * scale / 1000000u) +
                        ADC_DRIFT_TICKS,
        .runner = xTaskGetCurrentTaskHandle(),
        .low_ticks = samples[0],
        .task_ticks = samples[1],
        .wanted = wanted,
    };
    bench_settle();
    nesting.adc = bench_create_task(adc, "adc", BENCH_HIGH_PRIORITY);
    nesting.communication = bench_create_task(communication, "comm", BENCH_LOW_PRIORITY);
    nesting.low = bench_create_task(low, "low", BENCH_BACKGROUND_PRIORITY);
}

static void clean_up(void)
{
    interrupts_stop();
    bench_delete_task(nesting.low);
    bench_delete_task(nesting.communication);
    bench_delete_task(nesting.adc);
    CHECK(nesting.low_stored == nesting.wanted, "the low task did not come round in time");
}

static void measure_quiet(void)
{
    uint32_t n = result_samples(RESULT_QUIET_LOW);
    prepare(IN_ISR, n);
    nesting.task_stored = n; /* nobody gives */
    ulTaskNotifyTake(pdTRUE, n + PATIENCE_TICKS);
    clean_up();
    result_print(RESULT_QUIET_LOW, samples[0], n);
}

struct figures {
    uint32_t deepest;
    uint32_t stack_bytes;
};

static struct figures measure(enum place place, enum result low_result, enum result task_result)
{
    uint32_t n = result_samples(low_result);
    prepare(place, n);
    stack_paint();
    interrupts_start();
    ulTaskNotifyTake(pdTRUE, 2 * scale * n + PATIENCE_TICKS);
    clean_up();
    CHECK(nesting.task_stored == n, "the woken task did not come round in time");
    struct figures figures = {monitor.deepest, stack_used_bytes()};
    result_print(low_result, samples[0], n);
    result_print(task_result, samples[1], n);
    return figures;
}

/* False: the core always aligns to 8 bytes (Armv6-M, Armv8-M). */
static bool align_stacks_to_4(void)
{
    SCB_CCR &= ~SCB_CCR_STKALIGN;
    return (SCB_CCR & SCB_CCR_STKALIGN) == 0;
}

void bench_run(void)
{
    struct figures in_isr, in_task = {0}, aligned_to_4 = {0};
    uint32_t cycles = board_core_hz() / 1000000u * ADC_PERIOD_US;
    scale = (LEAST_PERIOD_CYCLES + cycles - 1) / cycles;
    bool tasks_keep_up = board_core_hz() >= LEAST_HZ_FOR_TASKS;
    measure_quiet();
    in_isr = measure(IN_ISR, RESULT_ISR_LOW, RESULT_ISR_TASK);
    bool may_align_to_4 = align_stacks_to_4();
    if (may_align_to_4)
        aligned_to_4 = measure(IN_ISR, RESULT_ALIGN4_LOW, RESULT_ALIGN4_TASK);
    SCB_CCR |= SCB_CCR_STKALIGN;
    if (tasks_keep_up)
        in_task = measure(IN_TASK, RESULT_DEFERRED_LOW, RESULT_DEFERRED_TASK);
    result_print_value(VALUE_PERIOD, ADC_PERIOD_US * scale);
    result_print_value(VALUE_ISR_DEPTH, in_isr.deepest);
    result_print_value(VALUE_ISR_STACK, in_isr.stack_bytes);
    if (may_align_to_4)
        result_print_value(VALUE_ALIGN4_STACK, aligned_to_4.stack_bytes);
    if (tasks_keep_up) {
        result_print_value(VALUE_DEFERRED_DEPTH, in_task.deepest);
        result_print_value(VALUE_DEFERRED_STACK, in_task.stack_bytes);
    }
}
