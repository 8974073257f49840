/* Timing of Cortex-M0 code in the STM32F0's flash with one wait state and the prefetch buffer.
 * SPDX-License-Identifier: MIT
 *
 * Source: what jnk0le/cortexm-AES gives for 0 and 1 wait states: one cycle a branch, one more to a
 * half-word that is not word-aligned; 45 % more without the prefetch buffer.
 */
        .set    GAP, 64
        .include "case.inc"

        .set    FLASH_ACR, 0x40022000

        .macro  ACR value
        ldr     r0, =FLASH_ACR
        movs    r1, #\value
        str     r1, [r0]
        dsb
        .endm

reset:
        ACR     0x11                    @ PRFTBE, one wait state

        BEGIN   sequential, 1 + 32
        .rept   32
        nop                             @ 1; the first one's word is waited for
        .endr
        END     sequential

        BEGIN   branch_aligned, 1 + 3 + 2
        b       1f                      @ 3
        .balign 4
        nop
        nop
        nop
        nop
1:      nop                             @ 1 + 1
        END     branch_aligned

        BEGIN   branch_unaligned, 1 + 3 + 2 + 1 + 1
        b       1f                      @ 3
        .balign 4
        nop
        nop
        nop
        nop
        nop
1:      nop                             @ 1 + 2
        nop                             @ 1
        END     branch_unaligned

        ACR     0x01
        BEGIN   sequential_without_prefetch, 16 * 3 + 1
        .rept   32
        nop                             @ 3 for the two of a word; the last asks for the next one
        .endr
        END     sequential_without_prefetch
        bkpt    0

        .ltorg
