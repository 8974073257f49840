/* The task and the interrupt of the images for `tailchain lint`.
 * SPDX-License-Identifier: MIT
 */
#include "plan.h"

#include "application.h"
#include "lib/check.h"

#define TURNS 4

SemaphoreHandle_t plan_turn;

void plan_give(void)
{
    BaseType_t woken = pdFALSE;
    xSemaphoreGiveFromISR(plan_turn, &woken);
    portYIELD_FROM_ISR(woken);
}

__attribute__((weak)) void plan_prepare(void)
{
    nvic_enable(BOARD_SOFT_A_IRQ, PLAN_LEVEL);
}

__attribute__((weak)) void plan_interrupt(void)
{
    plan_give();
}

__attribute__((weak)) void plan_create(void)
{
    plan_turn = xSemaphoreCreateBinary();
    CHECK(plan_turn != NULL, "a semaphore cannot be created");
    CHECK(xTaskCreate(plan_task, "task", configMINIMAL_STACK_SIZE, NULL, PLAN_PRIORITY, NULL) ==
              pdPASS,
          "a task cannot be created");
}

void plan_task(void *argument)
{
    (void)argument;
    plan_prepare();
    for (int i = 0; i < TURNS; i++) {
        nvic_pend(BOARD_SOFT_A_IRQ);
        xSemaphoreTake(plan_turn, 10);
    }
    vTaskSuspend(NULL);
}

void application_start(void)
{
    plan_create();
}

void board_soft_a_isr(void);

void board_soft_a_isr(void)
{
    plan_interrupt();
}
