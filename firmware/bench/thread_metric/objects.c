/* Message, synchronization and memory: one thread and one kernel object, nothing ever blocks.
 * SPDX-License-Identifier: MIT
 */
#include <string.h>

#include "bench/thread_metric/thread_metric.h"

#include "semphr.h"

#include "lib/check.h"

#define MESSAGE_WORDS 4u
/* The suite gives a queue 200 bytes. */
#define MESSAGES (200u / (MESSAGE_WORDS * sizeof(uint32_t)))
#define BLOCK_BYTES 128u

static void send_and_receive(void *argument)
{
    uint32_t sent[MESSAGE_WORDS] = {0x11112222u, 0x33334444u, 0x55556666u, 0x77778888u};
    uint32_t received[MESSAGE_WORDS];
    (void)argument;
    for (;;) {
        CHECK(xQueueSend((QueueHandle_t)thread_metric_queue, sent, 0) == pdTRUE,
              "no place in the queue");
        CHECK(xQueueReceive((QueueHandle_t)thread_metric_queue, received, 0) == pdTRUE,
              "no message in the queue");
        CHECK(received[MESSAGE_WORDS - 1] == sent[MESSAGE_WORDS - 1], "another message came out");
        sent[MESSAGE_WORDS - 1]++;
        thread_metric_count(0);
    }
}

void thread_metric_message(void)
{
    thread_metric_queue = xQueueCreate(MESSAGES, MESSAGE_WORDS * sizeof(uint32_t));
    CHECK(thread_metric_queue != NULL, "a queue cannot be created");
    thread_metric_create(0, send_and_receive, 10);
    vTaskResume(thread_metric.thread[0]);
}

static void take_and_give(void *argument)
{
    (void)argument;
    for (;;) {
        CHECK(xSemaphoreTake((SemaphoreHandle_t)thread_metric_queue, 0) == pdTRUE,
              "the semaphore cannot be taken");
        CHECK(xSemaphoreGive((SemaphoreHandle_t)thread_metric_queue) == pdTRUE,
              "the semaphore cannot be given");
        thread_metric_count(0);
    }
}

void thread_metric_synchronization(void)
{
    thread_metric_queue = xSemaphoreCreateBinary();
    CHECK(thread_metric_queue != NULL, "a semaphore cannot be created");
    xSemaphoreGive((SemaphoreHandle_t)thread_metric_queue);
    thread_metric_create(0, take_and_give, 10);
    vTaskResume(thread_metric.thread[0]);
}

static void allocate_and_free(void *argument)
{
    (void)argument;
    for (;;) {
        void *block = pvPortMalloc(BLOCK_BYTES);
        CHECK(block != NULL, "no block is free");
        vPortFree(block);
        thread_metric_count(0);
    }
}

void thread_metric_memory(void)
{
    thread_metric_create(0, allocate_and_free, 10);
    vTaskResume(thread_metric.thread[0]);
}
