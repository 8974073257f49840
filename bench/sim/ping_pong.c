/* FreeRTOS: two tasks of equal priority notify each other; two switches a round.
 * SPDX-License-Identifier: MIT
 */
#include "FreeRTOS.h"
#include "task.h"

#include "kernels.h"

#define STACK_WORDS 256
static TaskHandle_t ping_task, pong_task;
static uint32_t rounds_wanted;

static void ping(void *argument)
{
    (void)argument;
    for (uint32_t round = 0; round < rounds_wanted; round++) {
        xTaskNotifyGive(pong_task);
        ulTaskNotifyTake(pdTRUE, portMAX_DELAY);
    }
    finish(0);
}

static void pong(void *argument)
{
    (void)argument;
    for (;;) {
        ulTaskNotifyTake(pdTRUE, portMAX_DELAY);
        xTaskNotifyGive(ping_task);
    }
}

uint32_t kernel_run(uint32_t rounds)
{
    rounds_wanted = rounds * 10u;
    if (xTaskCreate(pong, "pong", STACK_WORDS, NULL, 1, &pong_task) != pdPASS ||
        xTaskCreate(ping, "ping", STACK_WORDS, NULL, 1, &ping_task) != pdPASS)
        finish(1);
    vTaskStartScheduler();
    return 0;
}
