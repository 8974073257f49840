/* Executes the programs of an image one after the other and writes what each left: for QEMU's boards
 * and our machines alike. SPDX-License-Identifier: MIT
 *
 * The layout is that of qemu_image.h. A program runs in Thread mode on the process stack, entered by
 * an exception return; it ends with an SVC or with its fault. BASE: the image's first address; RAM:
 * where what is kept here lies; FPU: the core has one; IN_RAM: the image is not where vectors are.
 */
        .syntax unified
        .text
        .thumb

        .set    STACK, RAM + 0x1000
        .set    STATE, RAM + 0x1000     /* record that runs, records left, file */
        .set    RESULT, RAM + 0x1020
        .set    HEADER, BASE + 0x400    /* number of records, size of data in words, where it lies */
        .set    RECORDS, BASE + 0x800
        .set    PRISTINE, BASE + 0x14000
        .set    RECORD_SIZE, 200
        .set    RESULT_SIZE, 216

        .word   STACK, reset + 1
        .rept   14
        .word   ended + 1
        .endr

        .balign 2
        .global reset
reset:
        .ifdef  IN_RAM
        ldr     r0, =0xE000ED08         /* VTOR */
        ldr     r1, =BASE
        str     r1, [r0]
        dsb
        .endif
        ldr     r0, =STATE
        ldr     r1, =RECORDS
        str     r1, [r0]
        ldr     r1, =HEADER
        ldr     r1, [r1]
        str     r1, [r0, #4]
        movs    r0, #1                  /* SYS_OPEN of the console, to write */
        ldr     r1, =open_block
        bkpt    0xAB
        ldr     r1, =STATE
        str     r0, [r1, #8]
        .ifdef  FPU
        ldr     r0, =0xE000ED88         /* CPACR */
        ldr     r1, =0x00F00000
        str     r1, [r0]
        ldr     r0, =0xE000EF34         /* FPCCR: no contexts in frames */
        movs    r1, #0
        str     r1, [r0]
        dsb
        isb
        .endif
        movs    r0, #1
        msr     PRIMASK, r0
        ldr     r0, =first
        svc     #1                      /* PRIMASK makes it a HardFault: Handler mode all the same */
first:
        b       first

/* r4 to r11, the frame, PSP, IPSR, FPSCR, S0 to S31, a sum of the data. */
ended:
        ldr     r0, =RESULT
        stmia   r0!, {r4-r7}
        mov     r4, r8
        mov     r5, r9
        mov     r6, r10
        mov     r7, r11
        stmia   r0!, {r4-r7}
        ldr     r1, =STATE
        ldr     r2, [r1]
        ldr     r3, =RECORDS
        cmp     r2, r3
        beq     next                    /* nothing has run yet */
        mrs     r1, PSP
        ldmia   r1!, {r4-r7}
        stmia   r0!, {r4-r7}
        ldmia   r1!, {r4-r7}
        stmia   r0!, {r4-r7}
        mrs     r1, PSP
        mrs     r2, IPSR
        stmia   r0!, {r1, r2}
        .ifdef  FPU
        vmrs    r1, FPSCR
        stmia   r0!, {r1}
        vstmia  r0!, {s0-s31}
        .else
        adds    r0, #132
        .endif
        ldr     r1, =HEADER
        ldr     r2, [r1, #4]
        ldr     r1, [r1, #8]
        movs    r3, #0
1:      ldmia   r1!, {r4}
        lsls    r5, r3, #5
        subs    r3, r5, r3
        adds    r3, r3, r4
        subs    r2, #1
        bne     1b
        str     r3, [r0]
        ldr     r1, =write_block
        ldr     r2, =STATE
        ldr     r3, [r2, #8]
        ldr     r1, =RESULT - 12
        str     r3, [r1]
        ldr     r3, =RESULT
        str     r3, [r1, #4]
        ldr     r3, =RESULT_SIZE
        str     r3, [r1, #8]
        movs    r0, #5                  /* SYS_WRITE */
        bkpt    0xAB

next:
        ldr     r0, =STATE
        ldr     r1, [r0, #4]
        cmp     r1, #0
        beq     finish
        subs    r1, #1
        str     r1, [r0, #4]
        ldr     r7, [r0]                /* the record */
        ldr     r1, =RECORD_SIZE
        adds    r1, r1, r7
        str     r1, [r0]
        ldr     r0, =HEADER
        ldr     r2, [r0, #4]
        ldr     r1, [r0, #8]
        ldr     r0, =PRISTINE
1:      ldmia   r0!, {r3}
        stmia   r1!, {r3}
        subs    r2, #1
        bne     1b
        .ifdef  FPU
        mov     r0, r7
        adds    r0, #68
        vldmia  r0, {s0-s31}
        .endif
        ldr     r0, [r7, #52]           /* SP, below it the frame */
        subs    r0, #32
        msr     PSP, r0
        ldr     r1, [r7]
        str     r1, [r0]
        ldr     r1, [r7, #4]
        str     r1, [r0, #4]
        ldr     r1, [r7, #8]
        str     r1, [r0, #8]
        ldr     r1, [r7, #12]
        str     r1, [r0, #12]
        ldr     r1, [r7, #48]           /* r12 */
        str     r1, [r0, #16]
        ldr     r1, [r7, #56]           /* LR */
        str     r1, [r0, #20]
        ldr     r1, [r7, #60]           /* PC */
        str     r1, [r0, #24]
        ldr     r1, [r7, #64]           /* xPSR */
        str     r1, [r0, #28]
        ldr     r1, [r7, #32]
        mov     r8, r1
        ldr     r1, [r7, #36]
        mov     r9, r1
        ldr     r1, [r7, #40]
        mov     r10, r1
        ldr     r1, [r7, #44]
        mov     r11, r1
        ldr     r4, [r7, #16]
        ldr     r5, [r7, #20]
        ldr     r6, [r7, #24]
        ldr     r0, =STACK              /* what the last exception left there is gone */
        mov     sp, r0
        movs    r0, #0
        msr     PRIMASK, r0
        mov     r0, lr                  /* to Thread mode, as it came, */
        movs    r1, #4
        orrs    r0, r1                  /* on the process stack */
        mov     lr, r0
        ldr     r7, [r7, #28]
        bx      lr

finish:
        movs    r0, #0x18               /* SYS_EXIT */
        ldr     r1, =0x20026
        bkpt    0xAB
        b       finish

        .balign 4
open_block:
        .word   console, 4, 3
write_block:
        .word   0
console:
        .asciz  ":tt"
        .balign 4
        .ltorg
