/* One step of a backtrace: the registers of a frame, and how to get its caller's.
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include <elfutils/libdw.h>
#include <libelf.h>

#include "backtrace.h"

enum { FRAME_SP = 13, FRAME_LR = 14, FRAME_PC = 15 };

struct frame {
    uint32_t r[16];
    bool
        lr_live; /* r[LR] is what the code at r[PC] finds in LR, not what was there before a call */
};

/* The image's unwind tables; members may be NULL or 0. */
struct frame_tables {
    Dwarf_CFI *debug_frame, *eh_frame;
    uint32_t exidx, exidx_size; /* of .ARM.exidx in the guest's memory */
};

/* Address by which to look a frame up: inside the call where r[PC] is behind one. */
static inline uint32_t frame_lookup_pc(const struct frame *frame)
{
    return frame->lr_live ? frame->r[FRAME_PC] : frame->r[FRAME_PC] - 1;
}

/* Each makes frame its caller's: r[PC] is then where the call returns to, which may be an
 * EXC_RETURN. False: the table has nothing for it, or nothing that makes sense; frame is as it was.
 */
bool frame_unwind_cfi(Dwarf_CFI *cfi, const struct backtrace_start *start, struct frame *frame);
bool frame_unwind_exidx(const struct frame_tables *tables, const struct backtrace_start *start,
                        struct frame *frame);
