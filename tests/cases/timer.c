/* Cases of the timers: TIM2 of every part is the same.
 * SPDX-License-Identifier: MIT
 */
#include "timer.h"

#define CR1 REG(0x40000000)
#define DIER REG(0x4000000C)
#define SR REG(0x40000010)
#define EGR REG(0x40000014)
#define CNT REG(0x40000024)
#define PSC REG(0x40000028)
#define ARR REG(0x4000002C)
#define CCR1 REG(0x40000034)
#define URS (1u << 2)

static void reset(void)
{
    CR1 = 0;
    DIER = 0;
    PSC = 0;
    ARR = 0xFFFFFFFFu;
    EGR = 1;
    SR = 0;
}

/* CNT says how late it is. */
__attribute__((noinline)) static uint32_t stamp(void)
{
    return SYST_CVR + CNT;
}

/* 0 to ARR inclusive: so many counts between two updates, by another clock of the core. */
static void period(void)
{
    static const uint32_t reloads[] = {99, 999};
    for (size_t k = 0; k < 2; k++) {
        begin();
        reset();
        ARR = reloads[k];
        EGR = 1;
        SR = 0;
        SYST_RVR = 0xFFFFFF;
        SYST_CVR = 0;
        SYST_CSR = 5;
        CR1 = 1;
        uint32_t stamps[2];
        for (size_t n = 0; n < 2; n++) {
            while ((SR & 1u) == 0)
                ;
            stamps[n] = stamp();
            SR = 0;
        }
        CHECK("A80", stamps[0] - stamps[1] == reloads[k] + 1);
        CR1 = 0;
        SYST_CSR = 0;
    }
}

static void update_event(void)
{
    begin();
    reset();
    ICER = 0xFFFFFFFFu;
    REG(0xE000E280 + 4 * (TIMER_IRQ / 32)) = 1u << TIMER_IRQ % 32;
    PSC = 8999;
    ARR = 49;
    EGR = 1;
    CHECK("A81", (SR & 1u) != 0);
    CHECK("A81", CNT == 0);
    SR = 0;
    CR1 = URS;
    EGR = 1;
    CHECK("A81", (SR & 1u) == 0);
    reset();
    REG(0x40000034) = REG(0x40000038) = REG(0x4000003C) = REG(0x40000040) = 0;
    SR = 0;
    EGR = 1;
    CHECK("A82", (SR & 0x1Fu) == 0x1Fu);
    ARR = 0x12345;
    CHECK("A82", ARR == 0x12345);
    reset();
}

static volatile uint32_t late, timer_entries;

/* Clears the flag, and returns at once or when that has arrived. */
__attribute__((naked)) void on_timer(void)
{
    __asm__("ldr r0, =timer_entries\n ldr r1, [r0]\n adds r1, #1\n str r1, [r0]\n"
            "ldr r2, =late\n ldr r2, [r2]\n ldr r0, =0x40000010\n movs r1, #0\n"
            "cmp r2, #0\n bne 1f\n"
            "str r1, [r0]\n ldr r1, [r0]\n dsb\n nop\n nop\n nop\n nop\n nop\n nop\n nop\n nop\n "
            "bx lr\n"
            "1: str r1, [r0]\n bx lr\n .ltorg");
}

/* The interrupt of a flag that is cleared last is still up when the handler returns. */
void cases_of_late_clear(void)
{
    for (late = 0; late < 2; late++) {
        begin();
        reset();
        timer_entries = 0;
        ARR = 5000;
        EGR = 1;
        SR = 0;
        DIER = 1;
        REG(0xE000E280 + 4 * (TIMER_IRQ / 32)) = 1u << TIMER_IRQ % 32;
        REG(0xE000E100 + 4 * (TIMER_IRQ / 32)) = 1u << TIMER_IRQ % 32;
        CR1 = 1u << 3 | 1; /* one pulse */
        while (timer_entries == 0)
            ;
        barrier();
        for (int k = 0; k < 100; k++)
            __asm__ volatile("nop");
        CHECK("late clear", timer_entries == 1 + late);
        REG(0xE000E180 + 4 * (TIMER_IRQ / 32)) = 1u << TIMER_IRQ % 32;
        reset();
    }
}

void cases_of_timer(void)
{
    period();
    update_event();
}
