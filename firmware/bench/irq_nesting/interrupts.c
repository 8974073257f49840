/* The two interrupts: they work themselves, or wake a task that does.
 * SPDX-License-Identifier: MIT
 */
#include "bench/irq_nesting/irq_nesting.h"

#include "bench/irq_nesting/monitor.h"
#include "board_soft.h"
#include "board_timer.h"
#include "lib/check.h"
#include "lib/nvic.h"
#include "lib/timebase.h"

volatile struct monitor monitor;

void board_timer_isr(void);
void board_soft_a_isr(void);

static BaseType_t notify(TaskHandle_t task)
{
    BaseType_t woken = pdFALSE;
    vTaskNotifyGiveFromISR(task, &woken);
    return woken;
}

void board_timer_isr(void)
{
    BaseType_t woken = pdFALSE;
    bool gives;
    monitor_enter();
    board_timer_clear();
    board_timer_set_compare(board_timer_compare() + nesting.period_ticks);
    nesting.events++;
    if (nesting.place == IN_ISR)
        work(nesting.adc_loops);
    if (nesting.events % COMMUNICATION_EVENTS == 0)
        nvic_pend(BOARD_SOFT_A_IRQ);
    gives = nesting.events % GIVE_EVENTS == 0;
    if (gives) {
        CHECK(!nesting.given, "a give came before the one before was answered");
        nesting.given = true;
        nesting.given_at = timebase_now();
    }
    if (gives || nesting.place == IN_TASK)
        woken = notify(nesting.adc);
    portYIELD_FROM_ISR(woken);
}

void board_soft_a_isr(void)
{
    BaseType_t woken = pdFALSE;
    monitor_enter();
    if (nesting.place == IN_ISR)
        work(nesting.communication_loops);
    else
        woken = notify(nesting.communication);
    portYIELD_FROM_ISR(woken);
}

void interrupts_start(void)
{
    uint8_t level = 1u << (8 - BOARD_PRIORITY_BITS);
    monitor.deepest = 0;
    board_timer_set_compare(board_timer_now() + nesting.period_ticks);
    board_timer_clear();
    nvic_enable(BOARD_TIMER_IRQ, configMAX_SYSCALL_INTERRUPT_PRIORITY);
    nvic_enable(BOARD_SOFT_A_IRQ, (uint8_t)(configMAX_SYSCALL_INTERRUPT_PRIORITY + level));
    board_timer_enable_irq();
}

void interrupts_stop(void)
{
    board_timer_disable_irq();
    nvic_disable(BOARD_TIMER_IRQ);
    nvic_disable(BOARD_SOFT_A_IRQ);
}
