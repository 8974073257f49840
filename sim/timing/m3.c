/* Issue rules of the Cortex-M3.
 * SPDX-License-Identifier: MIT
 */
#include "sim/timing/v7m.h"

static struct timing_issue issue_instruction(const struct timing *timing, struct pipeline *pipeline,
                                             const struct insn *insn, uint32_t address,
                                             enum timing_memory memory)
{
    static const struct v7m_pairing pairing = {.indexed_follows = false};
    return v7m_issue(timing, pipeline, insn, address, memory, &pairing);
}

/* The array multiplies 16 bits at a time and skips halves that only extend the sign. */
static bool is_short(uint32_t value, bool is_signed)
{
    return is_signed ? value + 0x8000u < 0x10000u : value < 0x10000u;
}

static unsigned multiply(const struct timing *timing, uint32_t n, uint32_t m, bool is_signed)
{
    unsigned longer = 2;
    if (is_short(n, is_signed))
        longer--;
    if (is_short(m, is_signed))
        longer--;
    return longer * timing->knob[TIMING_KNOB_MULTIPLY_LONG_OPERAND];
}

const struct core_rules timing_cortex_m3 = {.core = "cortex-m3",
                                            .architecture = ARCH_V7M,
                                            .issue = issue_instruction,
                                            .knows_memories = true,
                                            .divide = timing_quotient_cycles,
                                            .multiply = multiply,
                                            .unfinished = v7m_unfinished};
