/* What things cost: instructions, fetches, data accesses, exceptions. Knows nothing of what they
 * do. SPDX-License-Identifier: MIT
 *
 * Every constant is a row with its source and confidence: knobs.def. Sources of the M33 rules:
 * RP2350 measurements (jnk0le/random, doc/cortex_m33.md); no cycle table exists in the Cortex-M33
 * TRM.
 */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "sim/bus/bus.h"
#include "sim/core/exception.h"

struct insn;
struct sim_knob;

enum timing_class {
#define TIMING_CLASS(id, d, n, m, a, what) TIMING_##id,
#include "classes.def"
#undef TIMING_CLASS
    TIMING_CLASSES
};

enum timing_knob_id {
#define KNOB(id, name, unit, m33, confidence, source) TIMING_KNOB_##id,
#include "knobs.def"
#undef KNOB
    TIMING_KNOBS
};

/* ICACHE of the STM32H5: 8 KB, 2 ways, 16-byte lines (ST AN5212). */
#define ICACHE_LINE_SHIFT 4
#define ICACHE_SETS 256u
#define ICACHE_WAYS 2

struct icache {
    bool enabled;
    uint32_t line[ICACHE_SETS][ICACHE_WAYS]; /* address >> ICACHE_LINE_SHIFT; 0: empty */
    uint8_t recent[ICACHE_SETS];             /* way used last: the other one is replaced */
    uint64_t misses;
};

struct timing {
    uint32_t knob[TIMING_KNOBS];
    struct icache icache;
    unsigned flash_wait_states; /* as FLASH_ACR says now */
    uint32_t flash_line;        /* line in the flash interface's buffer, cache off; 0: none */
    bool art_prefetch, art_icache, art_dcache; /* F4: FLASH_ACR.PRFTEN, ICEN, DCEN */
    bool art_icache_reset, art_dcache_reset;   /* F4: ICRST, DCRST: held empty while set */
    bool f0_prefetch;                          /* F0: FLASH_ACR.PRFTBE */
    uint64_t bus_free_cycle;    /* a buffered store occupies the peripheral bus until then */
};

/* What the pipeline remembers from the instruction before; all zero after a refill. */
struct pipeline {
    uint32_t late_registers; /* bit r: r comes one cycle late */
    bool narrow;             /* the instruction was 16-bit, */
    bool set_flags;          /* set flags, */
    bool may_pair;           /* and can be the first of a pair */
};

/* Cost of issuing one instruction, bus stalls not included. */
struct timing_issue {
    uint8_t stall;          /* waits for a late operand before it issues */
    uint8_t cycles;         /* then: executed; a branch: not taken */
    uint8_t taken_cycles;   /* a branch: taken; else as cycles */
    uint8_t skipped_cycles; /* its condition failed in an IT block */
};

void timing_init(struct timing *timing);
void timing_reset(struct timing *timing); /* caches empty and off; knobs stay */

uint32_t timing_knob(const struct timing *timing, enum timing_knob_id id);

/* Issues insn behind what pipeline remembers, and updates it. */
struct timing_issue timing_issue(const struct timing *timing, struct pipeline *pipeline,
                                 const struct insn *insn);

/* Further cycles of a division, known from its operands. */
unsigned timing_divide(const struct timing *timing, uint32_t dividend, uint32_t divisor,
                       bool is_signed);

/* Stall cycles when fetch enters the 16-byte line of address, in flash. */
unsigned timing_fetch(struct timing *timing, uint32_t address);

/* The most that timing_fetch can say for one line. */
static inline unsigned timing_fetch_worst(const struct timing *timing)
{
    unsigned miss = timing->knob[TIMING_KNOB_ICACHE_MISS];
    return miss > timing->flash_wait_states ? miss : timing->flash_wait_states;
}

/* The cache answers for line (address >> ICACHE_LINE_SHIFT) without a stall. */
static inline bool timing_icache_hit(struct timing *timing, uint32_t line)
{
    struct icache *cache = &timing->icache;
    uint32_t set = line & (ICACHE_SETS - 1);
    if (!cache->enabled)
        return false;
    if (cache->line[set][0] == line)
        cache->recent[set] = 0;
    else if (cache->line[set][1] == line)
        cache->recent[set] = 1;
    else
        return false;
    return true;
}

/* A data access that starts at cycle now. */
struct timing_access {
    unsigned sample; /* cycles from now to the edge at which the value is taken or delivered */
    unsigned stall;  /* cycles beyond the instruction's own */
};
struct timing_access timing_access(struct timing *timing, const struct bus_region *region,
                                   uint32_t address, unsigned size, bool is_write, uint64_t now);

/* A barrier at cycle now: further cycles until buffered stores have arrived. */
unsigned timing_drain(struct timing *timing, uint64_t now);

/* Cycles of an exception event. */
unsigned timing_exception(const struct timing *timing, enum exception_outcome outcome);
unsigned timing_late_arrival(const struct timing *timing);

/* What the FLASH and ICACHE registers tell. */
void timing_set_flash(struct timing *timing, unsigned wait_states);
void timing_set_art(struct timing *timing, bool prefetch, bool icache, bool dcache);
void timing_reset_art(struct timing *timing, bool icache, bool dcache);
void timing_set_f0_prefetch(struct timing *timing, bool enabled);
void timing_set_icache(struct timing *timing, bool enabled);
void timing_invalidate_icache(struct timing *timing);

/* Row index of the knobs, for sim_knob_get; false past the last. */
bool timing_knob_describe(const struct timing *timing, unsigned index, struct sim_knob *knob);
bool timing_knob_set(struct timing *timing, const char *name, uint32_t value);
