/* Nothing wrong but how this file is compiled: below the kernel's level, or at it.
 * SPDX-License-Identifier: MIT
 */
#include "plan.h"

void plan_interrupt(void)
{
    BaseType_t woken = pdFALSE;
    xSemaphoreGiveFromISR(plan_turn, &woken);
    portYIELD_FROM_ISR(woken);
}
