/* Phase idle: interrupts arrive while nothing but the idle task runs.
 * SPDX-License-Identifier: MIT
 */
#include "bench/rtos_bench/irq_latency.h"

void phase_idle_measure(uint32_t *irq_entry, uint32_t *event_to_task, uint32_t n,
                        struct phase_counts *counts)
{
    irq_latency_measure(NULL, irq_entry, event_to_task, n, counts);
}
