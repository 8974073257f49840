/* Tasks and semaphores of a variant, from the heap or from static memory.
 * SPDX-License-Identifier: MIT
 */
#include "bench/sem_pingpong/sem_pingpong.h"

#include "semphr.h"

#include "lib/check.h"

#define PRIORITY 10

static StackType_t stack[2][BENCH_STACK_WORDS];
static StaticTask_t task[2];
static StaticSemaphore_t semaphore[2];

static TaskHandle_t create_task(const struct variant *variant, unsigned k, TaskFunction_t function,
                                const char *name)
{
    TaskHandle_t handle = variant->is_static ? xTaskCreateStatic(function, name, BENCH_STACK_WORDS,
                                                                 NULL, PRIORITY, stack[k], &task[k])
                                             : bench_create_task(function, name, PRIORITY);
    CHECK(handle != NULL, "a task cannot be created");
    return handle;
}

static void *create_semaphore(const struct variant *variant, unsigned k)
{
    SemaphoreHandle_t handle =
        variant->is_static ? xSemaphoreCreateBinaryStatic(&semaphore[k]) : xSemaphoreCreateBinary();
    CHECK(handle != NULL, "a semaphore cannot be created");
    return handle;
}

void pingpong_create(const struct variant *variant)
{
    if (variant->semaphores) {
        pingpong.turn_a = create_semaphore(variant, 0);
        pingpong.turn_b = create_semaphore(variant, 1);
    }
    pingpong.task_a = create_task(variant, 0, variant->a, "A");
    pingpong.task_b = create_task(variant, 1, variant->b, "B");
}

void pingpong_delete(void)
{
    bench_delete_task(pingpong.task_a);
    bench_delete_task(pingpong.task_b);
    if (pingpong.turn_a != NULL) {
        vSemaphoreDelete((SemaphoreHandle_t)pingpong.turn_a);
        vSemaphoreDelete((SemaphoreHandle_t)pingpong.turn_b);
    }
}
