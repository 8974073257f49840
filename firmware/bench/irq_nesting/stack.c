/* How much of the main stack, on which interrupts run, was ever used.
 * SPDX-License-Identifier: MIT
 */
#include "bench/irq_nesting/irq_nesting.h"

#define PAINT 0xA5A5A5A5u

extern uint32_t startup_stack_bottom[], startup_stack_top[];

static uint32_t *main_stack_pointer(void)
{
    uint32_t *msp;
    __asm volatile("mrs %0, msp" : "=r"(msp));
    return msp;
}

/* A task calls this: the main stack holds nothing that is in use. An interrupt may run meanwhile,
 * whose frames end above. */
void stack_paint(void)
{
    taskENTER_CRITICAL();
    for (uint32_t *word = startup_stack_bottom; word < main_stack_pointer(); word++)
        *(volatile uint32_t *)word = PAINT;
    taskEXIT_CRITICAL();
}

uint32_t stack_used_bytes(void)
{
    const volatile uint32_t *word = startup_stack_bottom;
    while ((uintptr_t)word < (uintptr_t)startup_stack_top && *word == PAINT)
        word++;
    return (uint32_t)((uintptr_t)main_stack_pointer() - (uintptr_t)word);
}
