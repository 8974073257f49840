/* notify_block_low: a round trip with pong below ping, so that ping's take really blocks.
 * SPDX-License-Identifier: MIT
 */
#include "bench/notify_pair.h"

TIMEBASE_ONE_COPY static void ping(void *argument)
{
    (void)argument;
    for (uint32_t round = 0; round < notify_pair.rounds; round++) {
        uint32_t begin, end;
        notify_pair.pinged = round + 1;
        TIMEBASE_STAMP(window_begin_notify_block_low, begin);
        xTaskNotifyGive(notify_pair.pong);
        ulTaskNotifyTake(pdTRUE, portMAX_DELAY);
        TIMEBASE_STAMP(window_end_notify_block_low, end);
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
        xTaskNotifyGive(notify_pair.ping);
    }
}

void notify_block_low_measure(uint32_t *ticks, uint32_t n)
{
    notify_pair_run((struct notify_role){ping, BENCH_HIGH_PRIORITY},
                    (struct notify_role){pong, BENCH_LOW_PRIORITY}, ticks, n);
}
