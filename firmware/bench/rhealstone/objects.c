/* Semaphore shuffle, deadlock break and message latency, with the passes that are to be taken off.
 * SPDX-License-Identifier: MIT
 */
#include "bench/rhealstone/rhealstone.h"

#include "semphr.h"

#include "lib/check.h"

#define SEMAPHORE ((SemaphoreHandle_t)rhealstone.object)

static void must(BaseType_t result)
{
    CHECK(result == pdTRUE, "a call of the kernel has failed");
}

/* ---- semaphore shuffle: each of two equal tasks holds the semaphore across a yield ---- */

static void take_yield_give_yield(void *argument)
{
    (void)argument;
    for (;;) {
        must(xSemaphoreTake(SEMAPHORE, portMAX_DELAY));
        taskYIELD();
        must(xSemaphoreGive(SEMAPHORE));
        taskYIELD();
        if (xTaskGetCurrentTaskHandle() == rhealstone.low)
            rhealstone_lap();
    }
}

static void yield_twice(void *argument)
{
    (void)argument;
    for (;;) {
        taskYIELD();
        taskYIELD();
        if (xTaskGetCurrentTaskHandle() == rhealstone.low)
            rhealstone_lap();
    }
}

static void create_equals(TaskFunction_t function)
{
    rhealstone.low = bench_create_task(function, "a", BENCH_LOW_PRIORITY);
    rhealstone.high = bench_create_task(function, "b", BENCH_LOW_PRIORITY);
}

void rhealstone_semaphore_shuffle(void)
{
    rhealstone.object = xSemaphoreCreateBinary();
    CHECK(rhealstone.object != NULL, "a semaphore cannot be created");
    must(xSemaphoreGive(SEMAPHORE));
    create_equals(take_yield_give_yield);
}

void rhealstone_semaphore_shuffle_bare(void)
{
    create_equals(yield_twice);
}

/* ---- deadlock break: low has the mutex that high wants, mid is ready ---- */

static void low(void *argument)
{
    (void)argument;
    for (;;) {
        if (rhealstone.object != NULL)
            must(xSemaphoreTake(SEMAPHORE, 0));
        rhealstone.begin = timebase_now();
        vTaskResume(rhealstone.mid);
        /* With the mutex: high waits for it, and low runs with high's priority. */
        if (rhealstone.object != NULL)
            must(xSemaphoreGive(SEMAPHORE));
        rhealstone_store(timebase_now());
    }
}

static void mid(void *argument)
{
    (void)argument;
    for (;;) {
        vTaskSuspend(NULL);
        vTaskResume(rhealstone.high);
    }
}

static void high(void *argument)
{
    (void)argument;
    for (;;) {
        vTaskSuspend(NULL);
        if (rhealstone.object != NULL) {
            must(xSemaphoreTake(SEMAPHORE, portMAX_DELAY));
            must(xSemaphoreGive(SEMAPHORE));
        }
    }
}

static void create_three(void)
{
    rhealstone.high = bench_create_task(high, "high", BENCH_HIGH_PRIORITY);
    rhealstone.mid = bench_create_task(mid, "mid", BENCH_LOW_PRIORITY);
    rhealstone.low = bench_create_task(low, "low", BENCH_BACKGROUND_PRIORITY);
}

void rhealstone_deadlock_break(void)
{
    rhealstone.object = xSemaphoreCreateMutex();
    CHECK(rhealstone.object != NULL, "a mutex cannot be created");
    create_three();
}

void rhealstone_deadlock_break_bare(void)
{
    create_three();
}

static void take_and_give(void *argument)
{
    (void)argument;
    for (;;) {
        rhealstone.begin = timebase_now();
        must(xSemaphoreTake(SEMAPHORE, portMAX_DELAY));
        must(xSemaphoreGive(SEMAPHORE));
        rhealstone_store(timebase_now());
    }
}

void rhealstone_mutex_alone(void)
{
    rhealstone.object = xSemaphoreCreateMutex();
    CHECK(rhealstone.object != NULL, "a mutex cannot be created");
    rhealstone.low = bench_create_task(take_and_give, "alone", BENCH_LOW_PRIORITY);
}

/* ---- message latency: 16 bytes to a task above that waits ---- */

struct message {
    uint32_t word[4];
};

static void send(void *argument)
{
    struct message message = {{1, 2, 3, 4}};
    (void)argument;
    for (;;) {
        message.word[3]++;
        rhealstone.begin = timebase_now();
        must(xQueueSend((QueueHandle_t)rhealstone.object, &message, portMAX_DELAY));
    }
}

static void receive(void *argument)
{
    struct message message;
    (void)argument;
    for (uint32_t expected = 5;; expected++) {
        must(xQueueReceive((QueueHandle_t)rhealstone.object, &message, portMAX_DELAY));
        rhealstone_store(timebase_now());
        CHECK(message.word[3] == expected, "another message came out");
    }
}

void rhealstone_message_latency(void)
{
    rhealstone.object = xQueueCreate(1, sizeof(struct message));
    CHECK(rhealstone.object != NULL, "a queue cannot be created");
    rhealstone.high = bench_create_task(receive, "high", BENCH_HIGH_PRIORITY);
    rhealstone.low = bench_create_task(send, "low", BENCH_LOW_PRIORITY);
}
