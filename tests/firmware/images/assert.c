/* Breaks a rule of the kernel, whose configASSERT ends the run with file and line.
 * SPDX-License-Identifier: MIT
 */
#include "application.h"

#include "FreeRTOS.h"
#include "task.h"

static void nothing(void *argument)
{
    (void)argument;
}

/* A priority that does not exist. */
void application_start(void)
{
    (void)xTaskCreate(nothing, "nothing", configMINIMAL_STACK_SIZE, NULL, configMAX_PRIORITIES,
                      NULL);
}
