/* Phase busy: interrupts arrive while a background task computes without end.
 * SPDX-License-Identifier: MIT
 */
#include "bench/rtos_bench/irq_latency.h"

/* An integer multiply-add whose result the compiler must believe to be used. */
static void compute(void *argument)
{
    (void)argument;
    uint32_t value = 1;
    for (;;) {
        value = value * 1664525u + 1013904223u;
        __asm volatile("" : "+r"(value));
    }
}

void phase_busy_measure(uint32_t *irq_entry, uint32_t *event_to_task, uint32_t n,
                        struct phase_counts *counts)
{
    irq_latency_measure(compute, irq_entry, event_to_task, n, counts);
}
