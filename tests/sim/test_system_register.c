/* MSR, MRS and CPS: values, masks, privilege, what each architecture has.
 * SPDX-License-Identifier: MIT
 */
#include "tests/sim/board.h"
#include "tests/unit/cmocka_all.h"

enum { MASK_G = 1, MASK_NZCVQ = 2 };

static struct board board;
static struct core *const core = &board.sim.core;

static int start_m33(void **state)
{
    (void)state;
    board_start(&board, ARCH_V8M);
    return 0;
}

/* A11: BASEPRI_MAX raises only, and ignores zero, also a value of which no bit is implemented. */
static void basepri_max(void **state)
{
    static const struct {
        uint32_t before, written, after;
    } rows[] = {{0x40, 0x60, 0x40}, {0x40, 0x40, 0x40}, {0x40, 0x00, 0x40}, {0x40, 0x20, 0x20},
                {0x00, 0x60, 0x60}, {0x40, 0x07, 0x40}, {0x40, 0x1ff, 0x40}};

    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        board_msr(&board, SYSM_BASEPRI, rows[i].before);
        board_msr(&board, SYSM_BASEPRI_MAX, rows[i].written);
        assert_int_equal(board_mrs(&board, SYSM_BASEPRI), rows[i].after);
        assert_int_equal(board_mrs(&board, SYSM_BASEPRI_MAX), rows[i].after);
    }
}

/* A60: APSR by its mask bits; EPSR reads 0; IPSR is the exception's number. */
static void xpsr(void **state)
{
    (void)state;
    assert_true(system_register_write(&board.sim, SYSM_APSR, MASK_G, 0x000f0000));
    assert_true(system_register_write(&board.sim, SYSM_APSR, MASK_NZCVQ, 0xf8000000));
    assert_int_equal(board_mrs(&board, SYSM_APSR), 0xf80f0000);
    assert_true(system_register_write(&board.sim, SYSM_APSR, MASK_G, 0x00050000));
    assert_int_equal(board_mrs(&board, SYSM_APSR), 0xf8050000);
    assert_true(system_register_write(&board.sim, SYSM_IPSR, MASK_NZCVQ | MASK_G, 0));
    assert_int_equal(board_mrs(&board, SYSM_APSR), 0xf8050000);
    assert_true(system_register_write(&board.sim, SYSM_XPSR, MASK_NZCVQ, 0x07000011));
    assert_int_equal(board_mrs(&board, SYSM_XPSR), 0x00050000);
    core->itstate = 0xff;
    board_write(&board, NVIC_ISER0, 1);
    board_write(&board, NVIC_ISPR0, 1);
    assert_true(board_enter(&board));
    assert_int_equal(board_mrs(&board, SYSM_IPSR), 16);
    assert_int_equal(board_mrs(&board, SYSM_XPSR), 0x00050010);
    assert_int_equal(board_mrs(&board, SYSM_APSR), 0x00050000);
}

/* GE is there with the DSP extension only. */
static void ge_without_dsp(void **state)
{
    (void)state;
    board_start(&board, ARCH_V7M);
    assert_true(system_register_write(&board.sim, SYSM_APSR, MASK_NZCVQ | MASK_G, UINT32_MAX));
    assert_int_equal(board_mrs(&board, SYSM_APSR), 0xf8000000);
}

/* A61: bits 1:0 of a stack pointer are zero; each bank is found wherever it lives. */
static void stack_pointers(void **state)
{
    (void)state;
    board_msr(&board, SYSM_PSP, 0x20001007);
    assert_int_equal(board_mrs(&board, SYSM_PSP), 0x20001004);
    board_msr(&board, SYSM_MSP, 0x20002003);
    assert_int_equal(core->r[SP], 0x20002000);
    board_msr(&board, SYSM_CONTROL, 2);
    assert_int_equal(core->r[SP], 0x20001004);
    core->r[SP] -= 4;
    assert_int_equal(board_mrs(&board, SYSM_PSP), 0x20001000);
    assert_int_equal(board_mrs(&board, SYSM_MSP), 0x20002000);
    board_msr(&board, SYSM_MSP, 0x20003000);
    assert_int_equal(core->r[SP], 0x20001000);
    board_msr(&board, SYSM_CONTROL, 0);
    assert_int_equal(core->r[SP], 0x20003000);
}

/* Unprivileged code reads zero and writes nothing, but for the flags and reading CONTROL. */
static void unprivileged(void **state)
{
    static const unsigned registers[] = {SYSM_MSP,     SYSM_PSP,     SYSM_MSPLIM,   SYSM_PSPLIM,
                                         SYSM_PRIMASK, SYSM_BASEPRI, SYSM_FAULTMASK};

    (void)state;
    board_msr(&board, SYSM_BASEPRI, 0x40);
    board_msr(&board, SYSM_PSP, BOARD_PSP);
    board_msr(&board, SYSM_PSPLIM, BOARD_RAM);
    board_msr(&board, SYSM_CONTROL, 3);
    for (size_t i = 0; i < sizeof registers / sizeof registers[0]; i++) {
        assert_int_equal(board_mrs(&board, registers[i]), 0);
        board_msr(&board, registers[i], 8);
    }
    board_msr(&board, SYSM_CONTROL, 0);
    assert_int_equal(board_mrs(&board, SYSM_CONTROL), 3);
    system_change_masks(&board.sim, true, true, true);
    board_msr(&board, SYSM_APSR, 0x80000000);
    assert_int_equal(board_mrs(&board, SYSM_APSR), 0x80000000);
    core->control = 0;
    assert_int_equal(core->basepri, 0x40);
    assert_int_equal(core->primask | core->faultmask, 0);
    assert_int_equal(core->splim[STACK_PROCESS], BOARD_RAM);
    assert_int_equal(core->splim[STACK_MAIN], 0);
}

/* PRIMASK and FAULTMASK hold exceptions back, and let them go in the same step. */
static void masks(void **state)
{
    (void)state;
    board_write(&board, SCB_ICSR, PENDSVSET);
    system_change_masks(&board.sim, true, true, false);
    assert_int_equal(board_mrs(&board, SYSM_PRIMASK), 1);
    assert_false(core->exception_ready);
    assert_int_equal(exception_execution_priority(&board.sim), 0);
    system_change_masks(&board.sim, true, false, true);
    assert_int_equal(exception_execution_priority(&board.sim), -1);
    system_change_masks(&board.sim, false, true, false);
    assert_false(core->exception_ready);
    system_change_masks(&board.sim, false, false, true);
    assert_true(core->exception_ready);
    assert_int_equal(exception_execution_priority(&board.sim), PRIORITY_THREAD);
}

/* FAULTMASK cannot be set in HardFault or NMI; it can be cleared. */
static void faultmask_in_fault_handlers(void **state)
{
    (void)state;
    exception_fault(&board.sim, FAULT_UNDEFINED, 0);
    assert_true(board_enter(&board));
    board_msr(&board, SYSM_FAULTMASK, 1);
    assert_int_equal(board_mrs(&board, SYSM_FAULTMASK), 0);
    board_return(&board);
    board_msr(&board, SYSM_FAULTMASK, 1);
    board_msr(&board, SYSM_FAULTMASK, 0);
    assert_int_equal(board_mrs(&board, SYSM_FAULTMASK), 0);
}

/* What is no register of an architecture is refused. */
static void absent_registers(void **state)
{
    static const struct {
        enum architecture architecture;
        unsigned sysm;
        bool there;
    } rows[] = {
        {ARCH_V8M, 4, false},
        {ARCH_V8M, 12, false},
        {ARCH_V8M, 21, false},
        {ARCH_V8M, 0x88, false},
        {ARCH_V8M, 0x98, false},
        {ARCH_V8M, SYSM_MSPLIM, true},
        {ARCH_V7EM, SYSM_MSPLIM, false},
        {ARCH_V7EM, SYSM_BASEPRI, true},
        {ARCH_V6M, SYSM_BASEPRI, false},
        {ARCH_V6M, SYSM_FAULTMASK, false},
        {ARCH_V6M, SYSM_PRIMASK, true},
        {ARCH_V6M, SYSM_CONTROL, true},
    };

    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        uint32_t value = 1;
        board_start(&board, rows[i].architecture);
        assert_int_equal(system_register_read(&board.sim, rows[i].sysm, &value), rows[i].there);
        assert_int_equal(system_register_write(&board.sim, rows[i].sysm, 2, 0), rows[i].there);
    }
}

/* FPCA is there where the FPU is. */
static void fpca(void **state)
{
    (void)state;
    board_msr(&board, SYSM_CONTROL, 4);
    assert_int_equal(board_mrs(&board, SYSM_CONTROL), 4);
    board_start(&board, ARCH_V7M);
    board_msr(&board, SYSM_CONTROL, 4);
    assert_int_equal(board_mrs(&board, SYSM_CONTROL), 0);
}

/* v6-M without the Unprivileged extension. */
static void control_of_m0(void **state)
{
    (void)state;
    board_start(&board, ARCH_V6M);
    board_msr(&board, SYSM_CONTROL, 3);
    assert_int_equal(board_mrs(&board, SYSM_CONTROL), 2);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup(basepri_max, start_m33),
        cmocka_unit_test_setup(xpsr, start_m33),
        cmocka_unit_test_setup(ge_without_dsp, start_m33),
        cmocka_unit_test_setup(stack_pointers, start_m33),
        cmocka_unit_test_setup(unprivileged, start_m33),
        cmocka_unit_test_setup(masks, start_m33),
        cmocka_unit_test_setup(faultmask_in_fault_handlers, start_m33),
        cmocka_unit_test_setup(absent_registers, start_m33),
        cmocka_unit_test_setup(fpca, start_m33),
        cmocka_unit_test_setup(control_of_m0, start_m33),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
