/* Tasks whose stacks are used by known amounts: at least so many bytes, and not much more.
 * SPDX-License-Identifier: MIT
 *
 * Takes the place of context_size's part about the FPU. "some" has most of its stack left, "most"
 * less than an interrupt more might want.
 */
#include "bench/context_size/context_size.h"

#include "lib/check.h"

#define SOME_BYTES 400u
#define MOST_BYTES (4u * BENCH_STACK_WORDS - 142u)

static void fill(volatile uint8_t *bytes, uint32_t size)
{
    for (uint32_t i = 0; i < size; i++)
        bytes[i] = (uint8_t)i;
}

static void use_some(void *argument)
{
    (void)argument;
    volatile uint8_t bytes[SOME_BYTES];
    fill(bytes, sizeof bytes);
    vTaskSuspend(NULL);
}

static void use_most(void *argument)
{
    (void)argument;
    volatile uint8_t bytes[MOST_BYTES];
    fill(bytes, sizeof bytes);
    vTaskSuspend(NULL);
}

void context_print_fpu(void)
{
    TaskHandle_t some = bench_create_task(use_some, "some", BENCH_LOW_PRIORITY);
    TaskHandle_t most = bench_create_task(use_most, "most", BENCH_LOW_PRIORITY);
    bench_settle();
    bench_delete_task(some);
    bench_delete_task(most);
}
