/* Start-up, handlers and output of the random guest.
 * SPDX-License-Identifier: MIT
 */
#include "guest.h"

enum { DEPTH_MAX = 6, LINE_BYTES = 400, FRAME_WORDS = 8, VECTORS = 32, CODE_BYTES_MAX = 0x10000 };

extern uint32_t code_start[], process_stack[], main_stack[], bss_start[], bss_end[];

static uint32_t state = SEED;
static unsigned depth, entries;

uint32_t random_word(void)
{
    state ^= state << 13;
    state ^= state >> 17;
    state ^= state << 5;
    return state * 0x9E3779B1u;
}

/* ---- output ---- */

static uint32_t semihosting(uint32_t operation, const void *argument)
{
    register uint32_t r0 __asm__("r0") = operation;
    register const void *r1 __asm__("r1") = argument;
    __asm__ volatile("bkpt 0xAB" : "+r"(r0) : "r"(r1) : "memory");
    return r0;
}

void print_line(const char *name, size_t count, const uint32_t *values)
{
    static char line[LINE_BYTES];
    char *to = line;
    while (*name != '\0')
        *to++ = *name++;
    for (size_t k = 0; k < count && to < line + LINE_BYTES - 12; k++) {
        uint32_t value = values[k];
        *to++ = ' ';
        unsigned digits = 1;
        while (digits < 8 && value >> 4 * digits != 0)
            digits++;
        while (digits-- > 0)
            *to++ = "0123456789abcdef"[value >> 4 * digits & 0xFu];
    }
    *to++ = '\n';
    *to = '\0';
    semihosting(4, line);
}

static void finish(void)
{
    PRINT("end", entries);
    semihosting(0x18, (const void *)0x20026);
    for (;;)
        ;
}

uint32_t place_of(uint32_t address)
{
    uint32_t code = address - (uint32_t)code_start, ram = address - (uint32_t)bss_start;
    return code < CODE_BYTES_MAX ? code : ram < 0x10000 ? 0x100000u + ram : address;
}

uint32_t plain_return(uint32_t lr)
{
    return lr & 0x1Eu;
}

/* ---- exceptions ---- */

static bool is_wide(uint16_t half)
{
    return (half & 0xE000u) == 0xE000u && (half & 0x1800u) != 0;
}

/* By the instruction, not pended. */
static bool is_immediate(uint32_t number, const uint32_t *frame)
{
    if (number == SVCALL)
        return ((const uint16_t *)frame[6])[-1] >> 8 == 0xDF;
#if MAINLINE
    if (number > HARD_FAULT && number <= USAGE_FAULT)
        return CFSR != 0;
#endif
    return number == HARD_FAULT;
}

static bool is_fault(uint32_t number)
{
    return number >= HARD_FAULT && number <= USAGE_FAULT;
}

/* Returns CFSR as it was. */
static uint32_t print_faults(void)
{
    uint32_t cfsr = 0;
#if MAINLINE
    cfsr = CFSR;
    PRINT("  faults", cfsr, HFSR, SHCSR, (cfsr & 0x8000u) != 0 ? BFAR : 0);
    CFSR = cfsr;
    HFSR = 0xFFFFFFFFu;
#endif
    return cfsr;
}

/* Without SFPA of the Security Extension. */
uint32_t control(void)
{
    return MRS("CONTROL") & 7u;
}

/* QEMU shows RETTOBASE on ARMv6-M, which has none (DDI 0419 B3.2.4), and what BASEPRI and FAULTMASK
 * hold back in VECTPENDING (against DDI 0403 B3.2.4). */
uint32_t icsr(void)
{
#if MAINLINE
    bool masked = MRS("BASEPRI") != 0 || MRS("FAULTMASK") != 0;
    return ICSR & (masked ? ~(0x1FFu << 12) : ~0u);
#else
    return ICSR & ~(1u << 11);
#endif
}

/* Where an exception that is pended is taken may differ by some instructions; all of them are
 * before the barrier that is behind every action. */
static void print_state(uint32_t number, const uint32_t *frame, uint32_t lr)
{
    uint32_t xpsr = frame[7] & 0xFF00FFFFu;
    if (is_immediate(number, frame))
        PRINT("enter", number, plain_return(lr), depth == 1 ? place_of((uint32_t)frame) : 0, xpsr,
              place_of(frame[6]), SAME_CODE ? frame[0] : 0);
    else
        PRINT("enter", number, plain_return(lr), xpsr & 0x0700FDFFu);
    PRINT("  state", icsr(), control(), MRS("PRIMASK"), ISPR & 0xFFu, ISER & 0xFFu, IPR(0),
          SHPR(3));
#if MAINLINE
    PRINT("  masks", MRS("BASEPRI"), MRS("FAULTMASK"), IABR & 0xFFu, SHCSR);
#endif
#if HAS_FPU
    bool extended = (lr & 0x10u) == 0, lazy = (FPCCR & 1u) != 0;
    PRINT("  float", FPCCR & 0xC00003FBu, extended && lazy ? FPCAR - (uint32_t)frame : 0,
          extended && !lazy ? frame[8] : 0, extended && !lazy ? frame[24] & FPSCR_BITS : 0);
#endif
}

/* A fault's handler goes on behind the instruction; where a branch to an even address went, with T;
 * behind the branch to where no code is; and behind an SVC that became a HardFault it is already.
 */
static void skip(uint32_t number, uint32_t *frame, uint32_t cfsr)
{
    uint32_t pc = frame[6];
    if (pc - (uint32_t)code_start >= CODE_BYTES_MAX) {
        frame[6] = frame[5] & ~1u;
        return;
    }
    if (MAINLINE && cfsr == 0 && number != HARD_FAULT) /* it was pended */
        return;
    uint16_t before = ((const uint16_t *)(frame[6] & ~1u))[-1];
    if (cfsr == 0 && before >> 8 == 0xDF)
        return;
    if ((frame[7] & 1u << 24) == 0) {
        frame[7] |= 1u << 24;
        return;
    }
    frame[6] += is_wide(*(const uint16_t *)(frame[6] & ~1u)) ? 4 : 2;
}

/* Returns EXC_RETURN. */
__attribute__((used)) static uint32_t handle(uint32_t msp, uint32_t lr)
{
    uint32_t number = MRS("IPSR") & 0x3Fu;
    uint32_t *frame = (uint32_t *)((lr & 4u) != 0 ? MRS("PSP") : msp);
    entries++;
    depth++;
    print_state(number, frame, lr);
    if (is_fault(number))
        skip(number, frame, print_faults());
    MSR("CONTROL", MRS("CONTROL") & ~1u); /* Thread mode gets its privilege back */
    for (unsigned k = random_below(depth < DEPTH_MAX ? 3 : 1); k > 0; k--)
        act(depth);
    PRINT("leave", number, depth);
    depth--;
    return lr;
}

__attribute__((naked, used)) static void on_exception(void)
{
    __asm__("mov r0, sp\n mov r1, lr\n push {r4, lr}\n bl handle\n pop {r4}\n add sp, #4\n bx r0");
}

/* ---- start-up ---- */

__attribute__((noreturn, used)) static void start(void)
{
    for (uint32_t *to = bss_start; to < bss_end;)
        *to++ = 0;
    state = SEED;
#if HAS_FPU
    CPACR = 0xFu << 20;
    barrier();
#endif
    MSR("PSP", process_stack);
    for (unsigned k = 0; k < STEPS; k++)
        act(0);
    finish();
    for (;;)
        ;
}

void on_reset(void);
__attribute__((naked)) void on_reset(void)
{
    __asm__("b start");
}

__attribute__((section(".vectors"), used)) static const void *const vectors[VECTORS] = {
    (const void *)main_stack,
    (const void *)on_reset,
    [2 ... VECTORS - 1] = (const void *)on_exception,
};
