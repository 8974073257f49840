/* Phases critical20us and critical5000: a background task masks interrupts once a tick.
 * SPDX-License-Identifier: MIT
 */
#include "bench/rtos_bench/phase_critical.h"

#include "bench/rtos_bench/irq_latency.h"
#include "boards/board.h"
#include "lib/timebase.h"
#include "wire/wire.h"

static uint32_t section_cycles;

static void mask_once_a_tick(void *argument)
{
    (void)argument;
    uint32_t cycles = section_cycles;
    for (;;) {
        taskENTER_CRITICAL();
        uint32_t start = timebase_now();
        while (timebase_now() - start < cycles)
            ;
        taskEXIT_CRITICAL();
        vTaskDelay(1);
    }
}

uint32_t phase_critical20us_cycles(void)
{
    return board_core_hz() / 1000000u * WIRE_CRITICAL_US;
}

void phase_critical20us_measure(uint32_t *irq_entry, uint32_t *event_to_task, uint32_t n,
                                struct phase_counts *counts)
{
    section_cycles = phase_critical20us_cycles();
    irq_latency_measure(mask_once_a_tick, irq_entry, event_to_task, n, counts);
}

void phase_critical5000_measure(uint32_t *irq_entry, uint32_t *event_to_task, uint32_t n,
                                struct phase_counts *counts)
{
    section_cycles = WIRE_CRITICAL_CYCLES;
    irq_latency_measure(mask_once_a_tick, irq_entry, event_to_task, n, counts);
}
