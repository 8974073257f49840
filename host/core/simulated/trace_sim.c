/* Where a board stands, and how it came there.
 * SPDX-License-Identifier: MIT
 */
#include "trace_sim.h"

#include "host/core/image/backtrace.h"
#include "sim/sim.h"

static bool read_memory(const void *context, uint32_t address, void *bytes, size_t size)
{
    return sim_peek(context, address, bytes, size);
}

void trace_sim(const struct sim *sim, const struct image *image, struct buf *text)
{
    char registers[4096];
    struct backtrace_start start = {.context = sim,
                                    .read = read_memory,
                                    .psp = sim_register(sim, SIM_REG_PSP),
                                    .exception = sim_register(sim, SIM_REG_XPSR) & 0x1FFu};
    for (int reg = 0; reg <= SIM_REG_PC; reg++)
        start.r[reg] = sim_register(sim, reg);
    buf_add(text, registers, sim_describe(sim, registers, sizeof registers));
    backtrace_add(image, &start, text);
}
