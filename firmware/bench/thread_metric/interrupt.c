/* Interrupt processing and interrupt preemption.
 * SPDX-License-Identifier: MIT
 */
#include "bench/thread_metric/thread_metric.h"

#include "semphr.h"

#include "lib/check.h"

static void give(void)
{
    BaseType_t woken = pdFALSE;
    xSemaphoreGiveFromISR((SemaphoreHandle_t)thread_metric_queue, &woken);
    portYIELD_FROM_ISR(woken);
}

/* The handler gives before the thread takes, so that the take never blocks. */
static void raise_and_take(void *argument)
{
    (void)argument;
    for (;;) {
        thread_metric_raise();
        CHECK(xSemaphoreTake((SemaphoreHandle_t)thread_metric_queue, 0) == pdTRUE,
              "the handler has not given");
        thread_metric_count(0);
    }
}

void thread_metric_interrupt(void)
{
    thread_metric_queue = xSemaphoreCreateBinary();
    CHECK(thread_metric_queue != NULL, "a semaphore cannot be created");
    thread_metric_create(0, raise_and_take, 10);
    thread_metric_serve(give);
    vTaskResume(thread_metric.thread[0]);
}

static void resume_above(void)
{
    portYIELD_FROM_ISR(xTaskResumeFromISR(thread_metric.thread[0]));
}

/* It counts beside the samples: a pass is what thread 1 makes. */
static void suspend_self(void *argument)
{
    (void)argument;
    for (;;) {
        thread_metric.counter[0]++;
        vTaskSuspend(NULL);
    }
}

static void raise_only(void *argument)
{
    (void)argument;
    for (;;) {
        thread_metric_raise();
        thread_metric_count(1);
    }
}

void thread_metric_interrupt_preemption(void)
{
    thread_metric_create(0, suspend_self, 3);
    thread_metric_create(1, raise_only, 10);
    thread_metric_serve(resume_above);
    vTaskResume(thread_metric.thread[1]);
}
