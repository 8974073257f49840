/* An idle task that sleeps until the next interrupt; part of the image only with FIRMWARE_IDLE_WFI.
 * SPDX-License-Identifier: MIT
 */
#include "FreeRTOS.h"
#include "task.h"

void vApplicationIdleHook(void);

void vApplicationIdleHook(void)
{
    __asm volatile("wfi");
}
