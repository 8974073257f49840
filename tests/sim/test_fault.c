/* Faults: status words, escalation, bad returns, stacking faults, stack limits, lockup.
 * SPDX-License-Identifier: MIT
 */
#include <string.h>

#include "tests/sim/board.h"
#include "tests/unit/cmocka_all.h"

static struct board board;
static struct core *const core = &board.sim.core;

static int start_m33(void **state)
{
    (void)state;
    board_start(&board, ARCH_V8M);
    return 0;
}

static int start_m4(void **state)
{
    (void)state;
    board_start(&board, ARCH_V7EM);
    return 0;
}

static int start_m0(void **state)
{
    (void)state;
    board_start(&board, ARCH_V6M);
    return 0;
}

static void enable_all_faults(void)
{
    board_write(&board, SCB_SHCSR, USAGE_FAULT_ENABLE | BUS_FAULT_ENABLE | MEM_MANAGE_ENABLE);
}

/* A30: each fault gives its handler and exactly its status bits, or HardFault with the same bits.
 */
static void status_words(void **state)
{
    static const struct {
        enum fault fault;
        unsigned number;
        uint32_t cfsr;
    } rows[] = {
        {FAULT_UNDEFINED, EXC_USAGE_FAULT, 0x00010000},
        {FAULT_INVSTATE, EXC_USAGE_FAULT, 0x00020000},
        {FAULT_INVPC, EXC_USAGE_FAULT, 0x00040000},
        {FAULT_NOCP, EXC_USAGE_FAULT, 0x00080000},
        {FAULT_STACK_LIMIT, EXC_USAGE_FAULT, 0x00100000},
        {FAULT_UNALIGNED, EXC_USAGE_FAULT, 0x01000000},
        {FAULT_DIVIDE, EXC_USAGE_FAULT, 0x02000000},
        {FAULT_BUS_PRECISE, EXC_BUS_FAULT, 0x00008200},
        {FAULT_BUS_FETCH, EXC_BUS_FAULT, 0x00000100},
        {FAULT_EXECUTE_NEVER, EXC_MEM_MANAGE, 0x00000001},
    };

    (void)state;
    for (size_t i = 0; i < 2 * sizeof rows / sizeof rows[0]; i++) {
        bool enabled = i % 2;
        board_start(&board, ARCH_V8M);
        if (enabled)
            enable_all_faults();
        exception_fault(&board.sim, rows[i / 2].fault, 0x70000000);
        assert_true(board_enter(&board));
        assert_int_equal(core->ipsr, enabled ? rows[i / 2].number : EXC_HARD_FAULT);
        assert_int_equal(board_read(&board, SCB_CFSR), rows[i / 2].cfsr);
        assert_int_equal(board_read(&board, SCB_HFSR), enabled ? 0 : 0x40000000);
        if (rows[i / 2].fault == FAULT_BUS_PRECISE)
            assert_int_equal(board_read(&board, SCB_BFAR), 0x70000000);
        assert_int_equal(board_read(&board, core->r[SP] + 24), BOARD_CODE);
    }
}

/* A29: an equal priority cannot pre-empt, so it escalates. */
static void escalation_at_equal_priority(void **state)
{
    static const struct {
        uint32_t priority, basepri;
        unsigned number;
    } rows[] = {
        {0x40, 0x40, EXC_HARD_FAULT},  {0x40, 0x30, EXC_HARD_FAULT},  {0x40, 0x50, EXC_USAGE_FAULT},
        {0x40, 0x00, EXC_USAGE_FAULT}, {0x00, 0x10, EXC_USAGE_FAULT},
    };

    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        board_start(&board, ARCH_V8M);
        enable_all_faults();
        board_write(&board, SCB_SHPR1, rows[i].priority << 16);
        board_msr(&board, SYSM_BASEPRI, rows[i].basepri);
        exception_fault(&board.sim, FAULT_UNDEFINED, 0);
        assert_true(board_enter(&board));
        assert_int_equal(core->ipsr, rows[i].number);
        assert_int_equal(board_read(&board, SCB_CFSR), 0x00010000);
        assert_int_equal(board_read(&board, SCB_HFSR),
                         rows[i].number == EXC_HARD_FAULT ? 0x40000000 : 0);
    }
}

/* SVC that its priority does not allow escalates, with the next instruction as return address. */
static void svc_escalates(void **state)
{
    (void)state;
    board_msr(&board, SYSM_PRIMASK, 1);
    core->r[PC] = BOARD_CODE + 2;
    exception_svc(&board.sim);
    assert_true(board_enter(&board));
    assert_int_equal(core->ipsr, EXC_HARD_FAULT);
    assert_int_equal(board_read(&board, SCB_HFSR), 0x40000000);
    assert_int_equal(board_read(&board, core->r[SP] + 24), BOARD_CODE + 2);
}

/* A33: a fault where HardFault cannot be taken locks the core up. */
static void lockup(void **state)
{
    static const unsigned handlers[] = {EXC_HARD_FAULT, EXC_NMI};

    (void)state;
    for (size_t i = 0; i < 2; i++) {
        board_start(&board, ARCH_V8M);
        enable_all_faults();
        exception_pend(&board.sim, handlers[i]);
        assert_true(board_enter(&board));
        exception_fault(&board.sim, FAULT_UNDEFINED, 0);
        assert_true(core->locked_up);
    }
    board_start(&board, ARCH_V8M);
    board_msr(&board, SYSM_FAULTMASK, 1);
    exception_fault(&board.sim, FAULT_UNDEFINED, 0);
    assert_true(core->locked_up);
}

/* Flash that was never written: the first frame has nowhere to go and HardFault has no handler. */
static void empty_image(void **state)
{
    (void)state;
    memset(board.flash, 0xff, sizeof board.flash);
    exception_reset(&board.sim);
    assert_int_equal(core->r[PC], 0xfffffffe);
    exception_fault(&board.sim, FAULT_BUS_FETCH, core->r[PC]);
    assert_true(core->exception_ready);
    struct exception_event event = exception_enter(&board.sim);
    assert_int_equal(event.outcome, EXCEPTION_ENTERED);
    assert_int_equal(core->r[PC], 0xfffffffe);
    exception_fault(&board.sim, FAULT_BUS_FETCH, core->r[PC]);
    assert_true(core->locked_up);
}

/* A reset without a readable vector table. */
static void no_vector_table(void **state)
{
    (void)state;
    board.sim.ppb.vtor = 0x70000000;
    exception_reset(&board.sim);
    assert_true(core->locked_up);
}

/* A vector that cannot be read: HardFault with VECTTBL, or lockup. */
static void vector_fault(void **state)
{
    (void)state;
    board_write(&board, SCB_VTOR, BOARD_FLASH + sizeof board.flash - 0x80);
    exception_pend(&board.sim, EXC_IRQ0 + 40);
    board_write(&board, NVIC_ISER0 + 4, 1 << 8);
    struct exception_event event = exception_enter(&board.sim);
    assert_int_equal(event.outcome, EXCEPTION_ENTERED);
    assert_int_equal(event.number, EXC_HARD_FAULT);
    assert_int_equal(board_read(&board, SCB_HFSR), 2);
    assert_int_equal(board_read(&board, NVIC_ISPR0 + 4), 1 << 8);

    board_start(&board, ARCH_V8M);
    board.sim.ppb.vtor = 0x70000000;
    exception_pend(&board.sim, EXC_NMI);
    assert_int_equal(exception_enter(&board.sim).outcome, EXCEPTION_LOCKED_UP);
    assert_true(core->locked_up);
}

/* A32: UsageFault INVPC, with the bad value in LR. */
static void illegal_returns(void **state)
{
    static const struct {
        enum architecture architecture;
        uint32_t value;
        bool legal;
    } rows[] = {
        {ARCH_V8M, 0xffffffb8, true},   {ARCH_V8M, 0xffffffbc, true},
        {ARCH_V8M, 0xffffff98, false},  {ARCH_V8M, 0xfffffff8, false},
        {ARCH_V8M, 0xffffffba, false},  {ARCH_V8M, 0xffffff38, false},
        {ARCH_V8M, 0xfffffff9, false},  {ARCH_V8M, 0xffffffb0, false},
        {ARCH_V7EM, 0xfffffff9, true},  {ARCH_V7EM, 0xfffffffd, true},
        {ARCH_V7EM, 0xfffffffc, false}, {ARCH_V7EM, 0xfffffff1, false},
        {ARCH_V7EM, 0xf0000009, false}, {ARCH_V7EM, 0xfffffff5, false},
        {ARCH_V7M, 0xfffffff9, true},   {ARCH_V7M, 0xffffffe9, false}, /* no FPU */
    };

    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        board_start(&board, rows[i].architecture);
        enable_all_faults();
        board_msr(&board, SYSM_PSP, BOARD_MSP - 32); /* the same frame by either stack */
        exception_pend(&board.sim, EXC_PENDSV);
        assert_true(board_enter(&board));
        assert_true(exception_is_return(core, rows[i].value));
        struct exception_event event = exception_return(&board.sim, rows[i].value);
        if (rows[i].legal) {
            assert_int_equal(event.outcome, EXCEPTION_RETURNED);
            continue;
        }
        assert_int_not_equal(event.outcome, EXCEPTION_RETURNED);
        assert_int_equal(core->ipsr, EXC_USAGE_FAULT);
        assert_int_equal(board_read(&board, SCB_CFSR), 0x00040000);
        assert_int_equal(core->r[LR],
                         rows[i].architecture == ARCH_V8M ? rows[i].value & ~1u : rows[i].value);
        assert_int_equal(board_read(&board, SCB_SHCSR) & 0x400, 0); /* PendSV is not active */
    }
}

/* A return from an exception that is not active. */
static void return_from_inactive(void **state)
{
    (void)state;
    enable_all_faults();
    exception_pend(&board.sim, EXC_PENDSV);
    assert_true(board_enter(&board));
    board_write(&board, SCB_SHCSR, board_read(&board, SCB_SHCSR) & ~UINT32_C(0x400));
    assert_int_equal(board_return(&board), EXCEPTION_TAIL_CHAINED);
    assert_int_equal(core->ipsr, EXC_USAGE_FAULT);
    assert_int_equal(board_read(&board, SCB_CFSR), 0x00040000);
}

/* v7-M: a return to Thread mode with another exception still active needs CCR.NONBASETHRDENA. */
static void return_to_thread_when_nested(void **state)
{
    (void)state;
    for (unsigned allowed = 0; allowed < 2; allowed++) {
        board_start(&board, ARCH_V7EM);
        enable_all_faults();
        board_write(&board, SCB_CCR, 0x200 | allowed);
        board_write(&board, SCB_SHPR3, 0x00400000);
        exception_pend(&board.sim, EXC_PENDSV);
        assert_true(board_enter(&board));
        exception_pend(&board.sim, EXC_NMI);
        assert_true(board_enter(&board));
        board_write(&board, core->r[SP] + 28, 0x01000000); /* the frame says Thread mode */
        exception_return(&board.sim, 0xfffffff9);
        assert_int_equal(core->ipsr, allowed ? 0 : EXC_USAGE_FAULT);
    }
}

/* v8-M: the frame's IPSR must fit the mode; the frame is not consumed. */
static void frame_of_the_wrong_mode(void **state)
{
    (void)state;
    enable_all_faults();
    exception_pend(&board.sim, EXC_PENDSV);
    assert_true(board_enter(&board));
    board_write(&board, core->r[SP] + 28, 0x01000000 | EXC_SYSTICK);
    assert_int_equal(board_return(&board), EXCEPTION_TAIL_CHAINED);
    assert_int_equal(core->ipsr, EXC_USAGE_FAULT);
    assert_int_equal(core->r[SP], BOARD_MSP - 32);
    assert_int_equal(board_read(&board, SCB_CFSR), 0x00040000);
}

/* v7-M: the frame is gone when the mode is found wrong; a new one is pushed. */
static void frame_of_the_wrong_mode_v7m(void **state)
{
    (void)state;
    enable_all_faults();
    exception_pend(&board.sim, EXC_PENDSV);
    assert_true(board_enter(&board));
    board_write(&board, core->r[SP] + 28, 0x01000000 | EXC_SYSTICK);
    struct exception_event event = exception_return(&board.sim, 0xfffffff9);
    assert_int_equal(event.outcome, EXCEPTION_ENTERED);
    assert_int_equal(event.words, 16);
    assert_int_equal(core->ipsr, EXC_USAGE_FAULT);
    assert_int_equal(core->r[LR], 0xfffffff9);
    assert_int_equal(core->r[SP], BOARD_MSP - 32);
}

/* A frame with bit 24 clear: the instruction returned to faults with INVSTATE and T clear. */
static void return_to_t_clear(void **state)
{
    (void)state;
    enable_all_faults();
    exception_pend(&board.sim, EXC_PENDSV);
    assert_true(board_enter(&board));
    board_write(&board, core->r[SP] + 28, 0);
    assert_int_equal(board_return(&board), EXCEPTION_RETURNED);
    assert_true(core->t_clear);
    exception_fault(&board.sim, FAULT_INVSTATE, 0);
    assert_true(board_enter(&board));
    assert_int_equal(board_read(&board, SCB_CFSR), 0x00020000);
    assert_int_equal(board_read(&board, core->r[SP] + 28), 0);
    assert_false(core->t_clear);
}

/* The frame cannot be written or read: the derived BusFault comes first if it is more urgent. */
static void stacking_faults(void **state)
{
    (void)state;
    enable_all_faults();
    board_write(&board, SCB_SHPR3, 0x00400000);
    core->r[SP] = BOARD_RAM + 16;
    exception_pend(&board.sim, EXC_PENDSV);
    assert_true(board_enter(&board));
    assert_int_equal(core->ipsr, EXC_BUS_FAULT);
    assert_int_equal(board_read(&board, SCB_CFSR), 0x1000);
    assert_int_equal(core->r[SP], BOARD_RAM - 16);
    assert_int_equal(board_read(&board, SCB_ICSR) & PENDSVSET, PENDSVSET);

    /* Less urgent: the handler runs first, the BusFault chains behind it. */
    board_start(&board, ARCH_V8M);
    enable_all_faults();
    board_write(&board, SCB_SHPR1, 0x8000);
    core->r[SP] = BOARD_RAM + 16;
    exception_pend(&board.sim, EXC_PENDSV);
    assert_true(board_enter(&board));
    assert_int_equal(core->ipsr, EXC_PENDSV);
    assert_int_equal(board_return(&board), EXCEPTION_TAIL_CHAINED);
    assert_int_equal(core->ipsr, EXC_BUS_FAULT);
    /* Now the pop fails in the end. */
    board_write(&board, SCB_CFSR, UINT32_MAX);
    assert_int_equal(board_return(&board), EXCEPTION_TAIL_CHAINED);
    assert_int_equal(core->ipsr, EXC_BUS_FAULT);
    assert_int_equal(board_read(&board, SCB_CFSR), 0x0800);
}

/* A frame may lie in two memories that touch; one in the private peripheral bus faults. */
static void frames_elsewhere(void **state)
{
    static uint8_t more[64];

    (void)state;
    assert_true(bus_add(&board.sim.bus,
                        &(struct bus_region){.name = "more",
                                             .base = BOARD_RAM + BOARD_RAM_SIZE,
                                             .size = sizeof more,
                                             .kind = BUS_KIND_SRAM,
                                             .memory = more,
                                             .writable = true}));
    core->r[SP] = BOARD_RAM + BOARD_RAM_SIZE + 8;
    core->r[0] = 0x1234;
    exception_pend(&board.sim, EXC_PENDSV);
    assert_true(board_enter(&board));
    assert_int_equal(board_read(&board, BOARD_RAM + BOARD_RAM_SIZE - 24), 0x1234);
    assert_int_equal(board_read(&board, BOARD_RAM + BOARD_RAM_SIZE), BOARD_CODE);
    core->r[0] = 0;
    assert_int_equal(board_return(&board), EXCEPTION_RETURNED);
    assert_int_equal(core->r[0], 0x1234);
    assert_int_equal(core->r[PC], BOARD_CODE);

    core->r[SP] = NVIC_ISER0 + 32;
    core->r[0] = 0xff;
    exception_pend(&board.sim, EXC_PENDSV);
    assert_true(board_enter(&board));
    assert_int_equal(board_read(&board, SCB_CFSR), CFSR_STKERR);
    assert_int_equal(board_read(&board, NVIC_ISER0), 0);
}

/* CCR.BFHFNMIGN is not modelled, where it would matter: at a negative priority. */
static void ignored_bus_faults(void **state)
{
    (void)state;
    board_write(&board, SCB_CCR, CCR_BFHFNMIGN);
    exception_svc(&board.sim);
    assert_true(board_enter(&board)); /* priority 0 */
    exception_fault(&board.sim, FAULT_BUS_PRECISE, 0x70000000);
    assert_false(board.sim.stopped);
    assert_true(board_enter(&board));
    assert_int_equal(core->ipsr, EXC_HARD_FAULT);
    exception_fault(&board.sim, FAULT_BUS_PRECISE, 0x70000000);
    assert_int_equal(board.sim.stop.reason, SIM_STOP_MISSING);
    assert_false(core->locked_up);
}

/* HardFault's own frame cannot be written: it runs all the same, with the BusFault pending. */
static void stacking_fault_of_hard_fault(void **state)
{
    (void)state;
    core->r[SP] = 0x60000000;
    exception_fault(&board.sim, FAULT_UNDEFINED, 0);
    assert_true(board_enter(&board));
    assert_int_equal(core->ipsr, EXC_HARD_FAULT);
    assert_int_equal(board_read(&board, SCB_CFSR), 0x00011000);
    exception_pend(&board.sim, EXC_NMI);
    assert_int_equal(exception_enter(&board.sim).outcome, EXCEPTION_LOCKED_UP);
}

/* A78: stack limits of instructions and of exception entry. */
static void stack_limits(void **state)
{
    const uint32_t limit = BOARD_PSP - 8;

    (void)state;
    enable_all_faults();
    board_msr(&board, SYSM_PSPLIM, limit + 3);
    assert_int_equal(board_mrs(&board, SYSM_PSPLIM), limit);
    board_msr(&board, SYSM_PSP, BOARD_PSP);
    assert_true(core_stack_limit_ok(core, 0)); /* MSP is in use and has none */
    board_msr(&board, SYSM_CONTROL, 2);
    assert_true(core_stack_limit_ok(core, limit));
    assert_false(core_stack_limit_ok(core, limit - 4));
    memset(board.ram + (limit - 64 - BOARD_RAM), 0x55, 64);
    exception_fault(&board.sim, FAULT_STACK_LIMIT, 0);
    struct exception_event event = exception_enter(&board.sim);
    assert_int_equal(event.words, 0);
    assert_int_equal(core->ipsr, EXC_USAGE_FAULT);
    assert_int_equal(board_read(&board, SCB_CFSR), 0x00100000);
    assert_int_equal(board_mrs(&board, SYSM_PSP), limit);
    for (unsigned i = 0; i < 64; i++)
        assert_int_equal(board.ram[limit - 64 - BOARD_RAM + i], 0x55);

    /* An interrupt's frame that reaches the limit exactly is fine; one word less is not. */
    for (unsigned less = 0; less < 2; less++) {
        board_start(&board, ARCH_V8M);
        enable_all_faults();
        board_write(&board, SCB_SHPR3, 0x00400000);
        board_msr(&board, SYSM_MSPLIM, BOARD_MSP - 32 + 8 * less);
        exception_pend(&board.sim, EXC_PENDSV);
        assert_true(board_enter(&board));
        assert_int_equal(core->ipsr, less ? EXC_USAGE_FAULT : EXC_PENDSV);
        assert_int_equal(core->r[SP], BOARD_MSP - 32 + 8 * less);
    }
}

/* CCR.STKOFHFNMIGN: no limits at a negative priority. */
static void stack_limits_ignored(void **state)
{
    (void)state;
    board_msr(&board, SYSM_MSPLIM, BOARD_MSP - 32);
    exception_pend(&board.sim, EXC_NMI);
    assert_true(board_enter(&board));
    assert_false(core_stack_limit_ok(core, BOARD_MSP - 40));
    board_write(&board, SCB_CCR, CCR_STKOFHFNMIGN);
    assert_true(core_stack_limit_ok(core, BOARD_MSP - 40));
    board_return(&board);
    assert_false(core_stack_limit_ok(core, BOARD_MSP - 40));
}

/* In Thread mode an EXC_RETURN value is an address that cannot be executed. */
static void exc_return_in_thread_mode(void **state)
{
    (void)state;
    assert_false(exception_is_return(core, 0xfffffffd));
    exception_pend(&board.sim, EXC_PENDSV);
    assert_true(board_enter(&board));
    assert_true(exception_is_return(core, 0xf0000000));
    assert_false(exception_is_return(core, 0xefffffff));
    core->architecture = ARCH_V8M;
    assert_true(exception_is_return(core, 0xff000000));
    assert_false(exception_is_return(core, 0xfeffffff));
}

/* v6-M has HardFault only. */
static void v6m_faults(void **state)
{
    (void)state;
    exception_fault(&board.sim, FAULT_UNALIGNED, 0);
    assert_true(board_enter(&board));
    assert_int_equal(core->ipsr, EXC_HARD_FAULT);
    exception_fault(&board.sim, FAULT_UNDEFINED, 0);
    assert_true(core->locked_up);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup(status_words, start_m33),
        cmocka_unit_test_setup(escalation_at_equal_priority, start_m33),
        cmocka_unit_test_setup(svc_escalates, start_m33),
        cmocka_unit_test_setup(lockup, start_m33),
        cmocka_unit_test_setup(empty_image, start_m33),
        cmocka_unit_test_setup(no_vector_table, start_m33),
        cmocka_unit_test_setup(vector_fault, start_m33),
        cmocka_unit_test_setup(illegal_returns, start_m33),
        cmocka_unit_test_setup(return_from_inactive, start_m33),
        cmocka_unit_test_setup(return_to_thread_when_nested, start_m4),
        cmocka_unit_test_setup(frame_of_the_wrong_mode, start_m33),
        cmocka_unit_test_setup(frame_of_the_wrong_mode_v7m, start_m4),
        cmocka_unit_test_setup(return_to_t_clear, start_m33),
        cmocka_unit_test_setup(stacking_faults, start_m33),
        cmocka_unit_test_setup(frames_elsewhere, start_m33),
        cmocka_unit_test_setup(ignored_bus_faults, start_m33),
        cmocka_unit_test_setup(stacking_fault_of_hard_fault, start_m33),
        cmocka_unit_test_setup(stack_limits, start_m33),
        cmocka_unit_test_setup(stack_limits_ignored, start_m33),
        cmocka_unit_test_setup(exc_return_in_thread_mode, start_m4),
        cmocka_unit_test_setup(v6m_faults, start_m0),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
