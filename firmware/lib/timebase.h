/* The counter of core cycles: stamps that cost one load and that carry a symbol, and checks that it
 * counts. SPDX-License-Identifier: MIT
 *
 * A stamp opens or closes a measured window. It is a single LDR behind a global symbol
 * `window_begin_<metric>` or `window_end_<metric>` (names of wire/results.def), so that the
 * simulator can account cycles between two symbols without an instruction of its own on target.
 * Each symbol may exist once in an image; the assembler and the linker refuse a second one.
 *
 * Which counter it is, timebase_counter.h says, chosen by include path: timebase_dwt/ (DWT_CYCCNT),
 * or timebase_timer/ where the core has none: the board's timer, at the core clock.
 */
#pragma once

#include <stdint.h>

#include "timebase_counter.h"

/* ticks = the 32-bit counter at base + offset, read at symbol. base sits in a register before the
 * symbol, so that the symbol is exactly on the load. */
#define TIMEBASE_STAMP_AT(symbol, ticks, base, offset)                                             \
    TIMEBASE_STAMP_NAMED(#symbol, ticks, base, offset)

/* The same with the symbol as a string literal. */
#define TIMEBASE_STAMP_NAMED(symbol, ticks, base, offset)                                          \
    __asm volatile(".global " symbol "\n" symbol ":\n\tldr %0, [%1, %2]"                           \
                   : "=" TIMEBASE_REGISTER(ticks)                                                  \
                   : TIMEBASE_REGISTER(base), "i"(offset)                                          \
                   : "memory")

#define TIMEBASE_STAMP(symbol, ticks)                                                              \
    TIMEBASE_STAMP_AT(symbol, ticks, TIMEBASE_BASE, TIMEBASE_COUNTER_OFFSET)

/* A function that holds a stamp: kept in one copy. */
#define TIMEBASE_ONE_COPY __attribute__((noinline, noclone))

/* Turns the counter on and checks that it counts, and that another counter of the board counts with
 * it. Ends the run with an ERROR line where either does not. */
void timebase_init(void);

static inline uint32_t timebase_now(void)
{
    return *(const volatile uint32_t *)(TIMEBASE_BASE + TIMEBASE_COUNTER_OFFSET);
}

/* Lets the counter begin at 0 again, so that it does not wrap in a window of less than 2^32 ticks.
 * For windows of one task only: whoever has read it before cannot go on with what he read. */
static inline void timebase_zero(void)
{
    *(volatile uint32_t *)(TIMEBASE_BASE + TIMEBASE_COUNTER_OFFSET) = 0;
}

/* Ticks between two reads back to back; the smallest of several, since a tick interrupt may fall
 * between the two. Ends the run where no pair makes sense. */
uint32_t timebase_read_pair(void);
