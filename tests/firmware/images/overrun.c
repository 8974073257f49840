/* Phase idle of a bench that goes wrong: three interrupts come more than a period late.
 * SPDX-License-Identifier: MIT
 *
 * Takes the place of bench/phase_idle.c in an otherwise complete bench image.
 */
#include "bench/rtos_bench/irq_latency.h"

#include "lib/timebase.h"

#define OVERRUNS 3
#define MASKED_CYCLES 750000u /* 3 ms at 250 MHz, almost three periods */

static void mask_for_long(void *argument)
{
    (void)argument;
    for (int i = 0; i < OVERRUNS; i++) {
        vTaskDelay(pdMS_TO_TICKS(10));
        taskENTER_CRITICAL();
        uint32_t start = timebase_now();
        while (timebase_now() - start < MASKED_CYCLES)
            ;
        taskEXIT_CRITICAL();
    }
    vTaskSuspend(NULL);
}

void phase_idle_measure(uint32_t *irq_entry, uint32_t *event_to_task, uint32_t n,
                        struct phase_counts *counts)
{
    irq_latency_measure(mask_for_long, irq_entry, event_to_task, n, counts);
}
