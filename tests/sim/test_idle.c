/* Idle loops: which are skipped, and that skipping changes nothing but the time that a run takes.
 * SPDX-License-Identifier: MIT
 */
#include <string.h>

#include "sim/sim.h"
#include "tests/unit/cmocka_all.h"

#define FLASH 0x08000000u
#define SRAM 0x20000000u
#define STACK 0x20001000u
#define CODE 0x400u
#define LIMIT_NS 2000000u
#define HALVES 16
#define SRAM_BYTES 0x1100u

/* Thumb code; r5 points to the SRAM's first word, r1 is 1. */
static const uint16_t prologue[] = {0x2520, 0x062D, 0x2101, 0xE001};

struct program {
    uint16_t code[HALVES]; /* entered at [2]; [0] and [1] can be called from there */
    bool is_idle;
};

struct outcome {
    uint32_t r[SIM_REGS];
    uint64_t cycles, instructions, idle_cycles, skipped_instructions;
    uint8_t sram[SRAM_BYTES];
};

static void load(struct sim *sim, uint32_t address, const void *bytes, size_t size)
{
    struct sim_error error = {""};
    if (!sim_load(sim, address, bytes, size, &error))
        fail_msg("%s", error.text);
}

static void run(const struct program *program, bool no_idle_skip, struct outcome *outcome)
{
    struct sim_config config = {.machine = "stm32f407", .no_idle_skip = no_idle_skip};
    struct sim_error error = {""};
    struct sim *sim = sim_create(&config, &error);
    const uint32_t vectors[] = {STACK, FLASH + CODE + 1};
    if (sim == NULL)
        fail_msg("%s", error.text);
    load(sim, FLASH, vectors, sizeof vectors);
    load(sim, FLASH + CODE, prologue, sizeof prologue);
    load(sim, FLASH + CODE + sizeof prologue, program->code, sizeof program->code);
    sim_reset(sim);
    struct sim_stop stop = sim_run(sim, LIMIT_NS);
    if (stop.reason != SIM_STOP_LIMIT)
        fail_msg("stopped with: %s", stop.text);
    for (int reg = 0; reg < SIM_REGS; reg++)
        outcome->r[reg] = sim_register(sim, reg);
    outcome->cycles = sim_cycles(sim);
    outcome->instructions = sim_instructions(sim);
    outcome->idle_cycles = sim_idle_cycles(sim);
    outcome->skipped_instructions = sim_skipped_instructions(sim);
    assert_true(sim_peek(sim, SRAM, outcome->sram, sizeof outcome->sram));
    sim_destroy(sim);
}

static void check(const struct program *program)
{
    static struct outcome skipping, executing;
    run(program, false, &skipping);
    run(program, true, &executing);
    assert_int_equal(executing.idle_cycles, 0);
    assert_int_equal(executing.skipped_instructions, 0);
    assert_memory_equal(skipping.r, executing.r, sizeof executing.r);
    assert_int_equal(skipping.cycles, executing.cycles);
    assert_int_equal(skipping.instructions, executing.instructions);
    assert_memory_equal(skipping.sram, executing.sram, sizeof executing.sram);
    if (program->is_idle)
        assert_true(skipping.idle_cycles > executing.cycles * 9 / 10);
    else
        assert_int_equal(skipping.idle_cycles, 0);
}

static void branch_to_itself(void **state)
{
    (void)state;
    check(&(struct program){.code = {0, 0, 0xE7FE}, .is_idle = true});
}

/* bl to push {r4, lr}; pop {r4, pc}; then ldr r0, [r5]; cmp r0, #1; bls back. */
static void calls_that_push(void **state)
{
    (void)state;
    check(&(struct program){.code = {0xB510, 0xBD10, 0xF7FF, 0xFFFC, 0x6828, 0x2801, 0xD9FA},
                            .is_idle = true});
}

/* ldr r0, [r5]; adds r0, r1; str r0, [r5]; movs r0, #0; b back: registers come back, memory does
 * not. */
static void counts_in_memory(void **state)
{
    (void)state;
    check(&(struct program){.code = {0, 0, 0x6828, 0x1840, 0x6028, 0x2000, 0xE7FA}});
}

/* The same with eors: memory is as it was after every second pass. */
static void toggles_memory(void **state)
{
    (void)state;
    check(&(struct program){.code = {0, 0, 0x6828, 0x4048, 0x6028, 0x2000, 0xE7FA}});
}

/* adds r0, r1; b back. */
static void counts_in_a_register(void **state)
{
    (void)state;
    check(&(struct program){.code = {0, 0, 0x1840, 0xE7FD}});
}

/* ldrex r0, [r5]; strex r2, r1, [r5]; ldr r0, [r5]; b back: stores what is there already, and opens
 * and closes the monitor. */
static void exclusives(void **state)
{
    (void)state;
    check(&(struct program){.code = {0, 0, 0xE855, 0x0F00, 0xE845, 0x1200, 0x6828, 0xE7F9},
                            .is_idle = true});
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(branch_to_itself),     cmocka_unit_test(calls_that_push),
        cmocka_unit_test(counts_in_memory),     cmocka_unit_test(toggles_memory),
        cmocka_unit_test(counts_in_a_register), cmocka_unit_test(exclusives),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
