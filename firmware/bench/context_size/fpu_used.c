/* The context of a task that has used the FPU.
 * SPDX-License-Identifier: MIT
 */
#include "bench/context_size/context_size.h"

static volatile uint32_t psp;

static void use_fpu(void *argument)
{
    (void)argument;
    __asm volatile("vmov s0, %0" ::"r"(0) : "s0");
    psp = context_psp();
    for (;;)
        taskYIELD();
}

void context_print_fpu(void)
{
    TaskHandle_t task = bench_create_task(use_fpu, "fpu", BENCH_LOW_PRIORITY);
    bench_settle();
    result_print_value(VALUE_CONTEXT_FPU, context_bytes(task, psp));
    bench_delete_task(task);
}
