/* Issue rules of the Cortex-M4.
 * SPDX-License-Identifier: MIT
 */
#include "sim/timing/v7m.h"

static struct timing_issue issue_instruction(const struct timing *timing, struct pipeline *pipeline,
                                             const struct insn *insn, uint32_t address,
                                             enum timing_memory memory)
{
    static const struct v7m_pairing pairing = {.indexed_follows = true};
    return v7m_issue(timing, pipeline, insn, address, memory, &pairing);
}

const struct core_rules timing_cortex_m4 = {.core = "cortex-m4",
                                            .architecture = ARCH_V7EM,
                                            .issue = issue_instruction,
                                            .knows_memories = true,
                                            .divide = timing_quotient_cycles,
                                            .unfinished = v7m_unfinished};
