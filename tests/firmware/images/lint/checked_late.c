/* Both results are looked at, behind both calls.
 * SPDX-License-Identifier: MIT
 */
#include "plan.h"

#include "lib/check.h"

void plan_create(void)
{
    plan_turn = xSemaphoreCreateBinary();
    BaseType_t created =
        xTaskCreate(plan_task, "task", configMINIMAL_STACK_SIZE, NULL, PLAN_PRIORITY, NULL);
    CHECK(plan_turn != NULL && created == pdPASS, "an object cannot be created");
}
