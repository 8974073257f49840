/* The floating-point context: access, lazy saves, frames.
 * SPDX-License-Identifier: MIT
 *
 * What the manual calls UNKNOWN behind a save, S0 to S15 and the flags of FPSCR, keeps its value.
 */
#include "sim/core/fpu_state.h"

#include <string.h>

#include "sim/core/exception_state.h"
#include "sim/core/float_exact.h"
#include "sim/core/insn.h"
#include "sim/core/traps.h"

#define FLOAT_COPROCESSOR 10

static bool is_ready(const struct sim *sim)
{
    bool lazy = (sim->ppb.fpccr & FPCCR_LSPACT) != 0;
    bool begun = (sim->core.control & CONTROL_FPCA) != 0 || !(sim->ppb.fpccr & FPCCR_ASPEN);
    return coprocessor_enabled(sim, FLOAT_COPROCESSOR) && !lazy && begun;
}

void fpu_update(struct sim *sim)
{
    sim->core.fp_ready = is_ready(sim);
}

/* ---- lazy saves ---- */

static bool is_takeable(const struct sim *sim, unsigned number, bool enabled)
{
    const struct core *core = &sim->core;
    return enabled && group_priority(&core->exceptions, number) < execution_priority(core);
}

/* Which faults of the save could have been taken where it should have happened. */
static uint32_t ready_bits(const struct sim *sim)
{
    const uint32_t *enabled = sim->core.exceptions.enabled;
    uint32_t bits = 0;
    if (execution_priority(&sim->core) > -1)
        bits |= FPCCR_HFRDY;
    if (is_takeable(sim, EXC_BUS_FAULT, set_has(enabled, EXC_BUS_FAULT)))
        bits |= FPCCR_BFRDY;
    if (is_takeable(sim, EXC_MEM_MANAGE, set_has(enabled, EXC_MEM_MANAGE)))
        bits |= FPCCR_MMRDY;
    if (is_takeable(sim, EXC_DEBUG_MONITOR, (sim->ppb.demcr & DEMCR_MON_EN) != 0))
        bits |= FPCCR_MONRDY;
    if (sim->core.architecture == ARCH_V8M &&
        is_takeable(sim, EXC_USAGE_FAULT, set_has(enabled, EXC_USAGE_FAULT)))
        bits |= FPCCR_UFRDY;
    return bits;
}

/* UpdateFPCCR: address is that of S0 in the frame. */
static void make_lazy(struct sim *sim, uint32_t address)
{
    const struct core *core = &sim->core;
    uint32_t kept = FPCCR_ASPEN | FPCCR_LSPEN | FPCCR_CLRONRET;
    uint32_t bits = FPCCR_LSPACT | ready_bits(sim);
    if (core->ipsr == 0)
        bits |= FPCCR_THREAD;
    if (!core_privileged(core))
        bits |= FPCCR_USER;
    if (!core_stack_limit_ok(core, address))
        bits |= FPCCR_SPLIMVIOL;
    sim->ppb.fpccr = (sim->ppb.fpccr & kept) | bits;
    sim->ppb.fpcar = address & ~UINT32_C(7);
}

/* A fault of the save goes where it would have gone in the context that is saved. */
static void pend_fault(struct sim *sim, unsigned number, uint32_t ready)
{
    struct core *core = &sim->core;
    uint32_t fpccr = sim->ppb.fpccr;
    if (!(fpccr & ready)) {
        number = EXC_HARD_FAULT;
        if (!(fpccr & FPCCR_HFRDY) && execution_priority(core) < 0) {
            core->locked_up = true;
            return;
        }
        sim->ppb.hfsr |= HFSR_FORCED;
    }
    exception_pend(sim, number);
}

/* Stores S0 to S15 and FPSCR. */
static bool store_context(struct sim *sim, uint32_t address)
{
    uint32_t words[FPU_CONTEXT_WORDS];
    memcpy(words, sim->core.s, 16 * sizeof words[0]);
    words[16] = sim->core.fpscr;
    return exception_store_words(sim, address, words, FPU_CONTEXT_WORDS);
}

/* The privilege at which the context was used. */
static bool context_has_access(const struct sim *sim)
{
    uint32_t access = coprocessor_access(sim, FLOAT_COPROCESSOR);
    return access == 3 || (access == 1 && !(sim->ppb.fpccr & FPCCR_USER));
}

/* PreserveFPState. False: its fault is taken before the instruction; where that cannot be, the
 * context is lost. */
static bool save_lazily(struct sim *sim)
{
    struct ppb *ppb = &sim->ppb;
    if (sim->core.architecture == ARCH_V8M && !context_has_access(sim)) {
        ppb->cfsr |= CFSR_NOCP;
        pend_fault(sim, EXC_USAGE_FAULT, FPCCR_UFRDY);
    } else if (!(ppb->fpccr & FPCCR_SPLIMVIOL)) {
        unsigned cycles = timing_context_save(&sim->timing, FPU_CONTEXT_WORDS);
        sim->stall += cycles;
        sim->wait[SIM_WAIT_CONTEXT] += cycles;
        if (!store_context(sim, ppb->fpcar)) {
            ppb->cfsr |= CFSR_LSPERR;
            pend_fault(sim, EXC_BUS_FAULT, FPCCR_BFRDY);
        }
    }
    if (sim->core.exception_ready || sim->core.locked_up)
        return false;
    ppb->fpccr &= ~FPCCR_LSPACT;
    return true;
}

unsigned fpu_lazy_cycles(const struct sim *sim, const struct insn *insn)
{
    if (!op_is_float((enum op)insn->op) || !(sim->ppb.fpccr & FPCCR_LSPACT) ||
        !coprocessor_enabled(sim, FLOAT_COPROCESSOR))
        return 0;
    return timing_context_save(&sim->timing, FPU_CONTEXT_WORDS);
}

/* ---- instructions ---- */

static bool fault(struct sim *sim, enum fault kind)
{
    sim->fault = kind;
    sim->fault_address = 0;
    return false;
}

bool fpu_access(struct sim *sim)
{
    struct core *core = &sim->core;
    if (is_ready(sim))
        return true;
    if (!coprocessor_enabled(sim, FLOAT_COPROCESSOR))
        return fault(sim, FAULT_NOCP);
    if (sim->halt.trial)
        return true;
    if ((sim->ppb.fpccr & FPCCR_LSPACT) && !save_lazily(sim))
        return fault(sim, FAULT_PENDED);
    if ((sim->ppb.fpccr & FPCCR_ASPEN) && !(core->control & CONTROL_FPCA)) {
        /* ARMv7-M keeps flags and exceptions (DDI 0403 ExecuteFPCheck), Armv8-M nothing (DDI 0553
         * E2.1.127). */
        uint32_t kept = core->architecture == ARCH_V8M ? 0 : ~FPSCR_MODES;
        core->control |= CONTROL_FPCA;
        core->fpscr = (core->fpscr & kept) | sim->ppb.fpdscr;
    }
    sim->side_effects++;
    fpu_update(sim);
    return true;
}

/* ---- frames ---- */

unsigned fpu_push(struct sim *sim, uint32_t address, bool stored)
{
    if (sim->ppb.fpccr & FPCCR_LSPEN) {
        make_lazy(sim, address);
        return 0;
    }
    if (!stored)
        return 0;
    if (!coprocessor_enabled(sim, FLOAT_COPROCESSOR)) {
        sim->ppb.cfsr |= CFSR_NOCP;
        exception_raise(sim, EXC_USAGE_FAULT);
        return 0;
    }
    if (!store_context(sim, address)) {
        sim->ppb.cfsr |= CFSR_STKERR;
        exception_raise(sim, EXC_BUS_FAULT);
    }
    return FPU_CONTEXT_WORDS;
}

bool fpu_pop(struct sim *sim, uint32_t address, uint32_t *words, unsigned *moved)
{
    *moved = 0;
    if (sim->ppb.fpccr & FPCCR_LSPACT)
        return true;
    if (!coprocessor_enabled(sim, FLOAT_COPROCESSOR)) {
        sim->ppb.cfsr |= CFSR_NOCP;
        exception_raise(sim, EXC_USAGE_FAULT);
        return false;
    }
    *moved = FPU_CONTEXT_WORDS;
    if (exception_load_words(sim, address, words, FPU_CONTEXT_WORDS))
        return true;
    sim->ppb.cfsr |= CFSR_UNSTKERR;
    exception_raise(sim, EXC_BUS_FAULT);
    return false;
}

void fpu_restore(struct sim *sim, const uint32_t *words, unsigned moved)
{
    sim->ppb.fpccr &= ~FPCCR_LSPACT;
    if (moved == 0)
        return;
    memcpy(sim->core.s, words, 16 * sizeof words[0]);
    sim->core.fpscr = words[16] & FPSCR_MASK;
}

void fpu_clear_on_return(struct sim *sim)
{
    struct core *core = &sim->core;
    uint32_t fpccr = sim->ppb.fpccr;
    if (!(fpccr & FPCCR_CLRONRET) || (fpccr & FPCCR_LSPACT) || !(core->control & CONTROL_FPCA))
        return;
    memset(core->s, 0, 16 * sizeof core->s[0]);
    core->fpscr = 0;
}
