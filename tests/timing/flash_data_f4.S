/* Timing of data in the STM32F4's flash beside data in RAM, and of fetches that they keep waiting.
 * SPDX-License-Identifier: MIT
 *
 * Sources: jnk0le/random, cortex_m3m4.md (STM32F407 rev Y: loads, and stores behind loads, pair only
 * within one memory); RM0090 3.5 (a read gives 128 bits; the D-bus goes before the I-bus).
 */
        .set    GAP, 64
        .include "case.inc"
        .cpu    cortex-m4

        .set    FLASH_ACR, 0x40023C00
        .set    PREFETCH, 1 << 8
        .set    ICACHE, 1 << 9
        .set    DCACHE, 1 << 10

        .macro  ACR value
        ldr     r0, =FLASH_ACR
        ldr     r5, =\value
        str     r5, [r0]
        dsb
        .endm

reset:
        ldr     r1, =0x20001000
        ldr     r2, =table
        movs    r5, #0
        b       1f
        .ltorg
1:
/* ---- 0 wait states, caches off ---- */

        BEGIN   flash_flash, 4, "jnk0le/random"
        ldr     r3, [r2]                @ 1
        ldr     r4, [r2, #4]            @ 1: in the data phase of the first
        movs    r0, #0                  @ 2
        END     flash_flash

        BEGIN   flash_ram, 5, "jnk0le/random"
        ldr     r3, [r2]                @ 1
        ldr     r4, [r1]                @ 2
        movs    r0, #0                  @ 2
        END     flash_ram

        BEGIN   ram_flash, 5, "jnk0le/random"
        ldr     r3, [r1]                @ 1
        ldr     r4, [r2]                @ 2
        movs    r0, #0                  @ 2
        END     ram_flash

        BEGIN   literal_flash, 4, "jnk0le/random"
        ldr     r3, literal             @ 1
        ldr     r4, [r2]                @ 1
        movs    r0, #0                  @ 2
        END     literal_flash

        BEGIN   literal_ram, 5, "jnk0le/random"
        ldr     r3, literal             @ 1
        ldr     r4, [r1]                @ 2
        movs    r0, #0                  @ 2
        END     literal_ram

        BEGIN   flash_store, 4, "jnk0le/random"
        ldr     r3, [r2]                @ 1
        str     r4, [r1]                @ 2
        movs    r0, #0                  @ 1
        END     flash_store

        BEGIN   ram_store, 3, "jnk0le/random"
        ldr     r3, [r1]                @ 1
        str     r4, [r1, #4]            @ 1
        movs    r0, #0                  @ 1
        END     ram_store

/* A message word and its constant, as in MD5: ROM against RAM. */
        BEGIN   message_in_flash, 5
        ldr     r3, literal             @ 1
        ldr     r4, [r2, #4]            @ 2
        add     r3, r4                  @ 1
        add     r3, r4                  @ 1
        END     message_in_flash

        BEGIN   message_in_ram, 6
        ldr     r3, literal             @ 1
        ldr     r4, [r1, #4]            @ 3
        add     r3, r4                  @ 1
        add     r3, r4                  @ 1
        END     message_in_ram

/* A message word and a value that the compiler keeps on the stack: the other way around. */
        BEGIN   flash_beside_stack, 6
        ldr     r3, [sp, #-4]           @ 1
        ldr     r4, [r2, #4]            @ 3
        add     r3, r4                  @ 1
        add     r3, r4                  @ 1
        END     flash_beside_stack

        BEGIN   ram_beside_stack, 5
        ldr     r3, [sp, #-4]           @ 1
        ldr     r4, [r1, #4]            @ 2
        add     r3, r4                  @ 1
        add     r3, r4                  @ 1
        END     ram_beside_stack

/* In an IT block nothing follows in the second cycle of a load. */
        BEGIN   conditional, 6
        cmp     r5, #0                  @ 1
        it      eq
        ldreq   r3, [r2]                @ 2
        ldr     r4, [r1]                @ 2
        movs    r0, #0                  @ 1
        END     conditional

/* The read takes the place of a fetch, where that begins a line: the fetch of the second line goes out
 * in the data phase of a load that is the second instruction. */
        .macro  AMID name, cycles, before, base
        BEGIN   \name, \cycles
        .rept   \before
        nop.w
        .endr
        ldr.w   r3, [\base]
        .rept   12 - \before
        nop.w
        .endr
        END     \name
        .endm
        AMID    fetch_flash_0, 13, 0, r2
        AMID    fetch_flash_1, 14, 1, r2
        AMID    fetch_flash_2, 13, 2, r2
        AMID    fetch_flash_3, 13, 3, r2
        AMID    fetch_flash_4, 13, 4, r2
        AMID    fetch_ram_0, 13, 0, r1
        AMID    fetch_ram_1, 13, 1, r1
        AMID    fetch_ram_2, 13, 2, r1
        AMID    fetch_ram_3, 13, 3, r1

/* ---- 3 wait states, caches off ---- */

        ACR     3
        BEGIN   flash_3_ws, 3 + 4 + 4 + 2
        ldr     r3, [r2]                @ 1 + 3
        ldr     r4, [r2, #4]            @ 1 + 3
        movs    r0, #0                  @ 2
        END     flash_3_ws

        BEGIN   ram_3_ws, 3 + 4
        ldr     r3, [r1]                @ 1
        ldr     r4, [r1, #4]            @ 1
        movs    r0, #0                  @ 2
        END     ram_3_ws

/* ---- 3 wait states, caches on ---- */

        ACR     3 + PREFETCH + ICACHE + DCACHE
        movs    r5, #2
again:
/* The second pass counts: all lines are in the caches. */
        BEGIN   cached_flash_flash, 4
        ldr     r3, [r2]                @ 1
        ldr     r4, [r2, #4]            @ 1
        movs    r0, #0                  @ 2
        END     cached_flash_flash

        BEGIN   cached_flash_ram, 5, "jnk0le/random"
        ldr     r3, [r2]                @ 1
        ldr     r4, [r1]                @ 2
        movs    r0, #0                  @ 2
        END     cached_flash_ram

        BEGIN   cached_ram_flash, 5, "jnk0le/random"
        ldr     r3, [r1]                @ 1
        ldr     r4, [r2]                @ 2
        movs    r0, #0                  @ 2
        END     cached_ram_flash

        BEGIN   cached_fetch_flash, 13
        nop.w
        ldr.w   r3, [r2]
        .rept   11
        nop.w
        .endr
        END     cached_fetch_flash
        subs    r5, #1
        bne.w   again
        bkpt    0

        .balign 16
literal:
        .word   1
        .ltorg
        .balign 64
table:
        .word   1, 2, 3, 4
