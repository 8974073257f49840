/* What the kernel calls when its heap is exhausted.
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
