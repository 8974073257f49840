/* The two tasks of a round trip: ping gives and takes, pong takes and gives. Their priorities make
 * the measurement.
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include "bench/rtos_bench/notify_pair.h"

/* Defines a measurement's own ping(void *). The symbols of its window carry the metric's name, and
 * a symbol may exist once in an image: hence a macro, and not one function for all. */
#define NOTIFY_ROUND_TRIP_PING(metric)                                                             \
    TIMEBASE_ONE_COPY static void ping(void *argument)                                             \
    {                                                                                              \
        (void)argument;                                                                            \
        for (uint32_t round = 0; round < notify_pair.rounds; round++) {                            \
            uint32_t begin, end;                                                                   \
            notify_pair.pinged = round + 1;                                                        \
            TIMEBASE_STAMP(window_begin_##metric, begin);                                          \
            xTaskNotifyGive(notify_pair.pong);                                                     \
            ulTaskNotifyTake(pdTRUE, portMAX_DELAY);                                               \
            TIMEBASE_STAMP(window_end_##metric, end);                                              \
            notify_pair_store(round, end - begin);                                                 \
        }                                                                                          \
        notify_pair_finish();                                                                      \
    }

/* Answers every notification. */
void notify_round_trip_pong(void *argument);
