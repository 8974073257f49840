/* An interrupt that gives by the call for tasks.
 * SPDX-License-Identifier: MIT
 */
#include "plan.h"

void plan_interrupt(void)
{
    xSemaphoreGive(plan_turn);
}
