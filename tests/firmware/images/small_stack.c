/* Gives up on the smallest stack there is, the idle task's size; the reason must come through.
 * SPDX-License-Identifier: MIT
 */
#include "application.h"

#include "FreeRTOS.h"
#include "task.h"

#include "lib/check.h"

static void give_up(void *argument)
{
    (void)argument;
    check_failed_with(__FILE__, __LINE__, "a small stack is enough for", 0x900D900Du);
}

void application_start(void)
{
    CHECK(xTaskCreate(give_up, "small", configMINIMAL_STACK_SIZE, NULL, 1, NULL) == pdPASS,
          "the task cannot be created");
}
