/* What a debugger reads and writes past the guest: registers, memory, device registers.
 * SPDX-License-Identifier: MIT
 */
#include <string.h>

#include "sim/core/engine.h"
#include "sim/core/exception_state.h"
#include "sim/core/float.h"
#include "sim/core/fpu_state.h"
#include "sim/ppb/blocks.h"
#include "sim/state.h"

struct sim_core_info sim_core_info(const struct sim *sim)
{
    enum architecture architecture = sim->core.architecture;
    const struct ppb_core *core = ppb_core_of(architecture);
    return (struct sim_core_info){.name = core->name,
                                  .mainline = architecture != ARCH_V6M,
                                  .splim = architecture == ARCH_V8M,
                                  .fpu = core->fpu,
                                  .priority_bits = sim->core.priority_bits};
}

bool sim_region(const struct sim *sim, size_t index, struct sim_region *region)
{
    if (index >= sim->bus.regions)
        return false;
    const struct bus_region *found = &sim->bus.region[index];
    *region = (struct sim_region){found->name, found->base, found->size, SIM_REGION_RAM};
    if (found->kind == BUS_KIND_PPB)
        region->kind = SIM_REGION_PPB;
    else if (bus_bytes(found) == NULL)
        region->kind = SIM_REGION_DEVICE;
    else if (!found->writable && found->device == NULL)
        region->kind = SIM_REGION_FLASH;
    return true;
}

/* ---- registers ---- */

/* What was under way ends: the next instruction is the one at r[PC]. */
static void set_pc(struct sim *sim, uint32_t value)
{
    struct core *core = &sim->core;
    value &= ~UINT32_C(1);
    if (value == core->r[PC])
        return;
    core->r[PC] = value;
    core->itstate = 0;
    core->t_clear = core->sleeping = core->waits_for_event = false;
    sim->pipeline = (struct pipeline){0};
    sim->probe_told = sim->halt.told = 1;
}

static void set_xpsr(struct core *core, uint32_t value)
{
    core_set_apsr(core, value);
    core->t_clear = (value & XPSR_T) == 0;
    if (core->architecture != ARCH_V6M)
        core->itstate = (uint8_t)((value >> 25 & 3u) | (value >> 10 & 0x3Fu) << 2);
}

/* SPSEL has no effect in Handler mode, and M0 has no unprivileged mode. */
static void set_control(struct sim *sim, uint32_t value)
{
    struct core *core = &sim->core;
    uint32_t writable = core->architecture == ARCH_V6M ? 0 : CONTROL_NPRIV;
    if (core->ipsr == 0)
        writable |= CONTROL_SPSEL;
    if (sim->ppb.core->fpu)
        writable |= CONTROL_FPCA;
    core->sp_bank[core_stack(core)] = core->r[SP];
    core->control = (core->control & ~writable) | (value & writable);
    core->r[SP] = core->sp_bank[core_stack(core)];
    fpu_update(sim);
}

static void set_float(struct sim *sim, int reg, uint32_t value)
{
    if (!sim->ppb.core->fpu)
        return;
    if (reg == SIM_REG_FPSCR)
        sim->core.fpscr = value & FPSCR_MASK;
    else
        sim->core.s[reg - SIM_REG_S0] = value;
}

static void set_mask(struct core *core, int reg, uint32_t value)
{
    if (reg == SIM_REG_PRIMASK)
        core->primask = value & 1u;
    else if (core->architecture == ARCH_V6M)
        return;
    else if (reg == SIM_REG_FAULTMASK)
        core->faultmask = value & 1u;
    else
        core->basepri = value & 0xFFu & (0xFF00u >> core->priority_bits);
    exception_update_ready(core);
}

void sim_set_register(struct sim *sim, int reg, uint32_t value)
{
    struct core *core = &sim->core;
    switch (reg) {
    case SIM_REG_SP:
        core->r[SP] = value & ~UINT32_C(3);
        break;
    case SIM_REG_PC:
        set_pc(sim, value);
        break;
    case SIM_REG_XPSR:
        set_xpsr(core, value);
        break;
    case SIM_REG_MSP:
    case SIM_REG_PSP:
        core_sp_set(core, reg == SIM_REG_MSP ? STACK_MAIN : STACK_PROCESS, value);
        break;
    case SIM_REG_PRIMASK:
    case SIM_REG_BASEPRI:
    case SIM_REG_FAULTMASK:
        set_mask(core, reg, value);
        break;
    case SIM_REG_CONTROL:
        set_control(sim, value);
        break;
    case SIM_REG_MSPLIM:
    case SIM_REG_PSPLIM:
        if (core->architecture == ARCH_V8M)
            core->splim[reg == SIM_REG_MSPLIM ? STACK_MAIN : STACK_PROCESS] = value & ~7u;
        break;
    default:
        if (reg >= 0 && reg <= LR)
            core->r[reg] = value;
        else if (reg >= SIM_REG_FPSCR && reg <= SIM_REG_S31)
            set_float(sim, reg, value);
        break;
    }
    sim->side_effects++;
}

/* ---- memory and devices ---- */

bool sim_poke(struct sim *sim, uint32_t address, const void *bytes, size_t size)
{
    const struct bus_region *region = bus_find(&sim->bus, address, 1);
    if (region == NULL || bus_bytes(region) == NULL ||
        size > region->size - (address - region->base))
        return false;
    memcpy(bus_bytes(region) + (address - region->base), bytes, size);
    sim->side_effects++;
    engine_flush(sim);
    return true;
}

/* A device that rejects the access must not stop the run, nor use up the one line of its log. */
static bool access(struct sim *sim, uint32_t address, unsigned size, bool is_write, uint32_t *value)
{
    const struct bus_region *region = bus_find(&sim->bus, address, size);
    if (region == NULL || region->device == NULL || (size != 1 && size != 2 && size != 4) ||
        (address & (size - 1)) != 0)
        return false;
    bool stopped = sim->stopped, lenient = sim->config.lenient;
    sim->stopped = true;
    sim->config.lenient = false;
    engine_run_events(sim, sim->now);
    enum bus_result result = is_write ? bus_write(region, address, size, sim->now, *value)
                                      : bus_read(region, address, size, sim->now, value);
    sim->stopped = stopped;
    sim->config.lenient = lenient;
    sim->side_effects++;
    return result == BUS_OK;
}

bool sim_device_read(struct sim *sim, uint32_t address, unsigned size, uint32_t *value)
{
    *value = 0;
    return access(sim, address, size, false, value);
}

bool sim_device_write(struct sim *sim, uint32_t address, unsigned size, uint32_t value)
{
    return access(sim, address, size, true, &value);
}
