/* Exception entry and return: frames, EXC_RETURN, tail-chaining, late arrival, masks, state kept.
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

static void use_process_stack(uint32_t psp)
{
    board_msr(&board, SYSM_PSP, psp);
    board_msr(&board, SYSM_CONTROL, 2);
}

static void pend(unsigned number)
{
    exception_pend(&board.sim, number);
}

/* Frame, from the new SP upwards: r0-r3, r12, lr, return address, xPSR (DDI 0553 B3.19). */
static void frame_order(void **state)
{
    static const uint32_t want[8] = {0x10, 0x11, 0x12, 0x13, 0x1c, 0x1e, BOARD_CODE, 0xf90f0000};

    (void)state;
    for (unsigned r = 0; r < 13; r++)
        core->r[r] = 0x10 + r;
    core->r[LR] = 0x1e;
    core_set_apsr(core, 0xf80f0000);
    pend(EXC_PENDSV);
    struct exception_event event = exception_enter(&board.sim);
    assert_int_equal(event.outcome, EXCEPTION_ENTERED);
    assert_int_equal(event.number, EXC_PENDSV);
    assert_int_equal(event.words, 8);
    assert_int_equal(core->r[SP], BOARD_MSP - 32);
    assert_memory_equal(board.ram + (core->r[SP] - BOARD_RAM), want, sizeof want);
    assert_int_equal(core->r[PC], board_handler(EXC_PENDSV));
    assert_int_equal(core->ipsr, EXC_PENDSV);
}

/* EXC_RETURN by architecture, mode and stack; FreeRTOS starts tasks with 0xFFFFFFBC on a Cortex-M33
 * without the Security Extension. */
static void exc_return_values(void **state)
{
    static const struct {
        enum architecture architecture;
        uint32_t thread_main, thread_process, handler;
    } rows[] = {
        {ARCH_V8M, 0xffffffb8, 0xffffffbc, 0xffffffb0},
        {ARCH_V7EM, 0xfffffff9, 0xfffffffd, 0xfffffff1},
        {ARCH_V6M, 0xfffffff9, 0xfffffffd, 0xfffffff1},
    };

    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        board_start(&board, rows[i].architecture);
        pend(EXC_PENDSV);
        assert_true(board_enter(&board));
        assert_int_equal(core->r[LR], rows[i].thread_main);
        pend(EXC_NMI);
        assert_true(board_enter(&board));
        assert_int_equal(core->r[LR], rows[i].handler);
        board_return(&board);
        core->r[LR] = rows[i].thread_main;
        board_return(&board);
        use_process_stack(BOARD_PSP);
        pend(EXC_PENDSV);
        assert_true(board_enter(&board));
        assert_int_equal(core->r[LR], rows[i].thread_process);
    }
}

/* A task that never ran: its frame was written by hand, and the first return goes to it. */
static void start_of_a_task(void **state)
{
    static const uint32_t frame[8] = {1, 2, 3, 4, 12, 0xaaaaaaaa, BOARD_CODE + 0x41, 0x01000000};

    (void)state;
    exception_svc(&board.sim);
    assert_true(board_enter(&board));
    memcpy(board.ram + 0x1000, frame, sizeof frame);
    board_msr(&board, SYSM_PSP, BOARD_RAM + 0x1000);
    assert_true(exception_is_return(core, 0xffffffbc));
    struct exception_event event = exception_return(&board.sim, 0xffffffbc);
    assert_int_equal(event.outcome, EXCEPTION_RETURNED);
    assert_int_equal(core->ipsr, 0);
    assert_int_equal(core->r[PC], BOARD_CODE + 0x40); /* bit 0 is ignored */
    assert_int_equal(core->r[SP], BOARD_RAM + 0x1020);
    assert_int_equal(core->control, 2);
    assert_int_equal(core->r[12], 12);
    assert_int_equal(core->r[LR], 0xaaaaaaaa);
    assert_int_equal(board_mrs(&board, SYSM_MSP), BOARD_MSP - 32); /* SVC's frame stays there */
}

/* The stack pointer is aligned to 8 bytes, and what was padded is told in bit 9 of the xPSR. */
static void stack_alignment(void **state)
{
    uint32_t xpsr;

    (void)state;
    core->r[SP] = BOARD_MSP - 4;
    pend(EXC_PENDSV);
    assert_true(board_enter(&board));
    assert_int_equal(core->r[SP], BOARD_MSP - 40);
    xpsr = board_read(&board, core->r[SP] + 28);
    assert_int_equal(xpsr, 0x01000200); /* T, SPREALIGN */
    board_return(&board);
    assert_int_equal(core->r[SP], BOARD_MSP - 4);
    assert_int_equal(core_xpsr(core) & 0x200, 0);
}

/* A18: CCR.STKALIGN is writable on v7-M and fixed on v8-M. */
static void stkalign(void **state)
{
    (void)state;
    assert_int_equal(board_read(&board, SCB_CCR), 0x200);
    board_write(&board, SCB_CCR, 0);
    core->r[SP] = BOARD_MSP - 4;
    pend(EXC_PENDSV);
    assert_true(board_enter(&board));
    assert_int_equal(core->r[SP], BOARD_MSP - 36);
    assert_int_equal(board_read(&board, core->r[SP] + 28) & 0x200, 0);
    board_return(&board);
    assert_int_equal(core->r[SP], BOARD_MSP - 4);

    board_start(&board, ARCH_V8M);
    board_write(&board, SCB_CCR, 0);
    assert_int_equal(board_read(&board, SCB_CCR), 0x201);
}

/* A25: banked stack pointers, SPSEL in Handler mode. */
static void stack_banks(void **state)
{
    (void)state;
    use_process_stack(BOARD_RAM + 0x4000);
    exception_svc(&board.sim);
    assert_true(board_enter(&board));
    assert_int_equal(core->r[LR], 0xffffffbc);
    assert_int_equal(board_mrs(&board, SYSM_PSP), BOARD_RAM + 0x3fe0);
    assert_int_equal(core->r[SP], BOARD_MSP);
    assert_int_equal(board_mrs(&board, SYSM_CONTROL), 0);
    board_msr(&board, SYSM_CONTROL, 2);
    assert_int_equal(board_mrs(&board, SYSM_CONTROL), 0);
    board_return(&board);
    assert_int_equal(board_mrs(&board, SYSM_CONTROL), 2);
    assert_int_equal(core->r[SP], BOARD_RAM + 0x4000);
}

/* A35: the IT state is stacked, cleared in the handler and restored; A60: as xPSR shows it. */
static void it_state(void **state)
{
    (void)state;
    core_set_apsr(core, 0x60000000);
    core->itstate = 0x18; /* EQ, one instruction left: stacked at bits 15:10 and 26:25 */
    exception_svc(&board.sim);
    assert_true(board_enter(&board));
    assert_int_equal(core->itstate, 0);
    assert_int_equal(board_read(&board, core->r[SP] + 28), 0x61001800);
    board_return(&board);
    assert_int_equal(core->itstate, 0x18);
    core->itstate = 0xe7;
    pend(EXC_PENDSV);
    assert_true(board_enter(&board));
    assert_int_equal(board_read(&board, core->r[SP] + 28), 0x6700e400);
    board_return(&board);
    assert_int_equal(core->itstate, 0xe7);
}

/* A handler that ends while another exception is pending passes on without a pop. */
static void tail_chain(void **state)
{
    struct exception_event event;

    (void)state;
    use_process_stack(BOARD_PSP);
    pend(EXC_PENDSV);
    pend(EXC_SYSTICK);
    assert_true(board_enter(&board));
    assert_int_equal(core->ipsr, EXC_PENDSV);
    core->control |= 4; /* A21: a tail-chained entry clears FPCA too */
    event = exception_return(&board.sim, core->r[LR]);
    assert_int_equal(event.outcome, EXCEPTION_TAIL_CHAINED);
    assert_int_equal(event.number, EXC_SYSTICK);
    assert_int_equal(event.words, 0);
    assert_int_equal(core->r[LR], 0xffffffbc);
    assert_int_equal(core->control, 0);
    assert_int_equal(board_mrs(&board, SYSM_PSP), BOARD_PSP - 32);
    event = exception_return(&board.sim, core->r[LR]);
    assert_int_equal(event.outcome, EXCEPTION_RETURNED);
    assert_int_equal(event.number, EXC_SYSTICK);
    assert_int_equal(core->r[SP], BOARD_PSP);
    assert_int_equal(core->exceptions.active_count, 0);
}

/* A more urgent exception takes over the frame; the first one stays pending and follows. */
static void late_arrival(void **state)
{
    struct exception_event event;

    (void)state;
    board_write(&board, SCB_SHPR3, 0x00f00000); /* PendSV lowest, SysTick 0 */
    pend(EXC_PENDSV);
    event = exception_enter(&board.sim);
    assert_false(exception_late_arrival(&board.sim, &event));
    pend(EXC_SYSTICK);
    assert_true(exception_late_arrival(&board.sim, &event));
    assert_int_equal(event.outcome, EXCEPTION_ENTERED);
    assert_int_equal(event.number, EXC_SYSTICK);
    assert_int_equal(core->r[SP], BOARD_MSP - 32);
    assert_int_equal(core->r[LR], 0xffffffb8);
    assert_int_equal(core->exceptions.active_count, 1);
    assert_int_equal(board_return(&board), EXCEPTION_TAIL_CHAINED);
    assert_int_equal(core->ipsr, EXC_PENDSV);
    assert_int_equal(board_return(&board), EXCEPTION_RETURNED);
    assert_int_equal(core->r[SP], BOARD_MSP);
}

/* A26: FAULTMASK ends with the handler, unless that is NMI's. */
static void faultmask_lifetime(void **state)
{
    (void)state;
    pend(EXC_PENDSV);
    assert_true(board_enter(&board));
    board_msr(&board, SYSM_FAULTMASK, 1);
    assert_int_equal(board_mrs(&board, SYSM_FAULTMASK), 1);
    pend(EXC_NMI);
    assert_true(board_enter(&board));
    board_return(&board);
    assert_int_equal(board_mrs(&board, SYSM_FAULTMASK), 1);
    core->r[LR] = 0xffffffb8;
    board_return(&board);
    assert_int_equal(board_mrs(&board, SYSM_FAULTMASK), 0);
}

/* A45: entry and return set the event register; both clear the exclusive monitor. */
static void event_and_monitor(void **state)
{
    (void)state;
    core->monitor_open = true;
    pend(EXC_PENDSV);
    assert_true(board_enter(&board));
    assert_true(core->event);
    assert_false(core->monitor_open);
    core->event = false;
    core->monitor_open = true;
    board_return(&board);
    assert_true(core->event);
    assert_false(core->monitor_open);
}

/* SCR.SLEEPONEXIT: the core sleeps when the last handler returns to Thread mode, and not before. */
static void sleep_on_exit(void **state)
{
    (void)state;
    board_write(&board, SCB_SCR, 2);
    pend(EXC_PENDSV);
    assert_true(board_enter(&board));
    pend(EXC_NMI);
    assert_true(board_enter(&board));
    board_return(&board);
    assert_false(core->sleeping);
    core->r[LR] = 0xffffffb8;
    board_return(&board);
    assert_true(core->sleeping);
    pend(EXC_PENDSV);
    assert_true(board_enter(&board));
    assert_false(core->sleeping);
}

/* A44: WFI wakes for what PRIMASK holds back, but not for what BASEPRI or the priority does. */
static void wake_up(void **state)
{
    (void)state;
    board_write(&board, SCB_SHPR3, 0x00400000);
    board_msr(&board, SYSM_PRIMASK, 1);
    assert_false(exception_wakes(&board.sim));
    pend(EXC_PENDSV);
    assert_false(core->exception_ready);
    assert_true(exception_wakes(&board.sim));
    board_msr(&board, SYSM_BASEPRI, 0x40);
    assert_false(exception_wakes(&board.sim));
    board_msr(&board, SYSM_BASEPRI, 0x50);
    assert_true(exception_wakes(&board.sim));
    board_msr(&board, SYSM_PRIMASK, 0);
    board_settle(&board);
    assert_log(&board, EXC_PENDSV);
}

/* A16: registers after reset. */
static void reset_values(void **state)
{
    (void)state;
    board_set_vector(&board, 0, 0x20001003);
    core->faultmask = core->primask = 1;
    core->control = 3;
    core->monitor_open = core->event = core->sleeping = true;
    exception_reset(&board.sim);
    assert_false(core->monitor_open || core->event || core->sleeping);
    assert_int_equal(core->r[SP], 0x20001000);
    assert_int_equal(core->r[LR], 0xffffffff);
    assert_int_equal(core->r[PC], board_handler(EXC_RESET));
    assert_int_equal(core->primask | core->faultmask | core->basepri | core->control, 0);
    assert_int_equal(core_xpsr(core) & 0x010001ff, 0x01000000);
    board_set_vector(&board, EXC_RESET, board_handler(EXC_RESET)); /* bit 0 clear */
    exception_reset(&board.sim);
    assert_true(core->t_clear);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup(frame_order, start_m33),
        cmocka_unit_test_setup(exc_return_values, start_m33),
        cmocka_unit_test_setup(start_of_a_task, start_m33),
        cmocka_unit_test_setup(stack_alignment, start_m33),
        cmocka_unit_test_setup(stkalign, start_m4),
        cmocka_unit_test_setup(stack_banks, start_m33),
        cmocka_unit_test_setup(it_state, start_m33),
        cmocka_unit_test_setup(tail_chain, start_m33),
        cmocka_unit_test_setup(late_arrival, start_m33),
        cmocka_unit_test_setup(faultmask_lifetime, start_m33),
        cmocka_unit_test_setup(event_and_monitor, start_m33),
        cmocka_unit_test_setup(sleep_on_exit, start_m33),
        cmocka_unit_test_setup(wake_up, start_m33),
        cmocka_unit_test_setup(reset_values, start_m33),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
