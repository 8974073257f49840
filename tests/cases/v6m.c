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

void cases_of_core(void)
{
    priority_bits();
    unaligned();
}
