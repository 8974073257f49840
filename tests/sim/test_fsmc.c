/* The FSMC of the STM32F407 and the SRAM behind it: who may access it, what the timing model is
 * told. SPDX-License-Identifier: MIT
 */
#include <stdio.h>

#include "tests/sim/device_bench.h"
#include "tests/unit/cmocka_all.h"

#define MEMORY 0x68000000u
#define FSMC 0xA0000000u
enum { BCR1 = 0x00, BTR1 = 0x04, BCR3 = 0x10, BTR3 = 0x14, BWTR3 = 0x114, PCR2 = 0x60 };

#define RCC_AHB1ENR 0x40023830u
#define RCC_AHB3ENR 0x40023838u
#define RCC_AHB3RSTR 0x40023818u
#define GPIO(port) (0x40020000u + 0x400u * (uint32_t)((port) - 'A'))
enum { MODER = 0x00, AFRL = 0x20, AFRH = 0x24 };

/* MBKEN, SRAM, 16 bits, WREN; bit 7 as out of reset. */
#define PLAIN 0x00001091u
#define EXTMOD (1u << 14)
/* ADDSET, DATAST, BUSTURN */
#define TIMING(addset, datast, busturn) ((addset) | (datast) << 8 | (busturn) << 16)

/* Every pin of ports D to G in AF12, clocks on. */
static struct bench *wired(void)
{
    struct bench *bench = bench_new("stm32f407", false, false);

    bench_write(bench, RCC_AHB1ENR, bench_read(bench, RCC_AHB1ENR) | 0x78);
    bench_write(bench, RCC_AHB3ENR, 1);
    for (char port = 'D'; port <= 'G'; port++) {
        bench_write(bench, GPIO(port) + MODER, 0xAAAAAAAA);
        bench_write(bench, GPIO(port) + AFRL, 0xCCCCCCCC);
        bench_write(bench, GPIO(port) + AFRH, 0xCCCCCCCC);
    }
    return bench;
}

static void set_up(struct bench *bench, uint32_t bcr, uint32_t btr)
{
    bench_write(bench, FSMC + BTR3, btr);
    bench_write(bench, FSMC + BCR3, bcr);
}

static void test_reset_values(void **state)
{
    struct bench *bench = wired();

    (void)state;
    assert_int_equal(bench_read(bench, FSMC + BCR1), 0x30DB);
    assert_int_equal(bench_read(bench, FSMC + BCR3), 0x30D2);
    assert_int_equal(bench_read(bench, FSMC + BTR3), 0x0FFFFFFF);
    assert_int_equal(bench_read(bench, FSMC + BWTR3), 0x0FFFFFFF);
    bench_free(bench);
}

static void test_memory_keeps_what_is_written(void **state)
{
    struct bench *bench = wired();
    uint32_t value;

    (void)state;
    set_up(bench, PLAIN, TIMING(1u, 3u, 1u));
    bench_write(bench, MEMORY, 0x11223344);
    bench_write(bench, MEMORY + 0x1FFFFC, 0xCAFEF00D);
    assert_int_equal(bench_try_write(bench, MEMORY + 1, 1, 0xAA), BUS_OK);
    assert_int_equal(bench_read(bench, MEMORY), 0x1122AA44);
    assert_int_equal(bench_try_read(bench, MEMORY + 0x1FFFFE, 2, &value), BUS_OK);
    assert_int_equal(value, 0xCAFE);
    /* the controller is reset, the chip is not */
    bench_write(bench, RCC_AHB3RSTR, 1);
    bench_write(bench, RCC_AHB3RSTR, 0);
    assert_int_equal(bench_read(bench, FSMC + BCR3), 0x30D2);
    set_up(bench, PLAIN, TIMING(1u, 3u, 1u));
    assert_int_equal(bench_read(bench, MEMORY), 0x1122AA44);
    bench_free(bench);
}

static void test_a_disabled_bank_is_a_bus_error(void **state)
{
    struct bench *bench = wired();
    uint32_t value;

    (void)state;
    assert_int_equal(bench_try_read(bench, MEMORY, 4, &value), BUS_FAULT);
    assert_int_equal(bench_try_write(bench, MEMORY, 4, 0), BUS_FAULT);
    set_up(bench, PLAIN & ~0x1000u, TIMING(1u, 3u, 1u));
    assert_int_equal(bench_try_write(bench, MEMORY, 4, 0), BUS_FAULT);
    assert_int_equal(bench_try_read(bench, MEMORY, 4, &value), BUS_OK);
    bench_free(bench);
}

static void test_what_is_not_there_stops_the_run(void **state)
{
    static const struct {
        uint32_t bcr, btr;
        const char *text;
    } cases[] = {
        {PLAIN & ~0x10u, TIMING(1u, 3u, 1u), "16 data lines"},
        {PLAIN | 2u, TIMING(1u, 3u, 1u), "MUXEN"},
        {PLAIN | 8u, TIMING(1u, 3u, 1u), "MTYP"},
        {PLAIN | 1u << 8, TIMING(1u, 3u, 1u), "BURSTEN"},
        {PLAIN | 1u << 15, TIMING(1u, 3u, 1u), "ASYNCWAIT"},
        {PLAIN, TIMING(1u, 0u, 1u), "DATAST 0"},
        {PLAIN | EXTMOD, TIMING(1u, 3u, 1u), "ACCMOD"},
    };

    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct bench *bench = wired();
        uint32_t value;

        if (cases[i].bcr & EXTMOD)
            bench_write(bench, FSMC + BWTR3, 1u << 28 | TIMING(1u, 3u, 1u));
        set_up(bench, cases[i].bcr, cases[i].btr);
        assert_int_equal(bench_try_read(bench, MEMORY, 4, &value), BUS_STOP);
        bench_expect_stop(bench, cases[i].text);
        bench_free(bench);
    }
}

static void test_every_pin_must_be_the_controllers(void **state)
{
    static const struct {
        char port;
        unsigned pin;
    } wires[] = {{'D', 0}, {'D', 4}, {'D', 15}, {'E', 0}, {'E', 3}, {'F', 15}, {'G', 5}, {'G', 10}};

    (void)state;
    for (size_t i = 0; i < sizeof wires / sizeof wires[0]; i++) {
        struct bench *bench = wired();
        char text[16];
        uint32_t value;

        bench_write(bench, GPIO(wires[i].port) + MODER, 0xAAAAAAAA ^ 3u << 2 * wires[i].pin);
        set_up(bench, PLAIN, TIMING(1u, 3u, 1u));
        assert_int_equal(bench_try_read(bench, MEMORY, 4, &value), BUS_STOP);
        snprintf(text, sizeof text, "P%c%u ", wires[i].port, wires[i].pin);
        bench_expect_stop(bench, text);
        bench_free(bench);
    }
}

static void test_without_a_clock(void **state)
{
    struct bench *bench = wired();
    uint32_t value;

    (void)state;
    set_up(bench, PLAIN, TIMING(1u, 3u, 1u));
    bench_write(bench, RCC_AHB3ENR, 0);
    assert_int_equal(bench_try_read(bench, MEMORY, 4, &value), BUS_STOP);
    bench_expect_stop(bench, "FSMCEN");
    bench_free(bench);
}

static void test_other_registers_are_refused(void **state)
{
    struct bench *bench = wired();
    uint32_t value;

    (void)state;
    assert_int_equal(bench_try_read(bench, FSMC + PCR2, 4, &value), BUS_STOP);
    bench_free(bench);
}

static void test_the_phases_are_told(void **state)
{
    struct bench *bench = wired();

    (void)state;
    set_up(bench, PLAIN, TIMING(2u, 5u, 3u));
    assert_int_equal(bench->external.read, 7);
    assert_int_equal(bench->external.write, 8);
    assert_int_equal(bench->external.width, 2);
    assert_int_equal(bench->external.turn[0][0], 1);
    assert_int_equal(bench->external.turn[0][1], 1);
    assert_int_equal(bench->external.turn[1][0], 3);
    assert_int_equal(bench->external.turn[1][1], 0);
    bench_write(bench, FSMC + BWTR3, TIMING(0u, 1u, 9u));
    bench_write(bench, FSMC + BCR3, PLAIN | EXTMOD);
    assert_int_equal(bench->external.read, 7);
    assert_int_equal(bench->external.write, 2);
    assert_int_equal(bench->external.turn[1][0], 9);
    bench_free(bench);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_reset_values),
        cmocka_unit_test(test_memory_keeps_what_is_written),
        cmocka_unit_test(test_a_disabled_bank_is_a_bus_error),
        cmocka_unit_test(test_what_is_not_there_stops_the_run),
        cmocka_unit_test(test_every_pin_must_be_the_controllers),
        cmocka_unit_test(test_without_a_clock),
        cmocka_unit_test(test_other_registers_are_refused),
        cmocka_unit_test(test_the_phases_are_told),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
