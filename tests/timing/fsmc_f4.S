/* Timing of data in an asynchronous SRAM of 16 bits behind the FSMC of the STM32F407.
 * SPDX-License-Identifier: MIT
 *
 * RM0090 Rev 21, 36.5.4: a read takes ADDSET + DATAST, a write ADDSET + DATAST + 1 cycles; BUSTURN,
 * 36.5.6: a cycle behind a read, nothing between two writes, BUSTURN from write to read. A word is two
 * transactions. ADDSET 1, DATAST 3, BUSTURN 2: a half-word is read in 4 and written in 5, a word in 9
 * and 10. The bus matrix takes a cycle more of each access.
 */
        .include "case.inc"
        .cpu    cortex-m4

        .set    MEMORY, 0x68000000
        .set    FSMC_BCR3, 0xA0000010
        .set    RCC_AHB1ENR, 0x40023830
        .set    GPIOD, 0x40020C00

reset:
/* ports D to G, all pins in AF12 */
        ldr     r0, =RCC_AHB1ENR
        ldr     r1, =0x00100078
        str     r1, [r0]
        movs    r1, #1
        str     r1, [r0, #8]            @ RCC_AHB3ENR.FSMCEN
        ldr     r0, =GPIOD
        ldr     r1, =0xAAAAAAAA
        ldr     r2, =0xCCCCCCCC
        movs    r3, #4
0:
        str     r1, [r0]
        str     r2, [r0, #0x20]
        str     r2, [r0, #0x24]
        add     r0, r0, #0x400
        subs    r3, #1
        bne     0b
        ldr     r0, =FSMC_BCR3
        ldr     r1, =0x00020301         @ BTR3
        str     r1, [r0, #4]
        ldr     r1, =0x00001091         @ BCR3
        str     r1, [r0]
        dsb
        ldr     r2, =MEMORY
        ldr     r3, [r2]                @ the last transaction is a read, long ago
        b       1f
        .ltorg
        .balign 4
1:
        BEGIN   load_half_word, 7
        ldrh    r4, [r2]                @ 1, bus matrix 1, 4, less the cycle of its own
        movs    r0, #0                  @ 2
        END     load_half_word

        BEGIN   load_word, 12
        ldr     r4, [r2]                @ 1 + 1 + 9 - 1
        movs    r0, #0                  @ 2
        END     load_word

        BEGIN   store_word, 3
        str     r4, [r2]                @ 1 + 1: the write buffer has it
        movs    r0, #0                  @ 1
        END     store_word

        dsb                             @ the write buffer is empty
        BEGIN   two_stores, 14
        str     r4, [r2]                @ 2
        str     r4, [r2, #4]            @ 11: behind the 10 of the first, and the bus matrix
        movs    r0, #0                  @ 1
        END     two_stores

        dsb
        BEGIN   store_then_load, 24
        str     r4, [r2]                @ 2
        ldr     r5, [r2]                @ 1 + 9 of the store, 2 to turn round, 9 - 1
        movs    r0, #0                  @ 2
        END     store_then_load
        bkpt    0
