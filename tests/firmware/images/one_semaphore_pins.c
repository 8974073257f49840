/* Two equal tasks with one semaphore for both directions and nothing that checks them, as a
 * published listing has it: what an analyser at their pins sees. SPDX-License-Identifier: MIT
 *
 * Both wait; a third gives once. The one that gets it gives, takes its own token back, and goes on
 * so for ever: without slicing the other never runs.
 */
#include "application.h"

#include "FreeRTOS.h"
#include "semphr.h"
#include "task.h"

#include "lib/check.h"
#include "lib/pins.h"

#define PRIORITY 10
#define STACK_WORDS 256

static SemaphoreHandle_t semaphore;

static void turns(uint32_t pin)
{
    for (;;) {
        xSemaphoreTake(semaphore, portMAX_DELAY);
        PINS_BSRR = PIN_HIGH(pin);
        __asm volatile("nop\n\tnop\n\tnop\n\tnop");
        PINS_BSRR = PIN_LOW(pin);
        xSemaphoreGive(semaphore);
    }
}

static void task_a(void *argument)
{
    (void)argument;
    turns(PIN_A);
}

static void task_b(void *argument)
{
    (void)argument;
    turns(PIN_B);
}

static void starter(void *argument)
{
    (void)argument;
    xSemaphoreGive(semaphore);
    vTaskSuspend(NULL);
}

static void create(TaskFunction_t function, UBaseType_t priority)
{
    CHECK(xTaskCreate(function, "task", STACK_WORDS, NULL, priority, NULL) == pdPASS,
          "a task cannot be created");
}

void application_start(void)
{
    pins_start();
    semaphore = xSemaphoreCreateBinary();
    CHECK(semaphore != NULL, "a semaphore cannot be created");
    create(task_a, PRIORITY);
    create(task_b, PRIORITY);
    create(starter, PRIORITY - 1);
}
