/* A board made of C: the simulator's whole public interface.
 * SPDX-License-Identifier: MIT
 *
 * A guest can never crash, hang or read the host: whatever it does ends in a struct sim_stop.
 * Deterministic: no host time and no host randomness in any result.
 * Time is counted in cycles of the core clock (uint64_t) and in simulated nanoseconds.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct sim;

struct sim_error {
    char text[256]; /* what, where, what to do; no line end */
};

struct sim_config {
    const char *machine; /* a name of machines.def */
    bool stepper_only;   /* the plain engine for everything; same results, slower */
    bool no_idle_skip;   /* run idle loops and WFI cycle by cycle; same results, slower */
    bool lenient;        /* accesses to registers that are not modelled go on, each logged once */
};

/* ---- machines ---- */

/* Name and description of machine number index, NULL past the last. */
const char *sim_machine_name(size_t index);
const char *sim_machine_description(const char *name);

/* NULL and error where the machine is unknown or memory is short. */
struct sim *sim_create(const struct sim_config *config, struct sim_error *error);
void sim_destroy(struct sim *sim);

/* Puts an image's bytes into memory before the run; false where [address, address + size) is not
 * within one memory (flash or RAM) of the machine. */
bool sim_load(struct sim *sim, uint32_t address, const void *bytes, size_t size,
              struct sim_error *error);

/* Power-on reset: reads SP and PC from the vector table. Memories keep what was loaded. */
void sim_reset(struct sim *sim);

/* ---- running ---- */

enum sim_stop_reason {
    SIM_STOP_LIMIT,     /* the time limit of sim_run was reached */
    SIM_STOP_REQUESTED, /* sim_stop_request was called */
    SIM_STOP_LOCKUP,    /* a fault at HardFault priority or above: the core has locked up */
    SIM_STOP_STRICT,    /* an access or a clock set-up that this machine does not allow */
    SIM_STOP_MISSING,   /* an instruction or feature that is not modelled yet, by name */
    SIM_STOP_BREAKPOINT /* BKPT without a debugger that is attached */
};

struct sim_stop {
    enum sim_stop_reason reason;
    uint32_t pc;         /* of the instruction that stopped the run */
    uint64_t cycles;
    char text[512];      /* one line: what happened, where (PC and disassembly), register or address */
};

/* Runs until a stop. limit_ns: simulated nanoseconds since reset. */
struct sim_stop sim_run(struct sim *sim, uint64_t limit_ns);

/* Ends sim_run at the next instruction boundary. Only async-signal-safe call of this interface. */
void sim_stop_request(struct sim *sim);

uint64_t sim_cycles(const struct sim *sim);
uint64_t sim_instructions(const struct sim *sim);
uint64_t sim_idle_cycles(const struct sim *sim); /* cycles that were skipped, not executed */
/* Within sim_instructions: of idle loops that were skipped, not executed. */
uint64_t sim_skipped_instructions(const struct sim *sim);
uint64_t sim_time_ns(const struct sim *sim);
uint64_t sim_core_hz(const struct sim *sim);

/* ---- looking in ---- */

enum { SIM_REG_SP = 13, SIM_REG_LR = 14, SIM_REG_PC = 15, SIM_REG_XPSR = 16, SIM_REG_MSP,
       SIM_REG_PSP, SIM_REG_PRIMASK, SIM_REG_BASEPRI, SIM_REG_FAULTMASK, SIM_REG_CONTROL,
       SIM_REGS };
uint32_t sim_register(const struct sim *sim, int reg);
/* Reads memory (not devices) without side effect or time; false where there is none. */
bool sim_peek(const struct sim *sim, uint32_t address, void *bytes, size_t size);
/* Registers, fault status decoded, stacked frame: several lines, terminated; returns its length. */
size_t sim_describe(const struct sim *sim, char *text, size_t size);
/* Disassembles one instruction at address; returns its size in bytes, 0 where there is no memory. */
int sim_disassemble(const struct sim *sim, uint32_t address, char *text, size_t size);

/* ---- observers: cost nothing when absent ---- */

/* What the core did with a span of cycles. Spans follow each other without gap or overlap. */
enum sim_span_kind {
    SIM_SPAN_INSTRUCTION, /* address: of the instruction */
    SIM_SPAN_ENTRY,       /* exception entry; address: exception number */
    SIM_SPAN_TAIL_CHAIN,  /* address: exception number of the one entered */
    SIM_SPAN_RETURN,      /* exception return; address: exception number of the one left */
    SIM_SPAN_SLEEP        /* WFI or WFE */
};

struct sim_span {
    enum sim_span_kind kind;
    uint32_t address;
    uint64_t start_cycle, end_cycle;
};

struct sim_observer {
    void *context;
    /* Every byte that a USART sends. */
    void (*uart)(void *context, const char *usart, uint8_t byte, uint64_t cycle);
    /* The instruction at a probed address is about to execute. */
    void (*probe)(void *context, uint32_t address, uint64_t cycle);
    /* A device's named event ("tim2.cc1"), at its exact cycle. */
    void (*signal)(void *context, const char *name, uint64_t cycle);
    /* Every span, while spans are on. */
    void (*span)(void *context, const struct sim_span *span);
    /* One line of advice or log (lenient accesses), without line end. */
    void (*log)(void *context, const char *line);
};

/* Copies *observer; members may be NULL. */
void sim_observe(struct sim *sim, const struct sim_observer *observer);
/* Asks for probe calls at an instruction's address (bit 0 ignored). */
bool sim_probe(struct sim *sim, uint32_t address, struct sim_error *error);
/* Turns spans on or off; may be called from a probe or a signal. A span in progress is reported
 * from its own start. */
void sim_observe_spans(struct sim *sim, bool on);

/* ---- the timing model ---- */

/* One constant of a machine's model, for `tailchain model` and for knobs. */
struct sim_knob {
    const char *name;       /* "exception_entry" */
    const char *unit;       /* "cycles" */
    uint32_t value;
    uint32_t default_value;
    const char *confidence; /* "measured", "manual", "memory", "derived", "calibrated", "assumed" */
    const char *source;
};
/* Knob number index of this machine; false past the last. */
bool sim_knob_get(const struct sim *sim, size_t index, struct sim_knob *knob);
/* Sets a knob before sim_reset; false and error where the name is unknown. */
bool sim_knob_set(struct sim *sim, const char *name, uint32_t value, struct sim_error *error);
