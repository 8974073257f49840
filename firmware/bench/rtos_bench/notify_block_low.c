/* notify_block_low: a round trip with pong below ping, so that ping's take really blocks.
 * SPDX-License-Identifier: MIT
 */
#include "bench/rtos_bench/notify_round_trip.h"

NOTIFY_ROUND_TRIP_PING(notify_block_low)

void notify_block_low_measure(uint32_t *ticks, uint32_t n)
{
    notify_pair_run((struct notify_role){ping, BENCH_HIGH_PRIORITY},
                    (struct notify_role){notify_round_trip_pong, BENCH_LOW_PRIORITY}, ticks, n);
}
