/* Issue rules of the Cortex-M33, after measurements on RP2350 (jnk0le/random, cortex_m33.md).
 * SPDX-License-Identifier: MIT
 *
 * One issue slot; results of loads, multiplies and shifted operands come one cycle late; a 16-bit
 * branch or NOP may pair with the 16-bit instruction before it; IT folds.
 */
#include "sim/timing/fp.h"
#include "sim/timing/roles.h"

static uint32_t bit(unsigned reg)
{
    return 1u << reg;
}

static bool is_late_constant(const struct insn *insn, enum timing_class class)
{
    return (class == TIMING_ALU || class == TIMING_COMPARE) && insn->rm == NO_REGISTER &&
           insn->shift_n != 0 && insn->shift_type == SHIFT_LSL && insn->imm > 0xFFu;
}

/* Registers that must be ready when the instruction issues. */
static uint32_t needed(const struct insn *insn, enum timing_class class)
{
    const struct roles *role = &timing_roles[class];
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
    const struct roles *role = &timing_roles[class];
    uint32_t mask = 0;
    if (role->d == ROLE_L || role->d == ROLE_X ||
        (class == TIMING_ALU && is_late_constant(insn, class)))
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
    uint8_t passed = pairs ? 0 : 1;
    struct timing_issue issue = {.cycles = passed,
                                 .taken_cycles = (uint8_t)knob[TIMING_KNOB_BRANCH_TAKEN],
                                 .return_cycles = (uint8_t)knob[TIMING_KNOB_BRANCH_TAKEN],
                                 .skipped_cycles = passed};
    if (pairs && !before->set_flags)
        issue.taken_cycles = (uint8_t)knob[TIMING_KNOB_BRANCH_TAKEN_PAIRED];
    return issue;
}

static unsigned own_cycles(const struct timing *timing, const struct pipeline *before,
                           const struct insn *insn, enum timing_class class)
{
    const uint32_t *knob = timing->knob;
    switch ((unsigned)class) {
    case TIMING_ALU:
    case TIMING_COMPARE:
        return is_late_constant(insn, class) && insn->sets_flags ? 2 : 1;
    case TIMING_MULTIPLY:
        return 1;
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
    case TIMING_FP_LOAD_PAIR:
    case TIMING_FP_STORE_PAIR:
        return 2;
    case TIMING_FP_LOAD_MULTIPLE:
    case TIMING_FP_STORE_MULTIPLE:
        return insn->shift_n;
    case TIMING_FP_TO_CORE:
        return insn->ra < NO_REGISTER ? knob[TIMING_KNOB_FP_PAIR_TO_CORE] : 1;
    case TIMING_FP_FROM_CORE:
        return insn->ra < NO_REGISTER ? knob[TIMING_KNOB_FP_PAIR_FROM_CORE] : 1;
    case TIMING_IT:
        return 0;
    case TIMING_NOP:
        return before->may_pair && before->narrow && insn->size == 2 ? 0 : 1;
    default:
        return timing_class_cycles(timing, class);
    }
}

static bool is_access(enum timing_class class)
{
    return (class >= TIMING_LOAD && class <= TIMING_LOAD_PC) || class == TIMING_BRANCH_TABLE ||
           (class >= TIMING_FP_LOAD && class <= TIMING_FP_STORE_MULTIPLE);
}

/* Classes whose 16-bit encodings can be the first of a pair. */
static const bool first_of_pair[TIMING_CLASSES] = {
    [TIMING_ALU] = true,   [TIMING_COMPARE] = true,       [TIMING_LOAD] = true,
    [TIMING_STORE] = true, [TIMING_LOAD_MULTIPLE] = true, [TIMING_STORE_MULTIPLE] = true,
};

/* What an FP instruction leaves behind it: as addend a multiply-accumulate comes when the FPU is
 * free again, as factor one cycle later. */
static const struct fp_result *fp_result(const struct timing *timing, enum timing_class class,
                                         struct fp_result *result)
{
    const uint32_t *knob = timing->knob;
    uint8_t busy = (uint8_t)knob[TIMING_KNOB_FP_MAC_BUSY];
    if (class == TIMING_FP_MAC)
        *result = (struct fp_result){(uint8_t)(busy + knob[TIMING_KNOB_FP_LATE]), busy, busy};
    else if (class == TIMING_FP_ADD || class == TIMING_FP_MUL || class == TIMING_FP_CONVERT)
        *result = (struct fp_result){(uint8_t)knob[TIMING_KNOB_FP_LATE],
                                     (uint8_t)knob[TIMING_KNOB_FP_LATE_ADDEND], 0};
    else
        return NULL;
    return result;
}

static struct timing_issue issue_instruction(const struct timing *timing, struct pipeline *pipeline,
                                             const struct insn *insn, uint32_t address,
                                             enum timing_memory memory)
{
    (void)memory;
    (void)address;
    enum timing_class class = op_timing_class((enum op)insn->op);
    struct timing_issue issue;
    if (class == TIMING_BRANCH) {
        issue = issue_branch(timing->knob, pipeline, insn);
    } else {
        unsigned cycles = own_cycles(timing, pipeline, insn, class);
        issue = (struct timing_issue){.cycles = (uint8_t)cycles,
                                      .taken_cycles = (uint8_t)cycles,
                                      .return_cycles = (uint8_t)cycles,
                                      .skipped_cycles = 1};
        if (is_access(class) && cycles != 0)
            issue.lsu_cycles = (uint8_t)(cycles - 1);
    }
    if ((needed(insn, class) & pipeline->late_registers) != 0)
        issue.stall = 1;
    unsigned fp = fp_is(class) ? fp_wait(pipeline, insn, class) : 0;
    if (fp > issue.stall)
        issue.stall = (uint8_t)fp;
    /* A folded instruction takes no time, so what was late before it still is. */
    if (issue.cycles == 0) {
        if (class != TIMING_IT)
            pipeline->may_pair = false;
        return issue;
    }
    struct fp_result result;
    fp_pass(pipeline, insn, class, issue.stall + issue.cycles, fp_result(timing, class, &result));
    pipeline->late_registers = late(insn, class);
    pipeline->narrow = insn->size == 2;
    pipeline->set_flags = insn->sets_flags != 0;
    pipeline->may_pair = first_of_pair[class];
    return issue;
}

const struct core_rules timing_cortex_m33 = {.core = "cortex-m33",
                                             .architecture = ARCH_V8M,
                                             .issue = issue_instruction,
                                             .divide = timing_quotient_cycles};
