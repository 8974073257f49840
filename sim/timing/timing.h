/* What things cost: instructions, fetches, data accesses, exceptions. Knows nothing of what they
 * do. SPDX-License-Identifier: MIT
 *
 * Every constant is a row with its source and confidence: knobs.def names it, the files of the
 * cores (m0.def, m3.def, m4.def, m33.def) and of the parts (stm32*.def, generic.def) give its
 * value. What a core does with them are its rules: m0.c, v7m.c with m3.c and m4.c, m33.c.
 */
#pragma once

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include "sim/bus/bus.h"
#include "sim/core/core.h"
#include "sim/core/exception.h"
#include "sim/timing/flash.h"

struct insn;
struct sim_knob;
struct timing;
struct value_row;

enum timing_class {
#define TIMING_CLASS(id, d, n, m, a, what) TIMING_##id,
#include "classes.def"
#undef TIMING_CLASS
    TIMING_CLASSES
};

enum timing_knob_id {
#define KNOB(id, name, unit, least, most, meaning) TIMING_KNOB_##id,
#include "knobs.def"
#undef KNOB
    TIMING_KNOBS
};

/* Where an access goes, as far as it matters to the accesses beside it. */
enum timing_memory {
    TIMING_MEMORY_SYSTEM, /* SRAM and peripherals, and what no row asks of */
    TIMING_MEMORY_FLASH,
    TIMING_MEMORY_SRAM2,
    TIMING_MEMORY_CCM,
    TIMING_MEMORIES
};

/* What the pipeline remembers from the instruction before; all zero behind a refill. Each core uses
 * what it needs. Static in a pre-decoded block. */
struct pipeline {
    uint32_t late_registers; /* bit r: r comes one cycle late; v7-M: too late for an address */
    uint32_t late_singles;   /* bit r: S register r, the last FP result, comes late: */
    uint8_t fp_late;         /* cycles until it can be used, */
    uint8_t fp_late_addend;  /* as an addend, */
    uint8_t fp_busy;         /* and until another FP instruction can issue */
    uint8_t narrow;          /* M33: the instruction was 16-bit, */
    uint8_t set_flags;       /* set flags, */
    uint8_t may_pair;        /* and can be the first of a pair */
    uint8_t before;          /* v7-M: enum before of v7m.c */
    uint8_t loaded;          /* v7-M: register that the load before wrote, */
    uint8_t base;            /* and base that the access before updated; NO_REGISTER: none */
    uint8_t fetched;         /* v7-M: state of the prefetch buffer */
    uint8_t held;            /* v7-M: the instruction before kept this one in decode */
    uint8_t it_left;         /* v7-M: instructions left of an IT block */
    uint8_t bus_taken;       /* v7-M: the access before takes the bus that fetches use too */
    uint8_t memory;          /* v7-M: enum timing_memory of the access before */
    uint8_t unused[2];
};

/* Cost of issuing one instruction, bus stalls not included. */
struct timing_issue {
    uint8_t stall;          /* waits for an operand, a slot or its own fetch before it issues */
    uint8_t cycles;         /* then: executed; a branch: not taken */
    uint8_t taken_cycles;   /* a branch: taken; else as cycles */
    uint8_t return_cycles;  /* it turns out to be an exception return, which is counted apart */
    uint8_t skipped_cycles; /* its condition failed in an IT block */
    uint8_t change_stall;   /* of stall: for a change of memory, */
    uint8_t buffer_stall;   /* for a word that is not in the prefetch buffer yet, */
    uint8_t lsu_stall;      /* what DWT_LSUCNT counts, */
    uint8_t lsu_cycles;     /* and of cycles */
};

/* What a core does with its constants: one file a core. */
struct core_rules {
    const char *core; /* "cortex-m33" */
    enum architecture architecture;
    /* An instruction asks for the granule of the half-word behind its first one, a cycle later than
     * for its own, however long it is. Else it asks for all that it lies in, at once. */
    bool fetches_ahead;
    /* Issues insn at address behind what pipeline remembers, and updates it. memory: what insn
     * accesses. */
    struct timing_issue (*issue)(const struct timing *timing, struct pipeline *pipeline,
                                 const struct insn *insn, uint32_t address,
                                 enum timing_memory memory);
    bool
        knows_memories; /* the time of an access depends on its memory and that of the one before */
    /* Further cycles of a division, known from its operands; NULL: the core has none. */
    unsigned (*divide)(const struct timing *timing, uint32_t dividend, uint32_t divisor,
                       bool is_signed);
    /* Further cycles of a long multiplication, known from its operands; NULL: none. Outside IT
     * blocks only: inside they are left out. */
    unsigned (*multiply)(const struct timing *timing, uint32_t n, uint32_t m, bool is_signed);
    /* Cycles that the instruction before has yet to finish when an exception is taken; NULL: 0. */
    unsigned (*unfinished)(const struct pipeline *pipeline);
};
extern const struct core_rules timing_cortex_m0, timing_cortex_m3, timing_cortex_m4,
    timing_cortex_m33;

/* Of the memory behind the external memory controller, in cycles of the core: one transaction, and
 * what lies between two, by [the first is a write][the second is]. */
struct timing_external {
    unsigned read, write, turn[2][2];
    unsigned width;      /* bytes of the memory's data lines; 0: none was set up */
    uint64_t free_cycle; /* the transaction under way ends */
    bool last_was_write;
};

struct timing {
    uint32_t knob[TIMING_KNOBS];
    const struct value_row *row[TIMING_KNOBS]; /* NULL: not used by this core and part */
    const struct core_rules *rules;
    struct flash_timing flash;
    uint64_t sram2_free_cycle; /* a buffered store occupies the second bank until then */
    uint64_t bus_free_cycle;   /* a buffered store occupies the peripheral bus until then */
    uint64_t fp_free_cycle;    /* VDIV or VSQRT occupies the FPU until then */
    struct timing_external external;
};

/* The core of the architecture, and the part of the machine (or generic memories where no row of
 * parts.def names it). */
void timing_init(struct timing *timing, enum architecture architecture, const char *machine);
void timing_reset(struct timing *timing); /* caches empty and off; knobs stay */

static inline uint32_t timing_knob(const struct timing *timing, enum timing_knob_id id)
{
    return timing->knob[id];
}

static inline struct timing_issue timing_issue(const struct timing *timing,
                                               struct pipeline *pipeline, const struct insn *insn,
                                               uint32_t address, enum timing_memory memory)
{
    return timing->rules->issue(timing, pipeline, insn, address, memory);
}

/* The memory of an access in region at address. */
enum timing_memory timing_memory(const struct timing *timing, const struct bus_region *region,
                                 uint32_t address);

static inline unsigned timing_divide(const struct timing *timing, uint32_t dividend,
                                     uint32_t divisor, bool is_signed)
{
    return timing->rules->divide != NULL
               ? timing->rules->divide(timing, dividend, divisor, is_signed)
               : 0;
}

static inline unsigned timing_multiply(const struct timing *timing, uint32_t n, uint32_t m,
                                       bool is_signed)
{
    return timing->rules->multiply != NULL ? timing->rules->multiply(timing, n, m, is_signed) : 0;
}

static inline unsigned timing_unfinished(const struct timing *timing,
                                         const struct pipeline *pipeline)
{
    return timing->rules->unfinished != NULL ? timing->rules->unfinished(pipeline) : 0;
}

/* Behind a refill. */
static inline bool pipeline_is_empty(const struct pipeline *pipeline)
{
    static const struct pipeline empty;
    _Static_assert(sizeof empty == 2 * sizeof(uint32_t) + 16, "no padding that memcmp would see");
    return memcmp(pipeline, &empty, sizeof empty) == 0;
}

/* Cycles of a class that has a knob of its own name, 1 where none: for the cores' rules. */
unsigned timing_class_cycles(const struct timing *timing, enum timing_class class);

/* An FP instruction at cycle now: cycles that it waits for a VDIV or VSQRT before it. */
static inline unsigned timing_fp_wait(const struct timing *timing, uint64_t now)
{
    return timing->fp_free_cycle > now ? (unsigned)(timing->fp_free_cycle - now) : 0;
}

/* VDIV or VSQRT issues at cycle now: integer instructions behind it go on. */
static inline void timing_fp_divide(struct timing *timing, uint64_t now)
{
    timing->fp_free_cycle = now + timing->knob[TIMING_KNOB_FP_DIVIDE];
}

/* Further cycles of an early-terminating division, for the cores' rules. */
unsigned timing_quotient_cycles(const struct timing *timing, uint32_t dividend, uint32_t divisor,
                                bool is_signed);

/* Last byte-pair whose granule the instruction of size bytes at address asks for, and how much
 * later than for its first one. */
static inline uint32_t timing_fetched_to(const struct timing *timing, uint32_t address,
                                         unsigned size)
{
    return address + (timing->rules->fetches_ahead ? 2 : size - 2);
}

static inline unsigned timing_next_fetch(const struct timing *timing)
{
    return timing->rules->fetches_ahead ? 1 : 0;
}

/* Stall cycles when fetch enters the granule of address, in flash, at cycle now. */
unsigned timing_fetch(struct timing *timing, uint32_t address, uint64_t now);
/* The most that timing_fetch can say for one granule. */
unsigned timing_fetch_worst(const struct timing *timing);

/* Bytes of an SRAM of size bytes in which no access ever stalls. */
uint32_t timing_free_sram(const struct timing *timing, uint32_t size);

/* A data access of size bytes that starts at cycle now; word: its number in its instruction's list.
 */
struct timing_access {
    unsigned sample; /* cycles from now to the edge at which the value is taken or delivered */
    unsigned stall;  /* cycles beyond the instruction's own */
};
struct timing_access timing_access(struct timing *timing, const struct bus_region *region,
                                   uint32_t address, unsigned size, unsigned word, bool is_write,
                                   uint64_t now);
/* The same for external memory: external.c, for timing.c. */
struct timing_access timing_external_access(struct timing *timing, unsigned size, bool is_write,
                                            uint64_t now);

/* A barrier at cycle now: further cycles until buffered stores have arrived. */
static inline unsigned timing_drain(const struct timing *timing, uint64_t now)
{
    return timing->bus_free_cycle > now ? (unsigned)(timing->bus_free_cycle - now) : 0;
}

/* Words of the basic frame, whose time is in the figures of entry and return. */
#define BASIC_FRAME_WORDS 8

/* Cycles of an exception event. */
static inline unsigned timing_exception(const struct timing *timing,
                                        const struct exception_event *event)
{
    const uint32_t *knob = timing->knob;
    unsigned words = event->words > BASIC_FRAME_WORDS ? event->words - BASIC_FRAME_WORDS : 0;
    unsigned more = words * knob[TIMING_KNOB_EXCEPTION_WORD];
    switch (event->outcome) {
    case EXCEPTION_ENTERED:
        return knob[TIMING_KNOB_EXCEPTION_ENTRY] + more;
    case EXCEPTION_TAIL_CHAINED:
        return knob[TIMING_KNOB_TAIL_CHAIN] + more;
    case EXCEPTION_RETURNED:
        return knob[TIMING_KNOB_EXCEPTION_RETURN] + more;
    case EXCEPTION_LOCKED_UP:
        break;
    }
    return 0;
}

/* A lazy save of the floating-point context, in front of the instruction that needs it. */
unsigned timing_context_save(const struct timing *timing, unsigned words);
unsigned timing_late_arrival(const struct timing *timing);

/* Flash out of reset, and the stall of a load from it: flash.c, for timing.c. */
void flash_reset(struct timing *timing);
unsigned flash_load(struct timing *timing, uint32_t address, uint64_t now);

/* What the FLASH and ICACHE registers tell. */
void timing_set_flash(struct timing *timing, unsigned wait_states);
void timing_set_art(struct timing *timing, bool prefetch, bool icache, bool dcache);
void timing_reset_art(struct timing *timing, bool icache, bool dcache);
void timing_set_f0_prefetch(struct timing *timing, bool enabled);
/* What the registers of an external memory controller tell; what is under way is kept. */
void timing_set_external(struct timing *timing, const struct timing_external *external);
void timing_set_icache(struct timing *timing, bool enabled);
void timing_invalidate_icache(struct timing *timing);

/* Knob number index among those that the core and the part use; false past the last. */
bool timing_knob_describe(const struct timing *timing, unsigned index, struct sim_knob *knob);
/* False: none of that name is used. */
bool timing_knob_set(struct timing *timing, const char *name, uint32_t value);
