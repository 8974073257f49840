/* Going back: the guest's state returns, and the host's stays.
 * SPDX-License-Identifier: MIT
 *
 * That a board goes on from a snapshot as it did before is also what tests/guest asks of random
 * programs on every machine.
 */
#include "guest.h"
#include "tests/unit/cmocka_all.h"

#define FAR_NS UINT64_C(1000000000)
#define RUN_NS UINT64_C(1000000) /* 32,000 cycles of the reset clock */
#define TICK_CYCLES 997u

static struct sim_snapshot *snapshot_of(const struct sim *sim)
{
    struct sim_snapshot *snapshot = sim_snapshot(sim);
    assert_non_null(snapshot);
    return snapshot;
}

/* One board runs through; the other goes back twice and is changed by the host in between. */
static void it_goes_on_as_before(void **state)
{
    struct sim *sim = guest_board(), *through = guest_board();
    const uint16_t nop = 0xBF00;
    const uint32_t junk = 0x12345678;
    (void)state;
    guest_start_systick(sim, TICK_CYCLES);
    guest_start_systick(through, TICK_CYCLES);
    sim_run(sim, RUN_NS);
    sim_run(through, RUN_NS);
    sim_run(through, 3 * RUN_NS);
    struct sim_snapshot *snapshot = snapshot_of(sim);
    for (unsigned k = 0; k < 2; k++) {
        assert_true(sim_poke(sim, GUEST_STORE, &nop, sizeof nop));
        assert_true(sim_poke(sim, GUEST_COUNT, &junk, sizeof junk));
        sim_set_register(sim, 0, junk);
        sim_run(sim, (2 + k) * RUN_NS);
        assert_int_equal(guest_word(sim, GUEST_COUNT), junk);
        sim_restore(sim, snapshot);
        assert_int_not_equal(guest_word(sim, GUEST_COUNT), junk);
    }
    sim_snapshot_free(snapshot);
    sim_run(sim, 3 * RUN_NS);
    guest_assert_same(sim, through);
    sim_destroy(sim);
    sim_destroy(through);
}

/* A breakpoint set behind the snapshot stays, one that was cleared stays away. */
static void what_the_host_set_up_stays(void **state)
{
    struct sim *sim = guest_board();
    struct sim_error error;
    (void)state;
    assert_true(sim_breakpoint(sim, GUEST_FUNCTION, true, &error));
    assert_int_equal(sim_run(sim, FAR_NS).reason, SIM_STOP_AT_BREAKPOINT);
    struct sim_snapshot *snapshot = snapshot_of(sim);
    assert_true(sim_breakpoint(sim, GUEST_FUNCTION, false, &error));
    assert_true(sim_breakpoint(sim, GUEST_STORE, true, &error));
    sim_restore(sim, snapshot);
    assert_int_equal(sim_register(sim, SIM_REG_PC), GUEST_FUNCTION);
    struct sim_stop stop = sim_run(sim, FAR_NS);
    assert_int_equal(stop.reason, SIM_STOP_AT_BREAKPOINT);
    assert_int_equal(stop.pc, GUEST_STORE);
    assert_int_equal(sim_register(sim, 0), 2);
    sim_snapshot_free(snapshot);
    sim_destroy(sim);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(it_goes_on_as_before),
        cmocka_unit_test(what_the_host_set_up_stays),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
