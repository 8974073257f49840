/* Floating-point instructions in the pipeline: operands that come late, an FPU that is busy.
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include "sim/core/insn.h"

/* What an instruction leaves behind, from its end on. */
struct fp_result {
    uint8_t late;        /* cycles until its result can be used, */
    uint8_t late_addend; /* and until it can be used as the addend of a multiply-accumulate */
    uint8_t busy;        /* cycles until another FP instruction can issue */
};

static inline bool fp_is(enum timing_class class)
{
    return class >= TIMING_FP_ADD && class <= TIMING_FP_STATUS;
}

static inline bool fp_divides(enum timing_class class)
{
    return class == TIMING_FP_DIV || class == TIMING_FP_SQRT;
}

/* Cycles that an FP instruction waits for the FPU and its operands. */
unsigned fp_wait(const struct pipeline *pipeline, const struct insn *insn, enum timing_class class);

/* An instruction passes in cycles, stalls included. result: what it leaves; NULL: no FP result. */
void fp_pass(struct pipeline *pipeline, const struct insn *insn, enum timing_class class,
             unsigned cycles, const struct fp_result *result);
