/* Halting for a debugger: where, and that it changes no cycle.
 * SPDX-License-Identifier: MIT
 */
#include "guest.h"
#include "tests/unit/cmocka_all.h"

#define FAR_NS UINT64_C(1000000000)
#define RUN_NS UINT64_C(1000000) /* 32,000 cycles of the reset clock */
#define TICK_CYCLES 997u

static void set_breakpoint(struct sim *sim, uint32_t address, bool on)
{
    struct sim_error error;
    assert_true(sim_breakpoint(sim, address, on, &error));
}

static void set_watchpoint(struct sim *sim, uint32_t address, uint32_t size, enum sim_watch watch,
                           bool on)
{
    struct sim_error error;
    assert_true(sim_watchpoint(sim, address, size, watch, on, &error));
}

static void assert_stop(struct sim_stop stop, enum sim_stop_reason reason, uint32_t pc)
{
    assert_int_equal(stop.reason, reason);
    assert_int_equal(stop.pc, pc);
}

static void breakpoint_stops_before_its_instruction(void **state)
{
    struct sim *sim = guest_board();
    (void)state;
    set_breakpoint(sim, GUEST_STORE | 1, true);
    for (uint32_t count = 1; count < 5; count++) {
        assert_stop(sim_run(sim, FAR_NS), SIM_STOP_AT_BREAKPOINT, GUEST_STORE);
        assert_int_equal(sim_register(sim, SIM_REG_PC), GUEST_STORE);
        assert_int_equal(sim_register(sim, 0), count);
        assert_int_equal(guest_word(sim, GUEST_COUNT), count - 1);
    }
    set_breakpoint(sim, GUEST_STORE, false);
    assert_int_equal(sim_run(sim, RUN_NS).reason, SIM_STOP_LIMIT);
    sim_destroy(sim);
}

/* Where a branch goes, both engines begin anew. */
static void run_goes_on_behind_a_breakpoint_at_a_target(void **state)
{
    struct sim *sim = guest_board();
    (void)state;
    set_breakpoint(sim, GUEST_FUNCTION, true);
    for (uint32_t count = 1; count < 5; count++) {
        assert_stop(sim_run(sim, FAR_NS), SIM_STOP_AT_BREAKPOINT, GUEST_FUNCTION);
        assert_int_equal(sim_register(sim, 0), count);
    }
    sim_destroy(sim);
}

static void breakpoints_are_bounded_and_idempotent(void **state)
{
    struct sim *sim = guest_board();
    struct sim_error error;
    uint32_t count = 0;
    (void)state;
    for (; count < 100000 && sim_breakpoint(sim, 2 * count, true, &error); count++)
        set_breakpoint(sim, 0, true);
    assert_in_range(count, 64, 99999);
    assert_true(sim_breakpoint(sim, 0, true, &error));
    set_breakpoint(sim, 0, false);
    set_breakpoint(sim, 0, false);
    assert_true(sim_breakpoint(sim, 2 * count, true, &error));
    sim_destroy(sim);
}

static void step_executes_one_instruction(void **state)
{
    static const uint32_t pcs[] = {0x08000102, 0x08000104,     GUEST_LOOP, GUEST_STORE, GUEST_LOAD,
                                   GUEST_CALL, GUEST_FUNCTION, 0x08000116, GUEST_BACK,  GUEST_LOOP};
    struct sim *sim = guest_board();
    (void)state;
    set_breakpoint(sim, GUEST_CALL, true);
    for (size_t k = 0; k < sizeof pcs / sizeof pcs[0]; k++) {
        assert_int_equal(sim_step(sim, FAR_NS).reason, SIM_STOP_STEPPED);
        assert_int_equal(sim_register(sim, SIM_REG_PC), pcs[k]);
        assert_int_equal(sim_instructions(sim), k + 1);
    }
    sim_destroy(sim);
}

static void step_enters_a_pending_exception(void **state)
{
    struct sim *sim = guest_board();
    (void)state;
    guest_start_systick(sim, TICK_CYCLES);
    assert_int_equal(sim_run(sim, 30000).reason, SIM_STOP_LIMIT);
    uint64_t instructions = 0;
    while (sim_register(sim, SIM_REG_PC) != GUEST_SYSTICK) {
        instructions = sim_instructions(sim);
        assert_int_equal(sim_step(sim, FAR_NS).reason, SIM_STOP_STEPPED);
    }
    assert_int_equal(sim_instructions(sim), instructions);
    assert_int_equal(sim_register(sim, SIM_REG_XPSR) & 0x1FF, 15);
    sim_destroy(sim);
}

static void watchpoint_stops_before_the_access(void **state)
{
    static const struct {
        uint32_t address, size;
        enum sim_watch watch;
        uint32_t pc, hit;
    } rows[] = {
        {GUEST_COUNT, 4, SIM_WATCH_WRITE, GUEST_STORE, GUEST_COUNT},
        {GUEST_COUNT + 2, 1, SIM_WATCH_WRITE, GUEST_STORE, GUEST_COUNT + 2},
        {GUEST_COUNT - 8, 9, SIM_WATCH_WRITE, GUEST_STORE, GUEST_COUNT},
        {GUEST_COUNT, 4, SIM_WATCH_READ, GUEST_LOAD, GUEST_COUNT},
        {GUEST_COUNT + 3, 4, SIM_WATCH_ACCESS, GUEST_STORE, GUEST_COUNT + 3},
    };
    (void)state;
    for (size_t k = 0; k < sizeof rows / sizeof rows[0]; k++) {
        struct sim *sim = guest_board();
        set_watchpoint(sim, rows[k].address, rows[k].size, rows[k].watch, true);
        struct sim_stop stop = sim_run(sim, FAR_NS);
        assert_stop(stop, SIM_STOP_AT_WATCHPOINT, rows[k].pc);
        assert_int_equal(stop.address, rows[k].hit);
        assert_int_equal(stop.watch, rows[k].watch);
        assert_int_equal(sim_register(sim, 0), 1);
        assert_int_equal(guest_word(sim, GUEST_COUNT), rows[k].pc == GUEST_LOAD);
        sim_destroy(sim);
    }
}

static void watchpoint_is_told_once_each_time(void **state)
{
    struct sim *sim = guest_board();
    (void)state;
    set_watchpoint(sim, GUEST_COUNT, 4, SIM_WATCH_WRITE, true);
    for (uint32_t count = 1; count < 5; count++) {
        assert_stop(sim_run(sim, FAR_NS), SIM_STOP_AT_WATCHPOINT, GUEST_STORE);
        assert_int_equal(sim_register(sim, 0), count);
    }
    set_watchpoint(sim, GUEST_COUNT, 4, SIM_WATCH_WRITE, false);
    assert_int_equal(sim_run(sim, RUN_NS).reason, SIM_STOP_LIMIT);
    sim_destroy(sim);
}

static void watchpoint_elsewhere_is_silent(void **state)
{
    struct sim *sim = guest_board();
    (void)state;
    set_watchpoint(sim, GUEST_COUNT + 4, 4, SIM_WATCH_ACCESS, true);
    set_watchpoint(sim, GUEST_COUNT - 4, 4, SIM_WATCH_ACCESS, true);
    set_watchpoint(sim, UINT32_MAX, 1, SIM_WATCH_ACCESS, true);
    assert_int_equal(sim_run(sim, RUN_NS).reason, SIM_STOP_LIMIT);
    sim_destroy(sim);
}

/* A word of RAM is touched by its bits' addresses, and flash by its second address. */
static void watchpoint_sees_through_aliases(void **state)
{
    static const struct {
        uint32_t touched, watched;
        enum sim_watch watch;
    } rows[] = {
        {0x22000000 + 32 * 0x42 + 4 * 5, 0x20000042, SIM_WATCH_WRITE},
        {0x22000000 + 32 * 0x42 + 4 * 5, 0x20000042, SIM_WATCH_READ},
        {0x22000000 + 32 * 0x43, 0, 0}, /* of the byte behind */
        {0x00000040, 0x08000042, SIM_WATCH_READ},
    };
    /* ldr r2, [r1]; str r2, [r1]; bkpt: on flash, the store faults */
    const uint16_t code[] = {0x680A, 0x600A, 0xBE00};
    const uint32_t vectors[] = {GUEST_STACK, GUEST_RESET | 1, GUEST_RESET + 5, GUEST_RESET + 5};
    (void)state;
    for (size_t k = 0; k < 2 * sizeof rows / sizeof rows[0]; k++) {
        struct sim_config config = {.machine = "stm32f407", .stepper_only = k % 2};
        uint32_t watched = rows[k / 2].watched;
        struct sim_error error;
        struct sim *sim = sim_create(&config, &error);
        assert_non_null(sim);
        assert_true(sim_load(sim, GUEST_FLASH, vectors, sizeof vectors, &error));
        assert_true(sim_load(sim, GUEST_RESET, code, sizeof code, &error));
        sim_reset(sim);
        sim_set_register(sim, 1, rows[k / 2].touched);
        set_watchpoint(sim, watched != 0 ? watched : 0x20000042, 1,
                       watched != 0 ? rows[k / 2].watch : SIM_WATCH_ACCESS, true);
        struct sim_stop stop = sim_run(sim, FAR_NS);
        bool writes = rows[k / 2].watch == SIM_WATCH_WRITE;
        if (watched == 0) {
            assert_stop(stop, SIM_STOP_BREAKPOINT, GUEST_RESET + 4);
        } else {
            assert_stop(stop, SIM_STOP_AT_WATCHPOINT, GUEST_RESET + (writes ? 2 : 0));
            assert_int_equal(stop.address, watched);
        }
        sim_destroy(sim);
    }
}

static void watchpoint_must_make_sense(void **state)
{
    struct sim *sim = guest_board();
    struct sim_error error;
    (void)state;
    assert_false(sim_watchpoint(sim, 0, 0, SIM_WATCH_READ, true, &error));
    assert_false(sim_watchpoint(sim, UINT32_MAX, 2, SIM_WATCH_READ, true, &error));
    sim_destroy(sim);
}

/* Stops by every means at every turn; the run as a whole must be the one that nobody looked at. */
static void halting_changes_nothing(void **state)
{
    struct sim *free_run = guest_board(), *halted = guest_board();
    unsigned stops = 0;
    (void)state;
    guest_start_systick(free_run, TICK_CYCLES);
    guest_start_systick(halted, TICK_CYCLES);
    assert_int_equal(sim_run(free_run, RUN_NS).reason, SIM_STOP_LIMIT);

    struct sim_stop stop;
    set_breakpoint(halted, GUEST_SYSTICK, true);
    set_breakpoint(halted, GUEST_FUNCTION, true);
    do {
        stop = stops % 11 == 1 ? sim_step(halted, RUN_NS) : sim_run(halted, RUN_NS);
        set_watchpoint(halted, GUEST_TICKS, 4, SIM_WATCH_ACCESS, stops % 5 == 2);
        set_watchpoint(halted, GUEST_COUNT, 4, SIM_WATCH_READ, stops % 7 == 3);
        set_watchpoint(halted, GUEST_COUNT, 1, SIM_WATCH_WRITE, stops % 13 < 4);
        set_breakpoint(halted, GUEST_STORE, stops % 4 == 0);
        stops++;
    } while (stop.reason != SIM_STOP_LIMIT);
    assert_true(stops > 1000);
    guest_assert_same(free_run, halted);
    sim_destroy(free_run);
    sim_destroy(halted);
}

static void fault_stops_at_its_handler(void **state)
{
    struct sim *sim = guest_board();
    (void)state;
    sim_stop_on_fault(sim, true);
    sim_set_register(sim, SIM_REG_PC, 0x08000300); /* erased flash: undefined instructions */
    struct sim_stop stop = sim_run(sim, FAR_NS);
    assert_stop(stop, SIM_STOP_FAULT, GUEST_FAULT);
    assert_string_equal(stop.text, "HardFault");
    assert_int_equal(sim_run(sim, RUN_NS).reason, SIM_STOP_LIMIT);
    sim_destroy(sim);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(breakpoint_stops_before_its_instruction),
        cmocka_unit_test(run_goes_on_behind_a_breakpoint_at_a_target),
        cmocka_unit_test(breakpoints_are_bounded_and_idempotent),
        cmocka_unit_test(step_executes_one_instruction),
        cmocka_unit_test(step_enters_a_pending_exception),
        cmocka_unit_test(watchpoint_stops_before_the_access),
        cmocka_unit_test(watchpoint_is_told_once_each_time),
        cmocka_unit_test(watchpoint_elsewhere_is_silent),
        cmocka_unit_test(watchpoint_sees_through_aliases),
        cmocka_unit_test(watchpoint_must_make_sense),
        cmocka_unit_test(halting_changes_nothing),
        cmocka_unit_test(fault_stops_at_its_handler),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
