/* Phase critical20us: a background task masks interrupts for 5,000 cycles once a tick.
 * SPDX-License-Identifier: MIT
 */
#include "bench/irq_latency.h"

#include "lib/timebase.h"
#include "wire/wire.h"

static void mask_once_a_tick(void *argument)
{
    (void)argument;
    for (;;) {
        taskENTER_CRITICAL();
        uint32_t start = timebase_now();
        while (timebase_now() - start < WIRE_CRITICAL_TICKS)
            ;
        taskEXIT_CRITICAL();
        vTaskDelay(1);
    }
}

void phase_critical20us_measure(uint32_t *irq_entry, uint32_t *event_to_task, uint32_t n,
                                struct bench_phase_counts *counts)
{
    irq_latency_measure(mask_once_a_tick, irq_entry, event_to_task, n, counts);
}
