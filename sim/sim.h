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
    bool no_jit;         /* interpret where the JIT could run; same results, slower */
    bool no_idle_skip;   /* run idle loops and WFI cycle by cycle; same results, slower */
    bool uart_real_time; /* a USART's bytes take their bit times; else it is always ready to send */
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
    SIM_STOP_LIMIT,         /* the time limit of sim_run was reached */
    SIM_STOP_REQUESTED,     /* sim_stop_request was called */
    SIM_STOP_LOCKUP,        /* a fault at HardFault priority or above: the core has locked up */
    SIM_STOP_STRICT,        /* an access or a clock set-up that this machine does not allow */
    SIM_STOP_MISSING,       /* an instruction or feature that is not modelled yet, by name */
    SIM_STOP_BREAKPOINT,    /* BKPT without a debugger that is attached */
    SIM_STOP_AT_BREAKPOINT, /* an instruction that sim_breakpoint named is about to execute */
    SIM_STOP_AT_WATCHPOINT, /* an instruction is about to touch memory that sim_watchpoint named */
    SIM_STOP_STEPPED,       /* sim_step has done what it was asked */
    SIM_STOP_FAULT,         /* a fault's handler was entered, and sim_stop_on_fault is on */
    SIM_STOP_EXIT           /* the guest ended itself through semihosting */
};

/* What a watchpoint waits for. */
enum sim_watch { SIM_WATCH_READ = 1, SIM_WATCH_WRITE = 2, SIM_WATCH_ACCESS = 3 };

struct sim_stop {
    enum sim_stop_reason reason;
    uint32_t pc; /* of the instruction that stopped the run */
    uint64_t cycles;
    uint32_t address;         /* SIM_STOP_AT_WATCHPOINT: the first watched byte that is touched, */
    enum sim_watch watch;     /* and what that watchpoint waits for */
    int status;               /* SIM_STOP_EXIT: the guest's exit status */
    bool too_few_wait_states; /* SIM_STOP_STRICT: that is the limit which was broken */
    char text[512]; /* one line: what happened, where (PC and disassembly), register or address */
};

/* Runs until a stop. limit_ns: simulated nanoseconds since reset. */
struct sim_stop sim_run(struct sim *sim, uint64_t limit_ns);

/* Ends sim_run at the next instruction boundary. Only async-signal-safe call of this interface. */
void sim_stop_request(struct sim *sim);

uint64_t sim_cycles(const struct sim *sim);
/* Of an observer, up to the instruction that it is told of. */
uint64_t sim_instructions(const struct sim *sim);
uint64_t sim_idle_cycles(const struct sim *sim); /* cycles that were skipped, not executed */
/* Within sim_instructions: of idle loops that were skipped, not executed. */
uint64_t sim_skipped_instructions(const struct sim *sim);
uint64_t sim_time_ns(const struct sim *sim);
uint64_t sim_core_hz(const struct sim *sim);
/* Picoseconds since reset, truncated, at a cycle that an observer is being told of. */
uint64_t sim_time_ps(const struct sim *sim, uint64_t cycle);

/* ---- going back ---- */

/* The whole state of a board between two calls of sim_run: core, devices, memories, time. NULL
 * where memory is short. The caller frees it. */
struct sim_snapshot;
struct sim_snapshot *sim_snapshot(const struct sim *sim);
/* Puts the same board back: what happens from here on is what happened then, to the cycle, whatever
 * was skipped as idle. What the host set up stays as it is: breakpoints and watchpoints, probes,
 * observers, semihosting. May be repeated. */
void sim_restore(struct sim *sim, const struct sim_snapshot *snapshot);
void sim_snapshot_free(struct sim_snapshot *snapshot);

/* ---- looking in ---- */

enum {
    SIM_REG_SP = 13,
    SIM_REG_LR = 14,
    SIM_REG_PC = 15,
    SIM_REG_XPSR = 16,
    SIM_REG_MSP,
    SIM_REG_PSP,
    SIM_REG_PRIMASK,
    SIM_REG_BASEPRI,
    SIM_REG_FAULTMASK,
    SIM_REG_CONTROL,
    SIM_REG_MSPLIM,
    SIM_REG_PSPLIM,
    SIM_REG_FPSCR,
    SIM_REG_S0,
    SIM_REG_S31 = SIM_REG_S0 + 31,
    SIM_REGS
};
uint32_t sim_register(const struct sim *sim, int reg);
/* Number of the exception that is served, 0 in Thread mode. */
uint32_t sim_exception(const struct sim *sim);
/* Priority of an exception as the core keeps it, in the upper bits of a byte. */
uint8_t sim_priority(const struct sim *sim, uint32_t exception);
/* Whether an interrupt is enabled; false for other exceptions. */
bool sim_interrupt_enabled(const struct sim *sim, uint32_t exception);
/* Reads memory (not devices) without side effect or time; false where there is none. */
bool sim_peek(const struct sim *sim, uint32_t address, void *bytes, size_t size);
/* Registers, fault status decoded, stacked frame: several lines, terminated; returns its length. */
size_t sim_describe(const struct sim *sim, char *text, size_t size);
/* Disassembles one instruction at address; returns its size in bytes, 0 where there is no memory.
 */
int sim_disassemble(const struct sim *sim, uint32_t address, char *text, size_t size);

/* How clock and flash are set up now. */
struct sim_clock {
    const char *oscillator;      /* "HSI": where the core clock comes from, through a PLL or not */
    bool external;               /* a crystal or a clock input, not an oscillator of the part */
    unsigned wait_states;        /* of the flash */
    unsigned wait_states_needed; /* at this clock and voltage */
    /* What may hide them, where the part has it. */
    bool has_prefetch, prefetch;
    bool has_cache, instruction_cache; /* ART's or the ICACHE */
    bool has_data_cache, data_cache;
};
/* False where the machine has no clock controller. */
bool sim_clock(const struct sim *sim, struct sim_clock *clock);

/* What the core is, for tools that must know which registers it has. */
struct sim_core_info {
    const char *name;       /* "cortex-m33" */
    bool mainline;          /* BASEPRI and FAULTMASK */
    bool splim;             /* MSPLIM and PSPLIM */
    bool fpu;               /* S0 to S31 and FPSCR */
    unsigned priority_bits; /* of an exception's priority, the upper ones of a byte */
};
struct sim_core_info sim_core_info(const struct sim *sim);

enum sim_region_kind { SIM_REGION_FLASH, SIM_REGION_RAM, SIM_REGION_DEVICE, SIM_REGION_PPB };
/* A part of the memory map: [base, base + size). */
struct sim_region {
    const char *name;
    uint32_t base, size;
    enum sim_region_kind kind;
};
/* Region number index by address; false past the last. */
bool sim_region(const struct sim *sim, size_t index, struct sim_region *region);

/* ---- debugging: costs nothing when unused, and changes no cycle of the guest ---- */

/* Sets a register as a debugger does, privileged and at once. Bits that the register does not have
 * are ignored; IPSR is read-only; a new PC leaves an IT block. */
void sim_set_register(struct sim *sim, int reg, uint32_t value);
/* Writes memory, flash too (not devices), without time; false where there is none. */
bool sim_poke(struct sim *sim, uint32_t address, const void *bytes, size_t size);
/* One access to a device's register as the bus would do it at this cycle, with its side effects.
 * size: 1, 2 or 4, aligned. False where no device answers, or not in this way. */
bool sim_device_read(struct sim *sim, uint32_t address, unsigned size, uint32_t *value);
bool sim_device_write(struct sim *sim, uint32_t address, unsigned size, uint32_t value);

/* Stops sim_run and sim_step before the instruction at address (bit 0 ignored) executes. A run that
 * stopped there goes on behind it. Idempotent; false and error where there are too many. */
bool sim_breakpoint(struct sim *sim, uint32_t address, bool on, struct sim_error *error);
/* The same before an instruction that touches [address, address + size), be it through a second
 * address or a bit-band alias. Frames that the core pushes and pops by itself are not watched.
 * Watching stores to the SRAM costs little; for anything else the plain engine does all. */
bool sim_watchpoint(struct sim *sim, uint32_t address, uint32_t size, enum sim_watch watch, bool on,
                    struct sim_error *error);
/* Stops at the first instruction of the handler of HardFault, MemManage, BusFault or UsageFault. */
void sim_stop_on_fault(struct sim *sim, bool on);
/* Executes one instruction, a breakpoint on it notwithstanding, or the part of it that an exception
 * lets it, or enters the exception that goes before it. SIM_STOP_STEPPED, or what sim_run could
 * stop with. */
struct sim_stop sim_step(struct sim *sim, uint64_t limit_ns);

/* Arm semihosting, by which a guest uses the console of its debugger (sim/debug/semihosting.c).
 * Members may be NULL. No call reaches the host's files, clock or command interpreter. */
struct sim_semihosting {
    void *context;
    /* Console output; is_error: to its standard error. */
    void (*write)(void *context, bool is_error, const char *bytes, size_t size);
    /* Console input: up to size bytes, 0 at its end. */
    size_t (*read)(void *context, char *bytes, size_t size);
    const char *command_line; /* of the guest; outlives the sim */
};
/* Without it, BKPT 0xAB stops the run as every BKPT does. */
void sim_enable_semihosting(struct sim *sim, const struct sim_semihosting *semihosting);

/* ---- observers: cost nothing when absent ---- */

/* What the core did with a span of cycles. Spans follow each other without gap or overlap. */
enum sim_span_kind {
    SIM_SPAN_INSTRUCTION, /* address: of the instruction */
    SIM_SPAN_ENTRY,       /* exception entry; address: exception number */
    SIM_SPAN_TAIL_CHAIN,  /* address: exception number of the one entered */
    SIM_SPAN_RETURN,      /* exception return; address: exception number of the one left */
    SIM_SPAN_SLEEP        /* WFI or WFE */
};

/* What an instruction waited for, beyond the cycles that it executes. */
enum sim_wait {
    SIM_WAIT_PIPELINE, /* an operand, a slot */
    SIM_WAIT_CHANGE,   /* the second cycle of a load from another memory right before it */
    SIM_WAIT_BUFFER,   /* a word that is not in the core's prefetch buffer yet */
    SIM_WAIT_FETCH,    /* its fetch from flash, through whatever caches there are */
    SIM_WAIT_FLASH,    /* data in flash, */
    SIM_WAIT_SRAM,     /* in SRAM, */
    SIM_WAIT_AHB,      /* in a peripheral on an AHB, */
    SIM_WAIT_APB,      /* or behind a bridge to an APB, */
    SIM_WAIT_PPB,      /* on the private peripheral bus */
    SIM_WAIT_STORES,   /* at a barrier: buffered stores that are under way */
    SIM_WAIT_CONTEXT,  /* the lazy save of FP registers before it */
    SIM_WAITS
};

struct sim_span {
    enum sim_span_kind kind;
    uint32_t address;
    uint64_t start_cycle, end_cycle;
    uint32_t wait[SIM_WAITS]; /* cycles; of what is no instruction: 0 */
};

struct sim_observer {
    void *context;
    /* Every byte that a USART sends. */
    void (*uart)(void *context, const char *usart, uint8_t byte, uint64_t cycle);
    /* The instruction at a probed address is about to execute. */
    void (*probe)(void *context, uint32_t address, uint64_t cycle);
    /* The guest writes the priority of an exception; kept: the bits that the core has. A write of
     * other bytes of the same word tells the neighbours again. */
    void (*priority)(void *context, uint32_t exception, uint8_t written, uint8_t kept);
    /* The guest writes BASEPRI; kept: the bits of the value that the core has. */
    void (*basepri)(void *context, uint32_t written, uint32_t kept);
    /* A device's named event ("tim2.cc1"; "systick": it has counted to 0), at its exact cycle. */
    void (*signal)(void *context, const char *name, uint64_t cycle);
    /* DWT_CYCCNT, a timer's counter or SysTick's is read; cycle: of its value, which lies behind
     * what the fetch of the load and the bus cost. Within the instruction: its span comes later,
     * sim_waits says what it has waited for until then. */
    void (*counter)(void *context, uint64_t cycle);
    /* A pin's level as a logic analyser sees it changes ("gpioe.2"), at its exact cycle. Power-on
     * is no change. */
    void (*pin)(void *context, const char *name, bool level, uint64_t cycle);
    /* An exception is entered, or chained to, from this cycle on. One that is overtaken while it is
     * entered is told, too, and again when its turn comes. */
    void (*exception)(void *context, uint32_t number, uint64_t cycle);
    /* The handler of an exception has executed its last instruction, the return. What comes then, be
     * it a tail-chain, begins at this cycle. */
    void (*returned)(void *context, uint32_t number, uint64_t cycle);
    /* Every span, while spans are on. */
    void (*span)(void *context, const struct sim_span *span);
    /* One line of advice or log (lenient accesses), without line end. */
    void (*log)(void *context, const char *line);
};

/* Copies *observer; members may be NULL. */
void sim_observe(struct sim *sim, const struct sim_observer *observer);
/* Pin number index of the board, and its level as an observer of pins knows it. False past the
 * last. The name is good as long as the sim. */
bool sim_pin(const struct sim *sim, size_t index, const char **name, bool *level);
/* Asks for probe calls at an instruction's address (bit 0 ignored). */
bool sim_probe(struct sim *sim, uint32_t address, struct sim_error *error);
/* Within a counter call: SIM_WAITS numbers of cycles. */
const uint32_t *sim_waits(const struct sim *sim);
/* Turns spans on or off; may be called from a probe or a signal. A span in progress is reported
 * from its own start. */
void sim_observe_spans(struct sim *sim, bool on);

/* ---- the timing model ---- */

/* One constant of a machine's model, for `tailchain model` and for knobs. */
struct sim_knob {
    const char *name; /* "exception_entry" */
    const char *unit; /* "cycles" */
    const char *meaning;
    uint32_t value;
    uint32_t default_value;
    uint32_t least, most;   /* that it may be set to */
    const char *confidence; /* "measured", "manual", "memory", "derived", "calibrated", "assumed" */
    const char *source;
};
/* Knob number index of this machine; false past the last. */
bool sim_knob_get(const struct sim *sim, size_t index, struct sim_knob *knob);
/* Sets a knob before sim_reset; false and error where the name is unknown, or the value beyond what
 * the knob takes. */
bool sim_knob_set(struct sim *sim, const char *name, uint32_t value, struct sim_error *error);
