/* Timing of data in the second SRAM bank of the STM32F407, and of loads from one memory behind loads
 * from another.
 * SPDX-License-Identifier: MIT
 *
 * The first access of each instruction to SRAM2 takes one cycle more. Derived from what Embench-IoT
 * and Curve9767 take, whose stacks are there: docs/timing-model.md. Loads pair only within one memory:
 * jnk0le/random, cortex_m3m4.md (STM32F407 rev Y).
 */
        .include "case.inc"
        .cpu    cortex-m4

        .set    SRAM2, 0x2001C000
        .set    CCM, 0x10000000

reset:
        ldr     r1, =SRAM2 - 16
        ldr     r2, =SRAM2
        ldr     r8, =CCM
        ldr     r9, =0x20001000
        movs    r3, #0
        b       1f
        .ltorg
        .balign 4
1:
        BEGIN   load_from_first_bank, 3, "DDI0439"
        ldr     r4, [r1, #12]           @ 1
        movs    r0, #0                  @ 2
        END     load_from_first_bank

        BEGIN   load_from_second_bank, 4
        ldr     r4, [r2]                @ 2
        movs    r0, #0                  @ 2
        END     load_from_second_bank

        BEGIN   two_loads, 6
        ldr     r4, [r2]                @ 2
        ldr     r5, [r2, #4]            @ 2: in the data phase of the first, and as late
        movs    r0, #0                  @ 2
        END     two_loads

        BEGIN   load_multiple_4, 7
        ldmia   r2, {r4-r7}             @ 1 + 4, and 1 for the first
        movs    r0, #0                  @ 1
        END     load_multiple_4

        BEGIN   store, 2
        str     r3, [r2]                @ 1: the write buffer waits
        movs    r0, #0                  @ 1
        END     store

        BEGIN   two_stores, 4
        str     r3, [r2]                @ 1
        str     r3, [r2, #4]            @ 2: the write buffer is full
        movs    r0, #0                  @ 1
        END     two_stores

        BEGIN   store_then_load, 7
        str     r3, [r2]                @ 1
        ldr     r4, [r2]                @ 4: behind the store, and late
        movs    r0, #0                  @ 2
        END     store_then_load

        BEGIN   store_multiple_4, 7
        stmia   r2, {r4-r7}             @ 1 + 4, and 1 for the first
        movs    r0, #0                  @ 1
        END     store_multiple_4

/* What lies in both banks. */
        BEGIN   across_the_banks, 7
        ldmia   r1!, {r4-r7}            @ 1 + 4
        movs    r0, #0                  @ 1
        nop                             @ 1
        END     across_the_banks

        BEGIN   half_words, 4
        ldrh    r4, [r2, #2]            @ 2
        movs    r0, #0                  @ 2
        END     half_words

/* ---- from one memory to another ---- */

        BEGIN   sram1_sram2, 5, "jnk0le/random"
        ldr     r4, [r9]                @ 1
        ldr     r5, [r2]                @ 2: SRAM2's cycle is that of the change
        movs    r0, #0                  @ 2
        END     sram1_sram2

        BEGIN   sram2_sram1, 6, "jnk0le/random"
        ldr     r4, [r2]                @ 2
        ldr     r5, [r9]                @ 2
        movs    r0, #0                  @ 2
        END     sram2_sram1

        BEGIN   sram1_ccm, 5, "jnk0le/random"
        ldr     r4, [r9]                @ 1
        ldr     r5, [r8]                @ 2
        movs    r0, #0                  @ 2
        END     sram1_ccm

        BEGIN   ccm_sram1, 5, "jnk0le/random"
        ldr     r4, [r8]                @ 1
        ldr     r5, [r9]                @ 2
        movs    r0, #0                  @ 2
        END     ccm_sram1

        BEGIN   ccm_ccm, 4, "jnk0le/random"
        ldr     r4, [r8]                @ 1
        ldr     r5, [r8, #4]            @ 1
        movs    r0, #0                  @ 2
        END     ccm_ccm

        BEGIN   literal_ccm, 5, "jnk0le/random"
        ldr     r4, 2f                  @ 1
        ldr     r5, [r8]                @ 2: both over the D-bus, but not the same memory
        movs    r0, #0                  @ 2
        END     literal_ccm

        BEGIN   ccm_store_sram1, 4, "jnk0le/random"
        ldr     r4, [r8]                @ 1
        str     r4, [r9]                @ 2
        movs    r0, #0                  @ 1
        END     ccm_store_sram1

        BEGIN   ccm_store_ccm, 3, "jnk0le/random"
        ldr     r4, [r8]                @ 1
        str     r4, [r8, #4]            @ 1
        movs    r0, #0                  @ 1
        END     ccm_store_ccm

        BEGIN   sram2_flash, 6
        ldr     r4, [r2]                @ 2
        ldr     r5, 2f                  @ 2
        movs    r0, #0                  @ 2
        END     sram2_flash
        bkpt    0
        .balign 4
2:      .word   1
