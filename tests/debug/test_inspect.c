/* What a debugger reads and writes: registers, memory, device registers.
 * SPDX-License-Identifier: MIT
 */
#include <stdio.h>
#include <string.h>

#include "guest.h"
#include "tests/unit/cmocka_all.h"

#define RUN_NS UINT64_C(100000)
#define TIM2_ARR UINT32_C(0x4000002C)
#define SCB_CPUID UINT32_C(0xE000ED00)
#define SCB_SHPR3 UINT32_C(0xE000ED20)

static void set_and_check(struct sim *sim, int reg, uint32_t value, uint32_t becomes)
{
    sim_set_register(sim, reg, value);
    assert_int_equal(sim_register(sim, reg), becomes);
}

static void registers_keep_the_bits_they_have(void **state)
{
    struct sim *sim = guest_board();
    (void)state;
    set_and_check(sim, 0, UINT32_MAX, UINT32_MAX);
    set_and_check(sim, 12, 0x12345678, 0x12345678);
    set_and_check(sim, SIM_REG_LR, 0x08000001, 0x08000001);
    set_and_check(sim, SIM_REG_SP, 0x20000FFF, 0x20000FFC);
    set_and_check(sim, SIM_REG_PC, GUEST_LOOP | 1, GUEST_LOOP);
    set_and_check(sim, SIM_REG_XPSR, 0xF900000F, 0xF9000000);
    set_and_check(sim, SIM_REG_PRIMASK, 3, 1);
    set_and_check(sim, SIM_REG_FAULTMASK, 1, 1);
    set_and_check(sim, SIM_REG_BASEPRI, 0x5F, 0x50);
    set_and_check(sim, SIM_REG_MSPLIM, 0x2000010F, 0x20000108);
    set_and_check(sim, SIM_REG_PSPLIM, 0x10, 0x10);
    set_and_check(sim, SIM_REG_S0, 0x12345678, 0x12345678);
    set_and_check(sim, SIM_REG_S31, 0x87654321, 0x87654321);
    set_and_check(sim, SIM_REG_FPSCR, UINT32_MAX, 0xF7C0009F);
    set_and_check(sim, SIM_REG_CONTROL, 0xFF, 7);
    sim_destroy(sim);
}

static void stacks_are_banked(void **state)
{
    struct sim *sim = guest_board();
    (void)state;
    sim_set_register(sim, SIM_REG_PSP, 0x20000800);
    assert_int_equal(sim_register(sim, SIM_REG_SP), GUEST_STACK);
    sim_set_register(sim, SIM_REG_CONTROL, 2);
    assert_int_equal(sim_register(sim, SIM_REG_SP), 0x20000800);
    sim_set_register(sim, SIM_REG_SP, 0x20000700);
    assert_int_equal(sim_register(sim, SIM_REG_PSP), 0x20000700);
    assert_int_equal(sim_register(sim, SIM_REG_MSP), GUEST_STACK);
    sim_set_register(sim, SIM_REG_CONTROL, 0);
    assert_int_equal(sim_register(sim, SIM_REG_SP), GUEST_STACK);
    sim_destroy(sim);
}

static void new_pc_is_where_the_run_goes_on(void **state)
{
    struct sim *sim = guest_board();
    struct sim_error error;
    (void)state;
    assert_true(sim_breakpoint(sim, GUEST_FUNCTION, true, &error));
    sim_set_register(sim, SIM_REG_PC, GUEST_FUNCTION);
    assert_int_equal(sim_run(sim, RUN_NS).reason, SIM_STOP_AT_BREAKPOINT);
    assert_int_equal(sim_instructions(sim), 0);
    sim_destroy(sim);
}

static void poked_code_is_what_executes(void **state)
{
    static const uint16_t endless = 0xE7FE; /* b . */
    struct sim *sim = guest_board();
    (void)state;
    assert_int_equal(sim_run(sim, RUN_NS).reason, SIM_STOP_LIMIT);
    assert_true(sim_poke(sim, GUEST_BACK, &endless, sizeof endless));
    assert_int_equal(sim_run(sim, 2 * RUN_NS).reason, SIM_STOP_LIMIT);
    assert_int_equal(sim_register(sim, SIM_REG_PC), GUEST_BACK);
    sim_destroy(sim);
}

static void memory_ends_where_it_ends(void **state)
{
    struct sim *sim = guest_board();
    struct sim_region region;
    uint8_t byte = 0;
    (void)state;
    for (size_t k = 0; sim_region(sim, k, &region); k++) {
        bool is_memory = region.kind == SIM_REGION_FLASH || region.kind == SIM_REGION_RAM;
        assert_int_equal(sim_poke(sim, region.base + region.size - 1, &byte, 1), is_memory);
        assert_false(sim_poke(sim, region.base + region.size - 1, &byte, 2));
    }
    assert_false(sim_poke(sim, 0x90000000, &byte, 1));
    sim_destroy(sim);
}

static void devices_answer_as_on_the_bus(void **state)
{
    struct sim *sim = guest_board();
    uint32_t value;
    (void)state;
    assert_true(sim_device_read(sim, SCB_CPUID, 4, &value));
    assert_int_equal(value >> 24, 0x41);
    assert_true(sim_device_write(sim, SCB_SHPR3, 4, 0x50F00000));
    assert_true(sim_device_read(sim, SCB_SHPR3, 4, &value));
    assert_int_equal(value, 0x50F00000);
    /* Its clock is off; not a device; not aligned; no width. */
    assert_false(sim_device_read(sim, TIM2_ARR, 4, &value));
    assert_false(sim_device_read(sim, GUEST_RAM, 4, &value));
    assert_false(sim_device_read(sim, SCB_CPUID + 2, 4, &value));
    assert_false(sim_device_read(sim, SCB_CPUID, 3, &value));
    /* What was refused has not stopped the board. */
    assert_int_equal(sim_run(sim, RUN_NS).reason, SIM_STOP_LIMIT);
    sim_destroy(sim);
}

static void description_names_what_happened(void **state)
{
    struct sim *sim = guest_board();
    char text[4096], small[64];
    (void)state;
    sim_set_register(sim, SIM_REG_PC, 0x08000300);
    assert_int_equal(sim_run(sim, RUN_NS).reason, SIM_STOP_LIMIT);
    size_t length = sim_describe(sim, text, sizeof text);
    assert_int_equal(length, strlen(text));
    assert_non_null(strstr(text, "exception 3"));
    assert_non_null(strstr(text, "UNDEFINSTR"));
    assert_non_null(strstr(text, "FORCED"));
    assert_non_null(strstr(text, "frame at MSP 20000FE0"));
    assert_non_null(strstr(text, "pc 08000300"));
    assert_int_equal(sim_describe(sim, small, sizeof small), sizeof small - 1);
    assert_memory_equal(small, text, sizeof small - 1);
    sim_destroy(sim);
}

static void frame_is_shown_where_it_is(void **state)
{
    struct sim *sim = guest_board();
    char text[4096], frame[64];
    (void)state;
    guest_start_systick(sim, 1000);
    for (int k = 0; sim_register(sim, SIM_REG_PC) != GUEST_SYSTICK; k++) {
        assert_true(k < 2000);
        sim_step(sim, RUN_NS);
    }
    uint32_t sp = sim_register(sim, SIM_REG_SP);
    sim_describe(sim, text, sizeof text);
    snprintf(frame, sizeof frame, "frame at MSP %08X: r0", (unsigned)sp);
    assert_non_null(strstr(text, frame));
    /* As behind a push of two registers. */
    sim_set_register(sim, SIM_REG_SP, sp - 8);
    sim_describe(sim, text, sizeof text);
    assert_null(strstr(text, "frame at"));
    sim_destroy(sim);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(registers_keep_the_bits_they_have),
        cmocka_unit_test(stacks_are_banked),
        cmocka_unit_test(new_pc_is_where_the_run_goes_on),
        cmocka_unit_test(poked_code_is_what_executes),
        cmocka_unit_test(memory_ends_where_it_ends),
        cmocka_unit_test(devices_answer_as_on_the_bus),
        cmocka_unit_test(description_names_what_happened),
        cmocka_unit_test(frame_is_shown_where_it_is),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
