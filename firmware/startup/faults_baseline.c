/* Vectors and faults of Armv6-M: vectors stand where the core looks for them, every fault is
 * HardFault. SPDX-License-Identifier: MIT
 *
 * Armv6-M Architecture Reference Manual: B1.5.6 (stack on exception entry), B1.5.12 (HardFault).
 * There is no VTOR (on a Cortex-M0) and no fault status.
 */
#include "startup/startup.h"

#include <stdint.h>

#include "lib/check.h"

/* Word of the exception frame that holds the return address. */
#define FRAME_PC 6

/* A name that only the assembler below uses. */
_Noreturn void startup_fault(const uint32_t *frame);

_Noreturn void startup_fault(const uint32_t *frame)
{
    check_failed_with(__FILE__, __LINE__, "hard fault at", frame[FRAME_PC]);
}

/* EXC_RETURN bit 2: which stack the frame is on. The main stack starts afresh, since it may be the
 * one that overflowed, and nothing returns from here. */
__attribute__((naked)) void startup_fault_entry(void)
{
    __asm volatile("movs r0, #4\n\t"
                   "mov r1, lr\n\t"
                   "tst r1, r0\n\t"
                   "beq 1f\n\t"
                   "mrs r0, psp\n\t"
                   "b 2f\n"
                   "1:\n\t"
                   "mrs r0, msp\n"
                   "2:\n\t"
                   "ldr r1, =startup_stack_top\n\t"
                   "msr msp, r1\n\t"
                   "ldr r1, =startup_fault\n\t"
                   "bx r1\n\t"
                   ".ltorg");
}

void startup_set_vectors(const void *table)
{
    (void)table;
}
