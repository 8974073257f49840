/* Nobody looks whether the semaphore is there, and a task is about to take it.
 * SPDX-License-Identifier: MIT
 */
#include "plan.h"

#include "lib/check.h"

void plan_create(void)
{
    plan_turn = xSemaphoreCreateBinary();
    xSemaphoreTake(plan_turn, 0);
    CHECK(xTaskCreate(plan_task, "task", configMINIMAL_STACK_SIZE, NULL, PLAN_PRIORITY, NULL) ==
              pdPASS,
          "a task cannot be created");
}
