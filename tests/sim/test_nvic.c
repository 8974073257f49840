/* NVIC: pending, enabling, priorities, grouping, level inputs behind the synchroniser.
 * SPDX-License-Identifier: MIT
 */
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

/* A02: one pend is one entry, and ICPR cancels it. */
static void pending_is_consumed(void **state)
{
    (void)state;
    board_write(&board, NVIC_ISER0, 1);
    board_msr(&board, SYSM_PRIMASK, 1);
    board_write(&board, NVIC_ISPR0, 1);
    board_write(&board, NVIC_ICPR0, 1);
    board_msr(&board, SYSM_PRIMASK, 0);
    board_settle(&board);
    assert_log_empty(&board);
    board_write(&board, NVIC_ISPR0, 1);
    board_settle(&board);
    board_settle(&board);
    assert_log(&board, 16);
    assert_int_equal(board_read(&board, NVIC_ISPR0), 0);
}

/* A04: pending does not ask whether it is enabled; VECTPENDING does. */
static void disabled_becomes_pending(void **state)
{
    (void)state;
    board_write(&board, NVIC_ISPR0, 4);
    assert_int_equal(board_read(&board, NVIC_ISPR0), 4);
    assert_int_equal(board_read(&board, SCB_ICSR), 0x00400800);
    board_settle(&board);
    assert_log_empty(&board);
    board_write(&board, NVIC_ISER0, 4);
    assert_int_equal(board_read(&board, NVIC_ICER0), 4);
    board_settle(&board);
    assert_log(&board, 18);
    board_write(&board, NVIC_ICER0, 4);
    assert_int_equal(board_read(&board, NVIC_ISER0), 0);
}

/* What is ready to be taken follows every change at once. */
static void readiness(void **state)
{
    (void)state;
    board_write(&board, NVIC_ISPR0, 4);
    board_write(&board, NVIC_ISER0, 4);
    assert_true(core->exception_ready);
    board_write(&board, NVIC_ICER0, 4);
    assert_false(core->exception_ready);
    board_write(&board, NVIC_ISER0, 4);
    assert_true(core->exception_ready);
    board_write(&board, NVIC_ICPR0, 4);
    assert_false(core->exception_ready);
    board_write(&board, SCB_ICSR, UINT32_C(1) << 31);
    assert_true(core->exception_ready);
    board_write(&board, SCB_ICSR, UINT32_C(1) << 30); /* NMIPENDCLR */
    assert_false(core->exception_ready);
}

/* A05: VECTPENDING and VECTACTIVE are exception numbers, nine bits wide. */
static void vect_fields(void **state)
{
    (void)state;
    board_write(&board, NVIC_IPR0, 0x00204040);
    board_write(&board, NVIC_ISER0, 7);
    board_msr(&board, SYSM_PRIMASK, 1);
    board_write(&board, NVIC_ISPR0, 7);
    assert_int_equal(board_read(&board, SCB_ICSR) >> 12 & 0x1ff, 0x12);
    board_msr(&board, SYSM_BASEPRI, 0x20); /* hides it, PRIMASK does not */
    assert_int_equal(board_read(&board, SCB_ICSR) >> 12 & 0x1ff, 0);
    board_msr(&board, SYSM_BASEPRI, 0);
    board_write(&board, NVIC_ICPR0, 5);
    board_msr(&board, SYSM_PRIMASK, 0);
    assert_true(board_enter(&board));
    assert_int_equal(board_read(&board, SCB_ICSR) & 0x1ff, 0x11);
    assert_int_equal(board_read(&board, NVIC_IABR0), 2);
}

/* A07: priority, then exception number. */
static void order_of_pending(void **state)
{
    (void)state;
    board_write(&board, NVIC_IPR0, 0x00204040);
    board_write(&board, SCB_SHPR3, 0xffff0000);
    board_write(&board, NVIC_ISER0, 7);
    board_msr(&board, SYSM_PRIMASK, 1);
    board_write(&board, NVIC_ISPR0, 7);
    board_write(&board, SCB_ICSR, PENDSVSET | PENDSTSET);
    board_msr(&board, SYSM_PRIMASK, 0);
    board_settle(&board);
    assert_log(&board, 18, 16, 17, 14, 15);
}

/* Subpriorities decide who goes first, and pre-empt nobody. */
static void grouping(void **state)
{
    static const struct {
        uint32_t prigroup;
        bool preempts;
    } rows[] = {{0, true}, {4, true}, {5, false}, {7, false}};

    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        board_start(&board, ARCH_V8M);
        board_write(&board, SCB_AIRCR, 0x05fa0000 | rows[i].prigroup << 8);
        assert_int_equal(board_read(&board, SCB_AIRCR), 0xfa052000 | rows[i].prigroup << 8);
        board_write(&board, NVIC_IPR0, 0x00606040); /* IRQ0 0x40, IRQ1 and IRQ2 0x60 */
        board_write(&board, NVIC_ISER0, 7);
        board_write(&board, NVIC_ISPR0, 2);
        assert_true(board_enter(&board));
        board_write(&board, NVIC_ISPR0, 5);
        assert_int_equal(board_enter(&board), rows[i].preempts);
        if (rows[i].preempts)
            continue;
        assert_int_equal(board_return(&board), EXCEPTION_TAIL_CHAINED);
        assert_int_equal(board_return(&board), EXCEPTION_TAIL_CHAINED);
        assert_log(&board, 17, 16, 18);
    }
}

/* Pre-emption after a nested handler has ended is again measured by the outer one. */
static void nesting(void **state)
{
    (void)state;
    board_write(&board, NVIC_IPR0, 0x80604080);
    board_write(&board, NVIC_ISER0, 0xf);
    board_write(&board, NVIC_ISPR0, 1); /* 0x80 */
    assert_true(board_enter(&board));
    board_write(&board, NVIC_ISPR0, 2); /* 0x40 */
    assert_true(board_enter(&board));
    assert_int_equal(exception_execution_priority(&board.sim), 0x40);
    board_write(&board, NVIC_ISPR0, 8); /* 0x80, waits for the first */
    assert_int_equal(board_return(&board), EXCEPTION_RETURNED);
    assert_int_equal(core->ipsr, 16);
    assert_int_equal(exception_execution_priority(&board.sim), 0x80);
    assert_false(board_enter(&board));
    board_write(&board, NVIC_ISPR0, 4); /* 0x60 */
    assert_true(board_enter(&board));
    assert_int_equal(board_return(&board), EXCEPTION_RETURNED);
    core->r[LR] = 0xffffffb8;
    assert_int_equal(board_return(&board), EXCEPTION_TAIL_CHAINED);
    assert_int_equal(board_return(&board), EXCEPTION_RETURNED);
    assert_log(&board, 16, 17, 18, 19);
}

/* The priority of an active exception may change under it. */
static void priority_of_an_active_exception(void **state)
{
    (void)state;
    board_write(&board, NVIC_IPR0, 0x4080);
    board_write(&board, NVIC_ISER0, 3);
    board_write(&board, NVIC_ISPR0, 1);
    assert_true(board_enter(&board));
    board_write(&board, NVIC_IPR0, 0x4020);
    board_write(&board, NVIC_ISPR0, 2);
    assert_false(board_enter(&board));
    board_write(&board, NVIC_IPR0, 0x4080);
    assert_true(board_enter(&board));
}

/* A09: NMI pre-empts HardFault under every grouping. */
static void fixed_priorities(void **state)
{
    (void)state;
    board_write(&board, SCB_AIRCR, 0x05fa0700);
    exception_fault(&board.sim, FAULT_UNDEFINED, 0);
    assert_true(board_enter(&board));
    board_write(&board, SCB_ICSR, UINT32_C(1) << 31);
    assert_true(board_enter(&board));
    board_return(&board);
    assert_int_equal(core->ipsr, EXC_HARD_FAULT);
    assert_log(&board, 3, 2);
}

/* A10: BASEPRI masks its own priority too, and its end takes what waited at once. */
static void basepri(void **state)
{
    static const struct {
        uint32_t basepri;
        bool taken;
    } rows[] = {{0x30, false}, {0x40, false}, {0x4f, false}, {0x50, true}, {0x00, true}};

    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        board_start(&board, ARCH_V8M);
        board_write(&board, NVIC_IPR0, 0x40);
        board_write(&board, NVIC_ISER0, 1);
        board_msr(&board, SYSM_BASEPRI, rows[i].basepri);
        board_write(&board, NVIC_ISPR0, 1);
        assert_int_equal(core->exception_ready, rows[i].taken);
        board_msr(&board, SYSM_BASEPRI, 0);
        assert_true(core->exception_ready);
    }
}

/* A12: implemented priority bits, also of system handlers and BASEPRI. */
static void priority_bits(void **state)
{
    static const struct {
        enum architecture architecture;
        uint32_t mask;
    } rows[] = {{ARCH_V8M, 0xf0}, {ARCH_V7EM, 0xf0}, {ARCH_V6M, 0xc0}};

    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        board_start(&board, rows[i].architecture);
        board_write(&board, NVIC_IPR0, 0xff);
        assert_int_equal(board_read(&board, NVIC_IPR0), rows[i].mask);
        board_write(&board, SCB_SHPR3, 0x00ff0000);
        assert_int_equal(board_read(&board, SCB_SHPR3), rows[i].mask << 16);
        if (rows[i].architecture == ARCH_V6M)
            continue;
        board_msr(&board, SYSM_BASEPRI, 0x35);
        assert_int_equal(board_mrs(&board, SYSM_BASEPRI), 0x30);
    }
}

/* A13: priorities by byte and half-word; v6-M takes words only. */
static void priority_bytes(void **state)
{
    uint32_t value;

    (void)state;
    assert_int_equal(board_store(&board, NVIC_IPR0, 1, 0x40), BUS_OK);
    assert_int_equal(board_store(&board, NVIC_IPR0 + 1, 1, 0x50), BUS_OK);
    assert_int_equal(board_store(&board, NVIC_IPR0 + 2, 1, 0x20), BUS_OK);
    assert_int_equal(board_read(&board, NVIC_IPR0), 0x00205040);
    assert_int_equal(board_store(&board, NVIC_IPR0 + 62, 2, 0x3010), BUS_OK);
    assert_int_equal(board_load(&board, NVIC_IPR0 + 63, 1, &value), BUS_OK);
    assert_int_equal(value, 0x30);
    assert_int_equal(board_store(&board, SCB_SHPR3 + 2, 1, 0xf0), BUS_OK);
    assert_int_equal(board_read(&board, SCB_SHPR3), 0x00f00000);
    board_write(&board, SCB_SHPR1, 0xffffffff);
    assert_int_equal(board_read(&board, SCB_SHPR1), 0x00f0f0f0); /* no exception 7 */
    board_write(&board, SCB_SHPR2, 0xffffffff);
    assert_int_equal(board_read(&board, SCB_SHPR2), 0xf0000000);

    board_start(&board, ARCH_V6M);
    assert_int_equal(board_store(&board, NVIC_IPR0, 1, 0x40), BUS_STOP);
}

/* A14: set and clear bits of ICSR act; they are not kept. */
static void icsr_actions(void **state)
{
    (void)state;
    board_msr(&board, SYSM_PRIMASK, 1);
    board_write(&board, SCB_ICSR, UINT32_C(1) << 27);
    board_write(&board, SCB_ICSR, board_read(&board, SCB_ICSR) | PENDSVSET);
    assert_int_equal(board_read(&board, SCB_ICSR) >> 27 & 3, 2);
    board_write(&board, SCB_ICSR, UINT32_C(1) << 27);
    assert_int_equal(board_read(&board, SCB_ICSR) >> 27 & 3, 0);
    assert_int_equal(board_store(&board, SCB_ICSR, 4, UINT32_C(3) << 27), BUS_STOP);
    assert_int_equal(board.sim.stop.reason, SIM_STOP_STRICT);
}

/* A15: a system reset from inside a handler. */
static void warm_reset(void **state)
{
    (void)state;
    board_write(&board, SCB_DEMCR, DEMCR_TRCENA);
    board_write(&board, NVIC_IPR0, 0x40);
    board_write(&board, NVIC_ISER0, 1);
    board_write(&board, NVIC_ISPR0, 1);
    assert_true(board_enter(&board));
    board_write(&board, SCB_AIRCR, 0x00000304); /* no key: nothing */
    assert_false(board.sim.ppb.reset_requested);
    board_write(&board, SCB_AIRCR, 0x05fa0304);
    nvic_set_line(&board.sim, 5, true, board.sim.now);
    board_warm_reset(&board);
    assert_int_equal(core->ipsr, 0);
    assert_int_equal(board_read(&board, NVIC_IABR0) | board_read(&board, NVIC_ISER0) |
                         board_read(&board, NVIC_ISPR0) | board_read(&board, NVIC_IPR0),
                     0);
    assert_int_equal(board_read(&board, SCB_AIRCR) & 0x700, 0);
    assert_int_equal(board_read(&board, SCB_DEMCR), DEMCR_TRCENA); /* outlives a system reset */
    board.logged = 0;
    board_write(&board, SCB_ICSR, PENDSVSET);
    board_settle(&board);
    assert_log(&board, 14);
    nvic_set_line(&board.sim, 5, true, board.sim.now); /* devices were low at the reset */
    board_run_until(&board, board.sim.now + 20);
    assert_int_equal(board_read(&board, NVIC_ISPR0), 0x20);
}

/* A45: SEVONPEND wakes WFE for an interrupt that is not enabled. */
static void sevonpend(void **state)
{
    (void)state;
    board_write(&board, NVIC_ISPR0, 1);
    assert_false(core->event);
    board_write(&board, SCB_SCR, 0x10);
    board_write(&board, NVIC_ISPR0, 1); /* pending already: no new event */
    assert_false(core->event);
    board_write(&board, NVIC_ISPR0, 2);
    assert_true(core->event);
}

/* An input reaches the pending logic behind the synchroniser, and changes keep their order. */
static void synchroniser(void **state)
{
    uint32_t delay = timing_knob(&board.sim.timing, TIMING_KNOB_IRQ_SYNCHRONISER);

    (void)state;
    assert_true(delay > 0);
    board_write(&board, NVIC_ISER0, 3);
    nvic_set_line(&board.sim, 0, true, 100);
    nvic_set_line(&board.sim, 0, true, 101); /* no change */
    nvic_set_line(&board.sim, 1, true, 102);
    nvic_set_line(&board.sim, 0, false, 101);
    board_run_until(&board, 100 + delay - 1);
    assert_int_equal(board_read(&board, NVIC_ISPR0), 0);
    board_run_until(&board, 100 + delay);
    assert_int_equal(board_read(&board, NVIC_ISPR0), 1);
    assert_true(core->exception_ready);
    board_run_until(&board, 102 + delay);
    assert_int_equal(board_read(&board, NVIC_ISPR0), 3);
    assert_int_equal(core->exceptions.line[0], 0x20000);
    assert_int_equal(board.ppb.event_cycle, NEVER);
}

/* Without a synchroniser the change is there at once. */
static void no_synchroniser(void **state)
{
    (void)state;
    assert_true(timing_knob_set(&board.sim.timing, "irq_synchroniser", 0));
    nvic_set_line(&board.sim, 7, true, 100);
    assert_int_equal(board_read(&board, NVIC_ISPR0), 0x80);
    assert_int_equal(board.ppb.event_cycle, NEVER);
}

/* An access sees what is due at its cycle, even if the event has not been run. */
static void access_sees_due_changes(void **state)
{
    uint32_t delay = timing_knob(&board.sim.timing, TIMING_KNOB_IRQ_SYNCHRONISER);

    (void)state;
    nvic_set_line(&board.sim, 33, true, 100);
    board.sim.now = 100 + delay;
    assert_int_equal(board_read(&board, NVIC_ISPR0 + 4), 2);
}

static void set_line(bool level)
{
    nvic_set_line(&board.sim, 0, level, board.sim.now);
    board_run_until(&board, board.sim.now + 20);
}

/* Levels: high at the end of the handler enters it again, a short pulse is kept, a pulse within the
 * handler pends, and clearing the pending bit does not help while the level is high. */
static void level_inputs(void **state)
{
    (void)state;
    board_write(&board, NVIC_ISER0, 1);
    set_line(true);
    assert_true(board_enter(&board));
    assert_int_equal(board_read(&board, NVIC_ISPR0), 0);
    board_write(&board, NVIC_ICPR0, 1);
    assert_int_equal(board_return(&board), EXCEPTION_TAIL_CHAINED); /* flag cleared too late */
    set_line(false);
    assert_int_equal(board_return(&board), EXCEPTION_RETURNED);
    assert_log(&board, 16, 16);

    set_line(true); /* a pulse, taken or not */
    set_line(false);
    assert_int_equal(board_read(&board, NVIC_ISPR0), 1);
    assert_true(board_enter(&board));
    set_line(true);
    set_line(false);
    assert_int_equal(board_read(&board, NVIC_ISPR0), 1);
    assert_int_equal(board_return(&board), EXCEPTION_TAIL_CHAINED);
    assert_int_equal(board_return(&board), EXCEPTION_RETURNED);
    assert_log(&board, 16, 16);

    board_write(&board, NVIC_ICER0, 1);
    set_line(true);
    board_write(&board, NVIC_ICPR0, 1);
    assert_int_equal(board_read(&board, NVIC_ISPR0), 1);
    set_line(false);
    board_write(&board, NVIC_ICPR0, 1);
    assert_int_equal(board_read(&board, NVIC_ISPR0), 0);
}

/* STIR: software trigger, unprivileged only where CCR allows it. */
static void stir(void **state)
{
    (void)state;
    board_write(&board, SCB_STIR, 3);
    assert_int_equal(board_read(&board, NVIC_ISPR0), 8);
    board_msr(&board, SYSM_CONTROL, 1);
    assert_int_equal(board_store(&board, SCB_STIR, 4, 4), BUS_FAULT);
    board.sim.ppb.ccr |= CCR_USERSETMPEND;
    assert_int_equal(board_store(&board, SCB_STIR, 4, 4), BUS_OK);
    core->control = 0;
    assert_int_equal(board_read(&board, NVIC_ISPR0), 0x18);
}

/* Interrupts that the part does not have read as zero and ignore writes. */
static void absent_interrupts(void **state)
{
    (void)state;
    board_write(&board, NVIC_ISER0 + 8, UINT32_MAX);
    assert_int_equal(board_read(&board, NVIC_ISER0 + 8), 0);
    board_write(&board, NVIC_ISPR0 + 0x3c, UINT32_MAX);
    assert_int_equal(board_read(&board, NVIC_ISPR0 + 0x3c), 0);
    board_write(&board, NVIC_IPR0 + 64, UINT32_MAX);
    assert_int_equal(board_read(&board, NVIC_IPR0 + 64), 0);
    board_write(&board, NVIC_IPR0 + 0x1ec, UINT32_MAX);
    assert_int_equal(board_read(&board, NVIC_IPR0 + 0x1ec), 0);
    board_write(&board, NVIC_ISER0 + 4, UINT32_MAX);
    assert_int_equal(board_read(&board, NVIC_ISER0 + 4), UINT32_MAX);
    assert_int_equal(board_read(&board, 0xe000e004), 1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup(pending_is_consumed, start_m33),
        cmocka_unit_test_setup(disabled_becomes_pending, start_m33),
        cmocka_unit_test_setup(readiness, start_m33),
        cmocka_unit_test_setup(vect_fields, start_m33),
        cmocka_unit_test_setup(order_of_pending, start_m33),
        cmocka_unit_test_setup(grouping, start_m33),
        cmocka_unit_test_setup(nesting, start_m33),
        cmocka_unit_test_setup(priority_of_an_active_exception, start_m33),
        cmocka_unit_test_setup(fixed_priorities, start_m33),
        cmocka_unit_test_setup(basepri, start_m33),
        cmocka_unit_test_setup(priority_bits, start_m33),
        cmocka_unit_test_setup(priority_bytes, start_m33),
        cmocka_unit_test_setup(icsr_actions, start_m33),
        cmocka_unit_test_setup(warm_reset, start_m33),
        cmocka_unit_test_setup(sevonpend, start_m33),
        cmocka_unit_test_setup(synchroniser, start_m33),
        cmocka_unit_test_setup(no_synchroniser, start_m33),
        cmocka_unit_test_setup(access_sees_due_changes, start_m33),
        cmocka_unit_test_setup(level_inputs, start_m33),
        cmocka_unit_test_setup(stir, start_m33),
        cmocka_unit_test_setup(absent_interrupts, start_m33),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
