/* Timing of Cortex-M3 and Cortex-M4 code in RAM, which shares the system bus with its data.
 * SPDX-License-Identifier: MIT
 *
 * Source of the rules: DDI0337G 12.5 and 12-7 (data before fetches; registered fetches), from memory;
 * no published figure. What the cases say is what the rules say.
 */
        .include "case.inc"
        .cpu    cortex-m3

        .set    CODE, 0x20000000

reset:
        ldr     r0, =CODE
        ldr     r1, =image
        ldr     r2, =image_end
1:      ldr     r3, [r1], #4
        str     r3, [r0], #4
        cmp     r1, r2
        bne     1b
        ldr     r1, =0x20001000
        ldr     r0, =CODE + 1
        bx      r0
        .ltorg

/* Runs at CODE: labels here are moved there in the rows. */
        .macro  RAM_BEGIN name, cycles
        ROW     first_\name - image + CODE, last_\name - image + CODE, \cycles, "\name"
        b       first_\name
        .balign 16
first_\name:
        .endm

        .balign 16
image:
        RAM_BEGIN branch, 1 + 2 + 2
        b       1f                      @ 1 + 2: the case's own first fetch takes one more, too
        .balign 4
1:      nop                             @ 1 + 1
        END     branch

        RAM_BEGIN narrow, 1 + 6
        .rept   6
        nop                             @ 1
        .endr
        END     narrow

/* Wide code needs the bus in every cycle: each access costs one. */
        RAM_BEGIN load_amid_wide, 1 + 6 + 1
        ldr.w   r3, [r1]                @ 1 + 1
        nop.w                           @ 1, the load's second cycle
        nop.w                           @ 1
        nop.w                           @ 1
        nop.w                           @ 1, and 1 in one of them for the fetch that waited
        nop.w                           @ 1
        END     load_amid_wide
        bkpt    0
        .balign 4
image_end:
