/* Cooperative and preemptive scheduling: five threads.
 * SPDX-License-Identifier: MIT
 */
#include "bench/thread_metric/thread_metric.h"

/* A function a thread, so that its number is a constant in the loop. */
#define RELINQUISH(k)                                                                              \
    static void relinquish_##k(void *argument)                                                     \
    {                                                                                              \
        (void)argument;                                                                            \
        for (;;) {                                                                                 \
            taskYIELD();                                                                           \
            thread_metric_count(k);                                                                \
        }                                                                                          \
    }
RELINQUISH(0)
RELINQUISH(1)
RELINQUISH(2)
RELINQUISH(3)
RELINQUISH(4)

void thread_metric_cooperative(void)
{
    static const TaskFunction_t functions[THREADS_MAX] = {
        relinquish_0, relinquish_1, relinquish_2, relinquish_3, relinquish_4,
    };
    for (unsigned k = 0; k < THREADS_MAX; k++)
        thread_metric_create(k, functions[k], 3);
    for (unsigned k = 0; k < THREADS_MAX; k++)
        vTaskResume(thread_metric.thread[k]);
}

/* Resumes the thread above, which preempts at once; counts; all but the lowest then suspend
 * themselves. */
#define RESUME_NEXT(k)                                                                             \
    static void resume_next_##k(void *argument)                                                    \
    {                                                                                              \
        (void)argument;                                                                            \
        for (;;) {                                                                                 \
            vTaskResume(thread_metric.thread[(k) + 1]);                                            \
            thread_metric_count(k);                                                                \
            if ((k) > 0)                                                                           \
                vTaskSuspend(NULL);                                                                \
        }                                                                                          \
    }
RESUME_NEXT(0)
RESUME_NEXT(1)
RESUME_NEXT(2)
RESUME_NEXT(3)

static void resume_nobody(void *argument)
{
    (void)argument;
    for (;;) {
        thread_metric_count(4);
        vTaskSuspend(NULL);
    }
}

void thread_metric_preemptive(void)
{
    thread_metric_create(0, resume_next_0, 10);
    thread_metric_create(1, resume_next_1, 9);
    thread_metric_create(2, resume_next_2, 8);
    thread_metric_create(3, resume_next_3, 7);
    thread_metric_create(4, resume_nobody, 6);
    vTaskResume(thread_metric.thread[0]);
}
