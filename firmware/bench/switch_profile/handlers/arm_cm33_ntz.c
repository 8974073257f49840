/* The stamped switch with the steps of the port ARM_CM33_NTZ without FPU: PSP and PSPLIM, registers
 * on the task's stack, top of stack into the TCB, selection under BASEPRI, and back.
 * SPDX-License-Identifier: MIT
 *
 * Armv8-M Architecture Reference Manual: B3.21 (what an exception saves).
 */
#include "FreeRTOS.h"

#include "bench/switch_profile/handler.h"
#include "bench/switch_profile/handlers/basepri.h"
#include "lib/timebase.h"

_Static_assert(configENABLE_FPU == 0, "the steps for a task with floating point are missing");

/* Where the stamps behind the critical section lie in handler_stamps. */
enum {
    TOP_LOADED = HANDLER_STAMPS_SHARED, /* r1 */
    PUT_AWAY,                           /* lr */
    LEAVING,                            /* r0 */
    TOP_STORED,                         /* r1 */
    RESTORED,                           /* lr */
    STAMPS
};

const struct handler_segment handler_segments[HANDLER_SEGMENTS] = {
    HANDLER_SEGMENTS_SHARED,
    {RESULT_LOAD_TOP, PUT_AWAY, TOP_LOADED},
    {RESULT_RESTORE, TOP_STORED, RESTORED},
    {RESULT_RETURN, RESTORED, LEAVING},
};

volatile uint32_t handler_stamps[STAMPS];

__attribute__((naked)) void handler_stamped(void)
{
    __asm volatile("ldr r12, =%c[counter]\n\t"
                   "mov r3, lr\n\t"    /* here, so that lr is free for a stamp */
                   "ldr r1, [r12]\n\t" /* ENTERED */
                   "mrs r0, psp\n\t"
                   "ldr lr, [r12]\n\t" /* PSP_READ */
                   "mrs r2, psplim\n\t"
                   "stmdb r0!, {r2-r11}\n\t"
                   "ldr r5, [r12]\n\t"           /* SAVED */
                   HANDLER_STORE_TOP("r2", "lr") /* to GOING_ON */
                   HANDLER_SELECT                /* MASKED, SELECTED */
                   HANDLER_STORE_STAMPS          /* UNMASKED */
                   "ldr lr, [r12]\n\t"           /* PUT_AWAY */
                   "ldr r2, =pxCurrentTCB\n\t"
                   "ldr r1, [r2]\n\t"
                   "ldr r0, [r1]\n\t"
                   "ldr r1, [r12]\n\t" /* TOP_LOADED */
                   /* put away: into memory */
                   "ldr r4, =handler_stamps+%c[top]\n\t"
                   "stmia r4, {r1, lr}\n\t"
                   "ldr r1, [r12]\n\t" /* TOP_STORED */
                   "ldmia r0!, {r2-r11}\n\t"
                   "ldr lr, [r12]\n\t" /* RESTORED */
                   "msr psplim, r2\n\t"
                   "msr psp, r0\n\t"
                   "ldr r0, [r12]\n\t" /* LEAVING */
                   "ldr r12, =handler_stamps+%c[rest]\n\t"
                   "stmia r12, {r0, r1, lr}\n\t"
                   "bx r3\n\t"
                   ".ltorg"
                   :
                   : [counter] "i"(TIMEBASE_BASE + TIMEBASE_COUNTER_OFFSET),
                     [mask] "i"(configMAX_SYSCALL_INTERRUPT_PRIORITY), [top] "i"(4 * TOP_LOADED),
                     [rest] "i"(4 * LEAVING));
}
