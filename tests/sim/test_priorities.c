/* What goes first and whether it may be taken, after random register writes, levels, entries and
 * returns: compared with an answer computed from the bare sets each time.
 * SPDX-License-Identifier: MIT
 */
#include "tests/sim/board.h"
#include "tests/unit/cmocka_all.h"

#define STEPS 60000

static struct board board;
static struct core *const core = &board.sim.core;
static uint32_t seed;

static uint32_t random_bits(void)
{
    seed ^= seed << 13;
    seed ^= seed >> 17;
    seed ^= seed << 5;
    return seed;
}

/* The naive answer, from here to compare. */
static bool in(const uint32_t *set, unsigned number)
{
    return set[number / 32] >> number % 32 & 1;
}

static unsigned subpriority_bits(void)
{
    return core->architecture == ARCH_V6M ? 0 : board.sim.ppb.aircr_prigroup + 1;
}

static int grouped(unsigned priority)
{
    return (int)(priority >> subpriority_bits() << subpriority_bits());
}

static int priority_of(unsigned number, bool group)
{
    unsigned priority = core->exceptions.priority[number];

    if (number <= EXC_HARD_FAULT)
        return (int)number - 4;
    return group ? grouped(priority) : (int)priority;
}

static int naive_execution_priority(bool with_primask)
{
    int best = PRIORITY_THREAD;

    for (unsigned number = 1; number < EXC_MAX; number++) {
        if (in(core->exceptions.active, number) && priority_of(number, true) < best)
            best = priority_of(number, true);
    }
    if (core->basepri && grouped(core->basepri) < best)
        best = grouped(core->basepri);
    if (core->primask && with_primask && best > 0)
        best = 0;
    if (core->faultmask && best > -1)
        best = -1;
    return best;
}

static unsigned naive_best(void)
{
    unsigned best = 0;

    for (unsigned number = 1; number < EXC_MAX; number++) {
        if (!in(core->exceptions.pending, number) || !in(core->exceptions.enabled, number))
            continue;
        if (best == 0 || priority_of(number, false) < priority_of(best, false))
            best = number;
    }
    return best;
}

static void compare(void)
{
    unsigned best = naive_best();
    int priority = best ? priority_of(best, true) : PRIORITY_THREAD;

    assert_int_equal(core->exceptions.best, best);
    assert_int_equal(exception_execution_priority(&board.sim), naive_execution_priority(true));
    assert_int_equal(core->exception_ready, priority < naive_execution_priority(true));
    assert_int_equal(exception_wakes(&board.sim), priority < naive_execution_priority(false));
}

static void write_register(uint32_t value)
{
    static const uint32_t registers[] = {NVIC_ISER0, NVIC_ICER0, NVIC_ISPR0, NVIC_ICPR0};
    uint32_t few = value & random_bits() & random_bits();

    switch (random_bits() % 6) {
    case 0:
        board_write(&board, NVIC_IPR0 + 4 * (value % 16), random_bits());
        break;
    case 1:
        board_write(&board, value & 1 ? SCB_SHPR2 : SCB_SHPR3, random_bits());
        break;
    case 2:
        board_write(&board, SCB_AIRCR, 0x05fa0000 | (value & 0x700));
        break;
    case 3:
        board_write(&board, SCB_ICSR, UINT32_C(1) << (value % 8 ? 25 + value % 4 : 31));
        break;
    default:
        board_write(&board, registers[value % 4] + (value & 16 ? 4 : 0), few);
        break;
    }
}

static void change_mask(uint32_t value)
{
    static const unsigned masks[] = {SYSM_PRIMASK, SYSM_BASEPRI, SYSM_BASEPRI_MAX, SYSM_FAULTMASK};
    unsigned sysm = masks[value % 4];
    bool absent = core->architecture == ARCH_V6M && sysm != SYSM_PRIMASK;

    if (!absent)
        board_msr(&board, sysm, value >> 8 & (value & 64 ? 0xff : 0));
}

static void fault_or_call(uint32_t value)
{
    if (naive_execution_priority(true) < 0)
        return; /* would lock up */
    if (value & 1)
        exception_svc(&board.sim);
    else
        exception_fault(&board.sim, FAULT_UNDEFINED, 0);
}

static void enter_or_return(uint32_t value)
{
    struct exception_event event;

    if (core->exception_ready && core->exceptions.active_count < 12) {
        event = exception_enter(&board.sim);
        compare();
        if (value & 1) {
            exception_pend(&board.sim, EXC_IRQ0 + value / 2 % 64);
            exception_late_arrival(&board.sim, &event);
        }
    } else if (core->ipsr != 0) {
        bool outermost = core->exceptions.active_count == 1;
        bool is_v8m = core->architecture == ARCH_V8M;
        uint32_t to_thread = is_v8m ? 0xffffffb8 : 0xfffffff9;
        exception_return(&board.sim, outermost ? to_thread : is_v8m ? 0xffffffb0 : 0xfffffff1);
    }
    assert_false(core->locked_up);
}

static void random_steps(void **state)
{
    static const enum architecture architectures[] = {ARCH_V8M, ARCH_V7EM, ARCH_V6M};
    unsigned entered = 0, deepest = 0;

    (void)state;
    for (size_t i = 0; i < sizeof architectures / sizeof architectures[0]; i++) {
        board_start(&board, architectures[i]);
        seed = 12345;
        for (unsigned step = 0; step < STEPS; step++) {
            uint32_t value = random_bits();
            unsigned what = random_bits() % 8;
            if (what < 2)
                write_register(value);
            else if (what == 2)
                change_mask(value);
            else if (what == 3)
                nvic_set_line(&board.sim, value % 64, value & 0x100, board.sim.now);
            else if (what == 4)
                fault_or_call(value);
            else
                enter_or_return(value);
            board_run_until(&board, board.sim.now + 1);
            compare();
            entered += core->ipsr != 0;
            if (core->exceptions.active_count > deepest)
                deepest = core->exceptions.active_count;
        }
    }
    assert_true(entered > STEPS);
    assert_true(deepest > 3);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(random_steps)};

    return cmocka_run_group_tests(tests, NULL, NULL);
}
