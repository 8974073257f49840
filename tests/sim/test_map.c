/* What lies where on the machines: aliases, bit-banding, SYSCFG's remapping, identities, gaps.
 * SPDX-License-Identifier: MIT
 */
#include <string.h>

#include "sim/bus/bit_band.h"
#include "tests/sim/device_bench.h"
#include "tests/unit/cmocka_all.h"

#define SRAM 0x20000000u
#define SRAM_BITS 0x22000000u
#define PERIPHERAL_BITS 0x42000000u
#define BIT_ADDRESS(alias, offset, bit) ((alias) + 32 * (offset) + 4 * (bit))

#define F4_RCC_AHB1ENR 0x40023830u
#define F4_RCC_APB1ENR 0x40023840u
#define F4_RCC_APB2ENR 0x40023844u
#define F4_SYSCFG 0x40013800u
#define F4_GPIOA_ODR 0x40020014u
#define F4_GPIOA_IDR 0x40020010u
#define F4_TIM3_SR 0x40000410u
#define F4_TIM3_EGR 0x40000414u
#define F0_RCC_APB2ENR 0x40021018u
#define F0_SYSCFG 0x40010000u

static const char *const with_bit_bands[] = {"stm32f407", "nucleo-f410rb", "generic-m3"};

static struct bench *f407(void)
{
    struct bench *bench = bench_new("stm32f407", false, false);

    bench_write(bench, F4_RCC_AHB1ENR, 0x001001FF);
    bench_write(bench, F4_RCC_APB1ENR, 0x2);
    bench_write(bench, F4_RCC_APB2ENR, 0x4000);
    return bench;
}

/* Every bit of a word reads and changes alone, whatever the size of the access. */
static void test_bits_of_memory(void **state)
{
    (void)state;
    for (size_t i = 0; i < 3; i++) {
        struct bench *bench = bench_new(with_bit_bands[i], false, false);

        for (unsigned bit = 0; bit < 32; bit++) {
            unsigned size = 1u << bit % 3;
            uint32_t at = BIT_ADDRESS(SRAM_BITS, 0x100, bit), value;

            bench_write(bench, SRAM + 0x100, 0xA5A5A5A5);
            assert_int_equal(bench_try_read(bench, at, size, &value), BUS_OK);
            assert_int_equal(value, 0xA5A5A5A5 >> bit & 1);
            assert_int_equal(bench_try_write(bench, at, size, ~value), BUS_OK);
            assert_int_equal(bench_read(bench, SRAM + 0x100), 0xA5A5A5A5 ^ 1u << bit);
            assert_int_equal(bench->written_address & ~3u, SRAM + 0x100);
            assert_int_equal(bench_try_write(bench, at, size, value), BUS_OK);
            assert_int_equal(bench_read(bench, SRAM + 0x100), 0xA5A5A5A5);
        }
        bench_free(bench);
    }
}

/* Only bit 0 of what is written counts. */
static void test_only_bit_zero_counts(void **state)
{
    struct bench *bench = f407();

    (void)state;
    bench_write(bench, BIT_ADDRESS(SRAM_BITS, 0, 5), 0xFFFFFFFE);
    assert_int_equal(bench_read(bench, SRAM), 0);
    bench_write(bench, BIT_ADDRESS(SRAM_BITS, 0, 5), 0x00000003);
    assert_int_equal(bench_read(bench, SRAM), 0x20);
    bench_free(bench);
}

static void test_bits_of_peripherals(void **state)
{
    struct bench *bench = f407();
    uint32_t odr = F4_GPIOA_ODR - 0x40000000, sr = F4_TIM3_SR - 0x40000000, value;

    (void)state;
    bench_write(bench, F4_GPIOA_ODR, 0x80);
    bench_write(bench, BIT_ADDRESS(PERIPHERAL_BITS, odr, 3), 1);
    bench_write(bench, BIT_ADDRESS(PERIPHERAL_BITS, odr, 7), 0);
    assert_int_equal(bench_read(bench, F4_GPIOA_ODR), 0x08);
    assert_int_equal(bench_read(bench, BIT_ADDRESS(PERIPHERAL_BITS, odr, 3)), 1);
    /* A flag that is cleared by writing 0: the rest of the register is written back. */
    bench_write(bench, F4_TIM3_EGR, 0x1F);
    bench_write(bench, BIT_ADDRESS(PERIPHERAL_BITS, sr, 1), 0);
    assert_int_equal(bench_read(bench, F4_TIM3_SR), 0x1D);
    /* What the device refuses is refused here too: TIM3 takes no bytes. */
    value = 0;
    assert_int_equal(bench_try_write(bench, BIT_ADDRESS(PERIPHERAL_BITS, sr, 0), 1, value),
                     BUS_STOP);
    bench_expect_stop(bench, "tim3");
    bench_free(bench);
}

static void test_bits_of_nothing(void **state)
{
    struct bench *bench = f407();
    uint32_t value;

    (void)state;
    assert_int_equal(bench_try_read(bench, BIT_ADDRESS(SRAM_BITS, 0x1FFFC, 31), 4, &value), BUS_OK);
    assert_int_equal(bench_try_read(bench, BIT_ADDRESS(SRAM_BITS, 0x20000, 0), 4, &value),
                     BUS_FAULT);
    assert_int_equal(bench_try_write(bench, BIT_ADDRESS(SRAM_BITS, 0xFFFFC, 0), 4, 1), BUS_FAULT);
    assert_false(bench->sim->stopped);
    assert_int_equal(bench_try_read(bench, BIT_ADDRESS(PERIPHERAL_BITS, 0x10000, 0), 4, &value),
                     BUS_STOP);
    bench_expect_stop(bench, "unmodelled: read of 0x40010000");
    bench_free(bench);
}

/* What an access costs is told by its target. */
static void test_bit_band_target(void **state)
{
    static const struct {
        uint32_t address;
        const char *name;
    } cases[] = {
        {SRAM, "sram"},
        {BIT_ADDRESS(SRAM_BITS, 0x1FFFC, 0), "sram"},
        {BIT_ADDRESS(PERIPHERAL_BITS, F4_GPIOA_ODR - 0x40000000, 0), "gpioa"},
        {BIT_ADDRESS(PERIPHERAL_BITS, F4_TIM3_SR - 0x40000000, 0), "tim3"},
        {BIT_ADDRESS(SRAM_BITS, 0x20000, 0), NULL},
    };
    struct bench *bench = f407();

    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        const struct bus_region *region = bus_find(&bench->sim->bus, cases[i].address, 4);
        const struct bus_region *target = bit_band_target(region, cases[i].address, 4);

        if (cases[i].name)
            assert_string_equal(target->name, cases[i].name);
        else
            assert_null(target);
    }
    bench_free(bench);
}

/* M0 and M33 have no bit-banding. */
static void test_no_bit_bands(void **state)
{
    static const char *const machines[] = {"nucleo-f091rc", "nucleo-h5e5zj"};

    (void)state;
    for (size_t i = 0; i < 2; i++) {
        struct bench *bench = bench_new(machines[i], false, false);

        assert_null(bus_find(&bench->sim->bus, SRAM_BITS, 4));
        bench_free(bench);
    }
}

/* The flash has two addresses; neither can be written. */
static void test_flash_alias(void **state)
{
    static const struct {
        const char *machine;
        uint32_t flash, alias, size;
    } cases[] = {
        {"stm32f407", 0x08000000, 0, 0x100000},
        {"nucleo-f410rb", 0x08000000, 0, 0x20000},
        {"nucleo-f091rc", 0x08000000, 0, 0x40000},
        {"generic-m3", 0, 0x08000000, 0x100000},
    };

    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct bench *bench = bench_new(cases[i].machine, false, false);
        const struct bus_region *flash = bus_named(&bench->sim->bus, "flash");
        const struct bus_region *alias = bus_find(&bench->sim->bus, cases[i].alias, 4);

        assert_int_equal(flash->base, cases[i].flash);
        assert_int_equal(flash->size, cases[i].size);
        assert_true(alias->alias && !flash->alias);
        flash->memory[cases[i].size - 4] = 0x12;
        assert_int_equal(bench_read(bench, cases[i].alias + cases[i].size - 4), 0xFFFFFF12);
        assert_int_equal(bench_try_write(bench, cases[i].alias, 4, 0), BUS_FAULT);
        assert_null(bus_find(&bench->sim->bus, cases[i].alias + cases[i].size, 1));
        bench_free(bench);
    }
}

/* MEM_MODE shows SRAM at 0 and the flash again; the engine is told that its code is stale. */
static void test_remap(void **state)
{
    static const struct {
        const char *machine;
        uint32_t enable, enable_bit, syscfg, sram_size;
    } cases[] = {
        {"stm32f407", F4_RCC_APB2ENR, 0x4000, F4_SYSCFG, 0x20000},
        {"nucleo-f410rb", F4_RCC_APB2ENR, 0x4000, F4_SYSCFG, 0x8000},
        {"nucleo-f091rc", F0_RCC_APB2ENR, 1, F0_SYSCFG, 0x8000},
    };

    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct bench *bench = bench_new(cases[i].machine, false, false);

        bench_write(bench, cases[i].enable, cases[i].enable_bit);
        bench_write(bench, SRAM, 0x11223344);
        assert_int_equal(bench_read(bench, 0), 0xFFFFFFFF);
        bench_write(bench, cases[i].syscfg, 3);
        assert_int_equal(bench->map_changes, 1);
        assert_int_equal(bench_read(bench, cases[i].syscfg), 3);
        assert_int_equal(bench_read(bench, 0), 0x11223344);
        bench_write(bench, 4, 0x55667788);
        assert_int_equal(bench_read(bench, SRAM + 4), 0x55667788);
        assert_null(bus_find(&bench->sim->bus, cases[i].sram_size, 1));
        bench_write(bench, cases[i].syscfg, 3);
        assert_int_equal(bench->map_changes, 1);
        bench_write(bench, cases[i].syscfg, 0);
        assert_int_equal(bench->map_changes, 2);
        assert_int_equal(bench_read(bench, 0), 0xFFFFFFFF);
        bench_write(bench, cases[i].syscfg, 3);
        device_named(bench->sim, "syscfg")->class->reset(device_named(bench->sim, "syscfg"));
        assert_int_equal(bench_read(bench, 0), 0xFFFFFFFF);
        assert_int_equal(bench_read(bench, cases[i].syscfg), 0);
        assert_int_equal(bench_try_write(bench, cases[i].syscfg, 4, 1), BUS_STOP);
        bench_expect_stop(bench, "MEM_MODE 1 maps a memory that is not modelled to address 0");
        bench_free(bench);
    }
}

/* CCM is data only, and no other memory is. */
static void test_ccm(void **state)
{
    struct bench *bench = f407();

    (void)state;
    bench_write(bench, 0x1000FFFC, 0x12345678);
    assert_int_equal(bench_read(bench, 0x1000FFFC), 0x12345678);
    assert_true(bus_named(&bench->sim->bus, "ccm")->data_only);
    assert_false(bus_named(&bench->sim->bus, "sram")->data_only);
    assert_false(bus_named(&bench->sim->bus, "flash")->data_only);
    assert_null(bus_find(&bench->sim->bus, 0x10010000, 1));
    bench_free(bench);
}

static void test_identity(void **state)
{
    static const struct {
        const char *machine;
        uint32_t enable, enable_bits, address, device;
    } cases[] = {
        {"stm32f407", 0, 0, 0xE0042000, 0x413},
        {"nucleo-f410rb", 0, 0, 0xE0042000, 0x458},
        {"nucleo-f091rc", F0_RCC_APB2ENR, 0x400000, 0x40015800, 0x442},
    };

    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct bench *bench = bench_new(cases[i].machine, false, false);

        if (cases[i].enable)
            bench_write(bench, cases[i].enable, cases[i].enable_bits);
        assert_int_equal(bench_read(bench, cases[i].address) & 0xFFF, cases[i].device);
        bench_write(bench, cases[i].address + 4, 6);
        assert_int_equal(bench_read(bench, cases[i].address + 4), 6);
        assert_int_equal(bench_try_write(bench, cases[i].address, 4, 0), BUS_STOP);
        bench_expect_stop(bench, "DBGMCU_IDCODE");
        bench_free(bench);
    }
}

/* Each peripheral answers at its own address, and everything between them is refused. */
static void test_places(void **state)
{
    static const struct {
        const char *machine;
        uint32_t address;
        const char *name;
    } cases[] = {
        {"stm32f407", 0x40000C00, "tim5"},
        {"stm32f407", 0x40004400, "usart2"},
        {"stm32f407", 0x40011000, "usart1"},
        {"stm32f407", 0x40021000, "gpioe"},
        {"stm32f407", 0x40023C00, "flash_registers"},
        {"stm32f407", 0x40026000, "unmodelled"},
        {"stm32f407", 0x44000000, "unmodelled"},
        {"stm32f407", 0x5FFFFFFF, "unmodelled"},
        {"stm32f407", 0xE000ED00, "ppb"},
        {"stm32f407", 0xE0040000, "unmodelled"},
        {"stm32f407", 0xE00FF000, "unmodelled"},
        {"nucleo-f410rb", 0x40000000, "unmodelled"},
        {"nucleo-f410rb", 0x40000C00, "tim5"},
        {"nucleo-f410rb", 0x40020C00, "unmodelled"},
        {"nucleo-f410rb", 0x40021C00, "gpioh"},
        {"nucleo-f091rc", 0x40000000, "tim2"},
        {"nucleo-f091rc", 0x40013800, "usart1"},
        {"nucleo-f091rc", 0x48001400, "gpiof"},
        {"nucleo-f091rc", 0x1FFFF7AC, "system_memory"},
        {"generic-m3", 0x40000000, "unmodelled"},
        {"generic-m3", 0x2003FFFF, "sram"},
    };

    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct bench *bench = bench_new(cases[i].machine, false, false);
        const struct bus_region *region = bus_find(&bench->sim->bus, cases[i].address, 1);

        assert_non_null(region);
        assert_string_equal(region->name, cases[i].name);
        bench_free(bench);
    }
}

/* Priority bits and interrupt inputs (case A12: 2 bits on the F091, 4 elsewhere). */
static void test_core_parameters(void **state)
{
    static const struct {
        const char *machine;
        enum architecture architecture;
        unsigned priority_bits, interrupts;
        uint64_t hz;
    } cases[] = {
        {"stm32f407", ARCH_V7EM, 4, 82, 16000000},
        {"nucleo-f410rb", ARCH_V7EM, 4, 98, 16000000},
        {"nucleo-f091rc", ARCH_V6M, 2, 32, 8000000},
        {"generic-m3", ARCH_V7M, 4, 64, 100000000},
    };

    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct bench *bench = bench_new(cases[i].machine, false, false);

        assert_int_equal(bench->sim->core.architecture, cases[i].architecture);
        assert_int_equal(bench->sim->core.priority_bits, cases[i].priority_bits);
        assert_int_equal(bench->sim->core.interrupts, cases[i].interrupts);
        assert_int_equal(bench->sim->core_hz, cases[i].hz);
        bench_free(bench);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_bits_of_memory),
        cmocka_unit_test(test_only_bit_zero_counts),
        cmocka_unit_test(test_bits_of_peripherals),
        cmocka_unit_test(test_bits_of_nothing),
        cmocka_unit_test(test_bit_band_target),
        cmocka_unit_test(test_no_bit_bands),
        cmocka_unit_test(test_flash_alias),
        cmocka_unit_test(test_remap),
        cmocka_unit_test(test_ccm),
        cmocka_unit_test(test_identity),
        cmocka_unit_test(test_places),
        cmocka_unit_test(test_core_parameters),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
