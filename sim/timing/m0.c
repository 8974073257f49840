/* Issue rules of the Cortex-M0: a table (DDI0432 table 3-1), whatever comes before or behind.
 * SPDX-License-Identifier: MIT
 */
#include "sim/core/insn.h"

static unsigned list_cycles(const struct insn *insn)
{
    return 1 + (unsigned)__builtin_popcount(insn->imm & 0xFFFFu);
}

static unsigned own_cycles(const struct timing *timing, const struct insn *insn,
                           enum timing_class class)
{
    switch ((unsigned)class) {
    case TIMING_MULTIPLY_16:
        return timing_class_cycles(timing, TIMING_MULTIPLY);
    case TIMING_LOAD:
    case TIMING_STORE:
    case TIMING_SLEEP:
        return 2;
    case TIMING_LOAD_MULTIPLE:
        return list_cycles(insn) +
               ((insn->imm & 1u << PC) != 0 ? timing->knob[TIMING_KNOB_LOAD_PC_EXTRA] : 0);
    case TIMING_STORE_MULTIPLE:
        return list_cycles(insn);
    default:
        return timing_class_cycles(timing, class);
    }
}

static bool is_access(enum timing_class class)
{
    return class == TIMING_LOAD || class == TIMING_STORE || class == TIMING_LOAD_MULTIPLE ||
           class == TIMING_STORE_MULTIPLE;
}

static struct timing_issue issue_instruction(const struct timing *timing, struct pipeline *pipeline,
                                             const struct insn *insn, uint32_t address,
                                             enum timing_memory memory)
{
    (void)memory;
    enum timing_class class = op_timing_class((enum op)insn->op);
    uint8_t cycles = (uint8_t)own_cycles(timing, insn, class);
    struct timing_issue issue = {
        .cycles = cycles, .taken_cycles = cycles, .return_cycles = cycles, .skipped_cycles = 1};
    (void)pipeline;
    (void)address;
    if (class == TIMING_BRANCH)
        issue.taken_cycles =
            (uint8_t)timing
                ->knob[insn->op == OP_bl ? TIMING_KNOB_BRANCH_LINK : TIMING_KNOB_BRANCH_TAKEN];
    if (is_access(class))
        issue.lsu_cycles = (uint8_t)(cycles - 1);
    return issue;
}

const struct core_rules timing_cortex_m0 = {.core = "cortex-m0",
                                            .architecture = ARCH_V6M,
                                            .fetches_ahead = true,
                                            .issue = issue_instruction};
