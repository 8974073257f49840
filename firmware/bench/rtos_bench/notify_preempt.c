/* notify_preempt: give to a higher-priority task, to that task's first instruction.
 * SPDX-License-Identifier: MIT
 */
#include "bench/rtos_bench/notify_pair.h"

TIMEBASE_ONE_COPY static void ping(void *argument)
{
    (void)argument;
    for (uint32_t round = 0; round < notify_pair.rounds; round++) {
        uint32_t now;
        notify_pair.pinged = round + 1;
        TIMEBASE_STAMP(window_begin_notify_preempt, now);
        notify_pair.begin = now;
        xTaskNotifyGive(notify_pair.pong);
    }
    notify_pair_finish();
}

TIMEBASE_ONE_COPY static void pong(void *argument)
{
    (void)argument;
    for (uint32_t round = 0;; round++) {
        uint32_t now;
        ulTaskNotifyTake(pdTRUE, portMAX_DELAY);
        TIMEBASE_STAMP(window_end_notify_preempt, now);
        notify_pair.ponged = round + 1;
        notify_pair_store(round, now - notify_pair.begin);
    }
}

void notify_preempt_measure(uint32_t *ticks, uint32_t n)
{
    notify_pair_run((struct notify_role){ping, BENCH_LOW_PRIORITY},
                    (struct notify_role){pong, BENCH_HIGH_PRIORITY}, ticks, n);
}
