/* The tasks of each variant.
 * SPDX-License-Identifier: MIT
 */
#include "bench/sem_pingpong/sem_pingpong.h"

#include "semphr.h"

#include "lib/check.h"

static void take(void *semaphore)
{
    CHECK(xSemaphoreTake((SemaphoreHandle_t)semaphore, portMAX_DELAY) == pdTRUE,
          "a semaphore was not taken");
}

static void give(void *semaphore)
{
    CHECK(xSemaphoreGive((SemaphoreHandle_t)semaphore) == pdTRUE, "a semaphore was not given");
}

/* ---- two binary semaphores, pins by BSRR ---- */

static void semaphore_a(void *argument)
{
    (void)argument;
    for (;;) {
        take(pingpong.turn_a);
        uint32_t now = timebase_now();
        PINS_BSRR = pingpong.a.high;
        PINGPONG_WORK;
        PINS_BSRR = pingpong.a.low;
        pingpong_begin_round(now);
        give(pingpong.turn_b);
    }
}

static void semaphore_b(void *argument)
{
    (void)argument;
    for (;;) {
        take(pingpong.turn_b);
        uint32_t now = timebase_now();
        PINS_BSRR = pingpong.b.high;
        PINGPONG_WORK;
        PINS_BSRR = pingpong.b.low;
        pingpong_end_round(now);
        give(pingpong.turn_a);
    }
}

const struct variant pingpong_semaphores = {semaphore_a, semaphore_b, true, false};
const struct variant pingpong_static = {semaphore_a, semaphore_b, true, true};

/* ---- pins by a function call ---- */

static void call_a(void *argument)
{
    (void)argument;
    for (;;) {
        take(pingpong.turn_a);
        uint32_t now = timebase_now();
        pins_write(PIN_A_BY_CALL, true);
        PINGPONG_WORK;
        pins_write(PIN_A_BY_CALL, false);
        pingpong_begin_round(now);
        give(pingpong.turn_b);
    }
}

static void call_b(void *argument)
{
    (void)argument;
    for (;;) {
        take(pingpong.turn_b);
        uint32_t now = timebase_now();
        pins_write(PIN_B_BY_CALL, true);
        PINGPONG_WORK;
        pins_write(PIN_B_BY_CALL, false);
        pingpong_end_round(now);
        give(pingpong.turn_a);
    }
}

const struct variant pingpong_by_call = {call_a, call_b, true, false};

/* ---- notifications ---- */

static void notify_a(void *argument)
{
    (void)argument;
    for (;;) {
        ulTaskNotifyTake(pdTRUE, portMAX_DELAY);
        uint32_t now = timebase_now();
        PINS_BSRR = pingpong.a.high;
        PINGPONG_WORK;
        PINS_BSRR = pingpong.a.low;
        pingpong_begin_round(now);
        xTaskNotifyGive(pingpong.task_b);
    }
}

static void notify_b(void *argument)
{
    (void)argument;
    for (;;) {
        ulTaskNotifyTake(pdTRUE, portMAX_DELAY);
        uint32_t now = timebase_now();
        PINS_BSRR = pingpong.b.high;
        PINGPONG_WORK;
        PINS_BSRR = pingpong.b.low;
        pingpong_end_round(now);
        xTaskNotifyGive(pingpong.task_a);
    }
}

const struct variant pingpong_notify = {notify_a, notify_b, false, false};

/* ---- the baseline: both turns in one task, nothing between them ---- */

static void both(void *argument)
{
    (void)argument;
    ulTaskNotifyTake(pdTRUE, portMAX_DELAY);
    for (;;) {
        uint32_t now = timebase_now();
        PINS_BSRR = pingpong.a.high;
        PINGPONG_WORK;
        PINS_BSRR = pingpong.a.low;
        pingpong_begin_round(now);
        now = timebase_now();
        PINS_BSRR = pingpong.b.high;
        PINGPONG_WORK;
        PINS_BSRR = pingpong.b.low;
        pingpong_end_round(now);
    }
}

static void nothing(void *argument)
{
    (void)argument;
    vTaskSuspend(NULL);
}

const struct variant pingpong_empty = {both, nothing, false, false};
