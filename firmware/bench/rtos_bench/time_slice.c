/* slice_A_B: from the switch-in of one of two equal tasks to the switch-in of the other.
 * SPDX-License-Identifier: MIT
 */
#include "bench/rtos_bench/measurement.h"

#include "lib/check.h"
#include "lib/samples.h"
#include "lib/switch_stamp.h"

#define WARM_UP_TICKS 4

static void loop(void *argument)
{
    (void)argument;
    for (;;)
        ;
}

/* The first stamps are thrown away: what a switch between equals executes and nothing else does is
 * then in the instruction cache, and what the runner executed to fall asleep is no longer there,
 * wherever the linker has put either.
 *
 * Stamp 0 is a switch-in somewhere within a tick where nothing is thrown away; to be sure, the
 * interval behind it is dropped, so n intervals need n + 2 stamps. */
void time_slice_measure(uint32_t *ticks, uint32_t n)
{
    CHECK(n + 2 <= SAMPLES_MAX, "the store is too short for the stamps");
    TaskHandle_t a = bench_create_task(loop, "A", BENCH_BACKGROUND_PRIORITY);
    TaskHandle_t b = bench_create_task(loop, "B", BENCH_BACKGROUND_PRIORITY);

    switch_stamp_ask(ticks, WARM_UP_TICKS, n + 2);
    vTaskDelay(WARM_UP_TICKS + n +
               4); /* the last stamp comes with tick n + 1 of those that count */
    CHECK(switch_stamp_next == NULL, "the two tasks do not alternate every tick");

    bench_delete_task(a);
    bench_delete_task(b);
    for (uint32_t i = 0; i < n; i++)
        ticks[i] = ticks[i + 2] - ticks[i + 1];
}
