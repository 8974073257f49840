/* Timing of the Cortex-M33 from the STM32H5's instruction cache: the second pass counts.
 * SPDX-License-Identifier: MIT
 *
 * Source: measurements on RP2350 (jnk0le/random, cortex_m33.md). Cycles on the right.
 */
        .include "case.inc"

        .set    DWT, 0xE0001000
        .set    DEMCR, 0xE000EDFC
        .set    ICACHE, 0x40030400

reset:
        ldr     r0, =ICACHE
1:      ldr     r1, [r0, #4]            @ busy: it is being invalidated
        lsls    r1, r1, #31
        bmi     1b
        movs    r1, #5                  @ WAYSEL, EN
        str     r1, [r0]
        movs    r1, #2
        mov     r12, r1                 @ passes
        ldr     r0, =DEMCR
        ldr     r1, =1 << 24
        str     r1, [r0]
        ldr     r6, =DWT
        movs    r1, #1
        str     r1, [r6]
        ldr     r1, =0x20001000
        ldr     r2, =0x20001100
        str     r1, [r1]
again:
        b       loop

/* 1,000 passes of 20 cycles. Of what lies between the two loads of CYCCNT two are NOPs, one is the
 * load's own, and the last branch is one shorter. */
        .balign 8
loop:
        movw    r4, #1000
        ldr.w   r5, [r6, #4]
        nop.w
1:
        .rept   17
        mov     r10, r10                @ 1
        .endr
        subs.w  r4, #1                  @ 1
        mov     r10, r10                @ 1
        bne     1b                      @ 1, not taken 0
        nop.w
        ldr.w   r0, [r6, #4]
        subs    r0, r0, r5
        subs    r0, #2
        RESULT  template_1000_passes, 20000, "jnk0le/random"

        ldr     r3, [r6, #4]
        ldr     r0, [r6, #4]
        subs    r0, r0, r3
        RESULT  counter_read_pair, 1, "jnk0le/random, RP2350"

        BEGIN   branch_behind_flags, 3, "jnk0le/random, RP2350"
        movs    r3, #1                  @ 1
        bne     1f                      @ 2
        nop
1:
        END     branch_behind_flags

        BEGIN   branch_paired, 3, "jnk0le/random, RP2350"
        movs    r3, #1                  @ 1
        mov     r10, r10                @ 1
        bne     1f                      @ 1
        nop
1:
        END     branch_paired

        BEGIN   branch_not_taken, 1, "jnk0le/random, RP2350"
        movs    r3, #1                  @ 1
        beq     fault                   @ 0
        END     branch_not_taken

        BEGIN   load_use, 3, "jnk0le/random, RP2350"
        ldr     r3, [r1]                @ 1
        adds    r3, r3, #1              @ 1 + 1: the load's result comes late
        END     load_use

        BEGIN   load_other_use, 3, "jnk0le/random, RP2350"
        ldr     r3, [r1]                @ 1
        mov     r10, r10                @ 1
        adds    r3, r3, #1              @ 1
        END     load_other_use

        BEGIN   load_store, 2, "jnk0le/random, RP2350"
        ldr     r3, [r1]                @ 1
        str     r3, [r2]                @ 1
        END     load_store

        BEGIN   load_multiple_8, 8, "jnk0le/random, RP2350"
        ldmia.w r1, {r3-r5, r7-r11}     @ 8
        END     load_multiple_8

        BEGIN   load_pair, 2, "jnk0le/random, RP2350"
        ldrd    r4, r5, [r1]            @ 2
        END     load_pair

        BEGIN   multiply_16, 2, "jnk0le/random, RP2350"
        muls    r3, r4, r3              @ 2
        END     multiply_16

        BEGIN   multiply_use, 3, "jnk0le/random, RP2350"
        mul     r3, r4, r5              @ 1
        adds    r3, r3, #1              @ 1 + 1
        END     multiply_use

        BEGIN   accumulate_chain, 2, "jnk0le/random, RP2350"
        mla     r3, r4, r5, r3          @ 1
        mla     r3, r4, r5, r3          @ 1: the addend may come late
        END     accumulate_chain

        BEGIN   shifted_use, 3, "jnk0le/random, RP2350"
        add.w   r3, r4, r5, lsl #3      @ 1
        adds    r3, r3, #1              @ 1 + 1
        END     shifted_use

        BEGIN   shifted_constant_flags, 2, "jnk0le/random, RP2350"
        adds.w  r3, r4, #0x1FC0         @ 2
        END     shifted_constant_flags

        BEGIN   compare_shifted_constant, 2, "jnk0le/random, RP2350"
        cmp.w   r3, #0x1FC0             @ 2
        END     compare_shifted_constant

        BEGIN   it_folds, 2, "jnk0le/random, RP2350"
        movs.w  r3, #0                  @ 1
        it      eq                      @ 0
        moveq   r3, #1                  @ 1
        END     it_folds

        BEGIN   nop_folds, 1, "jnk0le/random, RP2350"
        movs    r3, #0                  @ 1
        nop                             @ 0
        END     nop_folds
        ldr     r1, =0x20001000
        subs.w  r12, r12, #1
        bne.w   again
        bkpt    0

        .ltorg
