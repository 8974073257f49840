/* The JIT's life: when it compiles, that it can be off, and that its memory is bounded. What its
 * code does is compared by the lockstep tests. SPDX-License-Identifier: MIT
 */
#include <string.h>

#include "sim/core/block.h"
#include "sim/core/engine.h"
#include "sim/state.h"
#include "tests/unit/cmocka_all.h"

#define FLASH 0x08000000u
#define STACK 0x20001000u
#define CODE 0x400u
#define LIMIT_NS 2000000u

/* Counts r0 to 100, then waits for ever. */
#define LOOP (FLASH + CODE + 2)
static const uint16_t counts[] = {0x2000, 0x3001, 0x2864, 0xD1FC, 0xE7FE};

/* Writes BX LR to 0x20000008 and calls it, over and over; r0 counts. */
static const uint16_t modifies_itself[] = {
    0x2520, 0x062D, 0x2609, 0x1976, 0x2147, 0x0209, 0x3170, 0x2000, /* r5, r6, r1, r0 */
    0x8129, 0x3001, 0x47B0, 0xE7FB,
};

static void load(struct sim *sim, uint32_t address, const void *bytes, size_t size)
{
    struct sim_error error = {""};
    if (!sim_load(sim, address, bytes, size, &error))
        fail_msg("%s", error.text);
}

static struct sim *board(const uint16_t *code, size_t size, bool no_jit)
{
    struct sim_config config = {.machine = "stm32f407", .no_jit = no_jit, .no_idle_skip = true};
    struct sim_error error = {""};
    struct sim *sim = sim_create(&config, &error);
    const uint32_t vectors[] = {STACK, FLASH + CODE + 1};
    if (sim == NULL)
        fail_msg("%s", error.text);
    load(sim, FLASH, vectors, sizeof vectors);
    load(sim, FLASH + CODE, code, size);
    sim_reset(sim);
    return sim;
}

static void run(struct sim *sim)
{
    struct sim_stop stop = sim_run(sim, LIMIT_NS);
    if (stop.reason != SIM_STOP_LIMIT)
        fail_msg("stopped with: %s", stop.text);
}

static bool has_code(struct sim *sim, uint32_t pc)
{
    return block_at(sim, pc)->code != sim->engine->not_compiled;
}

static void loop_is_compiled(void **state)
{
    (void)state;
    struct sim *sim = board(counts, sizeof counts, false);
    assert_int_equal(sim->engine->jit != NULL, TAILCHAIN_HAS_JIT);
    run(sim);
    assert_int_equal(sim_register(sim, 0), 100);
    assert_int_equal(has_code(sim, LOOP), TAILCHAIN_HAS_JIT);
    assert_false(has_code(sim, FLASH + CODE)); /* executed once */
    sim_destroy(sim);
}

static void threshold_zero_compiles_nothing(void **state)
{
    (void)state;
    struct sim *sim = board(counts, sizeof counts, false);
    engine_compile_after(sim, 0);
    run(sim);
    assert_false(has_code(sim, LOOP));
    sim_destroy(sim);
}

static void without_jit_all_is_the_same(void **state)
{
    (void)state;
    struct sim *with = board(counts, sizeof counts, false);
    struct sim *without = board(counts, sizeof counts, true);
    engine_compile_after(without, 1);
    run(with);
    run(without);
    assert_null(without->engine->jit);
    assert_int_equal(sim_cycles(with), sim_cycles(without));
    assert_int_equal(sim_instructions(with), sim_instructions(without));
    assert_int_equal(sim_register(with, 0), sim_register(without, 0));
    sim_destroy(with);
    sim_destroy(without);
}

static void modified_code_is_dropped(void **state)
{
    (void)state;
    struct sim *sim = board(modifies_itself, sizeof modifies_itself, false);
    engine_compile_after(sim, 1);
    run(sim);
    /* 16 MHz for 2 ms, no more than 20 cycles a pass. */
    assert_true(sim_register(sim, 0) > 1600);
    assert_true(sim->engine->built_bytes < 65536);
    sim_destroy(sim);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(loop_is_compiled),
        cmocka_unit_test(threshold_zero_compiles_nothing),
        cmocka_unit_test(without_jit_all_is_the_same),
        cmocka_unit_test(modified_code_is_dropped),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
