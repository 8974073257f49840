/* How many bytes a context takes on a task's stack, and how much of each stack is used.
 * SPDX-License-Identifier: MIT
 */
#include "bench/context_size/context_size.h"

#include "lib/check.h"

static volatile uint32_t psp;

/* The top of the stack is the first member of a TCB: the ports' assembly relies on that too. */
uint32_t context_bytes(TaskHandle_t task, uint32_t psp_before)
{
    uint32_t top = (uint32_t)(uintptr_t)*(StackType_t **)(void *)task;
    CHECK(top < psp_before, "the context does not lie on the task's stack");
    return psp_before - top;
}

static void use_integers(void *argument)
{
    (void)argument;
    psp = context_psp();
    for (;;)
        taskYIELD();
}

static uint32_t stack_used(TaskHandle_t task, uint32_t words)
{
    return (words - uxTaskGetStackHighWaterMark(task)) * (uint32_t)sizeof(StackType_t);
}

void bench_run(void)
{
    TaskHandle_t task = bench_create_task(use_integers, "integers", BENCH_LOW_PRIORITY);
    bench_settle();
    result_print_value(VALUE_CONTEXT_INTEGER, context_bytes(task, psp));
    context_print_fpu();
    result_print_value(VALUE_CONTEXT_TCB, sizeof(StaticTask_t));
    result_print_value(VALUE_CONTEXT_STACK_TASK, stack_used(task, BENCH_STACK_WORDS));
    result_print_value(VALUE_CONTEXT_STACK_RUNNER, stack_used(NULL, BENCH_RUNNER_STACK_WORDS));
    result_print_value(VALUE_CONTEXT_STACK_IDLE,
                       stack_used(xTaskGetIdleTaskHandle(), configMINIMAL_STACK_SIZE));
    bench_delete_task(task);
}
