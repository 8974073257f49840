/* The architectural state of one Cortex-M core (ARMv8-M Mainline superset).
 * SPDX-License-Identifier: MIT
 *
 * Nothing here knows time. Manual sections: Armv8-M Architecture Reference Manual (DDI 0553).
 */
#pragma once

#include <stdbool.h>
#include <stdint.h>

enum { SP = 13, LR = 14, PC = 15 };
enum { STACK_MAIN, STACK_PROCESS };
enum { CONTROL_NPRIV = 1, CONTROL_SPSEL = 2, CONTROL_FPCA = 4 };

enum architecture { ARCH_V6M = 1, ARCH_V7M = 2, ARCH_V7EM = 4, ARCH_V8M = 8 };

/* Exception numbers (DDI 0553 B3.1). */
enum {
    EXC_RESET = 1,
    EXC_NMI = 2,
    EXC_HARD_FAULT = 3,
    EXC_MEM_MANAGE = 4,
    EXC_BUS_FAULT = 5,
    EXC_USAGE_FAULT = 6,
    EXC_SVCALL = 11,
    EXC_DEBUG_MONITOR = 12,
    EXC_PENDSV = 14,
    EXC_SYSTICK = 15,
    EXC_IRQ0 = 16,
    EXC_MAX = 256 /* 16 + 240 interrupts */
};

/* Priority of execution when nothing is active: below every exception. */
#define PRIORITY_THREAD 256

struct exception_state {
    uint32_t pending[EXC_MAX / 32];
    uint32_t active[EXC_MAX / 32];
    uint32_t enabled[EXC_MAX / 32]; /* ISER for interrupts; system exceptions: as SHCSR says */
    uint32_t line[EXC_MAX / 32];    /* level of each interrupt input, behind the synchroniser */
    uint8_t priority[EXC_MAX];      /* as written, unimplemented low bits zero */
    unsigned active_count;

    /* Derived from the above; exception_update keeps them true. Priorities are group priorities. */
    unsigned best;       /* pending and enabled exception that goes first, 0: none */
    int best_priority;   /* PRIORITY_THREAD without one */
    int active_priority; /* of the most urgent active exception, PRIORITY_THREAD without one */
    uint8_t group_mask;  /* bits of a priority that count for pre-emption (AIRCR.PRIGROUP) */
};

struct core {
    uint32_t r[16]; /* r[SP]: the stack pointer in use; r[PC]: address of the current instruction */
    uint32_t n;     /* bit 31 is N */
    uint32_t z;     /* zero when Z is set */
    uint32_t c;     /* 0 or 1 */
    uint32_t v;     /* 0 or 1 */
    uint32_t q;     /* 0 or 1 */
    uint32_t ge;    /* GE[3:0] */
    uint8_t itstate;

    uint32_t s[32]; /* S0 to S31; a D register is two of them */
    uint32_t fpscr;
    bool fp_ready; /* a floating-point instruction executes without further ado: fpu_state.h */

    uint32_t
        sp_bank[2];    /* MSP, PSP; the entry of the stack in use is stale: use core_sp_get/_set */
    uint32_t splim[2]; /* MSPLIM, PSPLIM; 0 where the architecture has none */
    uint32_t primask, faultmask, basepri;
    uint32_t control; /* nPRIV, SPSEL, FPCA */
    uint32_t ipsr;    /* number of the active exception, 0 in Thread mode */

    bool t_clear; /* EPSR.T is 0: the instruction at r[PC] is a FAULT_INVSTATE */
    bool
        access_unprivileged; /* LDRT or STRT is accessing: the executor sets it around the access */
    bool stkofhfnmign;       /* copy of CCR's bit: no stack limits at a negative priority */

    bool event;           /* WFE's event register */
    bool sleeping;        /* in WFI or WFE, */
    bool waits_for_event; /* WFE: the event register wakes it too */
    bool locked_up;
    bool monitor_open; /* local exclusive monitor */
    uint32_t monitor_address;

    enum architecture architecture;
    unsigned priority_bits; /* implemented bits of a priority, from the top */
    unsigned interrupts;    /* inputs of the NVIC */

    struct exception_state exceptions;
    /* A pending exception may be taken now: kept true by exception_update. */
    bool exception_ready;
};

/* SP of the main (0) or process (1) stack, wherever it lives now. */
uint32_t core_sp_get(const struct core *core, int stack);
void core_sp_set(struct core *core, int stack, uint32_t value);
/* The stack in use: process only in Thread mode with CONTROL.SPSEL. */
static inline int core_stack(const struct core *core)
{
    return core->ipsr == 0 && (core->control & CONTROL_SPSEL) ? STACK_PROCESS : STACK_MAIN;
}
/* Handler mode, or Thread mode with CONTROL.nPRIV clear. */
static inline bool core_privileged(const struct core *core)
{
    return core->ipsr != 0 || !(core->control & CONTROL_NPRIV);
}
/* CCR.STKOFHFNMIGN is set, and the priority is negative. */
bool core_stack_limit_ignored(const struct core *core);
/* SP may become new_sp: it is not below the limit of the stack in use (v8-M; true on others).
 * False: the instruction has no effect but exception_fault(FAULT_STACK_LIMIT). */
static inline bool core_stack_limit_ok(const struct core *core, uint32_t new_sp)
{
    return new_sp >= core->splim[core_stack(core)] || core_stack_limit_ignored(core);
}
/* APSR, IPSR and EPSR in one word; ICI/IT as in itstate. */
uint32_t core_xpsr(const struct core *core);
void core_set_apsr(struct core *core, uint32_t value); /* NZCVQ and GE */
