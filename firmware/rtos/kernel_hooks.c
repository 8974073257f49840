/* What the kernel calls when its heap is exhausted, or a task's stack.
 * SPDX-License-Identifier: MIT
 */
#include "FreeRTOS.h"
#include "task.h"

#include "lib/check.h"

void vApplicationMallocFailedHook(void);

void vApplicationMallocFailedHook(void)
{
    FAIL("the kernel heap is exhausted");
}

/* Only with configCHECK_FOR_STACK_OVERFLOW. */
void vApplicationStackOverflowHook(TaskHandle_t task, char *name);

void vApplicationStackOverflowHook(TaskHandle_t task, char *name)
{
    (void)task;
    FAIL(name);
}
