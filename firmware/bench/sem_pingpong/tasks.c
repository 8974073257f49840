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

/* A task: waits for its turn, stamps, shows its pin, ends or begins a round, gives the other's
 * turn.
 */
#define TASK(name, take_turn, stamp, pin_high, pin_low, round, give_turn)                          \
    TIMEBASE_ONE_COPY static void name(void *argument)                                             \
    {                                                                                              \
        (void)argument;                                                                            \
        for (;;) {                                                                                 \
            uint32_t now;                                                                          \
            take_turn;                                                                             \
            stamp;                                                                                 \
            pin_high;                                                                              \
            PINGPONG_WORK;                                                                         \
            pin_low;                                                                               \
            round(now);                                                                            \
            give_turn;                                                                             \
        }                                                                                          \
    }

#define NOW now = timebase_now()
#define STORE(word) PINS_BSRR = pingpong.word

/* ---- two binary semaphores, pins by BSRR ---- */

/* The symbols of a window may exist once. */
TASK(shown_a, take(pingpong.turn_a), TIMEBASE_STAMP(window_begin_sem_pingpong, now), STORE(a.high),
     STORE(a.low), pingpong_begin_round, give(pingpong.turn_b))
TASK(shown_b, take(pingpong.turn_b), TIMEBASE_STAMP(window_end_sem_pingpong, now), STORE(b.high),
     STORE(b.low), pingpong_end_round, give(pingpong.turn_a))
TASK(plain_a, take(pingpong.turn_a), NOW, STORE(a.high), STORE(a.low), pingpong_begin_round,
     give(pingpong.turn_b))
TASK(plain_b, take(pingpong.turn_b), NOW, STORE(b.high), STORE(b.low), pingpong_end_round,
     give(pingpong.turn_a))

const struct variant pingpong_semaphores = {shown_a, shown_b, true, false};
const struct variant pingpong_short = {plain_a, plain_b, true, false};
const struct variant pingpong_static = {plain_a, plain_b, true, true};

/* ---- pins by a function call ---- */

TASK(call_a, take(pingpong.turn_a), NOW, pins_write(PIN_A_BY_CALL, true),
     pins_write(PIN_A_BY_CALL, false), pingpong_begin_round, give(pingpong.turn_b))
TASK(call_b, take(pingpong.turn_b), NOW, pins_write(PIN_B_BY_CALL, true),
     pins_write(PIN_B_BY_CALL, false), pingpong_end_round, give(pingpong.turn_a))

const struct variant pingpong_by_call = {call_a, call_b, true, false};

/* ---- notifications ---- */

#define TAKE_NOTIFICATION ulTaskNotifyTake(pdTRUE, portMAX_DELAY)

TASK(notify_a, TAKE_NOTIFICATION, NOW, STORE(a.high), STORE(a.low), pingpong_begin_round,
     xTaskNotifyGive(pingpong.task_b))
TASK(notify_b, TAKE_NOTIFICATION, NOW, STORE(b.high), STORE(b.low), pingpong_end_round,
     xTaskNotifyGive(pingpong.task_a))

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
