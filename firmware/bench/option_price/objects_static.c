/* Kernel objects in static memory, the stacks of tasks where the image's linker script has them.
 * SPDX-License-Identifier: MIT
 *
 * The stack of the runner, which sleeps in every window, stays in the heap.
 */
#include "bench/option_price/option_price.h"

#include "lib/check.h"

#define TASK_STACK __attribute__((section(".task_stacks"), aligned(8)))

static StackType_t stacks[PRICE_TASKS][BENCH_STACK_WORDS] TASK_STACK;
static StackType_t idle_stack[configMINIMAL_STACK_SIZE] TASK_STACK;
static StaticTask_t tasks[PRICE_TASKS], idle_task;
static StaticSemaphore_t semaphore;

TaskHandle_t price_create_task(int index, TaskFunction_t function, const char *name,
                               UBaseType_t priority)
{
    TaskHandle_t task = xTaskCreateStatic(function, name, BENCH_STACK_WORDS, NULL, priority,
                                          stacks[index], &tasks[index]);
    CHECK(task != NULL, "a task cannot be created");
    return task;
}

SemaphoreHandle_t price_create_semaphore(void)
{
    return xSemaphoreCreateBinaryStatic(&semaphore);
}

void vApplicationGetIdleTaskMemory(StaticTask_t **task, StackType_t **stack,
                                   configSTACK_DEPTH_TYPE *words)
{
    *task = &idle_task;
    *stack = idle_stack;
    *words = configMINIMAL_STACK_SIZE;
}
