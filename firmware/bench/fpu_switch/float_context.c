/* A floating-point context that is known.
 * SPDX-License-Identifier: MIT
 */
#include "bench/fpu_switch/float_context.h"

#include "lib/check.h"

#define REGISTERS 32
#define FPCCR (*(volatile uint32_t *)0xE000EF34u)
#define FPCCR_LSPEN (1u << 30)
#define CONTROL_FPCA (1u << 2)
#define FPSCR_RMODE (3u << 22)
/* A pattern that no task fills: its register number would be beyond s31. */
#define DISTURBED 0xD15E0000u

static uint32_t value_of(uint32_t seed, uint32_t reg)
{
    return seed << 8 | reg;
}

static uint32_t fpscr_of(uint32_t seed)
{
    return seed << 22 & FPSCR_RMODE;
}

/* The registers are no clobbers: a compiler that believed in them would put the old values back. */
__attribute__((noinline)) void float_fill(uint32_t seed)
{
    uint32_t values[REGISTERS];
    for (uint32_t i = 0; i < REGISTERS; i++)
        values[i] = value_of(seed, i);
    __asm volatile("vldmia %0, {s0-s31}\n\t"
                   "vmsr fpscr, %1"
                   :
                   : "r"(values), "r"(fpscr_of(seed))
                   : "memory");
}

__attribute__((noinline)) void float_check(uint32_t seed)
{
    uint32_t values[REGISTERS], fpscr;
    __asm volatile("vstmia %1, {s0-s31}\n\t"
                   "vmrs %0, fpscr"
                   : "=r"(fpscr)
                   : "r"(values)
                   : "memory");
    for (uint32_t i = 0; i < REGISTERS; i++)
        if (values[i] != value_of(seed, i))
            check_failed_with(__FILE__, __LINE__,
                              "a floating-point register has changed in a switch; it holds",
                              values[i]);
    CHECK(fpscr == fpscr_of(seed), "FPSCR has changed in a switch");
}

void float_check_none(void)
{
    uint32_t control;
    __asm volatile("mrs %0, control" : "=r"(control)::"memory");
    CHECK((control & CONTROL_FPCA) == 0, "a task that should not use the FPU has its context");
}

void float_disturb(void)
{
    __asm volatile("vmov s0, %0\n\t"
                   "vmov s1, %0\n\t"
                   "vadd.f32 s2, s0, s1\n\t"
                   "vmov s15, %0"
                   :
                   : "r"(DISTURBED)
                   : "s0", "s1", "s2", "s15", "memory");
}

void float_set_lazy(bool lazy)
{
    uint32_t others = FPCCR & ~FPCCR_LSPEN;
    float_check_none();
    FPCCR = lazy ? others | FPCCR_LSPEN : others;
    __asm volatile("dsb\n\tisb" ::: "memory");
}
