/* The pipeline that Cortex-M3 and Cortex-M4 share.
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include "sim/core/insn.h"

/* Where the two differ in the pairing of loads and stores (jnk0le/random, cortex_m3m4.md). */
struct v7m_pairing {
    /* A load or store that updates its base can follow a load in its second cycle, unless that one
     * used the same base. Otherwise it never can. */
    bool indexed_follows;
};

struct timing_issue v7m_issue(const struct timing *timing, struct pipeline *pipeline,
                              const struct insn *insn, uint32_t address, enum timing_memory memory,
                              const struct v7m_pairing *pairing);

/* The second cycle of a load, or of a store with a register offset. */
unsigned v7m_unfinished(const struct pipeline *pipeline);
