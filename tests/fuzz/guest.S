/* Code that seeds fuzz_guest: SysTick on, loads and stores of all kinds, calls, a division, a sleep.
 * SPDX-License-Identifier: MIT
 */
    .syntax unified
    .thumb
    .text
    mrs r0, ipsr
    cmp r0, #0
    bne handler
    ldr r0, =0xE000E010
    movs r1, #200
    str r1, [r0, #4]
    movs r1, #7
    str r1, [r0]
    ldr r4, =0x20000800
    movs r5, #50
loop:
    stmia r4!, {r0, r1, r5}
    subs r4, #12
    ldmia r4!, {r1, r2, r3}
    push {r1-r3, lr}
    bl function
    pop {r1-r3}
    pop {r0}
    ldrb r2, [r4, #1]
    ldrh r3, [r4, #2]
    muls r3, r2, r3
    subs r5, #1
    bne loop
    wfi
    svc #1
#if __ARM_ARCH >= 7
    ldr.w r6, [r4, #-8]!
    ldrd r6, r7, [r4], #8
    udiv r6, r7, r5
    it eq
    addeq r6, r6, r7
    ldrex r6, [r4]
    strex r7, r6, [r4]
    cpsid i
    dsb
    isb
    cpsie i
    tbb [pc, r5]
    .byte 1, 1, 1, 1
#endif
#ifdef __ARM_FEATURE_DSP
    qadd r6, r7, r5
    smlad r6, r7, r5, r4
#endif
    udf #0
function:
    eors r0, r1
    rev r0, r0
    bx lr
handler:
    ldr r2, =0x20000C00
    ldr r1, [r2]
    adds r1, #1
    str r1, [r2]
    cmp r1, #20
    bhi .
    bx lr
    .pool
