/* What an image of a kernel looks like to lint and to the ledger: names and instructions, no work.
 * SPDX-License-Identifier: MIT
 */
#include <stdint.h>

extern void vApplicationStackOverflowHook(void *task, char *name);
extern uint32_t ready;

volatile uint32_t ulTaskSwitchedInTime;
volatile void *pxCurrentTCB = &ready;
static volatile uint32_t hooks;

static void vAssertCalled(void)
{
    for (;;)
        __asm volatile("nop");
}

void prvNotifyQueueSetContainer(void)
{
    hooks++;
}

void *pvPortMalloc(uint32_t size)
{
    static uint32_t heap[16];
    return size < sizeof heap ? heap : 0;
}

void *xQueueGenericCreate(uint32_t length)
{
    return pvPortMalloc(4 * length);
}

void vTaskSwitchContext(void)
{
    if (ready == 0)
        vAssertCalled();
    if (ready > 7)
        vApplicationStackOverflowHook((void *)pxCurrentTCB, "task");
    hooks += (uint32_t)__builtin_clz(ready);
    ulTaskSwitchedInTime++;
    pxCurrentTCB = &ready;
}

__attribute__((naked)) void PendSV_Handler(void)
{
    __asm volatile("mrs r0, psp\n"
                   "ldr r3, =pxCurrentTCB\n"
                   "ldr r2, [r3]\n"
                   "tst lr, #0x10\n"
                   "stmdb r0!, {r4-r11, lr}\n"
                   "str r0, [r2]\n"
                   "push {r3, lr}\n"
                   "mov r0, #16\n"
                   "msr basepri, r0\n"
                   "dsb\n"
                   "bl vTaskSwitchContext\n"
                   "mov r0, #0\n"
                   "msr basepri, r0\n"
                   "pop {r3, lr}\n"
                   "ldr r1, [r3]\n"
                   "ldr r0, [r1]\n"
                   "ldmia r0!, {r4-r11, lr}\n"
                   "msr psp, r0\n"
                   "bx lr\n");
}
