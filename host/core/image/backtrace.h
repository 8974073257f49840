/* The calls that led to where a core stands, through interrupts, with function and line.
 * SPDX-License-Identifier: MIT
 *
 * Unwinds by the image's .debug_frame or .eh_frame, else by .ARM.exidx, else, where the innermost
 * function has neither, by LR. Frames of exceptions are those of Armv7-M ARM B1.5.6 and Armv8-M ARM
 * B3.19 (no Security Extension). Image and stack are hostile: a walk always ends.
 */
#pragma once

#include "host/base/buf.h"
#include "image.h"

struct backtrace_start {
    const void *context;
    bool (*read)(const void *context, uint32_t address, void *bytes, size_t size);
    uint32_t r[16]; /* r[13]: SP in use, r[15]: address of the instruction */
    uint32_t psp;
    uint32_t exception; /* number of the active one, 0 in Thread mode */
};

/* HardFault, MemManage, BusFault or UsageFault (Armv7-M ARM, B1.5.2). */
static inline bool exception_is_fault(uint32_t number)
{
    return number >= 3 && number <= 6;
}

/* Adds "backtrace:" and a line for each frame, innermost first; of faults, the stacked
 * frame, too. */
void backtrace_add(const struct image *image, const struct backtrace_start *start,
                   struct buf *text);
