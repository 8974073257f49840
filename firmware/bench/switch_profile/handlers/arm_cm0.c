/* The stamped switch with the steps of the port ARM_CM0: PSP, top of stack into the TCB, registers
 * on the task's stack, selection with interrupts masked, and back. SPDX-License-Identifier: MIT
 *
 * Armv6-M Architecture Reference Manual: B1.5.6 (what an exception saves), A6.7 (LDR, LDM and STM
 * take low registers only, so the counter's address and each stamp need one; what is saved in r8 to
 * r12 goes through one). Where no low register is free, stamps are pushed onto the main stack.
 */
#include "FreeRTOS.h"

#include "bench/switch_profile/handler.h"
#include "lib/timebase.h"

/* Where each stamp lies in handler_stamps: the order of the registers that are stored. */
enum {
    UNMASKED, /* r3 */
    GOING_ON, /* r5 */
    MASKED,   /* r6 */
    SELECTED, /* r7 */
    SAVING,   /* six that were pushed: the last pair, */
    SAVED,
    TOP_STORED, /* the one before, */
    STORING,
    ENTERED, /* and the first */
    PSP_READ,
    TOP_LOADED, /* r1 */
    PUT_AWAY,   /* r5 */
    RESTORING,  /* r2 */
    RESTORED,   /* r4 */
    LEAVING,    /* r0 */
    RETURNING,  /* r2 */
    STAMPS
};

const struct handler_segment handler_segments[HANDLER_SEGMENTS] = {
    {RESULT_ENTRY, ENTERED, PSP_READ},         {RESULT_SAVE, SAVING, SAVED},
    {RESULT_STORE_TOP, STORING, TOP_STORED},   {RESULT_ENTER_CRITICAL, GOING_ON, MASKED},
    {RESULT_SWITCH_CONTEXT, MASKED, SELECTED}, {RESULT_LEAVE_CRITICAL, SELECTED, UNMASKED},
    {RESULT_LOAD_TOP, PUT_AWAY, TOP_LOADED},   {RESULT_RESTORE, RESTORING, RESTORED},
    {RESULT_RETURN, RETURNING, LEAVING},
};

volatile uint32_t handler_stamps[STAMPS];

__attribute__((naked)) void handler_stamped(void)
{
    __asm volatile(
        "ldr r3, =%c[counter]\n\t"
        "ldr r1, [r3]\n\t" /* ENTERED */
        "mrs r0, psp\n\t"
        "ldr r2, [r3]\n\t" /* PSP_READ */
        "push {r1, r2}\n\t"
        "ldr r2, [r3]\n\t" /* STORING */
        "ldr r1, =pxCurrentTCB\n\t"
        "ldr r1, [r1]\n\t"
        "subs r0, r0, #36\n\t"
        "str r0, [r1]\n\t"
        "ldr r1, [r3]\n\t" /* TOP_STORED */
        "push {r1, r2}\n\t"
        "ldr r2, [r3]\n\t" /* SAVING */
        "mov r1, lr\n\t"
        "stmia r0!, {r1, r4-r7}\n\t"
        "mov r4, r8\n\t"
        "mov r5, r9\n\t"
        "mov r6, r10\n\t"
        "mov r7, r11\n\t"
        "stmia r0!, {r4-r7}\n\t"
        "ldr r4, [r3]\n\t" /* SAVED */
        "push {r2, r4}\n\t"
        /* from here on in a register that a call keeps, as its stamps are */
        "mov r4, r3\n\t"
        "ldr r5, [r4]\n\t" /* GOING_ON */
        "cpsid i\n\t"
        "ldr r6, [r4]\n\t" /* MASKED */
        "bl vTaskSwitchContext\n\t"
        "ldr r7, [r4]\n\t" /* SELECTED */
        "cpsie i\n\t"
        "ldr r3, [r4]\n\t" /* UNMASKED */
        /* put away: into memory */
        "ldr r2, =handler_stamps\n\t"
        "stmia r2!, {r3, r5-r7}\n\t"
        "pop {r0, r1, r3, r5-r7}\n\t"
        "stmia r2!, {r0, r1, r3, r5-r7}\n\t"
        "ldr r5, [r4]\n\t" /* PUT_AWAY */
        "ldr r2, =pxCurrentTCB\n\t"
        "ldr r1, [r2]\n\t"
        "ldr r0, [r1]\n\t"
        "ldr r1, [r4]\n\t" /* TOP_LOADED */
        /* put away: into memory */
        "ldr r2, =handler_stamps+%c[top]\n\t"
        "stmia r2!, {r1, r5}\n\t"
        "mov r1, r4\n\t"
        "ldr r2, [r1]\n\t" /* RESTORING */
        "adds r0, r0, #20\n\t"
        "ldmia r0!, {r4-r7}\n\t"
        "mov r8, r4\n\t"
        "mov r9, r5\n\t"
        "mov r10, r6\n\t"
        "mov r11, r7\n\t"
        "ldr r4, [r1]\n\t" /* RESTORED */
        /* put away: into memory */
        "ldr r3, =handler_stamps+%c[restore]\n\t"
        "stmia r3!, {r2, r4}\n\t"
        "ldr r2, [r1]\n\t" /* RETURNING */
        "msr psp, r0\n\t"
        "subs r0, r0, #36\n\t"
        "ldmia r0!, {r3-r7}\n\t"
        "ldr r0, [r1]\n\t" /* LEAVING */
        "ldr r1, =handler_stamps+%c[rest]\n\t"
        "stmia r1!, {r0, r2}\n\t"
        "bx r3\n\t"
        ".ltorg"
        :
        : [counter] "i"(TIMEBASE_BASE + TIMEBASE_COUNTER_OFFSET), [top] "i"(4 * TOP_LOADED),
          [restore] "i"(4 * RESTORING), [rest] "i"(4 * LEAVING));
}
