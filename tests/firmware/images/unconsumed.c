/* Phase idle of a bench that goes wrong: the scheduler stands still for three periods, so that the
 * interrupts come in time, but their samples find the one before not yet taken by the task.
 * SPDX-License-Identifier: MIT
 *
 * Takes the place of bench/phase_idle.c in an otherwise complete bench image.
 */
#include "bench/rtos_bench/irq_latency.h"

#include "lib/timebase.h"

#define HELD_CYCLES 750000u /* 3 ms at 250 MHz, almost three periods */

static void hold_the_scheduler(void *argument)
{
    (void)argument;
    vTaskDelay(pdMS_TO_TICKS(10));
    vTaskSuspendAll();
    uint32_t start = timebase_now();
    while (timebase_now() - start < HELD_CYCLES)
        ;
    (void)xTaskResumeAll();
    vTaskSuspend(NULL);
}

void phase_idle_measure(uint32_t *irq_entry, uint32_t *event_to_task, uint32_t n,
                        struct phase_counts *counts)
{
    irq_latency_measure(hold_the_scheduler, irq_entry, event_to_task, n, counts);
}
