/* The floating-point context: access, lazy and eager saves, extended frames, faults of both.
 * SPDX-License-Identifier: MIT
 *
 * A test plays the engine: use_fpu is a floating-point instruction, board_enter and board_return
 * are exceptions. Numbers A21 to A24 are public bug reports of other simulators.
 */
#include <string.h>

#include "sim/core/float_exact.h"
#include "sim/core/fpu_state.h"
#include "sim/core/insn.h"
#include "tests/sim/board.h"
#include "tests/unit/cmocka_all.h"

#define CPACR UINT32_C(0xe000ed88)
#define FPCCR UINT32_C(0xe000ef34)
#define FPCAR UINT32_C(0xe000ef38)
#define FPDSCR UINT32_C(0xe000ef3c)
#define FULL_ACCESS UINT32_C(0x00f00000)
#define PRIVILEGED_ACCESS UINT32_C(0x00500000)
#define FRAME (BOARD_MSP - 0x68) /* an extended one, from an empty main stack */

static struct board board;
static struct core *const core = &board.sim.core;

static int start(enum architecture architecture)
{
    board_start(&board, architecture);
    board_write(&board, CPACR, FULL_ACCESS);
    for (unsigned k = 0; k < 32; k++)
        core->s[k] = 0x1000 + k;
    return 0;
}

static int start_m4(void **state)
{
    (void)state;
    return start(ARCH_V7EM);
}

static int start_m33(void **state)
{
    (void)state;
    return start(ARCH_V8M);
}

/* False: the instruction faults, and the fault is as the engine handles it. */
static bool use_fpu(void)
{
    board.sim.stall = 0;
    if (core->fp_ready || fpu_access(&board.sim))
        return true;
    exception_fault(&board.sim, board.sim.fault, 0);
    return false;
}

static uint32_t fpccr(void)
{
    return board_read(&board, FPCCR);
}

static bool save_is_lazy(void)
{
    return fpccr() & FPCCR_LSPACT;
}

static struct exception_event enter(unsigned number)
{
    exception_pend(&board.sim, number);
    assert_true(core->exception_ready);
    return exception_enter(&board.sim);
}

/* ---- access ---- */

static void no_access(void **state)
{
    (void)state;
    board_write(&board, CPACR, 0);
    assert_false(use_fpu());
    assert_int_equal(board_read(&board, SCB_CFSR), CFSR_NOCP);
    assert_int_equal(core->control & CONTROL_FPCA, 0);
}

/* CPACR 01: not for unprivileged code. Handlers are privileged. */
static void privileged_access(void **state)
{
    (void)state;
    board_write(&board, CPACR, PRIVILEGED_ACCESS);
    assert_true(use_fpu());
    board_msr(&board, SYSM_CONTROL, CONTROL_NPRIV | CONTROL_FPCA);
    assert_false(core->fp_ready);
    assert_false(use_fpu());
    assert_int_equal(board.sim.ppb.cfsr, CFSR_NOCP);
}

/* The first instruction of a context takes its modes from FPDSCR, on Armv8-M all of FPSCR. */
static void first_use(void **state)
{
    (void)state;
    board_write(&board, FPDSCR, 0xffffffff);
    assert_int_equal(board_read(&board, FPDSCR), 0x07c00000);
    assert_int_equal(board_mrs(&board, SYSM_CONTROL), 0);
    core->fpscr = 0xf800009f;
    assert_true(use_fpu());
    assert_int_equal(board_mrs(&board, SYSM_CONTROL), CONTROL_FPCA);
    assert_int_equal(core->fpscr,
                     core->architecture == ARCH_V8M ? 0x07c00000 : (0xf800009f | 0x07c00000));
    core->fpscr = 0;
    assert_true(use_fpu());
    assert_int_equal(core->fpscr, 0);
    assert_int_equal(board.sim.stall, 0);
}

/* ---- frames ---- */

/* A22: r0-r3, r12, lr, pc, xpsr, S0 to S15, FPSCR, one reserved word. */
static void extended_frame(void **state)
{
    (void)state;
    for (unsigned k = 0; k < 8; k++)
        core->r[k] = 0x20 + k;
    assert_true(use_fpu());
    core->fpscr = FPSCR_FZ;
    assert_int_equal(enter(EXC_SVCALL).words, 8);
    assert_int_equal(core->r[SP], FRAME);
    assert_int_equal(core->r[LR], core->architecture == ARCH_V8M ? 0xffffffa8 : 0xffffffe9);
    assert_int_equal(core->control & CONTROL_FPCA, 0);
    assert_int_equal(board_read(&board, FPCAR), FRAME + 0x20);
    assert_true(use_fpu());
    assert_int_equal(board_read(&board, FRAME), 0x20);
    for (unsigned k = 0; k < 16; k++)
        assert_int_equal(board_read(&board, FRAME + 0x20 + 4 * k), 0x1000 + k);
    assert_int_equal(board_read(&board, FRAME + 0x60), FPSCR_FZ);
    assert_int_equal(core->fpscr & FPSCR_MODES, 0);
}

/* A23: without floating point in the handler nothing is stored, and the return only forgets. */
static void lazy_save_unused(void **state)
{
    (void)state;
    assert_true(use_fpu());
    enter(EXC_SVCALL);
    assert_true(save_is_lazy());
    assert_int_equal(board_read(&board, FRAME + 0x20), 0);
    struct exception_event event = exception_return(&board.sim, core->r[LR]);
    assert_int_equal(event.outcome, EXCEPTION_RETURNED);
    assert_int_equal(event.words, 8);
    assert_false(save_is_lazy());
    assert_int_equal(board_read(&board, FRAME + 0x20), 0);
    assert_int_equal(core->s[0], 0x1000);
    assert_int_equal(core->r[SP], BOARD_MSP);
    assert_int_equal(core->control & CONTROL_FPCA, CONTROL_FPCA);
    assert_true(core->fp_ready);
}

/* A23: the first instruction stores, once, and pays for it; the return loads. */
static void lazy_save_used(void **state)
{
    (void)state;
    assert_true(use_fpu());
    enter(EXC_SVCALL);
    assert_false(core->fp_ready);
    assert_true(use_fpu());
    assert_int_equal(board.sim.stall, 17);
    assert_false(save_is_lazy());
    assert_int_equal(board_read(&board, FRAME + 0x20), 0x1000);
    core->s[0] = core->s[16] = 7;
    core->fpscr = FPSCR_IXC;
    assert_true(use_fpu());
    assert_int_equal(board.sim.stall, 0);
    assert_int_equal(exception_return(&board.sim, core->r[LR]).words, 25);
    assert_int_equal(core->s[0], 0x1000);
    assert_int_equal(core->s[16], 7);
    assert_int_equal(core->fpscr, 0);
    assert_int_equal(core->r[SP], BOARD_MSP);
    assert_int_equal(core->control & CONTROL_FPCA, CONTROL_FPCA);
}

/* A24: LSPEN = 0: stored at once. */
static void eager_save(void **state)
{
    (void)state;
    board_write(&board, FPCCR, FPCCR_ASPEN);
    assert_true(use_fpu());
    assert_int_equal(enter(EXC_SVCALL).words, 25);
    assert_false(save_is_lazy());
    assert_int_equal(board_read(&board, FRAME + 0x20), 0x1000);
    assert_int_equal(board_read(&board, FRAME + 0x5c), 0x100f);
    core->s[0] = 7;
    assert_int_equal(exception_return(&board.sim, core->r[LR]).words, 25);
    assert_int_equal(core->s[0], 0x1000);
}

/* A24: ASPEN = 0: nothing is saved, and the handler's registers are the thread's. */
static void no_save(void **state)
{
    (void)state;
    board_write(&board, FPCCR, 0);
    assert_true(use_fpu());
    assert_int_equal(core->control & CONTROL_FPCA, 0);
    enter(EXC_SVCALL);
    assert_int_equal(core->r[LR], core->architecture == ARCH_V8M ? 0xffffffb8 : 0xfffffff9);
    assert_int_equal(core->r[SP], BOARD_MSP - 0x20);
    assert_true(use_fpu());
    core->s[0] = 0;
    board_return(&board);
    assert_int_equal(core->s[0], 0);
}

/* CONTROL.FPCA cleared by software: the next frame is a basic one. FreeRTOS starts its tasks so. */
static void context_given_up(void **state)
{
    (void)state;
    assert_true(use_fpu());
    board_msr(&board, SYSM_CONTROL, 0);
    assert_false(core->fp_ready);
    enter(EXC_SVCALL);
    assert_int_equal(core->r[SP], BOARD_MSP - 0x20);
    assert_false(save_is_lazy());
}

/* A21: each entry begins without a context, tail-chained or not. */
static void tail_chain(void **state)
{
    (void)state;
    board_write(&board, NVIC_ISER0, 7);
    board_write(&board, NVIC_IPR0, 0x00102010); /* IRQ 0: 0x10, IRQ 1: 0x20, IRQ 2: 0x10 */
    assert_true(use_fpu());
    enter(EXC_IRQ0);
    assert_true(use_fpu());
    exception_pend(&board.sim, EXC_IRQ0 + 1);
    assert_int_equal(board_return(&board), EXCEPTION_TAIL_CHAINED);
    assert_int_equal(core->control, 0);
    assert_int_equal(core->r[LR], core->architecture == ARCH_V8M ? 0xffffffa8 : 0xffffffe9);
    enter(EXC_IRQ0 + 2);
    assert_int_equal(core->r[LR], core->architecture == ARCH_V8M ? 0xffffffb0 : 0xfffffff1);
}

/* A nested handler completes the lazy save of the thread below both. */
static void nested_lazy_save(void **state)
{
    (void)state;
    board_write(&board, NVIC_ISER0, 1);
    board_write(&board, SCB_SHPR2, 0x80000000);
    assert_true(use_fpu());
    enter(EXC_SVCALL);
    enter(EXC_IRQ0);
    assert_int_equal(core->r[SP], FRAME - 0x20);
    assert_true(save_is_lazy());
    assert_true(use_fpu());
    assert_int_equal(board_read(&board, FRAME + 0x20), 0x1000);
    core->s[0] = 7;
    board_return(&board);
    assert_false(save_is_lazy());
    assert_int_equal(core->control & CONTROL_FPCA, 0);
    board_return(&board);
    assert_int_equal(core->s[0], 0x1000);
}

/* A return that denies the context leaves the lazy save behind: the next floating-point instruction
 * writes into a frame that is no more (RIOT, pull request 18697). */
static void lazy_save_left_behind(void **state)
{
    (void)state;
    assert_true(use_fpu());
    enter(EXC_PENDSV);
    core->r[LR] |= 0x10;
    assert_int_equal(board_return(&board), EXCEPTION_RETURNED);
    assert_int_equal(core->control & CONTROL_FPCA, 0);
    assert_true(save_is_lazy());
    assert_int_equal(core->r[SP], FRAME + 0x20);
    core->s[3] = 0xdead;
    assert_true(use_fpu());
    assert_false(save_is_lazy());
    assert_int_equal(board_read(&board, FRAME + 0x2c), 0xdead);
    assert_int_equal(core->control & CONTROL_FPCA, CONTROL_FPCA);
}

/* An extended frame is aligned whatever CCR.STKALIGN says. */
static void alignment(void **state)
{
    (void)state;
    board_write(&board, SCB_CCR, 0);
    core->r[SP] = BOARD_MSP - 4;
    assert_true(use_fpu());
    enter(EXC_SVCALL);
    assert_int_equal(core->r[SP] & 7, 0);
    assert_int_equal(board_read(&board, core->r[SP] + 28) & 0x200, 0x200);
    board_return(&board);
    assert_int_equal(core->r[SP], BOARD_MSP - 4);
}

/* What the context that is left behind could have taken. */
static void ready_bits(void **state)
{
    const uint32_t always = FPCCR_ASPEN | FPCCR_LSPEN | FPCCR_LSPACT;

    (void)state;
    assert_true(use_fpu());
    enter(EXC_SVCALL);
    assert_int_equal(fpccr(), always | FPCCR_THREAD | FPCCR_HFRDY);
    board_return(&board);
    board_write(&board, SCB_SHCSR, BUS_FAULT_ENABLE | MEM_MANAGE_ENABLE);
    board_write(&board, SCB_DEMCR, DEMCR_MON_EN);
    board_msr(&board, SYSM_CONTROL, CONTROL_NPRIV | CONTROL_FPCA);
    enter(EXC_SVCALL);
    assert_int_equal(fpccr(), always | FPCCR_THREAD | FPCCR_USER | FPCCR_HFRDY | FPCCR_BFRDY |
                                  FPCCR_MMRDY | FPCCR_MONRDY);
    board_return(&board);
    enter(EXC_HARD_FAULT);
    assert_true(use_fpu());
    enter(EXC_NMI);
    assert_int_equal(fpccr(), always);
}

/* ---- faults ---- */

/* A thread's context, and a handler whose lazy save will find no memory. */
static void enter_without_memory(unsigned number, uint32_t shcsr)
{
    board_write(&board, SCB_SHCSR, shcsr);
    assert_true(use_fpu());
    enter(number);
    board_write(&board, FPCAR, 0x30000000);
}

/* BusFault before the instruction, which can be tried again. */
static void lazy_save_faults(void **state)
{
    (void)state;
    board_write(&board, SCB_SHPR3, 0x00ff0000);
    enter_without_memory(EXC_PENDSV, BUS_FAULT_ENABLE);
    assert_true(fpccr() & FPCCR_BFRDY);
    assert_false(use_fpu());
    assert_int_equal(board_read(&board, SCB_CFSR), CFSR_LSPERR);
    assert_true(save_is_lazy());
    assert_true(board_enter(&board));
    assert_log(&board, EXC_BUS_FAULT);
    assert_int_equal(board_read(&board, core->r[SP] + 24), board_handler(EXC_PENDSV));
    board_write(&board, FPCAR, FRAME + 0x20);
    board_return(&board);
    assert_true(use_fpu());
    assert_int_equal(board_read(&board, FRAME + 0x20), 0x1000);
}

/* BusFault could not be taken by the thread: HardFault. */
static void lazy_save_escalates(void **state)
{
    (void)state;
    enter_without_memory(EXC_PENDSV, 0);
    assert_false(use_fpu());
    assert_int_equal(board_read(&board, SCB_HFSR), HFSR_FORCED);
    assert_true(board_enter(&board));
    assert_log(&board, EXC_HARD_FAULT);
}

/* BusFault may not pre-empt this handler: it waits, and the context is lost. */
static void lazy_save_fault_waits(void **state)
{
    (void)state;
    enter_without_memory(EXC_NMI, BUS_FAULT_ENABLE);
    assert_true(use_fpu());
    assert_false(save_is_lazy());
    assert_int_equal(board_read(&board, SCB_CFSR), CFSR_LSPERR);
    assert_int_equal(board_read(&board, SCB_SHCSR) & 0x4000, 0x4000); /* BUSFAULTPENDED */
}

/* Not even HardFault was possible. */
static void lazy_save_locks_up(void **state)
{
    (void)state;
    enter(EXC_HARD_FAULT);
    assert_true(use_fpu());
    enter(EXC_NMI);
    board_write(&board, FPCAR, 0x30000000);
    assert_false(use_fpu());
    assert_true(core->locked_up);
}

/* v8-M: no access for the context that is saved, though the handler has it. */
static void lazy_save_without_access(void **state)
{
    (void)state;
    board_write(&board, SCB_SHCSR, USAGE_FAULT_ENABLE);
    board_write(&board, SCB_SHPR3, 0x00ff0000);
    board_msr(&board, SYSM_CONTROL, CONTROL_NPRIV);
    assert_true(use_fpu());
    enter(EXC_PENDSV);
    assert_true(fpccr() & FPCCR_UFRDY);
    board_write(&board, CPACR, PRIVILEGED_ACCESS);
    assert_false(use_fpu());
    assert_int_equal(board_read(&board, SCB_CFSR), CFSR_NOCP);
    assert_true(board_enter(&board));
    assert_log(&board, EXC_USAGE_FAULT);
}

/* v8-M: a frame below the limit is not written, now or later; SP stops at the limit (A78). */
static void stack_limit(void **state)
{
    (void)state;
    board_write(&board, SCB_SHCSR, USAGE_FAULT_ENABLE);
    board_msr(&board, SYSM_MSPLIM, BOARD_MSP - 0x40);
    assert_true(use_fpu());
    assert_int_equal(enter(EXC_SVCALL).words, 0);
    assert_int_equal(core->ipsr, EXC_USAGE_FAULT);
    assert_int_equal(core->r[SP], BOARD_MSP - 0x40);
    assert_int_equal(board_read(&board, SCB_CFSR), CFSR_STKOF);
    assert_int_equal(fpccr() & (FPCCR_LSPACT | FPCCR_SPLIMVIOL), FPCCR_LSPACT | FPCCR_SPLIMVIOL);
    assert_true(use_fpu());
    assert_false(save_is_lazy());
    for (uint32_t at = FRAME; at < BOARD_MSP; at += 4)
        assert_int_equal(board_read(&board, at), 0);
}

/* An eager save without memory, and one without access. */
static void eager_save_faults(void **state)
{
    (void)state;
    board_write(&board, FPCCR, FPCCR_ASPEN);
    board_write(&board, SCB_SHCSR, BUS_FAULT_ENABLE | USAGE_FAULT_ENABLE);
    assert_true(use_fpu());
    core->r[SP] = BOARD_RAM + BOARD_RAM_SIZE + 0x40;
    enter(EXC_PENDSV);
    assert_int_equal(core->ipsr, EXC_BUS_FAULT);
    assert_int_equal(board_read(&board, SCB_CFSR), CFSR_STKERR);
    start(core->architecture);
    board_write(&board, FPCCR, FPCCR_ASPEN);
    board_write(&board, SCB_SHCSR, USAGE_FAULT_ENABLE);
    assert_true(use_fpu());
    board_write(&board, CPACR, 0);
    enter(EXC_PENDSV);
    assert_int_equal(core->ipsr, EXC_USAGE_FAULT);
    assert_int_equal(board_read(&board, SCB_CFSR), CFSR_NOCP);
    assert_int_equal(board_read(&board, FRAME + 0x20), 0);
}

/* A return to a context without access, or whose memory is gone, is taken by a fault instead. */
static void return_faults(void **state)
{
    (void)state;
    board_write(&board, SCB_SHCSR, BUS_FAULT_ENABLE | USAGE_FAULT_ENABLE);
    assert_true(use_fpu());
    enter(EXC_PENDSV);
    assert_true(use_fpu());
    board_write(&board, CPACR, 0);
    assert_int_equal(board_return(&board), EXCEPTION_TAIL_CHAINED);
    assert_log(&board, EXC_USAGE_FAULT);
    assert_int_equal(board_read(&board, SCB_CFSR), CFSR_NOCP);
    board_write(&board, CPACR, FULL_ACCESS);
    core->r[SP] = BOARD_RAM + BOARD_RAM_SIZE - 0x28;
    assert_int_equal(board_return(&board), EXCEPTION_TAIL_CHAINED);
    assert_log(&board, EXC_BUS_FAULT);
    assert_int_equal(board_read(&board, SCB_CFSR), CFSR_NOCP | CFSR_UNSTKERR);
}

/* v8-M: what a handler computed does not leak into a thread without context. */
static void clear_on_return(void **state)
{
    (void)state;
    board_write(&board, FPCCR, FPCCR_ASPEN | FPCCR_LSPEN | FPCCR_CLRONRET);
    enter(EXC_SVCALL);
    assert_true(use_fpu());
    core->fpscr = FPSCR_IXC;
    board_return(&board);
    for (unsigned k = 0; k < 32; k++)
        assert_int_equal(core->s[k], k < 16 ? 0 : 0x1000 + k);
    assert_int_equal(core->fpscr, 0);
}

/* ---- code, on both engines ---- */

struct code {
    uint16_t thread[12], handler[8];
    uint32_t cpacr;
    bool no_fpu; /* a Cortex-M3 */
};

static void load(const struct code *code, bool stepper)
{
    const uint16_t bkpt = 0xbe00;

    board_start(&board, code->no_fpu ? ARCH_V7M : ARCH_V7EM);
    decode_init();
    board.sim.config.stepper_only = stepper;
    board_write(&board, CPACR, code->cpacr);
    board_write(&board, SCB_SHCSR, USAGE_FAULT_ENABLE);
    for (unsigned number = 1; number < EXC_IRQ0; number++)
        memcpy(board.flash + (board_handler(number) - BOARD_FLASH), &bkpt, sizeof bkpt);
    memcpy(board.flash + (BOARD_CODE - BOARD_FLASH), code->thread, sizeof code->thread);
    if (code->handler[0] != 0)
        memcpy(board.flash + (board_handler(EXC_SVCALL) - BOARD_FLASH), code->handler,
               sizeof code->handler);
}

static uint64_t run(const struct code *code, bool stepper)
{
    load(code, stepper);
    assert_int_equal(sim_run(&board.sim, UINT64_C(100000000)).reason, SIM_STOP_BREAKPOINT);
    return board.sim.now;
}

/* A23: a handler with floating point costs the save and the load more than one without. */
static void cost_of_lazy_save(void **state)
{
    /* vmov.f32 s0, #1.0; svc 0; vmov r0, s0; bkpt; in the handler vmrs r1, fpscr or movs r1, #0,
     * nop; bx lr */
    static const struct code with = {{0xeeb7, 0x0a00, 0xdf00, 0xee10, 0x0a10, 0xbe00},
                                     {0xeef1, 0x1a10, 0x4770},
                                     FULL_ACCESS,
                                     false};
    static const struct code without = {{0xeeb7, 0x0a00, 0xdf00, 0xee10, 0x0a10, 0xbe00},
                                        {0xf04f, 0x0100, 0x4770},
                                        FULL_ACCESS,
                                        false};

    (void)state;
    for (int stepper = 0; stepper < 2; stepper++) {
        uint64_t more = run(&with, stepper);
        assert_int_equal(core->r[0], 0x3f800000);
        more -= run(&without, stepper);
        assert_int_equal(core->r[0], 0x3f800000);
        assert_int_equal(more, 34);
    }
}

/* SysTick after that many cycles, if not 0; its handler is a BKPT. */
static uint64_t run_interrupted(const struct code *code, bool stepper, unsigned cycles)
{
    load(code, stepper);
    board_write(&board, SCB_SHPR2, 0x80000000);
    board_write(&board, SYST_RVR, cycles);
    board_write(&board, SYST_CVR, 0);
    board_write(&board, SYST_CSR, cycles != 0 ? 7 : 0);
    assert_int_equal(sim_run(&board.sim, UINT64_C(100000000)).reason, SIM_STOP_BREAKPOINT);
    return board.sim.now;
}

/* A save gives way to an exception at once, has stored nothing then, and starts over behind it. */
static void interrupted_lazy_save(void **state)
{
    /* vmov.f32 s0, #1.0; svc 0; bkpt; in the handler vmrs r1, fpscr; bx lr */
    static const struct code code = {
        {0xeeb7, 0x0a00, 0xdf00, 0xbe00}, {0xeef1, 0x1a10, 0x4770}, FULL_ACCESS, false};

    (void)state;
    for (int stepper = 0; stepper < 2; stepper++) {
        unsigned interrupted = 0;
        uint64_t before = 0;
        for (unsigned cycles = 1; cycles < 80; cycles++) {
            uint64_t now = run_interrupted(&code, stepper, cycles);
            if (core->ipsr != EXC_SYSTICK || !save_is_lazy() ||
                board_read(&board, core->r[SP] + 24) != board_handler(EXC_SVCALL))
                continue;
            assert_int_equal(board_read(&board, FRAME + 0x20), 0);
            if (interrupted++ > 1)
                assert_int_equal(now, before + 1);
            before = now;
        }
        /* In each of its 17 cycles but the first: that is a late arrival at the handler's entry. */
        assert_int_equal(interrupted, 16);
    }
}

/* A context that was never saved takes no time at all: with an exception at every cycle of the
 * call, its entry and its return, all is as without a context. */
static void unused_save_takes_no_time(void **state)
{
    /* vmov.f32 s0, #1.0 or nop.w; svc 0; nop; nop; bkpt; in the handler movs.w r1, #0; bx lr */
    static const struct code with = {{0xeeb7, 0x0a00, 0xdf00, 0xbf00, 0xbf00, 0xbe00},
                                     {0xf05f, 0x0100, 0x4770},
                                     FULL_ACCESS,
                                     false};
    static const struct code without = {{0xf3af, 0x8000, 0xdf00, 0xbf00, 0xbf00, 0xbe00},
                                        {0xf05f, 0x0100, 0x4770},
                                        FULL_ACCESS,
                                        false};

    (void)state;
    for (int stepper = 0; stepper < 2; stepper++) {
        unsigned in_systick = 0;
        for (unsigned cycles = 1; cycles < 60; cycles++) {
            uint64_t expected = run_interrupted(&without, stepper, cycles);
            uint32_t exception = core->ipsr;
            assert_int_equal(run_interrupted(&with, stepper, cycles), expected);
            assert_int_equal(core->ipsr, exception);
            in_systick += exception == EXC_SYSTICK;
        }
        assert_in_range(in_systick, 25, 58);
    }
}

/* A list gives way, too, and starts again. */
static void interrupted_list(void **state)
{
    /* mov r0, sp; subs r0, #128; vldmia r0, {s0-s31}; bkpt */
    static const struct code code = {
        {0x4668, 0x3880, 0xec90, 0x0a20, 0xbe00}, {0}, FULL_ACCESS, false};

    (void)state;
    for (int stepper = 0; stepper < 2; stepper++) {
        unsigned interrupted = 0;
        uint64_t before = 0;
        for (unsigned cycles = 1; cycles < 40; cycles++) {
            uint64_t now = run_interrupted(&code, stepper, cycles);
            if (core->ipsr != EXC_SYSTICK || board_read(&board, core->r[SP] + 24) != BOARD_CODE + 4)
                continue;
            if (interrupted++ > 1)
                assert_int_equal(now, before + 1);
            before = now;
        }
        assert_in_range(interrupted, 30, 34);
    }
}

/* Access is checked before the encoding: vadd.f64 is NOCP without, UNDEFINED with it; a coprocessor
 * that is not there is NOCP always, the FPU of a Cortex-M3 too. */
static void undefined_encodings(void **state)
{
    static const struct {
        uint16_t code[2];
        uint32_t cpacr, cfsr;
        bool no_fpu;
    } rows[] = {
        {{0xee31, 0x0b02}, 0, CFSR_NOCP, false},
        {{0xee31, 0x0b02}, FULL_ACCESS, CFSR_UNDEFINSTR, false},
        {{0xee30, 0x0a00}, 0, CFSR_NOCP, false},                 /* vadd.f32 s0, s0, s0 */
        {{0xee30, 0x0a00}, FULL_ACCESS, CFSR_NOCP, true},        /* the same */
        {{0xee10, 0x0110}, FULL_ACCESS, CFSR_NOCP, false},       /* mrc p1, 0, r0, c0, c0, 0 */
        {{0xfe80, 0x0a80}, FULL_ACCESS, CFSR_UNDEFINSTR, false}, /* vmaxnm.f32: not on FPv4 */
    };

    (void)state;
    for (size_t k = 0; k < sizeof rows / sizeof rows[0]; k++)
        for (int stepper = 0; stepper < 2; stepper++) {
            struct code code = {.thread = {0xbf00, rows[k].code[0], rows[k].code[1]},
                                .cpacr = rows[k].cpacr,
                                .no_fpu = rows[k].no_fpu};
            run(&code, stepper);
            assert_int_equal(core->ipsr, EXC_USAGE_FAULT);
            assert_int_equal(board_read(&board, SCB_CFSR), rows[k].cfsr);
            assert_int_equal(board_read(&board, core->r[SP] + 24), BOARD_CODE + 2);
        }
}

/* Access that a store takes away in the midst of straight code ends at once, on both engines. */
static void access_taken_away(void **state)
{
    /* vmov s0, r0; ldr r1, [pc, #8]; movs r2, #0; str r2, [r1]; vmov s0, r2; bkpt; .word CPACR */
    static const struct code code = {
        {0xee00, 0x0a10, 0x4902, 0x2200, 0x600a, 0xee00, 0x2a10, 0xbe00, 0xed88, 0xe000},
        {0},
        FULL_ACCESS,
        false};

    (void)state;
    for (int stepper = 0; stepper < 2; stepper++) {
        run(&code, stepper);
        assert_int_equal(core->ipsr, EXC_USAGE_FAULT);
        assert_int_equal(board_read(&board, SCB_CFSR), CFSR_NOCP);
    }
}

#define ON_BOTH(test)                                                                              \
    cmocka_unit_test_setup(test, start_m4), cmocka_unit_test_setup(test, start_m33)

int main(void)
{
    const struct CMUnitTest tests[] = {
        ON_BOTH(no_access),
        ON_BOTH(privileged_access),
        ON_BOTH(first_use),
        ON_BOTH(extended_frame),
        ON_BOTH(lazy_save_unused),
        ON_BOTH(lazy_save_used),
        ON_BOTH(eager_save),
        ON_BOTH(no_save),
        ON_BOTH(context_given_up),
        ON_BOTH(tail_chain),
        ON_BOTH(nested_lazy_save),
        ON_BOTH(lazy_save_left_behind),
        ON_BOTH(alignment),
        ON_BOTH(ready_bits),
        ON_BOTH(lazy_save_faults),
        ON_BOTH(lazy_save_escalates),
        ON_BOTH(lazy_save_fault_waits),
        ON_BOTH(lazy_save_locks_up),
        cmocka_unit_test_setup(lazy_save_without_access, start_m33),
        cmocka_unit_test_setup(stack_limit, start_m33),
        ON_BOTH(eager_save_faults),
        ON_BOTH(return_faults),
        cmocka_unit_test_setup(clear_on_return, start_m33),
        cmocka_unit_test(cost_of_lazy_save),
        cmocka_unit_test(interrupted_lazy_save),
        cmocka_unit_test(unused_save_takes_no_time),
        cmocka_unit_test(interrupted_list),
        cmocka_unit_test(undefined_encodings),
        cmocka_unit_test(access_taken_away),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
