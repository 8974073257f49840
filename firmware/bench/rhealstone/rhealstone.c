/* Rhealstone's six components, every pass a sample, and the score for comparison.
 * SPDX-License-Identifier: MIT
 */
#include "bench/rhealstone/rhealstone.h"

#include "queue.h"

#include "board_soft.h"
#include "boards/board.h"
#include "lib/check.h"
#include "lib/nvic.h"

struct rhealstone rhealstone;

static void (*const set_up[RESULTS])(void) = {
    [RESULT_YIELD_ALONE] = rhealstone_yield_alone,
    [RESULT_TASK_SWITCH] = rhealstone_task_switch,
    [RESULT_PREEMPTION] = rhealstone_preemption,
    [RESULT_INTERRUPT_LATENCY] = rhealstone_interrupt_latency,
    [RESULT_SEMAPHORE_SHUFFLE] = rhealstone_semaphore_shuffle,
    [RESULT_SEMAPHORE_SHUFFLE_BARE] = rhealstone_semaphore_shuffle_bare,
    [RESULT_DEADLOCK_BREAK] = rhealstone_deadlock_break,
    [RESULT_DEADLOCK_BREAK_BARE] = rhealstone_deadlock_break_bare,
    [RESULT_MUTEX_ALONE] = rhealstone_mutex_alone,
    [RESULT_MESSAGE_LATENCY] = rhealstone_message_latency,
};

static void delete_task(TaskHandle_t task)
{
    if (task != NULL)
        bench_delete_task(task);
}

/* Mean of the samples in 1/1,000 of a cycle. */
static uint64_t measure(enum result result)
{
    uint32_t n = result_samples(result);
    uint64_t sum = 0;
    rhealstone = (struct rhealstone){.passes = bench_passes_of(n)};
    bench_settle();
    set_up[result]();
    ulTaskNotifyTake(pdTRUE, portMAX_DELAY);
    nvic_disable(BOARD_SOFT_A_IRQ);
    delete_task(rhealstone.low);
    delete_task(rhealstone.mid);
    delete_task(rhealstone.high);
    if (rhealstone.object != NULL)
        vQueueDelete(rhealstone.object);
    CHECK(rhealstone.passes.done == rhealstone.passes.wanted, "samples are missing");
    for (uint32_t i = 0; i < n; i++)
        sum += samples[0][i];
    result_print(result, samples[0], n);
    return sum * 1000u / n;
}

/* Events a second of a component that takes so long; a component that costs nothing has no
 * frequency. */
static uint64_t frequency(uint64_t millicycles)
{
    CHECK(millicycles != 0, "a component takes no time");
    return (uint64_t)board_core_hz() * 1000u / millicycles;
}

static uint64_t less(uint64_t a, uint64_t b)
{
    CHECK(a > b, "a pass with the calls takes no longer than one without");
    return a - b;
}

void bench_run(void)
{
    uint64_t mean[RESULTS];
    for (unsigned result = 0; result < RESULTS; result++)
        mean[result] = measure((enum result)result);
    uint64_t score = frequency(mean[RESULT_TASK_SWITCH]) + frequency(mean[RESULT_PREEMPTION]) +
                     frequency(mean[RESULT_INTERRUPT_LATENCY]) +
                     frequency(mean[RESULT_MESSAGE_LATENCY]);
    /* Two tasks take it once each in a pass. */
    score +=
        frequency(less(mean[RESULT_SEMAPHORE_SHUFFLE], mean[RESULT_SEMAPHORE_SHUFFLE_BARE]) / 2u);
    score += frequency(less(mean[RESULT_DEADLOCK_BREAK], mean[RESULT_DEADLOCK_BREAK_BARE]));
    result_print_value(VALUE_SCORE, (uint32_t)score);
}
