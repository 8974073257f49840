/* Timing of Cortex-M3 and Cortex-M4 from memory without wait states.
 * SPDX-License-Identifier: MIT
 *
 * Sources of the figures: DDI0337I and DDI0439 (table 3-1, load/store timings), the loop template of
 * jnk0le/random, compendium.i-0.nl (branch targets). Cycles on the right.
 */
        .include "case.inc"

        .if     CORE == 4
        .cpu    cortex-m4
        .else
        .cpu    cortex-m3
        .endif

        .set    DWT, 0xE0001000
        .set    DEMCR, 0xE000EDFC

reset:
        ldr     r0, =DEMCR
        ldr     r1, =1 << 24
        str     r1, [r0]
        ldr     r6, =DWT
        movs    r1, #1
        str     r1, [r6]
        ldr     r1, =0x20001000
        ldr     r2, =0x20001100
        str     r1, [r1]
        b       loop

/* 1,000 passes of 17 NOPs, a subtraction and a taken branch: 20 each. Of the 20,003 between the two
 * loads of CYCCNT one is the loads' own and two are the NOPs beside them. */
        .balign 8
loop:
        movw    r4, #1000
        nop.w
        ldr.w   r5, [r6, #4]
        nop.w
1:
        .rept   17
        nop.w                           @ 1
        .endr
        subs.w  r4, #1                  @ 1
        bne.w   1b                      @ 2
        nop.w
        ldr.w   r0, [r6, #4]
        subs    r0, r0, r5
        subs    r0, #3
        RESULT  template_1000_passes, 20000, "jnk0le/random, STM32F103 and F407"

/* Two loads of CYCCNT one behind the other. */
        .balign 8
        ldr     r3, [r6, #4]
        ldr     r0, [r6, #4]
        subs    r0, r0, r3
        RESULT  counter_read_pair, 1, "jnk0le/random"

/* ---- branches ---- */

        BEGIN   branch_to_narrow, 3, "compendium.i-0.nl, Cortex-M4"
        b       1f                      @ 2
        .balign 4
1:      movs    r3, #0                  @ 1
        END     branch_to_narrow

        BEGIN   branch_to_aligned_wide, 3, "jnk0le/random, STM32F103 and F407"
        b       1f                      @ 2
        .balign 4
1:      nop.w                           @ 1
        END     branch_to_aligned_wide

        BEGIN   branch_to_unaligned_wide, 4, "compendium.i-0.nl, Cortex-M4"
        b       1f                      @ 2
        .balign 4
        nop
1:      nop.w                           @ 2: its second half is one fetch later
        END     branch_to_unaligned_wide

        BEGIN   not_taken_among_narrow, 6
        movs    r3, #1                  @ 1
        cmp     r3, #0                  @ 1
        beq     fault                   @ 1
        movs    r3, #0                  @ 1
        nop.w                           @ 1
        nop.w                           @ 1
        END     not_taken_among_narrow

        BEGIN   not_taken_among_wide, 6
        movs.w  r3, #1                  @ 1
        cmp.w   r3, #0                  @ 1
        beq.w   fault                   @ 1: its target's fetch takes the place of
        nop.w                           @ 1
        nop.w                           @ 2: this one's
        END     not_taken_among_wide

        BEGIN   call_and_return, 5
        bl      leaf                    @ 2
        END     call_and_return         @ bx lr: 3

        BEGIN   call_and_pop, 9
        bl      leaf_with_frame         @ 2; push 2; pop {pc} 1 + 1 + 3
        END     call_and_pop

        BEGIN   jump_by_load, 5, "DDI0439"
        ldr     pc, 2f                  @ 2 for the load, 3 for the refill
        .balign 4
2:      .word   last_jump_by_load + 1
        END     jump_by_load

        BEGIN   table_branch, 9, "DDI0439"
        movs    r3, #0                  @ 1
        nop                             @ 1: else the index would come late for the address
        tbb     [pc, r3]                @ 6: 2 for the load, 1 for the sum, 3 for the refill
        .byte   1, 1
        movs    r3, #0                  @ 1
        END     table_branch

/* ---- IT ---- */

        BEGIN   it_folds, 3, "DDI0439"
        movs    r3, #0                  @ 1
        it      eq                      @ 0, behind a 16-bit instruction
        moveq   r3, #1                  @ 1
        movs    r0, #0                  @ 1
        END     it_folds

        BEGIN   it_behind_wide, 4
        movs.w  r3, #0                  @ 1
        it      ne                      @ 1
        movne   r3, #1                  @ 1, skipped
        movs    r0, #0                  @ 1
        END     it_behind_wide

/* ---- alignment ---- */

        BEGIN   three_unaligned_behind_narrow, 7
        nop                             @ 1
        nop                             @ 1
        nop                             @ 1
        .rept   3
        add.w   r3, r3, #1              @ 1
        .endr
        nop                             @ 1
        END     three_unaligned_behind_narrow

        BEGIN   three_unaligned_behind_load, 9, "ePrint 2025/523, by jnk0le/random"
        nop                             @ 1
        nop                             @ 1
        ldr     r4, [r1]                @ 2
        add.w   r3, r3, #1              @ 1
        add.w   r3, r3, #1              @ 1
        add.w   r3, r3, #1              @ 2: the buffer was full while it waited for the load
        nop                             @ 1
        END     three_unaligned_behind_load

/* ---- arithmetic ---- */

        BEGIN   multiply, 2, "DDI0439 table 3-1"
        muls    r3, r4, r3              @ 1
        movs    r0, #0                  @ 1
        END     multiply

        BEGIN   multiply_accumulate, 2 - (CORE == 3), "DDI0337I, DDI0439 table 3-1"
        mla     r3, r4, r5, r3          @ 1, M3: 2
        movs    r0, #0                  @ 1
        END     multiply_accumulate

        movs    r4, #3
        movs    r5, #5
        BEGIN   multiply_long_short, 2 - 2 * (CORE == 3), "DDI0337I, DDI0439 table 3-1"
        umull   r3, r7, r4, r5          @ 1, M3: 3
        movs    r0, #0                  @ 1
        END     multiply_long_short

        mvns    r4, r4
        mvns    r5, r5
        BEGIN   multiply_long_long, 2 - 4 * (CORE == 3), "DDI0337I, DDI0439 table 3-1"
        umull   r3, r7, r4, r5          @ 1, M3: 5
        movs    r0, #0                  @ 1
        END     multiply_long_long

        movs    r4, #1
        movs    r5, #3
        BEGIN   divide_to_zero, 3, "DDI0439 table 3-1"
        udiv    r3, r4, r5              @ 2
        movs    r0, #0                  @ 1
        END     divide_to_zero

        mvn     r5, #0
        BEGIN   divide_longest, 13, "DDI0439 table 3-1"
        udiv    r3, r5, r4              @ 12
        movs    r0, #0                  @ 1
        END     divide_longest

/* ---- exceptions ---- */

        BEGIN   exception_entry, 13, "Arm: 12 from the request"
        svc     0                       @ 1, and 12 to the handler
        nop
        nop
        bkpt    0

        .balign 16
svcall:
last_exception_entry:
        ldr     r0, =0xE000ED04
        ldr     r1, =1 << 28
        str     r1, [r0]
        dsb
        ROW     first_tail_chain, last_tail_chain, 7, "tail_chain", "Arm: 6"
        b       first_tail_chain
        .balign 16
first_tail_chain:
        bx      lr                      @ 1, and 6 to the next handler

        .balign 16
pendsv:
last_tail_chain:
        nop
        ROW     first_exception_return, last_exception_return, 12, "exception_return", "Arm white paper"
        b       first_exception_return
        .balign 16
first_exception_return:
        bx      lr                      @ 1, and 11 to what was interrupted
        .set    last_exception_return, first_exception_entry + 2

        .balign 4
leaf:
        bx      lr

        .balign 4
leaf_with_frame:
        push    {lr}
        pop     {pc}

        .ltorg
