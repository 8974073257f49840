/* Vectors and faults of Armv7-M and Armv8-M Mainline.
 * SPDX-License-Identifier: MIT
 *
 * Armv8-M Architecture Reference Manual: B3.21 (stack on exception entry), D1.2 (SCB_VTOR, CFSR);
 * Armv7-M Architecture Reference Manual: B1.5.6, B3.2.5, B3.2.15 (without STKOF).
 */
#include "startup/startup.h"

#include <stdbool.h>
#include <stdint.h>

#include "lib/check.h"

#define SCB_VTOR (*(volatile uint32_t *)0xE000ED08u)
#define SCB_CFSR (*(volatile uint32_t *)0xE000ED28u)
#define CFSR_MMFSR 0x000000FFu
#define CFSR_BFSR 0x0000FF00u
#define CFSR_UFSR 0xFFFF0000u
#define CFSR_MSTKERR (1u << 4)
#define CFSR_STKERR (1u << 12)
#define CFSR_STKOF (1u << 20)

/* Word of the exception frame that holds the return address. */
#define FRAME_PC 6

/* A name that only the assembler below uses. */
_Noreturn void startup_fault(const uint32_t *frame);

struct cause {
    uint32_t cfsr;
    const char *text;
};

/* In the order in which they are looked for; a stack overflow comes with others. */
static const struct cause causes[] = {
    {CFSR_STKOF, "stack overflow with SP at"},
    {CFSR_MMFSR, "memory management fault at"},
    {CFSR_BFSR, "bus fault at"},
    {CFSR_UFSR, "usage fault at"},
};

static const char *cause_of(uint32_t cfsr)
{
    for (unsigned i = 0; i < sizeof causes / sizeof causes[0]; i++)
        if ((cfsr & causes[i].cfsr) != 0)
            return causes[i].text;
    return "hard fault at";
}

/* Where stacking itself failed there is no frame to read: the stack pointer says whose stack. */
_Noreturn void startup_fault(const uint32_t *frame)
{
    uint32_t cfsr = SCB_CFSR;
    bool stacked = (cfsr & (CFSR_STKOF | CFSR_STKERR | CFSR_MSTKERR)) == 0;
    check_failed_with(__FILE__, __LINE__, cause_of(cfsr),
                      stacked ? frame[FRAME_PC] : (uint32_t)(uintptr_t)frame);
}

/* EXC_RETURN bit 2: which stack the frame is on. The main stack starts afresh, since it may be the
 * one that overflowed, and nothing returns from here. */
__attribute__((naked)) void startup_fault_entry(void)
{
    __asm volatile("tst lr, #4\n\t"
                   "ite eq\n\t"
                   "mrseq r0, msp\n\t"
                   "mrsne r0, psp\n\t"
                   "ldr r1, =startup_stack_top\n\t"
                   "msr msp, r1\n\t"
                   "b startup_fault");
}

void startup_set_vectors(const void *table)
{
    SCB_VTOR = (uint32_t)(uintptr_t)table;
}
