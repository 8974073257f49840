/* Issue rules of the Cortex-M33, after measurements on RP2350 (jnk0le/random, cortex_m33.md).
 * SPDX-License-Identifier: MIT
 *
 * One issue slot; results of loads, multiplies and shifted operands come one cycle late; a 16-bit
 * branch or NOP may pair with the 16-bit instruction before it; IT folds.
 */
#include "sim/core/insn.h"

enum role { ROLE__, ROLE_R, ROLE_D, ROLE_W, ROLE_L, ROLE_X };

struct roles {
    uint8_t d, n, m, a;
};

static const struct roles roles[TIMING_CLASSES] = {
#define TIMING_CLASS(id, d, n, m, a, what) {ROLE_##d, ROLE_##n, ROLE_##m, ROLE_##a},
#include "classes.def"
#undef TIMING_CLASS
};

static uint32_t bit(unsigned reg)
{
    return 1u << reg;
}

static bool is_late_constant(const struct insn *insn, enum timing_class class)
{
    return class == TIMING_ALU && insn->rm == NO_REGISTER && insn->shift_n != 0 &&
           insn->shift_type == SHIFT_LSL && insn->imm > 0xFFu;
}

/* Registers that must be ready when the instruction issues. */
static uint32_t needed(const struct insn *insn, enum timing_class class)
{
    const struct roles *role = &roles[class];
    uint32_t mask = 0;
    if (role->d == ROLE_R || role->d == ROLE_X)
        mask |= bit(insn->rd);
    if (role->n == ROLE_R)
        mask |= bit(insn->rn);
    if (role->m == ROLE_R)
        mask |= bit(insn->rm);
    if (role->a == ROLE_R || role->a == ROLE_X)
        mask |= bit(insn->ra);
    if (class == TIMING_BRANCH_REGISTER && insn->rm == NO_REGISTER)
        mask |= bit(LR);
    return mask & 0xFFFFu;
}

static uint32_t late(const struct insn *insn, enum timing_class class)
{
    const struct roles *role = &roles[class];
    uint32_t mask = 0;
    if (role->d == ROLE_L || role->d == ROLE_X || is_late_constant(insn, class))
        mask |= bit(insn->rd);
    if (role->a == ROLE_L || role->a == ROLE_X)
        mask |= bit(insn->ra);
    return mask & 0xFFFFu;
}

static unsigned list_cycles(const struct insn *insn)
{
    unsigned count = (unsigned)__builtin_popcount(insn->imm & 0xFFFFu);
    return count != 0 ? count : 1;
}

/* A direct branch: behind a 16-bit instruction it costs nothing when not taken, and one cycle less
 * when taken unless that instruction set the flags. */
static struct timing_issue issue_branch(const uint32_t *knob, const struct pipeline *before,
                                        const struct insn *insn)
{
    bool pairs = before->may_pair && before->narrow && insn->size == 2 && insn->op != OP_cbz &&
                 insn->op != OP_cbnz;
    struct timing_issue issue = {0, pairs ? 0 : 1, (uint8_t)knob[TIMING_KNOB_BRANCH_TAKEN],
                                 pairs ? 0 : 1};
    if (pairs && !before->set_flags)
        issue.taken_cycles = (uint8_t)knob[TIMING_KNOB_BRANCH_TAKEN_PAIRED];
    return issue;
}

static unsigned own_cycles(const uint32_t *knob, const struct pipeline *before,
                           const struct insn *insn, enum timing_class class)
{
    switch (class) {
    case TIMING_ALU:
        return is_late_constant(insn, class) && insn->sets_flags ? 2 : 1;
    case TIMING_MULTIPLY_16:
        return insn->size == 2 ? 2 : 1;
    case TIMING_DIVIDE:
        return knob[TIMING_KNOB_DIVIDE_MIN];
    case TIMING_LOAD_PAIR:
    case TIMING_STORE_PAIR:
        return 2;
    case TIMING_LOAD_MULTIPLE:
        return list_cycles(insn) +
               ((insn->imm & bit(PC)) != 0 ? knob[TIMING_KNOB_LOAD_PC_EXTRA] : 0);
    case TIMING_STORE_MULTIPLE:
        return list_cycles(insn);
    case TIMING_LOAD_PC:
    case TIMING_BRANCH_TABLE:
        return 2 + knob[TIMING_KNOB_LOAD_PC_EXTRA];
    case TIMING_BRANCH_REGISTER:
        return knob[TIMING_KNOB_BRANCH_TAKEN];
    case TIMING_IT:
        return 0;
    case TIMING_NOP:
        return before->may_pair && before->narrow && insn->size == 2 ? 0 : 1;
    case TIMING_MSR:
        return knob[TIMING_KNOB_MSR];
    case TIMING_MRS:
        return knob[TIMING_KNOB_MRS];
    case TIMING_CPS:
        return knob[TIMING_KNOB_CPS];
    case TIMING_DMB:
        return knob[TIMING_KNOB_DMB];
    case TIMING_DSB:
        return knob[TIMING_KNOB_DSB];
    case TIMING_ISB:
        return knob[TIMING_KNOB_ISB];
    case TIMING_ALU_SHIFT:
    case TIMING_COMPARE:
    case TIMING_MULTIPLY:
    case TIMING_MULTIPLY_LONG:
    case TIMING_DSP:
    case TIMING_LOAD:
    case TIMING_STORE:
    case TIMING_BRANCH:
    case TIMING_EXCEPTION:
    case TIMING_SLEEP:
    case TIMING_CLASSES:
        break;
    }
    return 1;
}

/* Classes whose 16-bit encodings can be the first of a pair. */
static const bool first_of_pair[TIMING_CLASSES] = {
    [TIMING_ALU] = true,   [TIMING_COMPARE] = true,       [TIMING_LOAD] = true,
    [TIMING_STORE] = true, [TIMING_LOAD_MULTIPLE] = true, [TIMING_STORE_MULTIPLE] = true,
};

struct timing_issue timing_issue(const struct timing *timing, struct pipeline *pipeline,
                                 const struct insn *insn)
{
    enum timing_class class = op_timing_class((enum op)insn->op);
    struct timing_issue issue;
    if (class == TIMING_BRANCH) {
        issue = issue_branch(timing->knob, pipeline, insn);
    } else {
        unsigned cycles = own_cycles(timing->knob, pipeline, insn, class);
        issue = (struct timing_issue){0, (uint8_t)cycles, (uint8_t)cycles, 1};
    }
    if ((needed(insn, class) & pipeline->late_registers) != 0)
        issue.stall = 1;
    /* A folded instruction takes no time, so what was late before it still is. */
    if (issue.cycles == 0) {
        if (class != TIMING_IT)
            pipeline->may_pair = false;
        return issue;
    }
    *pipeline = (struct pipeline){.late_registers = late(insn, class),
                                  .narrow = insn->size == 2,
                                  .set_flags = insn->sets_flags != 0,
                                  .may_pair = first_of_pair[class]};
    return issue;
}

unsigned timing_divide(const struct timing *timing, uint32_t dividend, uint32_t divisor,
                       bool is_signed)
{
    if (is_signed) {
        dividend = (int32_t)dividend < 0 ? 0u - dividend : dividend;
        divisor = (int32_t)divisor < 0 ? 0u - divisor : divisor;
    }
    if (divisor == 0 || dividend < divisor)
        return 0;
    unsigned bits = (unsigned)(__builtin_clz(divisor) - __builtin_clz(dividend)) + 1;
    unsigned per_cycle = timing->knob[TIMING_KNOB_DIVIDE_BITS_PER_CYCLE];
    return per_cycle != 0 ? (bits + per_cycle - 1) / per_cycle : bits;
}
