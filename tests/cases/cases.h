/* Guests that check the core they run on, case by case; ids are those of docs/cases.md.
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define REG(address) (*(volatile uint32_t *)(address))
#define REG_8(address) (*(volatile uint8_t *)(address))

#define SYST_CSR REG(0xE000E010)
#define SYST_RVR REG(0xE000E014)
#define SYST_CVR REG(0xE000E018)
#define ISER REG(0xE000E100)
#define ICER REG(0xE000E180)
#define ISPR REG(0xE000E200)
#define ICPR REG(0xE000E280)
#define IABR REG(0xE000E300)
#define IPR0 REG(0xE000E400)
#define ICSR REG(0xE000ED04)
#define AIRCR REG(0xE000ED0C)
#define SCR REG(0xE000ED10)
#define CCR REG(0xE000ED14)
#define SHPR1 REG(0xE000ED18)
#define SHPR2 REG(0xE000ED1C)
#define SHPR3 REG(0xE000ED20)
#define SHCSR REG(0xE000ED24)
#define CFSR REG(0xE000ED28)
#define HFSR REG(0xE000ED2C)
#define BFAR REG(0xE000ED38)
#define DEMCR REG(0xE000EDFC)
#define DWT_CTRL REG(0xE0001000)
#define CYCCNT REG(0xE0001004)

#define AIRCR_KEY 0x05FA0000u
#define NMIPENDSET (1u << 31)
#define PENDSVSET (1u << 28)
#define PENDSVCLR (1u << 27)
#define PENDSTSET (1u << 26)
#define PENDSTCLR (1u << 25)

enum {
    HARD_FAULT = 3,
    MEM_MANAGE,
    BUS_FAULT,
    USAGE_FAULT,
    SVCALL = 11,
    PENDSV = 14,
    SYSTICK,
    IRQ0
};

/* Counts a check, and prints id and what where it fails. */
void check(const char *id, const char *what, bool holds);
#define CHECK(id, expression) check(id, #expression, (expression))

/* What the last exception found: its frame (r0-r3, r12, lr, pc, xpsr) and EXC_RETURN. */
struct seen {
    uint32_t frame[8], frame_address, lr, control, icsr;
};
extern struct seen seen;
/* Called in the handler of an exception, before it returns; NULL: none. A fault without one skips
 * the instruction. */
typedef void hook(uint32_t *frame);
extern hook *volatile hooks[32];

/* Forgets what was logged; no exception is pending, no hook set, every mask off, IRQ0 to 3 on. */
void begin(void);
/* The exceptions entered since begin() are these, in order. */
bool logged(size_t count, const uint8_t *numbers);
#define LOGGED(...) logged(sizeof((uint8_t[]){__VA_ARGS__}), (const uint8_t[]){__VA_ARGS__})
#define NOTHING_LOGGED logged(0, NULL)

/* What reset left, and whether this is the boot behind a reset from within a handler. */
struct boot {
    uint32_t sp, lr, control, primask;
    bool warm;
};
extern struct boot boot;

static inline void barrier(void)
{
    __asm__ volatile("dsb\n isb" ::: "memory");
}
static inline void mask_all(void)
{
    __asm__ volatile("cpsid i" ::: "memory");
}
static inline void unmask_all(void)
{
    __asm__ volatile("cpsie i\n isb" ::: "memory");
}
#define MRS(name)                                                                                  \
    ({                                                                                             \
        uint32_t value_;                                                                           \
        __asm__ volatile("mrs %0, " name : "=r"(value_)::"memory");                                \
        value_;                                                                                    \
    })
#define MSR(name, value) __asm__ volatile("msr " name ", %0\n isb" ::"r"(value) : "memory", "cc")

/* The cases of a file; which files there are depends on the core. */
void cases_of_all(void);
void cases_of_systick(void);
void cases_of_library(void);
void cases_of_core(void);    /* v6m.c or v7m.c */
void cases_of_machine(void); /* of the core alone: m0.c, m3.c, m4.c, m33.c */
