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

#define SEMAPHORE_TASKS(name, stamp_a, stamp_b)                                                    \
    TIMEBASE_ONE_COPY static void name##_a(void *argument)                                         \
    {                                                                                              \
        (void)argument;                                                                            \
        for (;;) {                                                                                 \
            uint32_t now;                                                                          \
            take(pingpong.turn_a);                                                                 \
            stamp_a;                                                                               \
            PINS_BSRR = pingpong.a.high;                                                           \
            PINGPONG_WORK;                                                                         \
            PINS_BSRR = pingpong.a.low;                                                            \
            pingpong_begin_round(now);                                                             \
            give(pingpong.turn_b);                                                                 \
        }                                                                                          \
    }                                                                                              \
    TIMEBASE_ONE_COPY static void name##_b(void *argument)                                         \
    {                                                                                              \
        (void)argument;                                                                            \
        for (;;) {                                                                                 \
            uint32_t now;                                                                          \
            take(pingpong.turn_b);                                                                 \
            stamp_b;                                                                               \
            PINS_BSRR = pingpong.b.high;                                                           \
            PINGPONG_WORK;                                                                         \
            PINS_BSRR = pingpong.b.low;                                                            \
            pingpong_end_round(now);                                                               \
            give(pingpong.turn_a);                                                                 \
        }                                                                                          \
    }

/* The symbols of a window may exist once. */
SEMAPHORE_TASKS(shown, TIMEBASE_STAMP(window_begin_sem_pingpong, now),
                TIMEBASE_STAMP(window_end_sem_pingpong, now))
SEMAPHORE_TASKS(plain, now = timebase_now(), now = timebase_now())

const struct variant pingpong_semaphores = {shown_a, shown_b, true, false};
const struct variant pingpong_short = {plain_a, plain_b, true, false};
const struct variant pingpong_static = {plain_a, plain_b, true, true};

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
