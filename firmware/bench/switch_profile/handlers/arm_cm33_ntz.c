/* The stamped switch with the steps of the port ARM_CM33_NTZ without FPU: PSP and PSPLIM, registers
 * on the task's stack, top of stack into the TCB, selection under BASEPRI, and back.
 * SPDX-License-Identifier: MIT
 *
 * Armv8-M Architecture Reference Manual: B3.21 (what an exception saves).
 */
#include "FreeRTOS.h"

#include "bench/switch_profile/handler.h"
#include "lib/timebase.h"

_Static_assert(configENABLE_FPU == 0, "the steps for a task with floating point are missing");

/* Where each stamp lies in handler_stamps: the order of the registers that are stored. */
enum {
    SAVED,      /* r5 */
    STORED,     /* r6 */
    ENTERED,    /* r7 */
    PSP_READ,   /* r8 */
    GOING_ON,   /* r9 */
    MASKED,     /* r10 */
    SELECTED,   /* r11 */
    UNMASKED,   /* r1, stored by itself */
    TOP_LOADED, /* r1 */
    PUT_AWAY,   /* lr */
    LEAVING,    /* r0 */
    TOP_STORED, /* r1 */
    RESTORED,   /* lr */
};

const struct handler_segment handler_segments[HANDLER_SEGMENTS] = {
    {RESULT_ENTRY, ENTERED, PSP_READ},         {RESULT_SAVE, PSP_READ, SAVED},
    {RESULT_STORE_TOP, SAVED, STORED},         {RESULT_ENTER_CRITICAL, GOING_ON, MASKED},
    {RESULT_SWITCH_CONTEXT, MASKED, SELECTED}, {RESULT_LEAVE_CRITICAL, SELECTED, UNMASKED},
    {RESULT_LOAD_TOP, PUT_AWAY, TOP_LOADED},   {RESULT_RESTORE, TOP_STORED, RESTORED},
    {RESULT_RETURN, RESTORED, LEAVING},
};

volatile uint32_t handler_stamps[HANDLER_STAMPS];

void handler_stamped(void);

__attribute__((naked)) void handler_stamped(void)
{
    __asm volatile("ldr r12, =%c[counter]\n\t"
                   "mov r3, lr\n\t"    /* here, so that lr is free for a stamp */
                   "ldr r1, [r12]\n\t" /* ENTERED */
                   "mrs r0, psp\n\t"
                   "ldr lr, [r12]\n\t" /* PSP_READ */
                   "mrs r2, psplim\n\t"
                   "stmdb r0!, {r2-r11}\n\t"
                   "ldr r5, [r12]\n\t" /* SAVED */
                   "ldr r2, =pxCurrentTCB\n\t"
                   "ldr r6, [r2]\n\t"
                   "str r0, [r6]\n\t"
                   "ldr r6, [r12]\n\t" /* STORED */
                   /* put away: into registers that a call keeps */
                   "mov r4, r12\n\t"
                   "mov r7, r1\n\t"
                   "mov r8, lr\n\t"
                   "ldr r9, [r4]\n\t" /* GOING_ON */
                   "mov r0, %[mask]\n\t"
                   "msr basepri, r0\n\t"
                   "dsb\n\t"
                   "isb\n\t"
                   "ldr r10, [r4]\n\t" /* MASKED */
                   "bl vTaskSwitchContext\n\t"
                   "ldr r11, [r4]\n\t" /* SELECTED */
                   "mov r0, #0\n\t"
                   "msr basepri, r0\n\t"
                   "ldr r1, [r4]\n\t" /* UNMASKED */
                   /* put away: into memory */
                   "ldr r2, =handler_stamps\n\t"
                   "stmia r2!, {r5-r11}\n\t"
                   "str r1, [r2]\n\t"
                   "mov r12, r4\n\t"
                   "ldr lr, [r12]\n\t" /* PUT_AWAY */
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
