/* Timing of floating-point instructions of Cortex-M4F and Cortex-M33.
 * SPDX-License-Identifier: MIT
 *
 * Sources: DDI0439 table 7-1, GCC's cortex-m4-fpu.md (latencies); jnk0le/random, RP2350 (M33). Cycles
 * on the right, M4 first. On the M33 the second pass counts, from the instruction cache.
 */
        .include "case.inc"

        .if     CORE == 4
        .cpu    cortex-m4
        .fpu    fpv4-sp-d16
        .else
        .cpu    cortex-m33
        .fpu    fpv5-sp-d16
        .endif

        .set    CPACR, 0xE000ED88
        .set    ICACHE, 0x40030400

reset:
        ldr     r0, =CPACR
        ldr     r1, =0xF << 20
        str     r1, [r0]
        dsb
        isb
        .if     CORE == 33
        ldr     r0, =ICACHE
1:      ldr     r1, [r0, #4]            @ busy: it is being invalidated
        lsls    r1, r1, #31
        bmi     1b
        movs    r1, #5                  @ WAYSEL, EN
        str     r1, [r0]
        .endif
        vmov.f32 s0, #1.0
        movs    r4, #2
again:
        ldr     r1, =0x20001000

        .if     CORE == 33
        BEGIN   save_and_restore_16, 32 @ published of M4 only
        .else
        BEGIN   save_and_restore_16, 34, "FP on against off: 34 more, seven pairs"
        .endif
        vstmdb  r1!, {s16-s31}          @ 1 + 16; 16
        vldmia  r1!, {s16-s31}          @ 1 + 16; 16
        END     save_and_restore_16

        BEGIN   add_independent, 3
        vadd.f32 s1, s0, s0             @ 1
        vadd.f32 s2, s0, s0             @ 1
        vadd.f32 s3, s0, s0             @ 1
        END     add_independent

        BEGIN   add_dependent, 3
        vadd.f32 s1, s0, s0             @ 1
        vadd.f32 s2, s1, s0             @ 1 + 1
        END     add_dependent

        .if     CORE == 4
        BEGIN   accumulate, 6
        vmla.f32 s1, s0, s0             @ 3
        vmla.f32 s1, s0, s0             @ 3
        END     accumulate

        BEGIN   product_to_addend, 4
        vmul.f32 s1, s0, s0             @ 1
        vmla.f32 s1, s0, s0             @ 3
        END     product_to_addend

        BEGIN   load_single, 3
        vldr    s1, [r1]                @ 2
        movs    r0, #0                  @ 1
        END     load_single
        .else
        BEGIN   accumulate, 4
        vfma.f32 s1, s0, s0             @ 1
        vfma.f32 s1, s0, s0             @ 1 + 2
        END     accumulate

        BEGIN   accumulate_to_factor, 5
        vfma.f32 s1, s0, s0             @ 1
        vfma.f32 s2, s1, s0             @ 1 + 3
        END     accumulate_to_factor

        BEGIN   load_single, 2
        vldr    s1, [r1]                @ 1
        vadd.f32 s2, s1, s0             @ 1
        END     load_single
        .endif

        BEGIN   accumulate_and_integers, 5
        vfma.f32 s1, s0, s0             @ 3; 1
        movs    r0, #0                  @ 1
        movs    r2, #0                  @ 1
        .if     CORE == 33
        vfma.f32 s2, s0, s0             @ -; 1
        movs    r0, #0                  @ -; 1
        .endif
        END     accumulate_and_integers

        BEGIN   divide_and_integers, 4
        vdiv.f32 s1, s0, s0             @ 1
        movs    r0, #0                  @ 1
        movs    r2, #0                  @ 1
        movs    r3, #0                  @ 1: the core goes on
        END     divide_and_integers
        .rept   16
        mov     r3, r3
        .endr

        BEGIN   divide_and_use, 15
        vdiv.f32 s1, s0, s0             @ 14
        vadd.f32 s2, s1, s0             @ 1
        END     divide_and_use

        BEGIN   to_core, 1
        vmov    r0, s0                  @ 1
        END     to_core

        BEGIN   pair_to_core, 2
        vmov    r0, r2, s0, s1          @ 2
        END     pair_to_core
        subs    r4, #1
        bne.w   again
        bkpt    0

        .ltorg
