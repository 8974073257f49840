/* What the image is without RTOS_BENCH: one task beats, the other one tells.
 * SPDX-License-Identifier: MIT
 */
#include "application.h"

#include "FreeRTOS.h"
#include "task.h"

#include "boards/board.h"
#include "lib/check.h"

#define STACK_WORDS 256
#define BEAT_MS 500u

static TaskHandle_t teller;

static void put_text(const char *text)
{
    while (*text != '\0')
        board_put(*text++);
}

static void put_number(uint32_t number)
{
    if (number >= 10)
        put_number(number / 10);
    board_put((char)('0' + number % 10));
}

static void beat(void *argument)
{
    (void)argument;
    for (;;) {
        vTaskDelay(pdMS_TO_TICKS(BEAT_MS));
        xTaskNotifyGive(teller);
    }
}

static void tell(void *argument)
{
    (void)argument;
    uint32_t beats = 0;
    for (;;) {
        beats += ulTaskNotifyTake(pdTRUE, portMAX_DELAY);
        put_text("tailchain demo, beat ");
        put_number(beats);
        put_text("\n");
    }
}

void application_start(void)
{
    CHECK(xTaskCreate(beat, "beat", STACK_WORDS, NULL, 2, NULL) == pdPASS &&
              xTaskCreate(tell, "tell", STACK_WORDS, NULL, 1, &teller) == pdPASS,
          "the demo's tasks cannot be created");
}
