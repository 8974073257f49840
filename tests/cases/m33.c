/* Cases of the STM32H5: stack limits, the timer.
 * SPDX-License-Identifier: MIT
 */
#include "timer.h"

static uint32_t behind_push, frame_at;

/* The frame of the fault has no room either: nothing is stored, and SP stops at the limit. The
 * handler makes a frame of its own. */
static void make_frame(uint32_t *frame)
{
    frame_at = (uint32_t)frame;
    CHECK("A78", CFSR == 0x00100000);
    CHECK("A78", frame[0] == 0x5A5A5A5A && frame[1] == 0x5A5A5A5A && frame[-1] == 0x5A5A5A5A);
    MSR("PSPLIM", 0);
    frame[6] = behind_push;
    frame[7] = 1u << 24;
}

/* A78: down to the limit, and beyond it. */
static void stack_limit(void)
{
    volatile uint32_t *const memory = (volatile uint32_t *)0x20003200;
    uint32_t psp;
    CHECK("A18", (CCR & 0x200u) != 0);
    CCR = CCR & ~0x200u;
    CHECK("A18", (CCR & 0x200u) != 0);
    MSR("PSPLIM", 0x20003203);
    CHECK("A78", MRS("PSPLIM") == 0x20003200);
    begin();
    SHCSR = 1u << 18;
    CFSR = 0xFFFFFFFFu;
    memory[0] = memory[1] = memory[-1] = 0x5A5A5A5A;
    __asm__ volatile("msr PSP, %1\n msr CONTROL, %2\n isb\n push {r0, r1}\n mov %0, sp\n"
                     "msr CONTROL, %3\n isb"
                     : "=&r"(psp)
                     : "r"(0x20003208), "r"(2), "r"(0)
                     : "memory");
    CHECK("A78", NOTHING_LOGGED);
    CHECK("A78", psp == 0x20003200);
    memory[0] = memory[1] = memory[-1] = 0x5A5A5A5A;
    hooks[USAGE_FAULT] = make_frame;
    MSR("PSP", 0x20003208);
    __asm__ volatile("adr r3, 1f\n str r3, %0\n msr CONTROL, %1\n isb\n push {r0-r2}\n"
                     ".balign 4\n1: movs r3, #0\n msr CONTROL, r3\n isb"
                     : "=m"(behind_push)
                     : "r"(2)
                     : "r0", "r1", "r2", "r3", "r12", "lr", "cc", "memory");
    CHECK("A78", LOGGED(USAGE_FAULT));
    CHECK("A78", frame_at == 0x20003200);
}

void cases_of_machine(void)
{
    REG(0x44020C9C) |= 1; /* RCC_APB1LENR.TIM2EN */
    cases_of_timer();
    cases_of_late_clear();
    stack_limit();
}
