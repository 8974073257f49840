/* SysTick: period, the step from 1 to 0, COUNTFLAG, clock sources; checked against a counter that
 * really counts.
 * SPDX-License-Identifier: MIT
 */
#include "tests/sim/board.h"
#include "tests/unit/cmocka_all.h"

enum { ENABLE = 1, TICKINT = 2, CLKSOURCE = 4 };
#define COUNTFLAG (UINT32_C(1) << 16)
#define SYST_CALIB UINT32_C(0xe000e01c)

static struct board board;

static int start_m33(void **state)
{
    (void)state;
    board_start(&board, ARCH_V8M);
    return 0;
}

static void at(uint64_t cycle)
{
    board_run_until(&board, cycle);
}

static bool pending(void)
{
    return board_read(&board, SCB_ICSR) & PENDSTSET;
}

static void unpend(void)
{
    board_write(&board, SCB_ICSR, UINT32_C(1) << 25);
}

/* The period is RVR + 1, and the exception is pended at the exact cycle. */
static void period(void **state)
{
    (void)state;
    board_write(&board, SYST_RVR, 99);
    at(1000);
    board_write(&board, SYST_CSR, ENABLE | TICKINT | CLKSOURCE);
    assert_int_equal(board_read(&board, SYST_CVR), 0);
    at(1001);
    assert_int_equal(board_read(&board, SYST_CVR), 99);
    for (uint64_t wrap = 1100; wrap < 2000; wrap += 100) {
        assert_int_equal(board.ppb.event_cycle, wrap);
        at(wrap - 1);
        assert_int_equal(board_read(&board, SYST_CVR), 1);
        assert_false(pending());
        at(wrap);
        assert_int_equal(board_read(&board, SYST_CVR), 0);
        assert_true(pending());
        unpend();
    }
}

/* A38: a counter that is 0 because nothing was loaded or because it was written is no expiry. */
static void no_expiry_without_a_count(void **state)
{
    (void)state;
    board_write(&board, SYST_CSR, 7);
    at(2);
    assert_false(pending());
    board_write(&board, SYST_RVR, 0xffffff);
    at(0xffffff + 2);
    assert_false(pending());
    at(0xffffff + 3);
    assert_true(pending());

    board_start(&board, ARCH_V8M);
    board_write(&board, SYST_RVR, 99);
    board_write(&board, SYST_CSR, 7);
    at(97);
    assert_int_equal(board_read(&board, SYST_CVR), 3);
    board_write(&board, SYST_CVR, 1234);
    assert_int_equal(board_read(&board, SYST_CVR), 0);
    at(196);
    assert_false(pending());
    at(197);
    assert_true(pending());

    board_start(&board, ARCH_V8M);
    board_write(&board, SYST_CSR, 7);
    at(100000);
    assert_false(pending());
    assert_int_equal(board_read(&board, SYST_CSR), 7);
}

/* RVR = 0 stops the counter at the end of the run it is in. */
static void reload_zero_stops(void **state)
{
    (void)state;
    board_write(&board, SYST_RVR, 9);
    board_write(&board, SYST_CSR, 7);
    at(5);
    board_write(&board, SYST_RVR, 0);
    at(10);
    assert_true(pending());
    unpend();
    at(1000);
    assert_false(pending());
    assert_int_equal(board_read(&board, SYST_CVR), 0);
    assert_int_equal(board.ppb.event_cycle, NEVER);
}

/* A39: COUNTFLAG is cleared by reading CSR and by writing CVR, not by reading CVR. */
static void countflag(void **state)
{
    (void)state;
    board_write(&board, SYST_RVR, 99);
    board_write(&board, SYST_CSR, ENABLE | CLKSOURCE);
    at(150);
    board_read(&board, SYST_CVR);
    assert_int_equal(board_read(&board, SYST_CSR), COUNTFLAG | ENABLE | CLKSOURCE);
    assert_int_equal(board_read(&board, SYST_CSR), ENABLE | CLKSOURCE);
    at(250);
    board_write(&board, SYST_CVR, 0);
    assert_int_equal(board_read(&board, SYST_CSR), ENABLE | CLKSOURCE);
    at(2500);
    board_write(&board, SYST_CSR, CLKSOURCE); /* stopping keeps the flag and the value */
    uint32_t left = board_read(&board, SYST_CVR);
    at(3000);
    assert_int_equal(board_read(&board, SYST_CVR), left);
    assert_int_equal(board_read(&board, SYST_CSR), COUNTFLAG | CLKSOURCE);
    assert_false(pending()); /* TICKINT was never set */
}

/* Writing RVR does not touch the run in progress. */
static void reload_takes_effect_at_the_wrap(void **state)
{
    (void)state;
    board_write(&board, SYST_RVR, 99);
    board_write(&board, SYST_CSR, 7);
    at(50);
    board_write(&board, SYST_RVR, 9);
    assert_int_equal(board_read(&board, SYST_CVR), 50);
    at(100);
    assert_true(pending());
    unpend();
    at(109);
    assert_false(pending());
    at(110);
    assert_true(pending());
}

/* A41: source and enable in one write; the external clock is the core clock by 8. */
static void clock_sources(void **state)
{
    (void)state;
    board_write(&board, SYST_RVR, 999);
    board_write(&board, SYST_CSR, ENABLE | CLKSOURCE);
    at(101);
    assert_int_equal(board_read(&board, SYST_CVR), 899);

    board_start(&board, ARCH_V8M);
    board_write(&board, SYST_RVR, 999);
    board_write(&board, SYST_CSR, ENABLE | TICKINT);
    at(8);
    assert_int_equal(board_read(&board, SYST_CVR), 999);
    at(8000 - 1);
    assert_int_equal(board_read(&board, SYST_CVR), 1);
    at(8000);
    assert_true(pending());
    assert_int_equal(board.ppb.event_cycle, 16000);
}

/* An access whose cycle is that of the wrap sees it, though the event was not run yet. */
static void access_at_the_wrap(void **state)
{
    (void)state;
    board_write(&board, SYST_RVR, 99);
    board_write(&board, SYST_CSR, 7);
    board.sim.now = 100;
    assert_int_equal(board_read(&board, SYST_CSR), COUNTFLAG | 7);
    assert_true(pending());
    assert_int_equal(board.ppb.event_cycle, 200);
    unpend();
    board.sim.now = 200;
    unpend(); /* clears what the wrap at this cycle pended */
    assert_false(pending());
    assert_int_equal(board.ppb.event_cycle, 300);
}

/* A counter that counts. */
struct counter {
    uint32_t csr, reload, value;
    bool countflag, pended;
};

static void tick(struct counter *counter, uint64_t cycle)
{
    if (!(counter->csr & ENABLE) || (!(counter->csr & CLKSOURCE) && cycle % 8))
        return;
    if (counter->value == 0) {
        counter->value = counter->reload;
        return;
    }
    if (--counter->value == 0) {
        counter->countflag = true;
        counter->pended |= (counter->csr & TICKINT) != 0;
    }
}

static void compare(struct counter *counter, unsigned what, uint32_t random)
{
    switch (what) {
    case 0:
        assert_int_equal(board_read(&board, SYST_CSR),
                         counter->csr | (counter->countflag ? COUNTFLAG : 0));
        counter->countflag = false;
        break;
    case 1:
        counter->csr = random & 7;
        board_write(&board, SYST_CSR, random);
        break;
    case 2:
        counter->reload = random % 20;
        board_write(&board, SYST_RVR, random % 20);
        break;
    case 3:
        counter->value = 0;
        counter->countflag = false;
        board_write(&board, SYST_CVR, random);
        break;
    case 4:
        counter->pended = false;
        unpend();
        break;
    default:
        break;
    }
    assert_int_equal(board_read(&board, SYST_CVR), counter->value);
    assert_int_equal(pending(), counter->pended);
}

static void random_programs(void **state)
{
    struct counter counter = {0};
    uint32_t random = 1;

    (void)state;
    for (uint64_t cycle = 1; cycle < 200000; cycle++) {
        random = random * 1664525 + 1013904223;
        tick(&counter, cycle);
        at(cycle);
        if ((random >> 28) < 3)
            compare(&counter, random >> 20 & 7, random >> 4 & 0xffff);
    }
}

/* A part that says NOREF has no other clock than the core's, and CLKSOURCE reads 1. */
static void no_reference_clock(void **state)
{
    (void)state;
    board.ppb.parameter = 0xc0000000;
    ppb_class.reset(&board.ppb);
    assert_int_equal(board_read(&board, SYST_CALIB), 0xc0000000);
    assert_int_equal(board_read(&board, SYST_CSR), CLKSOURCE);
    board_write(&board, SYST_RVR, 999);
    board_write(&board, SYST_CSR, ENABLE);
    assert_int_equal(board_read(&board, SYST_CSR), ENABLE | CLKSOURCE);
    at(101);
    assert_int_equal(board_read(&board, SYST_CVR), 899);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup(period, start_m33),
        cmocka_unit_test_setup(no_expiry_without_a_count, start_m33),
        cmocka_unit_test_setup(reload_zero_stops, start_m33),
        cmocka_unit_test_setup(countflag, start_m33),
        cmocka_unit_test_setup(reload_takes_effect_at_the_wrap, start_m33),
        cmocka_unit_test_setup(clock_sources, start_m33),
        cmocka_unit_test_setup(access_at_the_wrap, start_m33),
        cmocka_unit_test_setup(no_reference_clock, start_m33),
        cmocka_unit_test_setup(random_programs, start_m33),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
