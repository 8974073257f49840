/* The rest of the private peripheral bus: identity, SCB, DWT, ITM, MPU, strictness, privilege.
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

/* Values out of reset. */
static void reset_values(void **state)
{
    static const struct {
        enum architecture architecture;
        uint32_t address, value;
    } rows[] = {
        {ARCH_V8M, 0xe000ed00, 0x410fd214},
        {ARCH_V7EM, 0xe000ed00, 0x410fc241},
        {ARCH_V7M, 0xe000ed00, 0x412fc231},
        {ARCH_V6M, 0xe000ed00, 0x410cc200},
        {ARCH_V8M, SCB_CCR, 0x201},
        {ARCH_V7EM, SCB_CCR, 0x200},
        {ARCH_V6M, SCB_CCR, 0x208},
        {ARCH_V8M, SCB_VTOR, BOARD_FLASH},
        {ARCH_V8M, SCB_AIRCR, 0xfa052000},
        {ARCH_V7EM, SCB_AIRCR, 0xfa050000},
        {ARCH_V8M, SCB_ICSR, 0x800},
        {ARCH_V6M, SCB_ICSR, 0},
        {ARCH_V8M, DWT_CTRL, 0x40000000},
        {ARCH_V8M, 0xe000ed40, 0x30},
        {ARCH_V8M, 0xe000ed44, 0x200},
        {ARCH_V8M, 0xe000ed60, 0x01101110},
        {ARCH_V8M, 0xe000ed74, 0},
        {ARCH_V8M, 0xe000ed7c, 0x8000c000},
        {ARCH_V8M, 0xe000ed90, 0x800},
        {ARCH_V6M, 0xe000ed90, 0},
        {ARCH_V8M, 0xe000ef34, 0xc0000000},
        {ARCH_V8M, 0xe000ef40, 0x10110021},
        {ARCH_V8M, 0xe000edd0, 0},
        {ARCH_V8M, 0xe000edf0, 0x03010000},
        {ARCH_V8M, 0xe000ed88, 0},
        {ARCH_V7EM, DWT_CTRL, 0x40000000},
        {ARCH_V7M, DWT_CTRL, 0x40000000},
        {ARCH_V7EM, 0xe000ed90, 0x800},
        {ARCH_V7M, 0xe000ed90, 0x800},
        {ARCH_V7M, SCB_CCR, 0x200},
        {ARCH_V7EM, 0xe000ef34, 0xc0000000},
        {ARCH_V7EM, 0xe000ef40, 0x10110021},
        {ARCH_V7EM, 0xe000ef44, 0x11000011},
        {ARCH_V7EM, 0xe000ed60, 0x01101110},
        {ARCH_V7M, 0xe000ed60, 0x01100110},
        {ARCH_V7M, 0xe000ed88, 0},
        {ARCH_V7EM, 0xe000e004, 1},
        {ARCH_V6M, SCB_AIRCR, 0xfa050000},
        {ARCH_V6M, SCB_SCR, 0},
        {ARCH_V6M, SYST_CSR, 0},
    };

    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        board_start(&board, rows[i].architecture);
        assert_int_equal(board_read(&board, rows[i].address), rows[i].value);
    }
}

/* What is written and what reads back. */
static void storage(void **state)
{
    static const struct {
        enum architecture architecture;
        uint32_t address, written, value;
    } rows[] = {
        {ARCH_V8M, SCB_VTOR, 0x200000ff, 0x20000080},
        {ARCH_V7EM, SCB_VTOR, 0xffffffff, 0xffffff80},
        {ARCH_V7M, SCB_VTOR, 0xffffffff, 0x3fffff80},
        {ARCH_V8M, SCB_CCR, 0xffffffff, 0x71b},
        {ARCH_V7EM, SCB_CCR, 0xffffffff, 0x31b},
        {ARCH_V6M, SCB_CCR, 0, 0x208},
        {ARCH_V8M, SCB_SCR, 0xffffffff, 0x16},
        {ARCH_V8M, SCB_AIRCR, 0xfa050700, 0xfa052000},
        {ARCH_V8M, SCB_AIRCR, 0x05fa0700, 0xfa052700},
        {ARCH_V6M, SCB_AIRCR, 0x05fa0700, 0xfa050000},
        {ARCH_V8M, SCB_SHCSR, 0x00070000, 0x00070000},
        {ARCH_V8M, 0xe000ed88, 0x00f00000, 0x00f00000},
        {ARCH_V8M, 0xe000ed88, 0xffffffff, 0x00f00000},
        {ARCH_V7M, 0xe000ed88, 0xffffffff, 0},
        {ARCH_V8M, 0xe000ef34, 0x10000001, 0x10000001},
        {ARCH_V7EM, 0xe000ef34, 0x10000001, 0x00000001},
        {ARCH_V8M, 0xe000ef38, 0x20000fff, 0x20000ff8},
        {ARCH_V8M, 0xe000ef3c, 0xffffffff, 0x07c00000},
        {ARCH_V8M, SYST_RVR, 0xffffffff, 0x00ffffff},
        {ARCH_V8M, SCB_BFAR, 0x12345678, 0x12345678},
        {ARCH_V8M, 0xe000ed3c, 0xffffffff, 0},
        {ARCH_V8M, 0xe000ed98, 7, 7},
        {ARCH_V8M, 0xe000edc0, 0x44ff, 0x44ff},
        {ARCH_V8M, 0xe000ed94, 0xfffffffe, 6},
        {ARCH_V8M, SCB_AIRCR, 0x05fa0003, 0xfa052000},
        {ARCH_V8M, 0xe000edfc, 0x01000000, 0x01000000},
    };

    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        board_start(&board, rows[i].architecture);
        board_write(&board, rows[i].address, rows[i].written);
        assert_int_equal(board_read(&board, rows[i].address), rows[i].value);
    }
}

/* Status bits are cleared by writing them, also by byte and half-word. */
static void fault_status(void **state)
{
    uint32_t value;

    (void)state;
    board.sim.ppb.cfsr = 0x02008281;
    assert_int_equal(board_load(&board, SCB_CFSR + 1, 1, &value), BUS_OK);
    assert_int_equal(value, 0x82);
    assert_int_equal(board_load(&board, SCB_CFSR + 2, 2, &value), BUS_OK);
    assert_int_equal(value, 0x0200);
    assert_int_equal(board_store(&board, SCB_CFSR + 1, 1, 0x02), BUS_OK);
    assert_int_equal(board_read(&board, SCB_CFSR), 0x02008081);
    assert_int_equal(board_store(&board, SCB_CFSR + 2, 2, 0xffff), BUS_OK);
    assert_int_equal(board_read(&board, SCB_CFSR), 0x00008081);
    board_write(&board, SCB_CFSR, UINT32_MAX);
    assert_int_equal(board_read(&board, SCB_CFSR), 0);
    board.sim.ppb.dfsr = 0x1f;
    board_write(&board, 0xe000ed30, 0x0e);
    assert_int_equal(board_read(&board, 0xe000ed30), 0x11);
    board.sim.ppb.hfsr = HFSR_FORCED | HFSR_VECTTBL;
    board_write(&board, SCB_HFSR, HFSR_FORCED);
    assert_int_equal(board_read(&board, SCB_HFSR), HFSR_VECTTBL);
}

/* A system reset puts everything back but what belongs to the debugger. */
static void warm_reset(void **state)
{
    static const uint32_t registers[] = {SCB_CFSR,   SCB_HFSR,   SCB_BFAR,   SCB_SCR,
                                         SCB_SHCSR,  0xe000ed94, 0xe000ed98, 0xe000edc0,
                                         0xe000ed88, SYST_CSR,   SYST_RVR,   0xe0000e80};

    (void)state;
    for (size_t i = 0; i < sizeof registers / sizeof registers[0]; i++)
        board_write(&board, registers[i], 0x00f70006);
    board.sim.ppb.cfsr = board.sim.ppb.hfsr = 1;
    board_write(&board, SCB_VTOR, BOARD_RAM);
    board_write(&board, SCB_CCR, 0x18);
    core->locked_up = true;
    board_write(&board, SCB_AIRCR, 0x05fa0004);
    board_warm_reset(&board);
    for (size_t i = 0; i < sizeof registers / sizeof registers[0]; i++)
        assert_int_equal(board_read(&board, registers[i]), 0);
    assert_int_equal(board_read(&board, SCB_VTOR), BOARD_FLASH);
    assert_int_equal(board_read(&board, SCB_CCR), 0x201);
    assert_int_equal(board_read(&board, DWT_CTRL), 0x40000000);
    assert_false(core->locked_up);
    assert_false(board.sim.ppb.reset_requested);
}

/* SHCSR shows and changes what is active and pending. */
static void shcsr(void **state)
{
    (void)state;
    board_write(&board, SCB_SHCSR, USAGE_FAULT_ENABLE | 1 << 12 | 1 << 15);
    assert_true(board_enter(&board));
    assert_int_equal(core->ipsr, EXC_USAGE_FAULT);
    assert_int_equal(board_read(&board, SCB_SHCSR), USAGE_FAULT_ENABLE | 1 << 3 | 1 << 15);
    exception_pend(&board.sim, EXC_NMI);
    assert_true(board_enter(&board));
    assert_int_equal(board_read(&board, SCB_SHCSR) & 0x28, 0x28);
    assert_int_equal(board_read(&board, SCB_ICSR) & 0x800, 0); /* RETTOBASE */
    board_write(&board, SCB_SHCSR, 0);
    assert_int_equal(board_read(&board, SCB_SHCSR), 0x20); /* NMI's bit cannot be written */
    assert_int_equal(board_read(&board, SCB_ICSR) & 0x800, 0x800);
}

/* A42: the counter is current at the cycle of the access, and writable. */
static void cycle_counter(void **state)
{
    (void)state;
    board.sim.now = 10;
    board_write(&board, SCB_DEMCR, DEMCR_TRCENA);
    board_write(&board, DWT_CYCCNT, 0);
    board.sim.now = 20;
    assert_int_equal(board_read(&board, DWT_CYCCNT), 0);
    board_write(&board, DWT_CTRL, board_read(&board, DWT_CTRL) | 1);
    assert_int_equal(board_read(&board, DWT_CTRL), 0x40000001);
    for (uint64_t k = 1; k <= 200; k++) {
        board.sim.now = 20 + k;
        assert_int_equal(board_read(&board, DWT_CYCCNT), k);
    }
    board_write(&board, DWT_CYCCNT, 0xfffffff0);
    board.sim.now += 0x20;
    assert_int_equal(board_read(&board, DWT_CYCCNT), 0x10);
    board_write(&board, DWT_CTRL, 0);
    board.sim.now += 100;
    assert_int_equal(board_read(&board, DWT_CYCCNT), 0x10);
}

/* Each profiling counter starts from 0 when it is enabled and counts modulo 256; together with
 * CYCCNT they give the instructions. */
static void profiling_counters(void **state)
{
    enum {
        CPI = 0xe0001008,
        EXC = 0xe000100c,
        SLEEP = 0xe0001010,
        LSU = 0xe0001014,
        FOLD = 0xe0001018
    };
    struct sim *sim = &board.sim;

    (void)state;
    sim->tally = (struct tally){.exception = 7, .sleep = 8, .lsu = 9, .folded = 1};
    board_write(&board, SCB_DEMCR, DEMCR_TRCENA);
    assert_int_equal(board_read(&board, LSU), 0);
    board_write(&board, DWT_CTRL, 0x3e0001);
    uint32_t cyccnt = board_read(&board, DWT_CYCCNT);
    sim->now += 1000;
    sim->instructions += 400;
    sim->tally.exception += 24;
    sim->tally.sleep += 100;
    sim->tally.lsu += 300;
    sim->tally.folded += 50;
    assert_int_equal(board_read(&board, DWT_CYCCNT) - cyccnt, 1000);
    assert_int_equal(board_read(&board, CPI), 1000 - 400 - 24 - 100 - 300 + 50);
    assert_int_equal(board_read(&board, EXC), 24);
    assert_int_equal(board_read(&board, SLEEP), 100);
    assert_int_equal(board_read(&board, LSU), 300 % 256);
    assert_int_equal(board_read(&board, FOLD), 50);
    board_write(&board, FOLD, 250);
    sim->tally.folded += 10;
    assert_int_equal(board_read(&board, FOLD), 4);
    board_write(&board, DWT_CTRL, 1);
    sim->tally.folded += 10;
    assert_int_equal(board_read(&board, FOLD), 4);
}

/* Without TRCENA nothing counts and nothing is written; v7-M parts read a fixed value. */
static void cycle_counter_without_trcena(void **state)
{
    (void)state;
    board_write(&board, DWT_CYCCNT, 5);
    board_write(&board, DWT_CTRL, 1);
    board.sim.now = 100;
    assert_int_equal(board_read(&board, DWT_CTRL), 0x40000000);
    assert_int_equal(board_read(&board, DWT_CYCCNT), 0);
    board_write(&board, SCB_DEMCR, DEMCR_TRCENA);
    board_write(&board, DWT_CTRL, 1);
    board.sim.now = 150;
    board_write(&board, SCB_DEMCR, 0);
    board.sim.now = 200;
    assert_int_equal(board_read(&board, DWT_CYCCNT), 50);
    board_start(&board, ARCH_V7EM);
    assert_int_equal(board_read(&board, DWT_CYCCNT), 0x40000000);
}

/* What is not modelled stops the run; it never reads as a silent zero. */
static void strictness(void **state)
{
    static const struct {
        enum architecture architecture;
        uint32_t address;
        unsigned size;
        bool write;
        uint32_t value;
    } rows[] = {
        {ARCH_V8M, 0xe000101c, 4, false, 0},  {ARCH_V8M, 0xe0001020, 4, false, 0},
        {ARCH_V8M, 0xe0001028, 4, true, 4},   {ARCH_V8M, 0xe0002000, 4, false, 0},
        {ARCH_V8M, 0xe000e008, 4, true, 4},   {ARCH_V8M, 0xe000e00c, 4, false, 0},
        {ARCH_V8M, 0xe000e01c, 4, false, 0},  {ARCH_V8M, 0xe000e100, 1, false, 0},
        {ARCH_V8M, 0xe000ed94, 4, true, 1},   {ARCH_V8M, 0xe000ed98, 4, true, 8},
        {ARCH_V8M, 0xe000edf0, 4, true, 1},   {ARCH_V8M, 0xe000ef00, 4, false, 0},
        {ARCH_V8M, 0xe000ef50, 4, true, 0},   {ARCH_V8M, 0xe0040000, 4, false, 0},
        {ARCH_V8M, 0xe00ffffc, 4, false, 0},  {ARCH_V8M, 0xe002e010, 4, false, 0},
        {ARCH_V7M, 0xe000ef34, 4, false, 0},  {ARCH_V7EM, SCB_AIRCR, 4, true, 0x05fa0001},
        {ARCH_V7EM, 0xe000ed9c, 4, true, 24}, {ARCH_V6M, 0xe000ed08, 4, true, 0},
        {ARCH_V6M, 0xe000ed28, 4, false, 0},  {ARCH_V6M, DWT_CYCCNT, 4, false, 0},
        {ARCH_V6M, 0xe000ed23, 1, true, 0},   {ARCH_V6M, ITM_STIM0, 4, false, 0},
    };

    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        uint32_t value = 1;
        board_start(&board, rows[i].architecture);
        enum bus_result result =
            rows[i].write ? board_store(&board, rows[i].address, rows[i].size, rows[i].value)
                          : board_load(&board, rows[i].address, rows[i].size, &value);
        assert_int_equal(result, BUS_STOP);
        assert_int_equal(board.sim.stop.reason, SIM_STOP_STRICT);
        assert_true(strlen(board.sim.stop.text) > 20);
    }
    board_start(&board, ARCH_V8M);
    board_write(&board, SCB_DEMCR, DEMCR_TRCENA);
    assert_int_equal(board_store(&board, DWT_CTRL, 4, 0x1001), BUS_STOP);
}

/* The message names the register, and the core that has none. */
static void strict_message(void **state)
{
    static const struct {
        enum architecture architecture;
        uint32_t address;
        unsigned size;
        const char *text;
    } rows[] = {
        {ARCH_V8M, 0xe000101c, 4, "0xE000101C (offset 0x101C): DWT_PCSR is not modelled"},
        {ARCH_V6M, DWT_CYCCNT, 4, "DWT_CYCCNT: cortex-m0 has no such register"},
        {ARCH_V6M, SCB_VTOR, 4, "VTOR: cortex-m0 has no such register"},
        {ARCH_V6M, SCB_CFSR, 4, "CFSR: cortex-m0 has no such register"},
        {ARCH_V6M, 0xe000ed9c, 4, "MPU_RBAR/RLAR: cortex-m0 has no such register"},
        {ARCH_V7M, 0xe000ef34, 4, "FPCCR: cortex-m3 has no such register"},
        {ARCH_V7EM, 0xe000edc0, 4, "MPU_MAIR: cortex-m4 has no such register"},
        {ARCH_V6M, NVIC_IPR0, 1, "NVIC_IPR cannot be read in this size"},
        {ARCH_V6M, SCB_SHPR3 + 2, 2, "SHPR2/3 cannot be read in this size"},
        {ARCH_V8M, 0xe000ef50, 4, "the register is not modelled"},
    };
    uint32_t value;

    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        board_start(&board, rows[i].architecture);
        assert_int_equal(board_load(&board, rows[i].address, rows[i].size, &value), BUS_STOP);
        if (!strstr(board.sim.stop.text, rows[i].text))
            fail_msg("%s", board.sim.stop.text);
    }
}

/* With --lenient the same access goes on. */
static void lenient(void **state)
{
    uint32_t value = 1;

    (void)state;
    board.sim.config.lenient = true;
    assert_int_equal(board_load(&board, 0xe0001014, 4, &value), BUS_OK);
    assert_int_equal(value, 0);
    assert_int_equal(board_store(&board, 0xe000ed94, 4, 5), BUS_OK);
    assert_int_equal(board_read(&board, 0xe000ed94), 0);
}

/* Unprivileged accesses are BusFaults, but for the stimulus ports. */
static void privilege(void **state)
{
    uint32_t value;

    (void)state;
    core->control = 1;
    assert_int_equal(board_load(&board, SCB_ICSR, 4, &value), BUS_FAULT);
    assert_int_equal(board_store(&board, SYST_CSR, 4, 7), BUS_FAULT);
    assert_int_equal(board_load(&board, 0xe0001008, 4, &value), BUS_FAULT);
    assert_int_equal(board_load(&board, ITM_STIM0, 4, &value), BUS_OK);
    assert_int_equal(value, 1);
    assert_int_equal(board_store(&board, ITM_STIM0, 1, 'x'), BUS_OK);
    core->control = 0;
    assert_int_equal(board_read(&board, SYST_CSR), 0);
    core->access_unprivileged = true; /* LDRT */
    assert_int_equal(board_load(&board, SCB_ICSR, 4, &value), BUS_FAULT);
    assert_false(board.sim.stopped);
}

/* What common start-up code does to the trace unit. */
static void trace_unit(void **state)
{
    (void)state;
    board_write(&board, 0xe0001fb0, 0xc5acce55);
    assert_int_equal(board_read(&board, 0xe0001fb4), 0);
    board_write(&board, 0xe0000fb0, 0xc5acce55);
    board_write(&board, 0xe0000e80, 0x00010001);
    board_write(&board, 0xe0000e00, 1);
    assert_int_equal(board_read(&board, 0xe0000e80), 0x00010001);
    assert_int_equal(board_read(&board, 0xe0000e00), 1);
}

/* Region registers of the MPU, by number and by alias. */
static void mpu_regions(void **state)
{
    (void)state;
    board_write(&board, 0xe000ed98, 4);
    for (unsigned i = 0; i < 8; i++)
        board_write(&board, 0xe000ed9c + 4 * i, 0x100 + i);
    for (unsigned region = 4; region < 8; region++) {
        board_write(&board, 0xe000ed98, region);
        assert_int_equal(board_read(&board, 0xe000ed9c), 0x100 + 2 * (region - 4));
        assert_int_equal(board_read(&board, 0xe000eda0), 0x101 + 2 * (region - 4));
    }
}

/* DHCSR: no debugger; the first read tells of the reset. */
static void dhcsr(void **state)
{
    (void)state;
    assert_int_equal(board_read(&board, 0xe000edf0), 0x03010000);
    assert_int_equal(board_read(&board, 0xe000edf0), 0x01010000);
}

/* v7-M: RBAR can choose the region, and every alias is RNR's. */
static void mpu_regions_v7m(void **state)
{
    static const enum architecture architectures[] = {ARCH_V7M, ARCH_V7EM};

    (void)state;
    for (size_t k = 0; k < 2; k++) {
        board_start(&board, architectures[k]);
        assert_int_equal(board_read(&board, 0xe000ed90), 0x800);
        for (uint32_t region = 0; region < 8; region++) {
            board_write(&board, 0xe000ed9c + 8 * (region % 4),
                        0x20000000 | region << 16 | 0x10 | region);
            board_write(&board, 0xe000eda0 + 8 * (region % 4), UINT32_MAX << region);
        }
        for (uint32_t region = 0; region < 8; region++) {
            board_write(&board, 0xe000ed98, region);
            assert_int_equal(board_read(&board, 0xe000ed9c), 0x20000000 | region << 16 | region);
            assert_int_equal(board_read(&board, 0xe000edb8), 0x173fff3f & UINT32_MAX << region);
        }
        board_write(&board, 0xe000ed9c, 0x30000003); /* without VALID: RNR stays */
        assert_int_equal(board_read(&board, 0xe000ed98), 7);
        assert_int_equal(board_read(&board, 0xe000ed9c), 0x30000007);
    }
}

/* DebugMonitor by DEMCR: pending waits for MON_EN. */
static void debug_monitor(void **state)
{
    (void)state;
    board_write(&board, SCB_DEMCR, 1 << 17);
    assert_false(core->exception_ready);
    assert_int_equal(board_read(&board, SCB_DEMCR), 1 << 17);
    board_write(&board, SCB_DEMCR, 1 << 17 | DEMCR_MON_EN);
    assert_true(board_enter(&board));
    assert_int_equal(core->ipsr, EXC_DEBUG_MONITOR);
    assert_int_equal(board_read(&board, SCB_DEMCR), DEMCR_MON_EN);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup(reset_values, start_m33),
        cmocka_unit_test_setup(storage, start_m33),
        cmocka_unit_test_setup(fault_status, start_m33),
        cmocka_unit_test_setup(warm_reset, start_m33),
        cmocka_unit_test_setup(shcsr, start_m33),
        cmocka_unit_test_setup(cycle_counter, start_m33),
        cmocka_unit_test_setup(profiling_counters, start_m33),
        cmocka_unit_test_setup(cycle_counter_without_trcena, start_m33),
        cmocka_unit_test_setup(strictness, start_m33),
        cmocka_unit_test_setup(strict_message, start_m33),
        cmocka_unit_test_setup(lenient, start_m33),
        cmocka_unit_test_setup(privilege, start_m33),
        cmocka_unit_test_setup(trace_unit, start_m33),
        cmocka_unit_test_setup(mpu_regions, start_m33),
        cmocka_unit_test_setup(mpu_regions_v7m, start_m33),
        cmocka_unit_test_setup(dhcsr, start_m33),
        cmocka_unit_test_setup(debug_monitor, start_m33),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
