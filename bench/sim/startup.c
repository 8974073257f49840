/* Vectors, reset and the end of a bare program that runs on stm32f407 and on QEMU's netduinoplus2.
 * SPDX-License-Identifier: MIT
 */
#include "kernels.h"

extern uint32_t data_load[], data_start[], data_end[], bss_start[], bss_end[], stack_top[];
int main(void);
void reset_handler(void);
void fault_handler(void);
/* Of the FreeRTOS port, where it is linked in. */
void vPortSVCHandler(void) __attribute__((weak, alias("fault_handler")));
void xPortPendSVHandler(void) __attribute__((weak, alias("fault_handler")));
void xPortSysTickHandler(void) __attribute__((weak, alias("fault_handler")));

#define SYS_EXIT_EXTENDED 0x20u
#define ADP_STOPPED_APPLICATION_EXIT 0x20026u

void finish(uint32_t status)
{
    uint32_t block[2] = {ADP_STOPPED_APPLICATION_EXIT, status};
    register uint32_t operation __asm("r0") = SYS_EXIT_EXTENDED;
    register uint32_t *argument __asm("r1") = block;
    __asm volatile("bkpt 0xAB" : "+r"(operation) : "r"(argument) : "memory");
    for (;;)
        ;
}

void fault_handler(void)
{
    finish(2);
}

/* CPACR: full access to CP10 and CP11 (Armv7-M ARM B3.2.20). */
static void enable_fpu(void)
{
    *(volatile uint32_t *)0xE000ED88u |= 0xFu << 20;
    __asm volatile("dsb\n\tisb");
}

void reset_handler(void)
{
    enable_fpu();
    for (uint32_t *to = data_start, *from = data_load; to < data_end;)
        *to++ = *from++;
    for (uint32_t *to = bss_start; to < bss_end;)
        *to++ = 0;
    finish((uint32_t)main());
}

__attribute__((section(".vectors"), used)) static void (*const vectors[16])(void) = {
    (void (*)(void))stack_top,
    reset_handler,
    fault_handler,
    fault_handler,
    fault_handler,
    fault_handler,
    fault_handler,
    0,
    0,
    0,
    0,
    vPortSVCHandler,
    fault_handler,
    0,
    xPortPendSVHandler,
    xPortSysTickHandler,
};
