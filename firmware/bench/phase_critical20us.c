/* Phase critical20us: a background task masks interrupts for 20 us once a tick.
 * SPDX-License-Identifier: MIT
 */
#include "bench/irq_latency.h"

#include "boards/board.h"
#include "lib/timebase.h"

/* 20 us, which at 250 MHz are 5,000 cycles. */
#define MASKED_PER_SECOND 50000u

static void mask_once_a_tick(void *argument)
{
    (void)argument;
    uint32_t masked_cycles = board_core_hz() / MASKED_PER_SECOND;
    for (;;) {
        taskENTER_CRITICAL();
        uint32_t start = timebase_now();
        while (timebase_now() - start < masked_cycles)
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
