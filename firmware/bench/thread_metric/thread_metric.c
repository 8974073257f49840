/* Thread-Metric's eight tests, with every pass as a sample.
 * SPDX-License-Identifier: MIT
 */
#include "bench/thread_metric/thread_metric.h"

#include "queue.h"

#include "boards/board.h"
#include "lib/check.h"

/* The suite's test duration. */
#define SCORE_SECONDS 30u

struct thread_metric thread_metric;
void *thread_metric_queue;

struct test {
    void (*set_up)(void);
    enum result result;
    enum result_value score;
    unsigned threads;
    bool interrupts; /* the handler runs as often as the threads count */
};

static const struct test tests[] = {
    {thread_metric_empty, RESULT_EMPTY, VALUES, 1, false},
    {thread_metric_basic, RESULT_BASIC, VALUE_BASIC_SCORE, 1, false},
    {thread_metric_cooperative, RESULT_COOPERATIVE, VALUE_COOPERATIVE_SCORE, 5, false},
    {thread_metric_preemptive, RESULT_PREEMPTIVE, VALUE_PREEMPTIVE_SCORE, 5, false},
    {thread_metric_interrupt, RESULT_INTERRUPT, VALUE_INTERRUPT_SCORE, 1, true},
    {thread_metric_interrupt_preemption, RESULT_INTERRUPT_PREEMPTION,
     VALUE_INTERRUPT_PREEMPTION_SCORE, 2, true},
    {thread_metric_message, RESULT_MESSAGE, VALUE_MESSAGE_SCORE, 1, false},
    {thread_metric_synchronization, RESULT_SYNCHRONIZATION, VALUE_SYNCHRONIZATION_SCORE, 1, false},
    {thread_metric_memory, RESULT_MEMORY, VALUE_MEMORY_SCORE, 1, false},
};
#define TESTS (sizeof tests / sizeof tests[0])

void thread_metric_create(unsigned k, TaskFunction_t function, unsigned priority_of_suite)
{
    thread_metric.thread[k] = bench_create_task(function, "thread", PRIORITY(priority_of_suite));
    vTaskSuspend(thread_metric.thread[k]);
}

/* The suite prints an error where a counter is not within 1 of the mean; here the run ends. */
static void check_counters(const struct test *test)
{
    uint32_t low = UINT32_MAX, high = 0;
    for (unsigned k = 0; k < test->threads; k++) {
        uint32_t count = thread_metric.counter[k];
        low = count < low ? count : low;
        high = count > high ? count : high;
    }
    if (test->interrupts) {
        uint32_t served = thread_metric_served();
        low = served < low ? served : low;
        high = served > high ? served : high;
    }
    CHECK(low != 0, "a thread has never counted");
    CHECK(high - low <= 1, "the threads' counters differ by more than 1");
}

static void delete_threads(void)
{
    for (unsigned k = 0; k < THREADS_MAX; k++)
        if (thread_metric.thread[k] != NULL)
            bench_delete_task(thread_metric.thread[k]);
    if (thread_metric_queue != NULL)
        vQueueDelete(thread_metric_queue);
    thread_metric_queue = NULL;
}

/* Passes in SCORE_SECONDS at the mean of the samples, ticks of the kernel included. */
static uint32_t score_of(const uint32_t *ticks, uint32_t n)
{
    uint64_t sum = 0;
    for (uint32_t i = 0; i < n; i++)
        sum += ticks[i];
    return (uint32_t)((uint64_t)board_core_hz() * SCORE_SECONDS * n / sum);
}

static uint32_t run(const struct test *test)
{
    uint32_t n = result_samples(test->result);
    thread_metric = (struct thread_metric){.passes = bench_passes_of(n)};
    bench_settle();
    test->set_up();
    ulTaskNotifyTake(pdTRUE, portMAX_DELAY);
    thread_metric_stop_serving();
    check_counters(test);
    delete_threads();
    CHECK(thread_metric.passes.done == thread_metric.passes.wanted, "samples are missing");
    uint32_t score = score_of(samples[0], n);
    result_print(test->result, samples[0], n);
    return score;
}

void bench_run(void)
{
    uint32_t score[TESTS];
    for (unsigned k = 0; k < TESTS; k++)
        score[k] = run(&tests[k]);
    for (unsigned k = 0; k < TESTS; k++)
        if (tests[k].score != VALUES)
            result_print_value(tests[k].score, score[k]);
}
