/* notify_rewait: give to a higher-priority task that blocks again unanswered, to the give's return.
 * SPDX-License-Identifier: MIT
 */
#include "bench/rtos_bench/notify_pair.h"

TIMEBASE_ONE_COPY static void ping(void *argument)
{
    (void)argument;
    for (uint32_t round = 0; round < notify_pair.rounds; round++) {
        uint32_t begin, end;
        notify_pair.pinged = round + 1;
        TIMEBASE_STAMP(window_begin_notify_rewait, begin);
        xTaskNotifyGive(notify_pair.pong);
        TIMEBASE_STAMP(window_end_notify_rewait, end);
        notify_pair_store(round, end - begin);
    }
    notify_pair_finish();
}

static void pong(void *argument)
{
    (void)argument;
    for (;;) {
        ulTaskNotifyTake(pdTRUE, portMAX_DELAY);
        notify_pair.ponged++;
    }
}

void notify_rewait_measure(uint32_t *ticks, uint32_t n)
{
    notify_pair_run((struct notify_role){ping, BENCH_LOW_PRIORITY},
                    (struct notify_role){pong, BENCH_HIGH_PRIORITY}, ticks, n);
}
