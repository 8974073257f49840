/* Cases that every core has.
 * SPDX-License-Identifier: MIT
 */
#include "cases.h"

/* A15, A16: what the second boot finds. */
static void after_reset(void)
{
    CHECK("A15", boot.warm);
    CHECK("A15", ISER == 0);
    CHECK("A16", (boot.sp & 3u) == 0);
    CHECK("A16", boot.lr == 0xFFFFFFFFu);
    CHECK("A16", boot.control == 0);
    CHECK("A16", boot.primask == 0);
    begin();
    ICSR = PENDSVSET;
    CHECK("A15", LOGGED(PENDSV));
}

static void pending(void)
{
    begin();
    mask_all();
    ISPR = 1;
    ICPR = 1;
    unmask_all();
    CHECK("A02", NOTHING_LOGGED);
    ISPR = 1;
    barrier();
    for (int k = 0; k < 100; k++)
        __asm__ volatile("nop");
    CHECK("A02", LOGGED(IRQ0));

    begin();
    ICER = 0xFFFFFFFFu;
    ISPR = 4;
    CHECK("A04", (ICSR & 1u << 22) != 0);
    CHECK("A04", (ICSR >> 12 & 0x3Fu) == 0);
    ISER = 4;
    CHECK("A04", LOGGED(IRQ0 + 2));
}

static void set_priorities(uint32_t irq0_to_3, uint32_t pendsv_and_systick)
{
    IPR0 = irq0_to_3;
    SHPR3 = pendsv_and_systick;
}

static void order(void)
{
    begin();
    set_priorities(0x00408080, 0xC0C00000);
    mask_all();
    ISPR = 7;
    ICSR = PENDSVSET;
    ICSR = PENDSTSET;
    CHECK("A05", (ICSR >> 12 & 0x3Fu) == IRQ0 + 2);
    CHECK("A14", (ICSR & PENDSVSET) != 0);
    CHECK("A14", (ICSR & PENDSVCLR) == 0);
    unmask_all();
    CHECK("A07", LOGGED(IRQ0 + 2, IRQ0, IRQ0 + 1, PENDSV, SYSTICK));
    begin();
    ISPR = 2;
    barrier();
    CHECK("A05", (seen.icsr & 0x3Fu) == IRQ0 + 1);
    begin();
    mask_all();
    ICSR = PENDSVCLR;
    ICSR |= PENDSVSET;
    CHECK("A14", (ICSR & (PENDSVSET | PENDSVCLR)) == PENDSVSET);
    ICSR = PENDSVCLR;
    CHECK("A14", (ICSR & PENDSVSET) == 0);
    unmask_all();
    CHECK("A14", NOTHING_LOGGED);
    set_priorities(0, 0);
}

static uint32_t control_in_handler;

static void set_spsel(uint32_t *frame)
{
    (void)frame;
    MSR("CONTROL", 2);
    control_in_handler = MRS("CONTROL");
}

static void stacks(void)
{
    uint32_t control;
    begin();
    hooks[SVCALL] = set_spsel;
    __asm__ volatile("msr PSP, %1\n msr CONTROL, %2\n isb\n svc 0\n mrs %0, CONTROL\n"
                     "msr CONTROL, %3\n isb"
                     : "=&r"(control)
                     : "r"(0x20003400), "r"(2), "r"(0)
                     : "memory");
    CHECK("A25", LOGGED(SVCALL));
    CHECK("A25", (seen.lr & 0xCu) == 0xCu);
    CHECK("A25", seen.frame_address == 0x20003400 - 32);
    CHECK("A25", seen.control == 0);
    CHECK("A25", control_in_handler == 0);
    CHECK("A25", control == 2);
    MSR("PSP", 0x20001007);
    CHECK("A61", MRS("PSP") == 0x20001004);
    uint32_t sp;
    __asm__ volatile("mov r4, sp\n mov sp, %1\n mov %0, sp\n mov sp, r4"
                     : "=&r"(sp)
                     : "r"(0x20001003)
                     : "r4", "memory");
    CHECK("A61", sp == 0x20001000);
}

static volatile uint32_t marker;

static void set_marker_two(uint32_t *frame)
{
    (void)frame;
    marker = 2;
}

static uint32_t marker_before;

static void sleep(void)
{
    begin();
    hooks[SYSTICK] = set_marker_two;
    marker = 0;
    mask_all();
    SYST_RVR = 1000;
    SYST_CVR = 0;
    SYST_CSR = 7;
    __asm__ volatile("wfi" ::: "memory");
    marker_before = marker;
    marker = 1;
    unmask_all();
    CHECK("A44", marker_before == 0);
    CHECK("A44", marker == 2);
    SYST_CSR = 0;

    /* The event of an exception's return. */
    begin();
    __asm__ volatile("sev\n wfe" ::: "memory");
    ISPR = 1;
    barrier();
    __asm__ volatile("wfe" ::: "memory");
    CHECK("A45", LOGGED(IRQ0));
    /* SEVONPEND: an interrupt that is not enabled. */
    begin();
    SCR = 0x10;
    ICER = 1;
    __asm__ volatile("sev\n wfe" ::: "memory");
    ISPR = 1;
    __asm__ volatile("wfe" ::: "memory");
    CHECK("A45", NOTHING_LOGGED);
    SCR = 0;
    ICPR = 1;
}

/* Each slot of 4 bytes adds its number. */
static uint32_t jump(uint32_t slot)
{
    uint32_t sum = 0;
    __asm__ volatile(
        "lsls %1, %1, #2\n mov r4, pc\n adds r4, r4, %1\n adds r4, #8\n mov pc, r4\n nop\n"
        "nop\n"
        "adds %0, #1\n b 1f\n"
        "adds %0, #2\n b 1f\n"
        "adds %0, #3\n b 1f\n"
        "1:"
        : "+&l"(sum), "+&l"(slot)
        :
        : "r4", "cc");
    return sum;
}

static void program_counter(void)
{
    for (uint32_t slot = 0; slot < 3; slot++)
        CHECK("A63", jump(slot) == slot + 1);
    uint32_t sum, at;
    /* ADD reads its address + 4, MOV, 2 bytes behind, its own; at both halves of a word. */
    __asm__ volatile(".balign 4\n movs %0, #16\n add %0, pc\n mov %1, pc"
                     : "=&l"(sum), "=&l"(at)
                     :
                     : "cc");
    CHECK("A63", sum == at - 2 + 16);
    __asm__ volatile(".balign 4\n nop\n movs %0, #16\n add %0, pc\n mov %1, pc"
                     : "=&l"(sum), "=&l"(at)
                     :
                     : "cc");
    CHECK("A63", sum == at - 2 + 16);
}

void cases_of_all(void)
{
    after_reset();
    pending();
    order();
    stacks();
    sleep();
    program_counter();
}
