/* Cases of the Cortex-M3 alone: it has no devices of its own.
 * SPDX-License-Identifier: MIT
 */
#include "cases.h"

/* A18: the frame is only aligned where CCR.STKALIGN says so. */
static void stack_alignment(void)
{
    CHECK("A18", (CCR & 0x200u) != 0);
    for (unsigned aligned = 0; aligned < 2; aligned++) {
        begin();
        CCR = (CCR & ~0x200u) | aligned << 9;
        __asm__ volatile("mov r4, sp\n mov sp, %0\n svc 0\n mov sp, r4"
                         :
                         : "r"(0x20003404)
                         : "r4", "memory");
        CHECK("A18", LOGGED(SVCALL));
        CHECK("A18", (seen.frame_address & 7u) == (aligned ? 0 : 4));
        CHECK("A18", (seen.frame[7] >> 9 & 1u) == aligned);
    }
}

void cases_of_machine(void)
{
    stack_alignment();
}
