/* The memory map: finding regions, reading and writing them, and the machines' own maps.
 * SPDX-License-Identifier: MIT
 */
#include <stdlib.h>
#include <string.h>

#include "tests/sim/device_bench.h"
#include "tests/unit/cmocka_all.h"

static struct bus *new_bus(void)
{
    struct bus *bus = calloc(1, sizeof *bus);

    assert_non_null(bus);
    return bus;
}

static bool add(struct bus *bus, uint32_t base, uint32_t size)
{
    struct bus_region region = {.name = "test", .base = base, .size = size};

    return bus_add(bus, &region);
}

static void test_regions_keep_apart(void **state)
{
    struct bus *bus = new_bus();

    (void)state;
    assert_true(add(bus, 0x20000000, 0x1000));
    assert_true(add(bus, 0x08000000, 0x1000));
    assert_true(add(bus, 0x20001000, 0x1000));
    assert_false(add(bus, 0x20000FFF, 1));
    assert_false(add(bus, 0x1FFFFFFF, 2));
    assert_false(add(bus, 0x07FFFFFF, 0x2000));
    assert_false(add(bus, 0x30000000, 0));
    assert_true(add(bus, 0xFFFFF000, 0x1000));
    assert_false(add(bus, 0xF0000000, 0x10000000));
    assert_int_equal(bus->regions, 4);
    for (uint32_t i = 4; i < BUS_REGIONS_MAX; i++)
        assert_true(add(bus, 0x40000000 + 0x400 * i, 0x400));
    assert_false(add(bus, 0x50000000, 0x400));
    free(bus);
}

static void test_find(void **state)
{
    static const struct {
        uint32_t address;
        unsigned size;
        int region;
    } cases[] = {
        {0x00000000, 1, -1}, {0x07FFFFFF, 1, -1}, {0x08000000, 4, 0}, {0x083FFFFC, 4, 0},
        {0x083FFFFE, 4, -1}, {0x08400000, 1, -1}, {0x40000000, 4, 1}, {0x400003FF, 1, 1},
        {0x40000400, 4, 2},  {0x40000800, 4, -1}, {0x40004800, 4, 3}, {0x40004BFC, 4, 3},
        {0x40004C00, 1, -1}, {0xFFFFFFFF, 1, 4},  {0xFFFFFFFC, 4, 4}, {0xFFFEFFFF, 1, -1},
    };
    struct bus *bus = new_bus();

    (void)state;
    assert_null(bus_find(bus, 0, 1));
    assert_true(add(bus, 0x08000000, 0x400000));
    assert_true(add(bus, 0x40000000, 0x400));
    assert_true(add(bus, 0x40000400, 0x400));
    assert_true(add(bus, 0x40004800, 0x400));
    assert_true(add(bus, 0xFFFF0000, 0x10000));
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        const struct bus_region *region = bus_find(bus, cases[i].address, cases[i].size);

        if (cases[i].region < 0)
            assert_null(region);
        else
            assert_ptr_equal(region, &bus->region[cases[i].region]);
    }
    free(bus);
}

static void test_memory(void **state)
{
    struct bench *bench = bench_new("nucleo-h5e5zj", false, false);
    uint32_t value;

    (void)state;
    bench_write(bench, 0x20000000, 0x12345678);
    assert_int_equal(bench_try_read(bench, 0x20000001, 1, &value), BUS_OK);
    assert_int_equal(value, 0x56);
    assert_int_equal(bench_try_write(bench, 0x20000002, 2, 0xFFFFABCD), BUS_OK);
    assert_int_equal(bench_read(bench, 0x20000000), 0xABCD5678);
    assert_int_equal(bench_read(bench, 0x2017FFFC), 0);
    assert_null(bus_find(&bench->sim->bus, 0x20180000, 1));
    assert_int_equal(bench_read(bench, 0x083FFFFC), 0xFFFFFFFF); /* erased */
    assert_int_equal(bench_try_write(bench, 0x08000000, 4, 0), BUS_FAULT);
    assert_int_equal(bench_read(bench, 0x08000000), 0xFFFFFFFF);
    assert_false(bench->sim->stopped);
    bench_free(bench);
}

/* Each peripheral answers at its own address, and everything between them is refused. */
static void test_machine_map(void **state)
{
    static const struct {
        uint32_t address;
        const char *name;
    } cases[] = {
        {0x08000000, "flash"},      {0x20000000, "sram"},
        {0x40000000, "tim2"},       {0x40000C00, "tim5"},
        {0x40001000, "unmodelled"}, {0x40004800, "usart3"},
        {0x40004C00, "unmodelled"}, {0x40022000, "flash_registers"},
        {0x40030400, "icache"},     {0x42020C00, "gpiod"},
        {0x42022800, "gpiok"},      {0x42022C00, "unmodelled"},
        {0x44020800, "pwr"},        {0x44020C00, "rcc"},
        {0x44021000, "unmodelled"}, {0x5FFFFFFF, "unmodelled"},
        {0xE000ED08, "ppb"},
    };
    struct bench *bench = bench_new("nucleo-h5e5zj", false, false);

    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        const struct bus_region *region = bus_find(&bench->sim->bus, cases[i].address, 1);

        assert_non_null(region);
        assert_string_equal(region->name, cases[i].name);
    }
    assert_null(bus_find(&bench->sim->bus, 0x60000000, 1));
    assert_null(bus_find(&bench->sim->bus, 0, 1));
    assert_int_equal(bench->sim->core.interrupts, 162);
    assert_int_equal(bench->sim->core.priority_bits, 4);
    bench_free(bench);
}

/* Every machine builds, boots from memory that it has, and goes without a trace. */
static void test_machines(void **state)
{
    const struct machine *machine;
    struct sim *sim = calloc(1, sizeof *sim);
    struct sim_error error = {""};

    (void)state;
    assert_non_null(sim);
    for (size_t i = 0; (machine = machine_at(i)); i++) {
        assert_ptr_equal(machine_named(machine->name), machine);
        assert_true(machine_build(sim, machine->name, &error));
        assert_int_equal(sim->core_hz, machine->reset_hz);
        assert_non_null(bus_find(&sim->bus, machine->vector_table, 8));
        machine_free(sim);
        machine_free(sim);
        memset(sim, 0, sizeof *sim);
    }
    assert_false(machine_build(sim, "nucleo-z80", &error));
    assert_non_null(strstr(error.text, "nucleo-z80"));
    machine_free(sim);
    free(sim);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_regions_keep_apart),
        cmocka_unit_test(test_find),
        cmocka_unit_test(test_memory),
        cmocka_unit_test(test_machine_map),
        cmocka_unit_test(test_machines),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
