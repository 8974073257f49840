/* The interrupt that a thread raises by software.
 * SPDX-License-Identifier: MIT
 *
 * The suite raises a trap. SVC is the port's own, so that a line of the NVIC is pended instead; DSB
 * and ISB behind it, so that the handler has run before the next instruction does.
 */
#include "bench/thread_metric/thread_metric.h"

#include "board_soft.h"
#include "lib/nvic.h"

static void (*serve)(void);
static uint32_t served;

void board_soft_a_isr(void);

void board_soft_a_isr(void)
{
    served++;
    serve();
}

void thread_metric_serve(void (*handler)(void))
{
    serve = handler;
    served = 0;
    nvic_enable(BOARD_SOFT_A_IRQ, configMAX_SYSCALL_INTERRUPT_PRIORITY);
}

void thread_metric_raise(void)
{
    nvic_pend(BOARD_SOFT_A_IRQ);
    __asm volatile("dsb\n\tisb" ::: "memory");
}

uint32_t thread_metric_served(void)
{
    return served;
}

void thread_metric_stop_serving(void)
{
    nvic_disable(BOARD_SOFT_A_IRQ);
}
