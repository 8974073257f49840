/* What the stamped switches of cores with BASEPRI share: from the store of the top of stack to the
 * end of the critical section. SPDX-License-Identifier: MIT
 *
 * Before: r0 is the task's new top of stack, r12 the counter's address, r1 the stamp ENTERED, r5
 * the stamp SAVED; behind: r4 and r12 are the counter's address, and the stamps up to UNMASKED are
 * in memory.
 */
#pragma once

/* Where these stamps lie in handler_stamps: the order of the registers that are stored. A port's
 * own go on from HANDLER_STAMPS_SHARED. */
enum {
    SAVED,    /* r5 */
    STORED,   /* r6 */
    ENTERED,  /* r7 */
    PSP_READ, /* r8 */
    GOING_ON, /* r9 */
    MASKED,   /* r10 */
    SELECTED, /* r11 */
    UNMASKED, /* r1, stored by itself */
    HANDLER_STAMPS_SHARED
};

/* The rows of handler_segments up to the end of the critical section. */
#define HANDLER_SEGMENTS_SHARED                                                                    \
    {RESULT_ENTRY, ENTERED, PSP_READ}, {RESULT_SAVE, PSP_READ, SAVED},                             \
        {RESULT_STORE_TOP, SAVED, STORED}, {RESULT_ENTER_CRITICAL, GOING_ON, MASKED},              \
        {RESULT_SWITCH_CONTEXT, MASKED, SELECTED},                                                 \
    {                                                                                              \
        RESULT_LEAVE_CRITICAL, SELECTED, UNMASKED                                                  \
    }

/* tcb: a register for the address of pxCurrentTCB; psp_read: the one that holds that stamp. Stamps
 * are put away into registers that a call keeps. */
#define HANDLER_STORE_TOP(tcb, psp_read)                                                           \
    "ldr " tcb ", =pxCurrentTCB\n\t"                                                               \
    "ldr r6, [" tcb "]\n\t"                                                                        \
    "str r0, [r6]\n\t"                                                                             \
    "ldr r6, [r12]\n\t" /* STORED */                                                               \
    "mov r4, r12\n\t"                                                                              \
    "mov r7, r1\n\t"                                                                               \
    "mov r8, " psp_read "\n\t"                                                                     \
    "ldr r9, [r4]\n\t" /* GOING_ON */

/* The stamp UNMASKED is the port's, behind whatever else it does in leaving. */
#define HANDLER_SELECT                                                                             \
    "mov r0, %[mask]\n\t"                                                                          \
    "msr basepri, r0\n\t"                                                                          \
    "dsb\n\t"                                                                                      \
    "isb\n\t"                                                                                      \
    "ldr r10, [r4]\n\t" /* MASKED */                                                               \
    "bl vTaskSwitchContext\n\t"                                                                    \
    "ldr r11, [r4]\n\t" /* SELECTED */                                                             \
    "mov r0, #0\n\t"                                                                               \
    "msr basepri, r0\n\t"

/* Stamps are put away into memory. */
#define HANDLER_STORE_STAMPS                                                                       \
    "ldr r1, [r4]\n\t" /* UNMASKED */                                                              \
    "ldr r2, =handler_stamps\n\t"                                                                  \
    "stmia r2!, {r5-r11}\n\t"                                                                      \
    "str r1, [r2]\n\t"                                                                             \
    "mov r12, r4\n\t"
