/* Timing of Cortex-M4 code in the STM32F4's flash with wait states.
 * SPDX-License-Identifier: MIT
 *
 * Source: RM0090 3.5: a read takes wait states + 1 cycles and gives 128 bits; the caches' hits are free.
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
        ldr     r1, =\value
        str     r1, [r0]
        dsb
        .endm

reset:
        ACR     3

/* Each line: 4 NOPs, behind the 3 cycles in which it is read. */
        BEGIN   no_prefetch_3_ws_wide, 8 * 7, "RM0090 figure 5: 3 cycles a line"
        .rept   32
        nop.w
        .endr
        END     no_prefetch_3_ws_wide

        ACR     3 + PREFETCH
/* The first line is waited for; the others were read while the one before was executed. */
        BEGIN   prefetch_3_ws_wide, 3 + 8 * 4, "RM0090 figure 5: none"
        .rept   32
        nop.w
        .endr
        END     prefetch_3_ws_wide

        ACR     5 + PREFETCH
/* 6 cycles a line, of which 4 NOPs use 4; the last line's are all that is left behind its read. */
        BEGIN   prefetch_5_ws_wide, 5 + 31 * 6 + 4
        .rept   128
        nop.w
        .endr
        END     prefetch_5_ws_wide

/* 8 narrow instructions a line take longer than its read. */
        BEGIN   prefetch_5_ws_narrow, 5 + 16 * 8
        .rept   128
        nop
        .endr
        END     prefetch_5_ws_narrow

        ACR     5 + PREFETCH + ICACHE + DCACHE
        movs    r4, #2
again:
/* The second pass counts: its lines are in the cache. */
        BEGIN   cached_5_ws, 32
        .rept   32
        nop.w
        .endr
        END     cached_5_ws
        ldr     r3, literal
        BEGIN   literal_cached_5_ws, 3
        ldr     r3, literal             @ 2
        movs    r0, #0                  @ 1
        END     literal_cached_5_ws
        subs    r4, #1
        bne.w   again
        bkpt    0

        .ltorg
        .balign 16
literal:
        .word   0
