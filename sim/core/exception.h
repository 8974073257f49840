/* Exceptions: what is pending, what is taken, entry, return, faults. Knows nothing of time.
 * SPDX-License-Identifier: MIT
 *
 * Armv8-M ARM (DDI 0553) chapter B3. The engine asks, adds the time that sim/timing says, and lets
 * events that became due in that time happen.
 */
#pragma once

#include <stdbool.h>
#include <stdint.h>

struct core;
struct sim;

enum exception_outcome {
    EXCEPTION_ENTERED,      /* frame stacked, PC at the handler */
    EXCEPTION_TAIL_CHAINED, /* another handler entered without unstacking */
    EXCEPTION_RETURNED,     /* frame unstacked, PC at the interrupted code */
    EXCEPTION_LOCKED_UP
};

struct exception_event {
    enum exception_outcome outcome;
    unsigned number; /* exception entered, or left on EXCEPTION_RETURNED */
    unsigned words;  /* words moved to or from the stack */
};

enum fault {
    FAULT_UNDEFINED,    /* UsageFault UNDEFINSTR */
    FAULT_INVSTATE,     /* UsageFault INVSTATE: core.t_clear */
    FAULT_INVPC,        /* UsageFault INVPC: bad EXC_RETURN */
    FAULT_NOCP,         /* UsageFault NOCP */
    FAULT_STACK_LIMIT,  /* UsageFault STKOF */
    FAULT_UNALIGNED,    /* UsageFault UNALIGNED */
    FAULT_DIVIDE,       /* UsageFault DIVBYZERO */
    FAULT_BUS_PRECISE,  /* BusFault PRECISERR, address valid */
    FAULT_BUS_FETCH,    /* BusFault IBUSERR */
    FAULT_EXECUTE_NEVER, /* MemManage IACCVIOL: fetch from an XN region, or EXC_RETURN in Thread mode */
    FAULT_PENDED,       /* none of its own: an exception is pending that goes before the instruction */
    FAULTS
};

/* Clears everything as a reset does, then loads SP and PC from the vector table (VTOR), or locks up
 * where there is none. To be called behind the reset of the devices, whose PPB sets VTOR. */
void exception_reset(struct sim *sim);

/* Recomputes core.exception_ready; to be called after any change of pending, enabled, priority or
 * masks. */
void exception_update(struct sim *sim);

void exception_pend(struct sim *sim, unsigned number);
void exception_unpend(struct sim *sim, unsigned number);

/* Takes the best pending exception (core.exception_ready is true). r[PC] is the return address. */
struct exception_event exception_enter(struct sim *sim);

/* Right behind exception_enter and before the handler's first instruction: a more urgent exception
 * that became pending meanwhile takes over the frame (late arrival). False: none did. */
bool exception_late_arrival(struct sim *sim, struct exception_event *event);

/* A branch to value is an exception return: Handler mode, and value is in the range of EXC_RETURN.
 * In Thread mode such a branch is one into execute-never memory (FAULT_EXECUTE_NEVER). */
bool exception_is_return(const struct core *core, uint32_t value);

/* BX, POP or LDR put value (an EXC_RETURN) into PC in Handler mode: the exception is no longer
 * active. True: it ends in a tail-chain or in a fault that is entered, as event says. False: a frame
 * is to be popped, */
bool exception_begin_return(struct sim *sim, uint32_t value, struct exception_event *event);
/* of so many words, */
unsigned exception_frame_words(const struct sim *sim, uint32_t value);
/* which is this; */
struct exception_event exception_pop(struct sim *sim, uint32_t value);
/* or an exception that has become ready meanwhile is entered instead. */
struct exception_event exception_chain(struct sim *sim, uint32_t value);

/* The same where no time passes. */
struct exception_event exception_return(struct sim *sim, uint32_t value);

/* A synchronous fault of the instruction at r[PC]: sets the status registers, escalates as needed
 * and pends it. The engine then calls exception_enter with r[PC] unchanged (the faulting
 * instruction is the return address), or sees core.locked_up. */
void exception_fault(struct sim *sim, enum fault fault, uint32_t address);

/* SVC: pends SVCall, or escalates to HardFault where its priority does not allow it. r[PC] must
 * already be the next instruction. */
void exception_svc(struct sim *sim);

/* Priority at which the core executes now: active exceptions, PRIMASK, FAULTMASK, BASEPRI. */
int exception_execution_priority(const struct sim *sim);
/* A sleeping core would wake: a pending exception beats the execution priority, PRIMASK ignored. */
bool exception_wakes(const struct sim *sim);

/* MSR and MRS (DDI 0553 C2.4, SYSm). Unprivileged rules included. An MSR may change
 * exception_ready. False: SYSm is not one of this core's. */
bool system_register_read(struct sim *sim, unsigned sysm, uint32_t *value);
bool system_register_write(struct sim *sim, unsigned sysm, unsigned mask, uint32_t value);
/* CPSIE/CPSID: interrupts PRIMASK (i) and/or FAULTMASK (f). */
void system_change_masks(struct sim *sim, bool disable, bool primask, bool faultmask);
