/* Runs two tasks that notify each other and keeps their samples.
 * SPDX-License-Identifier: MIT
 */
#include "bench/rtos_bench/notify_pair.h"

#include "lib/check.h"

struct notify_pair notify_pair;

void notify_pair_run(struct notify_role ping, struct notify_role pong, uint32_t *ticks, uint32_t n)
{
    notify_pair = (struct notify_pair){
        .runner = xTaskGetCurrentTaskHandle(),
        .ticks = ticks,
        .rounds = n + NOTIFY_WARM_UP_ROUNDS,
    };
    notify_pair.pong = bench_create_task(pong.function, "pong", pong.priority);
    notify_pair.ping = bench_create_task(ping.function, "ping", ping.priority);

    ulTaskNotifyTake(pdTRUE, portMAX_DELAY);
    bench_delete_task(notify_pair.ping);
    bench_delete_task(notify_pair.pong);
    CHECK(notify_pair.pinged == notify_pair.rounds, "ping has not made all rounds");
    CHECK(notify_pair.ponged == notify_pair.rounds, "pong has missed a round");
    CHECK(notify_pair.stored == n, "samples are missing");
}

void notify_pair_store(uint32_t round, uint32_t ticks)
{
    CHECK(notify_pair.pinged == round + 1 && notify_pair.ponged == round + 1,
          "ping and pong are out of step");
    if (round < NOTIFY_WARM_UP_ROUNDS)
        return;
    notify_pair.ticks[round - NOTIFY_WARM_UP_ROUNDS] = ticks;
    notify_pair.stored++;
}

_Noreturn void notify_pair_finish(void)
{
    for (;;) {
        xTaskNotifyGive(notify_pair.runner);
        vTaskSuspend(NULL);
    }
}
