/* Cases of ARMv6-M.
 * SPDX-License-Identifier: MIT
 */
#include "cases.h"

static void priority_bits(void)
{
    begin();
    IPR0 = 0xFFFFFFFFu;
    CHECK("A12", IPR0 == 0xC0C0C0C0u);
    SHPR3 = 0xFFFF0000u;
    CHECK("A12", SHPR3 == 0xC0C00000u);
    IPR0 = 0;
    SHPR3 = 0;
}

/* Every unaligned access is a HardFault. */
static void unaligned(void)
{
    static uint32_t words[4];
    uint32_t value = 7;
    begin();
    __asm__ volatile("ldr %0, [%1]" : "+l"(value) : "l"((uint32_t)words + 2) : "memory");
    __asm__ volatile("ldrh %0, [%1]" : "+l"(value) : "l"((uint32_t)words + 1) : "memory");
    __asm__ volatile("str %0, [%1]" : "+l"(value) : "l"((uint32_t)words + 1) : "memory");
    CHECK("A69", LOGGED(HARD_FAULT, HARD_FAULT, HARD_FAULT));
    CHECK("A69", value == 7 && words[0] == 0 && words[1] == 0);
}

/* Neither Q nor GE, whatever is written: MSR APSR_nzcvqg, r0; MRS r1, APSR. */
static void flags(void)
{
    register uint32_t written __asm__("r0") = 0xFFFFFFFFu;
    register uint32_t read __asm__("r1");
    __asm__ volatile(".short 0xF380, 0x8C00, 0xF3EF, 0x8100" : "=r"(read) : "r"(written) : "cc");
    CHECK("A60", read == 0xF0000000u);
}

void cases_of_core(void)
{
    priority_bits();
    unaligned();
    flags();
}
