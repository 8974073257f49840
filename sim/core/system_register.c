/* MSR, MRS and CPS: special-purpose registers with their privilege rules.
 * SPDX-License-Identifier: MIT
 *
 * DDI 0553 C2.4 (MRS, MSR, CPS) and the SYSm table of C1.2; no Security Extension.
 */
#include "sim/core/exception.h"

#include "sim/core/exception_state.h"
#include "sim/core/fpu_state.h"
#include "sim/state.h"

enum {
    SYSM_XPSR_LAST = 7, /* 0 to 7 combine APSR, IPSR and EPSR; 4 is none of them */
    SYSM_XPSR_NONE = 4,
    SYSM_MSP = 8,
    SYSM_PSP = 9,
    SYSM_MSPLIM = 10,
    SYSM_PSPLIM = 11,
    SYSM_PRIMASK = 16,
    SYSM_BASEPRI = 17,
    SYSM_BASEPRI_MAX = 18,
    SYSM_FAULTMASK = 19,
    SYSM_CONTROL = 20
};

#define APSR_NZCVQ UINT32_C(0xf8000000)
#define APSR_GE UINT32_C(0x000f0000)
enum { MASK_G = 1, MASK_NZCVQ = 2 };

static bool implemented(const struct core *core, unsigned sysm)
{
#define HAS(sysm) (UINT32_C(1) << (sysm))
    uint32_t set = ((HAS(SYSM_XPSR_LAST + 1) - 1) & ~HAS(SYSM_XPSR_NONE)) | HAS(SYSM_MSP) |
                   HAS(SYSM_PSP) | HAS(SYSM_PRIMASK) | HAS(SYSM_CONTROL);

    if (core->architecture != ARCH_V6M)
        set |= HAS(SYSM_BASEPRI) | HAS(SYSM_BASEPRI_MAX) | HAS(SYSM_FAULTMASK);
    if (core->architecture == ARCH_V8M)
        set |= HAS(SYSM_MSPLIM) | HAS(SYSM_PSPLIM);
#undef HAS
    return sysm < 32 && (set >> sysm & 1);
}

/* EPSR reads 0. Unprivileged code is in Thread mode, where IPSR is 0 as it must read. */
static uint32_t read_xpsr(const struct core *core, unsigned sysm)
{
    uint32_t value = 0;

    if (sysm & 1)
        value |= core->ipsr;
    if (!(sysm & 4))
        value |= core_xpsr(core) & (APSR_NZCVQ | APSR_GE);
    return value;
}

static uint32_t read_privileged(const struct core *core, unsigned sysm)
{
    switch (sysm) {
    case SYSM_MSP:
        return core_sp_get(core, STACK_MAIN);
    case SYSM_PSP:
        return core_sp_get(core, STACK_PROCESS);
    case SYSM_MSPLIM:
        return core->splim[STACK_MAIN];
    case SYSM_PSPLIM:
        return core->splim[STACK_PROCESS];
    case SYSM_PRIMASK:
        return core->primask;
    case SYSM_BASEPRI:
    case SYSM_BASEPRI_MAX:
        return core->basepri;
    default:
        return core->faultmask;
    }
}

bool system_register_read(struct sim *sim, unsigned sysm, uint32_t *value)
{
    const struct core *core = &sim->core;

    *value = 0;
    if (!implemented(core, sysm))
        return false;
    if (sysm <= SYSM_XPSR_LAST)
        *value = read_xpsr(core, sysm);
    else if (sysm == SYSM_CONTROL)
        *value = core->control;
    else if (core_privileged(core))
        *value = read_privileged(core, sysm);
    return true;
}

static void write_apsr(struct core *core, unsigned mask, uint32_t value)
{
    uint32_t bits = (mask & MASK_NZCVQ ? APSR_NZCVQ : 0) | (mask & MASK_G ? APSR_GE : 0);

    core_set_apsr(core, (core_xpsr(core) & ~bits) | (value & bits));
}

/* Only Thread mode chooses its stack; SP moves to the bank of the one that is chosen. */
static void write_control(struct sim *sim, uint32_t value)
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

/* Masks that the core does not implement are gone before values are compared. */
static void write_basepri(struct sim *sim, uint32_t value, bool raise_only)
{
    struct core *core = &sim->core;
    uint32_t priority = value & (0xff00u >> core->priority_bits) & 0xff;

    if (sim->observer.basepri)
        sim->observer.basepri(sim->observer.context, value & 0xff, priority);
    if (!raise_only || (priority != 0 && (core->basepri == 0 || priority < core->basepri)))
        core->basepri = priority;
}

/* Setting FAULTMASK is ignored in NMI and HardFault; clearing is not. */
static void write_faultmask(struct core *core, uint32_t value)
{
    if (!(value & 1) || execution_priority(core) >= 0)
        core->faultmask = value & 1;
}

static void write_privileged(struct sim *sim, unsigned sysm, uint32_t value)
{
    struct core *core = &sim->core;

    switch (sysm) {
    case SYSM_MSP:
        core_sp_set(core, STACK_MAIN, value);
        return;
    case SYSM_PSP:
        core_sp_set(core, STACK_PROCESS, value);
        return;
    case SYSM_MSPLIM:
        core->splim[STACK_MAIN] = value & ~UINT32_C(7);
        return;
    case SYSM_PSPLIM:
        core->splim[STACK_PROCESS] = value & ~UINT32_C(7);
        return;
    case SYSM_PRIMASK:
        core->primask = value & 1;
        break;
    case SYSM_BASEPRI:
    case SYSM_BASEPRI_MAX:
        write_basepri(sim, value, sysm == SYSM_BASEPRI_MAX);
        break;
    case SYSM_FAULTMASK:
        write_faultmask(core, value);
        break;
    default:
        write_control(sim, value);
        return;
    }
    exception_update_ready(core);
}

static __attribute__((noinline)) bool write_any(struct sim *sim, unsigned sysm, unsigned mask,
                                                uint32_t value)
{
    struct core *core = &sim->core;

    if (!implemented(core, sysm))
        return false;
    if (sysm <= SYSM_XPSR_LAST) {
        if (!(sysm & 4))
            write_apsr(core, mask, value);
    } else if (core_privileged(core)) {
        write_privileged(sim, sysm, value);
    }
    return true;
}

/* BASEPRI first: critical sections write it far more often than anything writes the others. */
bool system_register_write(struct sim *sim, unsigned sysm, unsigned mask, uint32_t value)
{
    struct core *core = &sim->core;

    if (sysm != SYSM_BASEPRI || core->architecture == ARCH_V6M || !core_privileged(core))
        return write_any(sim, sysm, mask, value);
    write_basepri(sim, value, false);
    exception_update_ready(core);
    return true;
}

void system_change_masks(struct sim *sim, bool disable, bool primask, bool faultmask)
{
    struct core *core = &sim->core;

    if (!core_privileged(core))
        return;
    if (primask)
        core->primask = disable;
    if (faultmask && core->architecture != ARCH_V6M)
        write_faultmask(core, disable);
    exception_update_ready(core);
}
