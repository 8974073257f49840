/* The floating-point context: who may use the FPU, and when its registers are saved and restored.
 * SPDX-License-Identifier: MIT
 *
 * DDI 0553 B3.20 (lazy state preservation), DDI 0403 B1.5.7; pseudocode ExecuteFPCheck,
 * PreserveFPState, UpdateFPCCR. Without the Security Extension. An extended frame is a basic frame,
 * S0 to S15, FPSCR and a reserved word; FPCAR is the address of its S0.
 */
#pragma once

#include <stdbool.h>
#include <stdint.h>

struct insn;
struct sim;

#define FPCCR_ASPEN (UINT32_C(1) << 31)
#define FPCCR_LSPEN (UINT32_C(1) << 30)
#define FPCCR_CLRONRET (UINT32_C(1) << 28) /* v8-M */
#define FPCCR_UFRDY (UINT32_C(1) << 10)    /* v8-M */
#define FPCCR_SPLIMVIOL (UINT32_C(1) << 9) /* v8-M */
#define FPCCR_MONRDY (UINT32_C(1) << 8)
#define FPCCR_BFRDY (UINT32_C(1) << 6)
#define FPCCR_MMRDY (UINT32_C(1) << 5)
#define FPCCR_HFRDY (UINT32_C(1) << 4)
#define FPCCR_THREAD (UINT32_C(1) << 3)
#define FPCCR_USER (UINT32_C(1) << 1)
#define FPCCR_LSPACT (UINT32_C(1) << 0)

/* Words that saving the context moves, and that a frame has for it. */
enum { FPU_CONTEXT_WORDS = 17, FPU_FRAME_WORDS = 18 };

/* Recomputes core.fp_ready; to be called after any change of CPACR, FPCCR, CONTROL or the mode. */
void fpu_update(struct sim *sim);

/* Before a floating-point instruction: checks access, completes a lazy save, begins a context. Its
 * time is added to sim->stall. False: sim->fault says why the instruction does not execute. Does
 * not trust core.fp_ready, which only spares the fast engine the call. */
bool fpu_access(struct sim *sim);
/* Cycles of the lazy save that insn would begin with; it may be interrupted, and starts over. */
unsigned fpu_lazy_cycles(const struct sim *sim, const struct insn *insn);

/* Exception entry with CONTROL.FPCA: saves the context at address, or makes that a lazy save.
 * stored: the rest of the frame was. Returns the words moved; a fault is pended. */
unsigned fpu_push(struct sim *sim, uint32_t address, bool stored);

/* Exception return to a context: reads it from address into words, where memory has it. False: a
 * fault is pended. */
bool fpu_pop(struct sim *sim, uint32_t address, uint32_t *words, unsigned *moved);
/* And makes it the present one; moved: 0 if the registers have it still. */
void fpu_restore(struct sim *sim, const uint32_t *words, unsigned moved);

/* Exception return begins: FPCCR.CLRONRET. */
void fpu_clear_on_return(struct sim *sim);
