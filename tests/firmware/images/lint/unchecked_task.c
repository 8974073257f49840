/* Nobody looks whether the task is there.
 * SPDX-License-Identifier: MIT
 */
#include "plan.h"

#include "lib/check.h"

void plan_create(void)
{
    plan_turn = xSemaphoreCreateBinary();
    CHECK(plan_turn != NULL, "a semaphore cannot be created");
    (void)xTaskCreate(plan_task, "task", configMINIMAL_STACK_SIZE, NULL, PLAN_PRIORITY, NULL);
}
