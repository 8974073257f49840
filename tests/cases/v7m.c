/* Cases of ARMv7-M and ARMv8-M Mainline: priorities, masks, faults.
 * SPDX-License-Identifier: MIT
 */
#include "cases.h"

#define USGFAULTENA (1u << 18)
#define BUSFAULTENA (1u << 17)
#define NOWHERE 0x70000000u
#define FORCED (1u << 30)
#define UDF __asm__ volatile("udf #0" ::: "memory")

static void begin_faults(uint32_t enabled)
{
    begin();
    SHCSR = enabled;
    CFSR = 0xFFFFFFFFu;
    HFSR = 0xFFFFFFFFu;
}

static void pend_nmi(uint32_t *frame)
{
    frame[6] += 2;
    ICSR = NMIPENDSET;
    barrier();
}

static void grouping(void)
{
    begin_faults(0);
    hooks[HARD_FAULT] = pend_nmi;
    AIRCR = AIRCR_KEY | 7u << 8;
    UDF;
    CHECK("A09", LOGGED(HARD_FAULT, 2));
    AIRCR = AIRCR_KEY;
}

static void basepri(void)
{
    begin();
    IPR0 = 0x40;
    MSR("BASEPRI", 0x40);
    ISPR = 1;
    CHECK("A10", NOTHING_LOGGED);
    MSR("BASEPRI", 0);
    CHECK("A10", LOGGED(IRQ0));
    MSR("BASEPRI", 0x40);
    MSR("BASEPRI_MAX", 0x60);
    CHECK("A11", MRS("BASEPRI") == 0x40);
    MSR("BASEPRI_MAX", 0);
    CHECK("A11", MRS("BASEPRI") == 0x40);
    MSR("BASEPRI_MAX", 0x20);
    CHECK("A11", MRS("BASEPRI") == 0x20);
    MSR("BASEPRI", 0x35);
    CHECK("A12", MRS("BASEPRI") == 0x30);
    MSR("BASEPRI", 0);
    IPR0 = 0;
}

static void priorities_by_byte(void)
{
    begin();
    REG_8(0xE000E400) = 0xFF;
    CHECK("A12", REG_8(0xE000E400) == 0xF0);
    REG_8(0xE000ED22) = 0xFF;
    CHECK("A12", SHPR3 == 0x00F00000);
    REG_8(0xE000E400) = 0x40;
    REG_8(0xE000E401) = 0x50;
    REG_8(0xE000E402) = 0x20;
    CHECK("A13", IPR0 == 0x00205040);
    IPR0 = 0;
    SHPR3 = 0;
}

static uint32_t faultmask_in_handler;

static void set_faultmask(uint32_t *frame)
{
    (void)frame;
    MSR("FAULTMASK", 1);
    faultmask_in_handler = MRS("FAULTMASK");
}

static void faultmask(void)
{
    begin();
    hooks[IRQ0] = set_faultmask;
    ISPR = 1;
    CHECK("A26", LOGGED(IRQ0));
    CHECK("A26", faultmask_in_handler == 1);
    CHECK("A26", MRS("FAULTMASK") == 0);
}

static void escalation(void)
{
    begin_faults(USGFAULTENA);
    SHPR1 = 0x40u << 16;
    MSR("BASEPRI", 0x40);
    UDF;
    CHECK("A29", LOGGED(HARD_FAULT));
    CHECK("A29", HFSR == FORCED && CFSR == 0x00010000);
    MSR("BASEPRI", 0);
    begin_faults(USGFAULTENA);
    SHPR1 = 0;
    MSR("BASEPRI", 0x10);
    UDF;
    CHECK("A29", LOGGED(USAGE_FAULT));
    CHECK("A29", HFSR == 0 && CFSR == 0x00010000);
    MSR("BASEPRI", 0);
}

/* One access of each kind to where nothing is. */
static void bus_fault(const char *id, uint32_t enabled, unsigned number, void (*access)(void))
{
    begin_faults(enabled);
    access();
    CHECK(id, LOGGED((uint8_t)number));
    CHECK(id, CFSR == 0x00008200);
    CHECK(id, BFAR == NOWHERE);
    CHECK(id, HFSR == (enabled != 0 ? 0 : FORCED));
}

static void load_word(void)
{
    __asm__ volatile("ldr r3, [%0]" ::"r"(NOWHERE) : "r3", "memory");
}
static void store_word(void)
{
    __asm__ volatile("str r3, [%0]" ::"r"(NOWHERE) : "memory");
}
static void load_byte(void)
{
    __asm__ volatile("ldrb r3, [%0]" ::"r"(NOWHERE) : "r3", "memory");
}
static void load_list(void)
{
    __asm__ volatile("ldm %0, {r2, r3}" ::"r"(NOWHERE) : "r2", "r3", "memory");
}

static void bus_faults(void)
{
    static void (*const accesses[])(void) = {load_word, store_word, load_byte, load_list};
    for (size_t k = 0; k < sizeof accesses / sizeof accesses[0]; k++) {
        bus_fault("A30", BUSFAULTENA, BUS_FAULT, accesses[k]);
        bus_fault("A30", 0, HARD_FAULT, accesses[k]);
    }
}

/* The return address of a handler is made wrong; INVPC's handler makes it right again. */
static uint32_t right_lr, *right_frame, wrong_lr_seen;

__attribute__((noreturn)) static void return_with(uint32_t lr, uint32_t *frame)
{
    __asm__ volatile("mov sp, %1\n mov lr, %0\n bx lr" ::"r"(lr), "r"(frame));
    __builtin_unreachable();
}

static void return_right(uint32_t *frame)
{
    (void)frame; /* where the wrong LR says */
    wrong_lr_seen = seen.lr;
    CHECK("A32", CFSR == 0x00040000);
    return_with(right_lr, right_frame);
}

static void wrong_return(uint32_t *frame)
{
    right_lr = seen.lr;
    right_frame = frame;
    return_with(0xFFFFFFFC, frame);
}

static void illegal_returns(void)
{
    begin_faults(USGFAULTENA);
    hooks[SVCALL] = wrong_return;
    hooks[USAGE_FAULT] = return_right;
    __asm__ volatile("svc 0" ::: "memory");
    CHECK("A32", LOGGED(SVCALL, USAGE_FAULT));
    CHECK("A32", wrong_lr_seen == 0xFFFFFFFC);
}

static void it_block(void)
{
    uint32_t a = 0, b = 0;
    begin();
    __asm__ volatile("cmp r0, r0\n itete eq\n moveq %0, #1\n movne %0, #2\n svceq #0\n movne %1, #9"
                     : "+l"(a), "+l"(b)
                     :
                     : "cc", "memory");
    CHECK("A35", a == 1 && b == 0);
    CHECK("A35", LOGGED(SVCALL));
    CHECK("A35", (seen.frame[7] & 0x6F00FC00u) == 0x61001800u);
    __asm__ volatile("cmp %0, %0\n ite eq\n cmpeq %1, %2\n movne %0, #77"
                     : "+l"(a)
                     : "l"(1), "l"(2)
                     : "cc");
    CHECK("A36", a == 77);
}

static void unaligned(void)
{
    static uint32_t words[4] = {0x33221100, 0x77665544};
    uint32_t value, at = (uint32_t)words;
    begin_faults(USGFAULTENA);
    __asm__ volatile("ldr %0, [%1, #1]" : "=r"(value) : "r"(at) : "memory");
    CHECK("A69", value == 0x44332211);
    __asm__ volatile("ldrh %0, [%1, #3]" : "=r"(value) : "r"(at) : "memory");
    CHECK("A69", value == 0x4433);
    CHECK("A69", NOTHING_LOGGED);
    __asm__ volatile("ldrd r2, r3, [%0]" ::"r"(at + 2) : "r2", "r3", "memory");
    CHECK("A69", CFSR == 0x01000000);
    __asm__ volatile("ldm %0, {r2, r3}" ::"r"(at + 2) : "r2", "r3", "memory");
    __asm__ volatile("ldrex r2, [%0]" ::"r"(at + 2) : "r2", "memory");
    CHECK("A69", LOGGED(USAGE_FAULT, USAGE_FAULT, USAGE_FAULT));
    CHECK("A69", CFSR == 0x01000000);
}

/* LDR, k NOPs, LDR of CYCCNT, in RAM. */
static uint32_t cycles_of_nops(unsigned k)
{
    static uint16_t code[256] __attribute__((aligned(4)));
    unsigned n = 0;
    code[n++] = 0x6802; /* LDR r2, [r0] */
    for (; k > 0; k--)
        code[n++] = 0xBF00;
    code[n++] = 0x6803; /* LDR r3, [r0] */
    code[n++] = 0x1A98; /* SUBS r0, r3, r2 */
    code[n++] = 0x4770;
    barrier();
    return ((uint32_t (*)(volatile uint32_t *))((uint32_t)code | 1u))(&CYCCNT);
}

static uint32_t cycles_of_division(uint32_t n, uint32_t m)
{
    uint32_t before, after;
    __asm__ volatile("ldr %0, [%2]\n udiv r3, %3, %4\n ldr %1, [%2]"
                     : "=&r"(before), "=&r"(after)
                     : "r"(&CYCCNT), "r"(n), "r"(m)
                     : "r3");
    return after - before;
}

static void cycle_counter(void)
{
    bool grows = true;
    begin();
    DEMCR |= 1u << 24;
    CYCCNT = 0;
    DWT_CTRL |= 1;
    CHECK("A42", cycles_of_nops(0) >= 1);
    CHECK("A42", cycles_of_nops(0) == cycles_of_nops(0));
    for (unsigned k = 2; k <= 200; k++)
        grows = grows && cycles_of_nops(k) == cycles_of_nops(1) + k - 1;
    CHECK("A42", grows);
    CHECK("A42", cycles_of_division(0xFFFFFFFF, 1) > cycles_of_division(1, 0xFFFFFFFF) + 1);
}

/* Instructions of a body, by the DWT's counters modulo 256, as in DDI 0403 C1.8.4: CYCCNT - CPICNT
 * - EXCCNT - SLEEPCNT - LSUCNT + FOLDCNT. What the measurement itself executes is in what none
 * gives. */
#define COUNTED(body)                                                                              \
    ({                                                                                             \
        uint32_t before_[6], after_[6];                                                            \
        __asm__ volatile("ldr r0, =0xE0001004\n movs r1, #10\n movs r2, #3\n movs r3, #0\n"        \
                         "ldm r0, {r4-r6, r8-r10}\n stm %0, {r4-r6, r8-r10}\n isb\n" body          \
                         "\n isb\n ldm r0, {r4-r6, r8-r10}\n stm %1, {r4-r6, r8-r10}"              \
                         :                                                                         \
                         : "r"(before_), "r"(after_)                                               \
                         : "r0", "r1", "r2", "r3", "r4", "r5", "r6", "r8", "r9", "r10", "cc",      \
                           "memory");                                                              \
        uint32_t c_[6];                                                                            \
        for (unsigned k_ = 0; k_ < 6; k_++)                                                        \
            c_[k_] = after_[k_] - before_[k_];                                                     \
        (c_[0] - c_[1] - c_[2] - c_[3] - c_[4] + c_[5]) & 0xFFu;                                   \
    })

static void counted_instructions(void)
{
    begin();
    DEMCR |= 1u << 24;
    DWT_CTRL |= 1u | 0x1Fu << 17;
    uint32_t none = COUNTED("");
    CHECK("DWT identity", COUNTED("") == none);
    CHECK("DWT identity", COUNTED("nop\n nop\n nop.w") - none == 3);
    CHECK("DWT identity", COUNTED("1: subs r1, #1\n bne 1b") - none == 20);
    CHECK("DWT identity",
          COUNTED("udiv r4, r0, r2\n mul r4, r1, r2\n umull r4, r5, r0, r0") - none == 3);
    CHECK(
        "DWT identity",
        COUNTED("push {r1-r3}\n ldr r4, [sp]\n ldr r4, [sp, r3]\n str r4, [sp, #4]\n pop {r1-r3}") -
                none ==
            5);
    CHECK("DWT identity",
          COUNTED("cmp r1, r2\n ite ne\n addne r4, r1\n addeq r4, r2\n movs r4, #0") - none == 5);
    CHECK("DWT identity", COUNTED("mrs r4, CONTROL\n dsb\n sev\n wfe") - none == 4);
    DWT_CTRL &= ~(0x1Fu << 17);
}

/* The 32-bit encodings sleep, too: SysTick is pending behind each. */
static void wide_sleep(void)
{
    begin();
    mask_all();
    SCR = 0x10;
    SYST_RVR = 1000;
    SYST_CVR = 0;
    SYST_CSR = 7;
    __asm__ volatile("wfi.w" ::: "memory");
    CHECK("A44", (ICSR & PENDSTSET) != 0);
    ICSR = PENDSTCLR;
    __asm__ volatile("sev.w\n wfe.w" ::: "memory");
    CHECK("A45", (ICSR & PENDSTSET) == 0);
    __asm__ volatile("wfe.w" ::: "memory");
    CHECK("A45", (ICSR & PENDSTSET) != 0);
    SYST_CSR = 0;
    ICSR = PENDSTCLR;
    SCR = 0;
    unmask_all();
}

void cases_of_core(void)
{
    CHECK("A15", IABR == 0);
    grouping();
    basepri();
    priorities_by_byte();
    faultmask();
    escalation();
    bus_faults();
    illegal_returns();
    it_block();
    unaligned();
    cycle_counter();
    wide_sleep();
    counted_instructions();
}
