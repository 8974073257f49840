/* A small guest for tests of what debuggers do.
 * SPDX-License-Identifier: MIT
 */
#include "guest.h"

#include "tests/unit/cmocka_all.h"

#define MACHINE "nucleo-h5e5zj"
#define SYST_CSR UINT32_C(0xE000E010)
#define SYST_RVR UINT32_C(0xE000E014)
#define SYST_CVR UINT32_C(0xE000E018)

static const uint32_t vectors[16] = {
    [0] = GUEST_STACK,
    [1] = GUEST_RESET | 1,
    [3] = GUEST_FAULT | 1,
    [15] = GUEST_SYSTICK | 1,
};

static const uint16_t reset_code[] = {
    0x2101,         /* movs r1, #1 */
    0x0749,         /* lsls r1, r1, #29 */
    0x2000,         /* movs r0, #0 */
    0x3001,         /* loop: adds r0, #1 */
    0x6408,         /* str r0, [r1, #0x40] */
    0x6C0A,         /* ldr r2, [r1, #0x40] */
    0xF000, 0xF802, /* bl function */
    0xE7F9,         /* b loop */
    0xBF00,         /* nop */
    0x3301,         /* function: adds r3, #1 */
    0x4770,         /* bx lr */
};

static const uint16_t systick_code[] = {
    0x2101, /* movs r1, #1 */
    0x0749, /* lsls r1, r1, #29 */
    0x6C4A, /* ldr r2, [r1, #0x44] */
    0x3201, /* adds r2, #1 */
    0x644A, /* str r2, [r1, #0x44] */
    0x4770, /* bx lr */
};

static const uint16_t fault_code[] = {0xE7FE /* b . */};
static const uint16_t semihosting_code[] = {0xBEAB /* bkpt 0xab */, 0xE7FE /* b . */};

static void load(struct sim *sim, uint32_t address, const void *bytes, size_t size)
{
    struct sim_error error;
    assert_true(sim_load(sim, address, bytes, size, &error));
}

struct sim *guest_board(void)
{
    struct sim_error error;
    struct sim *sim = sim_create(&(struct sim_config){.machine = MACHINE}, &error);
    assert_non_null(sim);
    load(sim, GUEST_FLASH, vectors, sizeof vectors);
    load(sim, GUEST_RESET, reset_code, sizeof reset_code);
    load(sim, GUEST_SYSTICK, systick_code, sizeof systick_code);
    load(sim, GUEST_FAULT, fault_code, sizeof fault_code);
    load(sim, GUEST_SEMIHOSTING, semihosting_code, sizeof semihosting_code);
    sim_reset(sim);
    return sim;
}

void guest_start_systick(struct sim *sim, uint32_t cycles)
{
    assert_true(sim_device_write(sim, SYST_RVR, 4, cycles - 1));
    assert_true(sim_device_write(sim, SYST_CVR, 4, 0));
    assert_true(sim_device_write(sim, SYST_CSR, 4, 7));
}

uint32_t guest_word(const struct sim *sim, uint32_t address)
{
    uint32_t word;
    assert_true(sim_peek(sim, address, &word, sizeof word));
    return word;
}

void guest_assert_same(const struct sim *a, const struct sim *b)
{
    uint8_t ram_a[0x1000], ram_b[sizeof ram_a];
    for (int reg = 0; reg < SIM_REGS; reg++)
        assert_int_equal(sim_register(a, reg), sim_register(b, reg));
    assert_int_equal(sim_cycles(a), sim_cycles(b));
    assert_int_equal(sim_instructions(a), sim_instructions(b));
    assert_true(sim_peek(a, GUEST_RAM, ram_a, sizeof ram_a));
    assert_true(sim_peek(b, GUEST_RAM, ram_b, sizeof ram_b));
    assert_memory_equal(ram_a, ram_b, sizeof ram_a);
}
