/* Timing of loads and stores of Cortex-M3 and Cortex-M4, all to memory without wait states.
 * SPDX-License-Identifier: MIT
 *
 * Sources: DDI0337I and DDI0439, load/store timings (the triples); jnk0le/random, cortex_m3m4.md
 * (STM32F103 rev X, STM32F407 rev Y). Cycles on the right.
 */
        .include "case.inc"

        .if     CORE == 4
        .cpu    cortex-m4
        .else
        .cpu    cortex-m3
        .endif

reset:
        ldr     r1, =0x20001000
        ldr     r2, =0x20001100
        str     r1, [r1]

        BEGIN   load, 3, "DDI0439 table 3-1"
        ldr     r3, [r1]                @ 2
        movs    r0, #0                  @ 1
        END     load

        BEGIN   load_load, 4, "DDI0439, load/store timings"
        ldr     r3, [r1]                @ 3 together
        ldr     r4, [r2]
        movs    r0, #0                  @ 1
        END     load_load

        BEGIN   load_load_load, 5, "DDI0439, load/store timings"
        ldr     r3, [r1]                @ 4 together
        ldr     r4, [r2]
        ldr     r5, [r2, #4]
        movs    r0, #0                  @ 1
        END     load_load_load

        BEGIN   load_store, 3, "DDI0439, load/store timings"
        ldr     r3, [r1, #4]            @ 2 together, and the store's data phase
        str     r3, [r2, #4]
        movs    r0, #0                  @ 1, in which the store ends: 3 as in the TRM
        END     load_store

        BEGIN   load_load_dependent, 5
        ldr     r3, [r1]                @ 2
        ldr     r4, [r3]                @ 2
        movs    r0, #0                  @ 1
        END     load_load_dependent

        BEGIN   load_nop, 3, "jnk0le/random"
        ldr     r3, [r1]                @ 1
        nop                             @ 1, the load's second
        movs    r0, #0                  @ 1
        END     load_nop

        BEGIN   address_computed, 5, "DDI0439, load/store timings"
        movs    r4, #4                  @ 1
        ldr     r3, [r1, r4]            @ 1 + 2: the sum comes late for the address
        movs    r0, #0                  @ 1
        END     address_computed

        BEGIN   store, 2, "DDI0439, load/store timings"
        str     r3, [r2, #4]            @ 1
        movs    r0, #0                  @ 1
        END     store

        BEGIN   store_store, 3
        str     r3, [r2, #4]            @ 1
        str     r3, [r2, #8]            @ 1
        movs    r0, #0                  @ 1
        END     store_store

        BEGIN   store_load, 5, "jnk0le/random"
        str     r3, [r2, #4]            @ 2
        ldr     r3, [r2, #4]            @ 2
        movs    r0, #0                  @ 1
        END     store_load

        ldr     r7, =0x22022000         @ bit 0 of 0x20001100
        BEGIN   store_bit_band, 3, "DDI0337G 12-7"
        str     r3, [r7]                @ 2: read, modify, write
        movs    r0, #0                  @ 1
        END     store_bit_band

        BEGIN   store_register_offset, 5, "DDI0439 table 3-1"
        movs    r4, #4                  @ 1
        movs    r5, #4                  @ 1
        str     r3, [r2, r4]            @ 2
        movs    r0, #0                  @ 1
        END     store_register_offset

        BEGIN   store_register_offset_nop, 5, "jnk0le/random"
        movs    r4, #4                  @ 1
        movs    r5, #4                  @ 1
        str     r3, [r2, r4]            @ 1
        nop                             @ 1, the store's second
        movs    r0, #0                  @ 1
        END     store_register_offset_nop

        BEGIN   load_updating_base, 4 - (CORE == 3), "jnk0le/random"
        mov     r7, r1                  @ 1
        nop                             @ 1
        ldr     r3, [r1, #0]            @ 1
        ldr     r4, [r7], #0            @ 1, M3: 2 (never in the data phase of another)
        END     load_updating_base

        BEGIN   load_pair, 4, "DDI0439 table 3-1"
        ldrd    r4, r5, [r1, #8]        @ 3
        movs    r0, #0                  @ 1
        END     load_pair

        BEGIN   load_multiple_4, 6, "DDI0439 table 3-1"
        ldmia   r2, {r3, r4, r5, r7}    @ 1 + 4
        movs    r0, #0                  @ 1
        END     load_multiple_4

        BEGIN   store_multiple_8, 10, "DDI0439 table 3-1"
        stmdb   sp!, {r3-r5, r7-r11}    @ 1 + 8
        movs    r0, #0                  @ 1
        END     store_multiple_8
        add     sp, #32

/* ---- two buses ---- */

        BEGIN   two_literals, 4
        ldr     r3, 1f                  @ 1
        ldr     r4, 2f                  @ 1: in the data phase of the first
        movs    r0, #0                  @ 2
        END     two_literals

        BEGIN   literal_then_load, 5
        ldr     r3, 1f                  @ 1
        ldr     r4, [r1]                @ 2: the other bus
        movs    r0, #0                  @ 2
        END     literal_then_load

        BEGIN   load_then_literal, 5
        ldr     r3, [r1]                @ 1
        ldr     r4, 1f                  @ 2
        movs    r0, #0                  @ 2
        END     load_then_literal

        BEGIN   literal_then_store, 4
        ldr     r3, 1f                  @ 1
        str     r4, [r1]                @ 2
        movs    r0, #0                  @ 1
        END     literal_then_store
        b       3f

        .balign 4
1:      .word   1
2:      .word   2
3:
        bkpt    0

        .ltorg
