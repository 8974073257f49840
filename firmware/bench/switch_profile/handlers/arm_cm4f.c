/* The stamped switch with the steps of the port ARM_CM4F: PSP, registers on the task's stack, top
 * of stack into the TCB, selection under BASEPRI, and back. SPDX-License-Identifier: MIT
 *
 * Armv7-M Architecture Reference Manual: B1.5.6 (what an exception saves), B1.5.8 (EXC_RETURN bit
 * 4: the frame has no floating-point registers).
 */
#include "FreeRTOS.h"

#include "bench/switch_profile/handler.h"
#include "bench/switch_profile/handlers/basepri.h"
#include "lib/timebase.h"

/* Where the stamps behind the critical section lie in handler_stamps. */
enum {
    LEAVING = HANDLER_STAMPS_SHARED, /* r0 */
    RESTORED,                        /* r1 */
    PUT_AWAY,                        /* r2 */
    TOP_LOADED,                      /* r3 */
    STAMPS
};

const struct handler_segment handler_segments[HANDLER_SEGMENTS] = {
    HANDLER_SEGMENTS_SHARED,
    {RESULT_LOAD_TOP, PUT_AWAY, TOP_LOADED},
    {RESULT_RESTORE, TOP_LOADED, RESTORED},
    {RESULT_RETURN, RESTORED, LEAVING},
};

volatile uint32_t handler_stamps[STAMPS];

__attribute__((naked)) void handler_stamped(void)
{
    __asm volatile("ldr r12, =%c[counter]\n\t"
                   "ldr r1, [r12]\n\t" /* ENTERED */
                   "mrs r0, psp\n\t"
                   "isb\n\t"
                   "ldr r2, [r12]\n\t" /* PSP_READ */
                   "tst lr, #0x10\n\t" /* the upper registers of a task that uses the FPU */
                   "it eq\n\t"
                   "vstmdbeq r0!, {s16-s31}\n\t"
                   "stmdb r0!, {r4-r11, lr}\n\t"
                   "ldr r5, [r12]\n\t"                     /* SAVED */
                   HANDLER_STORE_TOP("r3", "r2")           /* to GOING_ON */
                   "push {r0, r3}\n\t" HANDLER_SELECT      /* MASKED, SELECTED */
                   "pop {r0, r3}\n\t" HANDLER_STORE_STAMPS /* UNMASKED */
                   "ldr r2, [r12]\n\t"                     /* PUT_AWAY */
                   "ldr r1, [r3]\n\t"
                   "ldr r0, [r1]\n\t"
                   "ldr r3, [r12]\n\t" /* TOP_LOADED */
                   "ldmia r0!, {r4-r11, lr}\n\t"
                   "tst lr, #0x10\n\t"
                   "it eq\n\t"
                   "vldmiaeq r0!, {s16-s31}\n\t"
                   "ldr r1, [r12]\n\t" /* RESTORED */
                   "msr psp, r0\n\t"
                   "isb\n\t"
                   "ldr r0, [r12]\n\t" /* LEAVING */
                   "ldr r12, =handler_stamps+%c[rest]\n\t"
                   "stmia r12, {r0-r3}\n\t"
                   "bx lr\n\t"
                   ".ltorg"
                   :
                   : [counter] "i"(TIMEBASE_BASE + TIMEBASE_COUNTER_OFFSET),
                     [mask] "i"(configMAX_SYSCALL_INTERRUPT_PRIORITY), [rest] "i"(4 * LEAVING));
}
