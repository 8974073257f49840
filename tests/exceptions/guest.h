/* A guest that does random things to the exceptions of its core and prints what it sees: the same
 * on a machine of ours and on a board of QEMU's. SPDX-License-Identifier: MIT
 *
 * SEED and STEPS come from the compiler's command line; BITS: implemented bits of a priority.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define REG(address) (*(volatile uint32_t *)(address))

#define ISER REG(0xE000E100)
#define ICER REG(0xE000E180)
#define ISPR REG(0xE000E200)
#define ICPR REG(0xE000E280)
#define IABR REG(0xE000E300)
#define IPR(n) REG(0xE000E400 + 4 * (n))
#define ICSR REG(0xE000ED04)
#define AIRCR REG(0xE000ED0C)
#define CCR REG(0xE000ED14)
#define SHPR(n) REG(0xE000ED14 + 4 * (n)) /* 1 to 3 */
#define SHCSR REG(0xE000ED24)
#define CFSR REG(0xE000ED28)
#define HFSR REG(0xE000ED2C)
#define MMFAR REG(0xE000ED34)
#define BFAR REG(0xE000ED38)
#define CPACR REG(0xE000ED88)
#define STIR REG(0xE000EF00)
#define FPCCR REG(0xE000EF34)
#define FPCAR REG(0xE000EF38)
#define FPDSCR REG(0xE000EF3C)

#define AIRCR_KEY 0x05FA0000u
#define NOWHERE 0x70000000u /* no memory on any board */

enum {
    NMI = 2,
    HARD_FAULT,
    MEM_MANAGE,
    BUS_FAULT,
    USAGE_FAULT,
    SVCALL = 11,
    PENDSV = 14,
    SYSTICK,
    IRQ0
};

/* ARMv7-M and ARMv8-M Mainline. */
#if defined __ARM_ARCH_6M__
#define MAINLINE 0
#else
#define MAINLINE 1
#endif
#if defined __ARM_ARCH_8M_MAIN__
#define IS_V8M 1
#else
#define IS_V8M 0
#endif
/* Code lies at the same address on both boards, so that a register may hold one. */
#define SAME_CODE (!IS_V8M)
#if defined __ARM_FP
#define HAS_FPU 1
#else
#define HAS_FPU 0
#endif

/* Of FPSCR: ARMv7-M keeps flags and exceptions in a new context (DDI 0403 ExecuteFPCheck), QEMU
 * does not. */
#if defined __ARM_ARCH_7EM__
#define FPSCR_BITS 0x07C00000u
#else
#define FPSCR_BITS 0xFFFFFFFFu
#endif

#define MRS(name)                                                                                  \
    ({                                                                                             \
        uint32_t value_;                                                                           \
        __asm__ volatile("mrs %0, " name : "=r"(value_)::"memory");                                \
        value_;                                                                                    \
    })
#define MSR(name, value) __asm__ volatile("msr " name ", %0\n isb" ::"r"(value) : "memory", "cc")

static inline void barrier(void)
{
    __asm__ volatile("dsb\n isb" ::: "memory");
}

uint32_t random_word(void);
static inline uint32_t random_below(uint32_t limit)
{
    return (uint32_t)((uint64_t)random_word() * limit >> 32);
}

/* Prints a line: a name and numbers. */
void print_line(const char *name, size_t count, const uint32_t *values);
#define PRINT(name, ...)                                                                           \
    print_line(name, sizeof((uint32_t[]){__VA_ARGS__}) / sizeof(uint32_t),                         \
               (const uint32_t[]){__VA_ARGS__})

/* An address as it is on every board: code, stacks and data from their beginnings. */
uint32_t place_of(uint32_t address);
/* EXC_RETURN without what differs with the Security Extension. */
uint32_t plain_return(uint32_t lr);

/* The registers, as far as both have them. */
uint32_t icsr(void);
uint32_t control(void);

/* Does something at random. depth: of handlers; 0: Thread mode. */
void act(unsigned depth);
/* Code at the current priority may fault: a handler can be entered. */
bool may_fault(void);
