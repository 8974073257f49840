/* Knobs of the timing model: what each takes, on every machine, and what no knob may do.
 * SPDX-License-Identifier: MIT
 */
#include <stdio.h>
#include <string.h>

#include "sim/sim.h"
#include "tests/unit/cmocka_all.h"

#define FLASH UINT32_C(0x08000000)
#define CODE 0x400u

static struct sim *board(const char *machine, bool stepper_only)
{
    struct sim_config config = {.machine = machine, .stepper_only = stepper_only};
    struct sim_error error;
    struct sim *sim = sim_create(&config, &error);
    assert_non_null(sim);
    return sim;
}

/* The model's own value lies within, both ends can be set, what is beyond is refused and named. */
static void each_knob_has_its_range(void **state)
{
    (void)state;
    for (size_t m = 0; sim_machine_name(m) != NULL; m++) {
        struct sim *sim = board(sim_machine_name(m), false);
        struct sim_knob knob, set;
        struct sim_error error;
        size_t k = 0;
        for (; sim_knob_get(sim, k, &knob); k++) {
            if (knob.default_value < knob.least || knob.default_value > knob.most)
                fail_msg("%s of %s", knob.name, sim_machine_name(m));
            assert_true(sim_knob_set(sim, knob.name, knob.least, &error));
            assert_true(sim_knob_set(sim, knob.name, knob.most, &error));
            assert_false(sim_knob_set(sim, knob.name, knob.most + 1, &error));
            assert_non_null(strstr(error.text, knob.name));
            if (knob.least != 0)
                assert_false(sim_knob_set(sim, knob.name, knob.least - 1, &error));
            assert_true(sim_knob_get(sim, k, &set) && set.value == knob.most);
        }
        assert_true(k > 20);
        assert_false(sim_knob_set(sim, "nothing", 1, &error));
        sim_destroy(sim);
    }
}

/* As long as a knob says, not a part of it that fits some bits.
 *   movs r0, #0; 1: adds r0, #1; cmp r0, #10; bne 1b; bkpt */
static const uint16_t loop[] = {0x2000, 0x3001, 0x280A, 0xD1FC, 0xBE00};

static uint64_t cycles_of_loop(const char *machine, bool stepper_only, uint32_t branch_taken)
{
    const uint32_t vectors[2] = {0x20001000, FLASH + CODE + 1};
    struct sim *sim = board(machine, stepper_only);
    struct sim_error error;
    assert_true(sim_load(sim, FLASH, vectors, sizeof vectors, &error));
    assert_true(sim_load(sim, FLASH + CODE, loop, sizeof loop, &error));
    assert_true(sim_knob_set(sim, "branch_taken", branch_taken, &error));
    sim_reset(sim);
    assert_int_equal(sim_run(sim, 1000000).reason, SIM_STOP_BREAKPOINT);
    uint64_t cycles = sim_cycles(sim);
    sim_destroy(sim);
    return cycles;
}

static void the_longest_branch_is_as_long(void **state)
{
    (void)state;
    for (size_t m = 0; sim_machine_name(m) != NULL; m++)
        for (int stepper_only = 0; stepper_only < 2; stepper_only++) {
            const char *machine = sim_machine_name(m);
            uint64_t shorter = cycles_of_loop(machine, stepper_only, 50);
            uint64_t longer = cycles_of_loop(machine, stepper_only, 100);
            assert_int_equal(longer - shorter, 9 * 50);
        }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_knob_has_its_range),
        cmocka_unit_test(the_longest_branch_is_as_long),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
