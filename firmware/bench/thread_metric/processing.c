/* Basic processing, which calls nothing of the kernel; and the empty pass, what stamping costs.
 * SPDX-License-Identifier: MIT
 */
#include "bench/thread_metric/thread_metric.h"

#define WORDS 1024u

static volatile uint32_t array[WORDS];

static void count_only(void *argument)
{
    (void)argument;
    for (;;)
        thread_metric_count(0);
}

void thread_metric_empty(void)
{
    thread_metric_create(0, count_only, 10);
    vTaskResume(thread_metric.thread[0]);
}

static void process(void *argument)
{
    (void)argument;
    for (unsigned k = 0; k < WORDS; k++)
        array[k] = 0;
    for (;;) {
        for (unsigned k = 0; k < WORDS; k++)
            array[k] = (array[k] + thread_metric.counter[0]) ^ array[k];
        thread_metric_count(0);
    }
}

void thread_metric_basic(void)
{
    thread_metric_create(0, process, 10);
    vTaskResume(thread_metric.thread[0]);
}
