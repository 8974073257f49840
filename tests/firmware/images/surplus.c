/* Phase idle of a bench in which one interrupt more comes when all samples are taken: it must
 * change nothing, and the run is good. SPDX-License-Identifier: MIT
 *
 * Takes the place of bench/phase_idle.c in an otherwise complete bench image.
 */
#include "bench/rtos_bench/irq_latency.h"

#include "board_timer.h"
#include "lib/check.h"
#include "lib/nvic.h"
#include "lib/samples.h"

#define CANARY 0xC0FFEEu

/* The timer goes on comparing; only its interrupt was disabled. */
static void let_one_more_in(void)
{
    vTaskDelay(pdMS_TO_TICKS(3));
    CHECK((BOARD_TIM->SR & TIM_SR_CC1IF) != 0, "the timer has not compared again");
    nvic_enable(BOARD_TIMER_IRQ, configMAX_SYSCALL_INTERRUPT_PRIORITY);
    board_timer_enable_irq();
    __asm volatile("dsb\n\tisb");
    board_timer_disable_irq();
    nvic_disable(BOARD_TIMER_IRQ);
    CHECK((BOARD_TIM->SR & TIM_SR_CC1IF) == 0, "the surplus interrupt has not come");
}

void phase_idle_measure(uint32_t *irq_entry, uint32_t *event_to_task, uint32_t n,
                        struct phase_counts *counts)
{
    CHECK(n < SAMPLES_MAX, "no room for a canary");
    irq_entry[n] = CANARY;
    irq_latency_measure(NULL, irq_entry, event_to_task, n, counts);
    uint32_t compare = board_timer_compare();
    let_one_more_in();
    CHECK(irq_entry[n] == CANARY, "the surplus interrupt has stored a sample");
    CHECK(board_timer_compare() == compare, "the surplus interrupt has set the timer");
}
