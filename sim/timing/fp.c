/* Floating-point instructions in the pipeline.
 * SPDX-License-Identifier: MIT
 */
#include "sim/timing/fp.h"

#include "sim/timing/roles.h"

static uint32_t single(unsigned reg)
{
    return reg < NO_SINGLE ? UINT32_C(1) << reg : 0;
}

static uint32_t operands(const struct insn *insn, enum timing_class class)
{
    uint32_t mask = single(insn->sn) | single(insn->sm);
    if (timing_roles[class].d == ROLE_F)
        mask |= single(insn->sd);
    if (class == TIMING_FP_STORE_PAIR)
        mask |= single(insn->sd) | single(insn->sd + 1u);
    return mask;
}

static uint32_t addend(const struct insn *insn, enum timing_class class)
{
    return timing_roles[class].d == ROLE_G ? single(insn->sd) : 0;
}

static uint32_t written(const struct insn *insn, enum timing_class class)
{
    unsigned role = timing_roles[class].d;
    return role == ROLE_V || role == ROLE_G ? single(insn->sd) : 0;
}

unsigned fp_wait(const struct pipeline *pipeline, const struct insn *insn, enum timing_class class)
{
    unsigned wait = pipeline->fp_busy;
    if ((operands(insn, class) & pipeline->late_singles) != 0 && pipeline->fp_late > wait)
        wait = pipeline->fp_late;
    if ((addend(insn, class) & pipeline->late_singles) != 0 && pipeline->fp_late_addend > wait)
        wait = pipeline->fp_late_addend;
    return wait;
}

static uint8_t less(uint8_t value, unsigned cycles)
{
    return (uint8_t)(value > cycles ? value - cycles : 0);
}

void fp_pass(struct pipeline *pipeline, const struct insn *insn, enum timing_class class,
             unsigned cycles, const struct fp_result *result)
{
    pipeline->fp_late = less(pipeline->fp_late, cycles);
    pipeline->fp_late_addend = less(pipeline->fp_late_addend, cycles);
    pipeline->fp_busy = less(pipeline->fp_busy, cycles);
    if (pipeline->fp_late == 0)
        pipeline->late_singles = 0;
    if (result == NULL || result->late + result->busy == 0)
        return;
    pipeline->late_singles = written(insn, class);
    pipeline->fp_late = result->late;
    pipeline->fp_late_addend = result->late_addend;
    pipeline->fp_busy = result->busy;
}
