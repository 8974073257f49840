/* Timing of the Cortex-M0 from memory without wait states.
 * SPDX-License-Identifier: MIT
 *
 * Source: DDI0432 table 3-1; the loop template of jnk0le/random. Cycles on the right.
 */
        .include "case.inc"

        .set    SYST_CSR, 0xE000E010

reset:
        ldr     r6, =SYST_CSR
        ldr     r1, =0xFFFFFF
        str     r1, [r6, #4]
        str     r1, [r6, #8]
        movs    r1, #5
        str     r1, [r6]
        ldr     r1, =0x20001000
        ldr     r2, =0x20001100
        b       loop

/* 1,000 passes of 16 NOPs, a subtraction and a taken branch: 20 each; the last one is not taken. */
        .balign 8
loop:
        ldr     r4, =1000
        ldr     r5, [r6, #8]            @ SysTick counts down
1:
        .rept   16
        nop                             @ 1
        .endr
        subs    r4, #1                  @ 1
        bne     1b                      @ 3, not taken 1
        ldr     r0, [r6, #8]            @ 2, of which the counter has seen the first load's second
        subs    r0, r5, r0
        RESULT  template_1000_passes, 20000, "jnk0le/random"

        BEGIN   data_processing, 5, "DDI0432 table 3-1"
        movs    r3, #1                  @ 1
        adds    r3, r3, r3              @ 1
        lsls    r3, r3, #4              @ 1
        rev     r3, r3                  @ 1
        muls    r3, r3, r3              @ 1
        END     data_processing

        BEGIN   loads_and_stores, 8, "DDI0432 table 3-1"
        ldr     r3, [r1]                @ 2
        ldrb    r4, [r2, #1]            @ 2
        str     r3, [r2]                @ 2
        strh    r3, [r2, #2]            @ 2
        END     loads_and_stores

        BEGIN   lists, 14, "DDI0432 table 3-1"
        push    {r3, r4, lr}            @ 1 + 3
        ldmia   r1!, {r3, r4}           @ 1 + 2
        stmia   r2!, {r3, r4}           @ 1 + 2
        pop     {r3, r4, r5}            @ 1 + 3
        END     lists

        BEGIN   branch_taken, 3, "DDI0432 table 3-1"
        b       1f                      @ 3
        nop
1:
        END     branch_taken

        BEGIN   branch_not_taken, 3, "DDI0432 table 3-1"
        movs    r3, #1                  @ 1
        cmp     r3, #0                  @ 1
        beq     fault                   @ 1
        END     branch_not_taken

        BEGIN   call_and_return, 7, "DDI0432 table 3-1"
        bl      leaf                    @ 4
        END     call_and_return         @ bx lr: 3

        BEGIN   call_and_pop, 11, "DDI0432 table 3-1"
        bl      leaf_with_frame         @ 4; push 2; pop {pc} 4 + 1
        END     call_and_pop

        BEGIN   special_registers, 9, "DDI0432 table 3-1"
        mrs     r3, primask             @ 4
        msr     primask, r3             @ 4
        cpsie   i                       @ 1
        END     special_registers

        BEGIN   barriers, 12, "DDI0432 table 3-1"
        dmb                             @ 4
        dsb                             @ 4
        isb                             @ 4
        END     barriers

        BEGIN   exception_entry, 17, "Arm: 16 from the request"
        svc     0                       @ 1, and 16 to the handler
        bkpt    0

        .balign 4
svcall:
last_exception_entry:
        nop
        bx      lr

        .balign 4
leaf:
        bx      lr

        .balign 4
leaf_with_frame:
        push    {lr}
        pop     {pc}

        .ltorg
