/* Switch time by ping-pong: two equal tasks hand each other a binary semaphore.
 * SPDX-License-Identifier: MIT
 */
#include "bench/sem_pingpong/sem_pingpong.h"

#include "semphr.h"

#include "lib/check.h"

struct pingpong pingpong;

/* Words that move no pin in the rounds that are not stored. */
static void show_pins(bool shown)
{
    static const struct pin_words none;
    pingpong.a = shown ? pingpong.a_shown : none;
    pingpong.b = shown ? pingpong.b_shown : none;
}

__attribute__((noinline)) void pingpong_begin_round(uint32_t now)
{
    struct pingpong *p = &pingpong;
    CHECK(!p->a_had_turn, "task A has had two turns in a row");
    p->a_had_turn = true;
    if (p->round_ticks != NULL && p->rounds > WARM_UP_ROUNDS)
        p->round_ticks[p->rounds - WARM_UP_ROUNDS - 1] = now - p->begin;
    p->begin = now;
}

__attribute__((noinline)) void pingpong_end_round(uint32_t now)
{
    struct pingpong *p = &pingpong;
    CHECK(p->a_had_turn, "task B has had two turns in a row");
    p->a_had_turn = false;
    if (p->rounds >= WARM_UP_ROUNDS)
        p->ticks[p->rounds - WARM_UP_ROUNDS] = now - p->begin;
    if (++p->rounds == WARM_UP_ROUNDS)
        show_pins(true);
    if (p->rounds == p->wanted) {
        xTaskNotifyGive(p->runner);
        vTaskSuspend(NULL);
    }
}

/* Both tasks wait for their first turn before A gets it. */
static void run(const struct variant *variant, uint32_t n, uint32_t pin_a, uint32_t pin_b,
                uint32_t *round_ticks)
{
    pingpong = (struct pingpong){
        .ticks = samples[0],
        .round_ticks = round_ticks,
        .wanted = n + WARM_UP_ROUNDS,
        .a_shown = {PIN_HIGH(pin_a), PIN_LOW(pin_a)},
        .b_shown = {PIN_HIGH(pin_b), PIN_LOW(pin_b)},
        .runner = xTaskGetCurrentTaskHandle(),
    };
    pingpong_create(variant);
    bench_settle();
    if (variant->semaphores)
        CHECK(xSemaphoreGive((SemaphoreHandle_t)pingpong.turn_a) == pdTRUE,
              "the first turn cannot be given");
    else
        xTaskNotifyGive(pingpong.task_a);
    ulTaskNotifyTake(pdTRUE, portMAX_DELAY);
    pingpong_delete();
    CHECK(pingpong.rounds == pingpong.wanted, "rounds are missing");
}

static void measure(enum result result, const struct variant *variant, uint32_t pin_a,
                    uint32_t pin_b)
{
    uint32_t n = result_samples(result);
    run(variant, n, pin_a, pin_b, NULL);
    result_print(result, samples[0], n);
}

/* The scheduler's hooks drive pins. */
void bench_prepare(void)
{
    pins_start();
}

void bench_run(void)
{
    uint32_t n = result_samples(RESULT_SEM_PINGPONG);
    run(&pingpong_semaphores, n, PIN_A, PIN_B, samples[1]);
    result_print(RESULT_SEM_PINGPONG, samples[0], n);
    result_print(RESULT_PINGPONG_ROUND, samples[1], n - 1);
    measure(RESULT_PINGPONG_SHORT, &pingpong_short, PIN_A_SPARE, PIN_B_SPARE);
    measure(RESULT_PINGPONG_CALL, &pingpong_by_call, PIN_A_BY_CALL, PIN_B_BY_CALL);
    measure(RESULT_PINGPONG_NOTIFY, &pingpong_notify, PIN_A_SPARE, PIN_B_SPARE);
    measure(RESULT_PINGPONG_STATIC, &pingpong_static, PIN_A_SPARE, PIN_B_SPARE);
    measure(RESULT_PINGPONG_EMPTY, &pingpong_empty, PIN_A_SPARE, PIN_B_SPARE);
}
