/* Floating-point instructions in the pipeline.
 * SPDX-License-Identifier: MIT
 */
#include "sim/timing/fp.h"

#include "sim/timing/roles.h"

static uint32_t single(unsigned reg)
{
    return reg < 32 ? UINT32_C(1) << reg : 0;
}

static uint32_t pair(unsigned reg)
{
    return reg < 16 ? UINT32_C(3) << 2 * reg : 0;
}

static uint32_t read_by(unsigned role, unsigned reg, bool stores)
{
    if (role == ROLE_F)
        return single(reg);
    return role == ROLE_P && stores ? pair(reg) : 0;
}

static uint32_t operands(const struct insn *insn, enum timing_class class)
{
    const struct roles *role = &timing_roles[class];
    bool stores = class == TIMING_FP_STORE_PAIR;
    return read_by(role->d, insn->rd, stores) | read_by(role->n, insn->rn, stores) |
           read_by(role->m, insn->rm, stores);
}

static uint32_t addend(const struct insn *insn, enum timing_class class)
{
    return timing_roles[class].d == ROLE_G ? single(insn->rd) : 0;
}

static uint32_t written(const struct insn *insn, enum timing_class class)
{
    unsigned role = timing_roles[class].d;
    return role == ROLE_V || role == ROLE_G ? single(insn->rd) : 0;
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
