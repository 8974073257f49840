/* notify_block: a round trip with pong above ping, as the published text describes it.
 * SPDX-License-Identifier: MIT
 *
 * Pong preempts ping at the give and has answered before ping takes, so that ping's take finds its
 * notification waiting and does not block.
 */
#include "bench/rtos_bench/notify_round_trip.h"

NOTIFY_ROUND_TRIP_PING(notify_block)

void notify_block_measure(uint32_t *ticks, uint32_t n)
{
    notify_pair_run((struct notify_role){ping, BENCH_LOW_PRIORITY},
                    (struct notify_role){notify_round_trip_pong, BENCH_HIGH_PRIORITY}, ticks, n);
}
