/* What the random guest does.
 * SPDX-License-Identifier: MIT
 */
#include "guest.h"

struct action {
    const char *name;
    void (*act)(uint32_t random);
    bool faults;
};

static uint8_t priority(uint32_t random)
{
    return (uint8_t)(random << (8 - BITS));
}

/* ---- the interrupt controller ---- */

static void pend(uint32_t random)
{
    ISPR = 1u << (random & 7u);
}

static void unpend(uint32_t random)
{
    ICPR = random & 0xFFu;
}

static void enable(uint32_t random)
{
    ISER = random & 0xFFu;
}

static void disable(uint32_t random)
{
    ICER = random & 0xFFu & random >> 8;
}

static void set_priority(uint32_t random)
{
    unsigned irq = random >> 8 & 7u, shift = 8 * (irq & 3u);
    IPR(irq / 4) = (IPR(irq / 4) & ~(0xFFu << shift)) | (uint32_t)priority(random) << shift;
}

static void set_system_priority(uint32_t random)
{
#if MAINLINE
    static const uint8_t numbers[] = {MEM_MANAGE, BUS_FAULT, USAGE_FAULT, SVCALL, PENDSV, SYSTICK};
#else
    static const uint8_t numbers[] = {SVCALL, PENDSV, SYSTICK};
#endif
    unsigned number = numbers[(random >> 8) % sizeof numbers], shift = 8 * (number & 3u);
    volatile uint32_t *reg = &SHPR(number / 4);
    *reg = (*reg & ~(0xFFu << shift)) | (uint32_t)priority(random) << shift;
}

static void pend_system(uint32_t random)
{
    static const uint32_t bits[] = {1u << 28, 1u << 27, 1u << 26, 1u << 25};
    ICSR = bits[random & 3u];
}

static void pend_nmi(uint32_t random)
{
    (void)random;
    if (MRS("IPSR") != NMI)
        ICSR = 1u << 31;
}

static void show(uint32_t random)
{
    (void)random;
    PRINT("show", icsr(), ISPR & 0xFFu, ISER & 0xFFu, control(), MRS("IPSR"), CCR);
}

/* ---- masks ---- */

static void set_primask(uint32_t random)
{
    MSR("PRIMASK", random & 1u);
}

static void change_primask(uint32_t random)
{
    if (random & 1u)
        __asm__ volatile("cpsid i\n isb" ::: "memory");
    else
        __asm__ volatile("cpsie i\n isb" ::: "memory");
}

#if MAINLINE
static void set_basepri(uint32_t random)
{
    MSR("BASEPRI", (random & 0x100u) != 0 ? 0 : priority(random));
}

static void raise_basepri(uint32_t random)
{
    MSR("BASEPRI_MAX", priority(random));
}

/* In NMI and HardFault it cannot be set (DDI 0403 B5.2.3), but QEMU does. */
static void set_faultmask(uint32_t random)
{
    if (MRS("IPSR") == NMI || MRS("IPSR") == HARD_FAULT)
        return;
    MSR("FAULTMASK", random & 1u);
}

static void set_grouping(uint32_t random)
{
    AIRCR = AIRCR_KEY | (random & 7u) << 8;
}

static void enable_faults(uint32_t random)
{
    SHCSR = (SHCSR & ~(7u << 16)) | (random & 7u) << 16;
}

static void trigger(uint32_t random)
{
    STIR = random & 7u;
}

/* DIV_0_TRP; and STKALIGN, but on the Cortex-M4: a floating-point frame is aligned without it (DDI
 * 0403 PushStack), and QEMU's is not. In handlers neither: a frame that was aligned is only popped
 * as such if it is still set (PopStack), but QEMU does not ask. On ARMv8-M it is fixed. */
static void configure(uint32_t random)
{
    bool may_align = MRS("IPSR") == 0 && (!HAS_FPU || IS_V8M);
    uint32_t bits = 1u << 4 | (may_align ? 1u << 9 : 0);
    CCR = (CCR & ~bits) | (((random & 1u) << 4 | (random & 2u) << 8) & bits);
}

/* SHCSR's pending bits of UsageFault, MemManage, BusFault and SVCall. */
static void pend_fault(uint32_t random)
{
    if (MRS("IPSR") != NMI && MRS("IPSR") != HARD_FAULT)
        SHCSR |= 1u << (12 + (random & 3u));
}
#endif

/* ---- stacks ---- */

/* In a handler the bit reads as zero and ignores writes; QEMU's Cortex-M33 keeps it there, against
 * the core's user guide. */
static void change_stack(uint32_t random)
{
    if (MRS("IPSR") == 0) /* the code that goes on is on the main stack: for a call only */
        __asm__ volatile(
            "msr CONTROL, %0\n isb\n svc 1\n msr CONTROL, %1\n isb" ::"r"(MRS("CONTROL") | 2u),
            "r"(MRS("CONTROL"))
            : "memory", "cc");
    else if (!IS_V8M)
        MSR("CONTROL", random & 2u);
}

static void misalign(uint32_t random)
{
    (void)random;
    __asm__ volatile("sub sp, #4\n svc 2\n add sp, #4" ::: "memory", "cc");
}

static void unprivileged(uint32_t random)
{
    (void)random;
    if (MRS("IPSR") != 0)
        return;
    uint32_t primask, seen;
    __asm__ volatile("msr CONTROL, %2\n isb\n cpsid i\n mrs %0, PRIMASK\n mrs %1, CONTROL\n svc 6"
                     : "=&r"(primask), "=&r"(seen)
                     : "r"(1)
                     : "memory", "cc");
    PRINT("was unprivileged", primask, seen & 7u);
}

/* ---- instructions that are exceptions ---- */

static void call(uint32_t random)
{
    (void)random;
    __asm__ volatile("svc 0" ::: "memory");
}

static void undefined(uint32_t random)
{
    (void)random;
    __asm__ volatile("udf #1" ::: "memory");
}

static void load_nowhere(uint32_t random)
{
    __asm__ volatile("ldr r3, [%0]" ::"r"(NOWHERE + (random & 0xFFCu)) : "r3", "memory");
}

static void store_nowhere(uint32_t random)
{
    __asm__ volatile("strb %0, [%0]" ::"r"(NOWHERE + (random & 0xFFFu)) : "memory");
}

static void branch_to_even(uint32_t random)
{
    (void)random;
    __asm__ volatile("adr r3, 1f\n bx r3\n .balign 4\n1:" ::: "r3", "memory");
}

/* Where there is no memory, and where no code may be. */
static void run_nowhere(uint32_t random)
{
    static const uint32_t places[] = {NOWHERE, 0x40000100, 0xE0000100, NOWHERE + 0x100};
    /* QEMU's ARMv6-M executes what devices answer. */
    uint32_t place = MAINLINE ? places[random & 3u] | 1u : NOWHERE | 1u;
    __asm__ volatile("blx %0" ::"r"(place) : "lr", "memory");
}

/* The event is there: it does not sleep. */
static void event(uint32_t random)
{
    (void)random;
    __asm__ volatile("sev\n wfe" ::: "memory");
}

#if MAINLINE
static void load_unaligned(uint32_t random)
{
    static uint32_t words[3];
    __asm__ volatile("ldrd r2, r3, [%0]" ::"r"((uint32_t)words + 1 + random % 3)
                     : "r2", "r3", "memory");
}

static void divide_by_zero(uint32_t random)
{
    uint32_t quotient = 7;
    /* The frame of QEMU's trap has what registers and flags were at the last barrier. */
    __asm__ volatile("isb\n udiv %0, %1, %2" : "+&r"(quotient) : "r"(random), "r"(0));
    PRINT("quotient", quotient);
}

/* One of an SVC and a UDF is executed. */
static void in_it_block(uint32_t random)
{
    uint32_t a = random, b = random >> 8;
    __asm__ volatile("cmp %0, %1\n itete lo\n addlo %0, #1\n svchs 3\n udflo #2\n addhs %1, #1"
                     : "+r"(a), "+r"(b)::"memory", "cc");
    PRINT("it", a, b);
}

static void coprocessor(uint32_t random)
{
    (void)random;
    __asm__ volatile(".inst.w 0xEE100110" ::: "r0", "memory"); /* mrc p1, 0, r0, c0, c0, 0 */
}

static void exclusive(uint32_t random)
{
    static uint32_t word;
    uint32_t failed;
    if (random & 1u)
        __asm__ volatile("ldrex %0, [%1]\n svc 4\n strex %0, %1, [%1]"
                         : "=&r"(failed)
                         : "r"(&word)
                         : "memory");
    else
        __asm__ volatile("ldrex %0, [%1]\n strex %0, %1, [%1]"
                         : "=&r"(failed)
                         : "r"(&word)
                         : "memory");
    PRINT("exclusive", failed);
}
#endif

#if HAS_FPU
static void calculate(uint32_t random)
{
    uint32_t result;
    if (CPACR == 0) /* without_fpu was interrupted */
        return;
    __asm__ volatile("vmov s0, %1\n vmov s15, %1\n vadd.f32 s1, s0, s15\n vmrs %0, FPSCR"
                     : "=r"(result)
                     : "r"(random)
                     : "s0", "s1", "s15", "memory");
    PRINT("float", result & FPSCR_BITS, control());
}

static void contexts(uint32_t random)
{
    FPCCR = (FPCCR & ~(3u << 30)) | random << 30;
    barrier();
}

static void forget_context(uint32_t random)
{
    (void)random;
    MSR("CONTROL", MRS("CONTROL") & ~4u);
}

/* Without a context: a return to one would fault for ever. */
static void without_fpu(uint32_t random)
{
    MSR("CONTROL", MRS("CONTROL") & ~4u);
    CPACR = 0;
    barrier();
    __asm__ volatile("vmov s0, %0" ::"r"(random) : "s0", "memory");
    CPACR = 0xFu << 20;
    barrier();
}

static void float_call(uint32_t random)
{
    uint32_t s0, s15;
    if (CPACR == 0)
        return;
    __asm__ volatile("vmov s0, %2\n vmov s15, %2\n svc 5\n vmov %0, s0\n vmov %1, s15"
                     : "=&r"(s0), "=&r"(s15)
                     : "r"(random)
                     : "s0", "s15", "memory");
    PRINT("kept", s0 ^ random, s15 ^ random);
}
#endif

static const struct action actions[] = {
    {"pend", pend, false},
    {"pend", pend, false},
    {"unpend", unpend, false},
    {"enable", enable, false},
    {"disable", disable, false},
    {"priority", set_priority, false},
    {"system priority", set_system_priority, false},
    {"pend system", pend_system, false},
    {"nmi", pend_nmi, false},
    {"show", show, false},
    {"primask", set_primask, false},
    {"cps", change_primask, false},
    {"stack", change_stack, true},
    {"misalign", misalign, true},
    {"unprivileged", unprivileged, true},
    {"call", call, true},
    {"undefined", undefined, true},
    {"load", load_nowhere, true},
    {"store", store_nowhere, true},
    {"even", branch_to_even, true},
    {"run nowhere", run_nowhere, true},
    {"event", event, false},
#if MAINLINE
    {"basepri", set_basepri, false},
    {"basepri_max", raise_basepri, false},
    {"faultmask", set_faultmask, false},
    {"grouping", set_grouping, false},
    {"fault enables", enable_faults, false},
    {"trigger", trigger, false},
    {"configure", configure, false},
    {"pend fault", pend_fault, false},
    {"unaligned", load_unaligned, true},
    {"divide", divide_by_zero, true},
    {"it", in_it_block, true},
    {"coprocessor", coprocessor, true},
    {"exclusive", exclusive, true},
#endif
#if HAS_FPU
    {"calculate", calculate, false},
    {"contexts", contexts, false},
    {"forget", forget_context, false},
    {"no fpu", without_fpu, true},
    {"float call", float_call, true},
#endif
};
enum { ACTIONS = sizeof actions / sizeof actions[0] };

bool may_fault(void)
{
    uint32_t number = MRS("IPSR");
#if MAINLINE
    if (MRS("FAULTMASK") != 0)
        return false;
#endif
    return number != NMI && number != HARD_FAULT;
}

void act(unsigned depth)
{
    const struct action *action = &actions[random_below(ACTIONS)];
    uint32_t random = random_word();
    if (action->faults && !may_fault())
        return;
    PRINT(action->name, random, depth);
    action->act(random);
    barrier();
}
