/* The task that answers in a round trip.
 * SPDX-License-Identifier: MIT
 */
#include "bench/rtos_bench/notify_round_trip.h"

void notify_round_trip_pong(void *argument)
{
    (void)argument;
    for (;;) {
        ulTaskNotifyTake(pdTRUE, portMAX_DELAY);
        notify_pair.ponged++;
        xTaskNotifyGive(notify_pair.ping);
    }
}
