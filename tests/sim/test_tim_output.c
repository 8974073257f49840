/* Output compare on pins: modes, polarity, and which pin in which alternate function.
 * SPDX-License-Identifier: MIT
 */
#include <string.h>

#include "tests/sim/device_bench.h"
#include "tests/unit/cmocka_all.h"

/* Offsets of the timer's registers. */
enum { CR1 = 0x00, DIER = 0x0C, CCMR1 = 0x18, CCER = 0x20, CNT = 0x24, CCR1 = 0x34 };
enum { CEN = 1, CC1E = 1, CC1P = 2 };
/* OC1M */
enum {
    FROZEN = 0 << 4,
    SET = 1 << 4,
    RESET = 2 << 4,
    TOGGLE = 3 << 4,
    LOW = 4 << 4,
    HIGH = 5 << 4,
    PWM1 = 6 << 4
};
/* Offsets of the port's. */
enum { MODER = 0x00, IDR = 0x10, AFRL = 0x20 };

struct place {
    const char *machine;
    uint32_t port_enable, port_bit, timer_enable, timer_bit; /* in the RCC */
    uint32_t port, timer;
    unsigned pin, function;
    const char *name;
};

static const struct place places[] = {
    {"nucleo-h5e5zj", 0x44020C8C, 0, 0x44020C9C, 0, 0x42020000, 0x40000000, 0, 1, "gpioa.0"},
    {"stm32f407", 0x40023830, 0, 0x40023840, 0, 0x40020000, 0x40000000, 15, 1, "gpioa.15"},
    {"nucleo-f410rb", 0x40023830, 0, 0x40023840, 3, 0x40020000, 0x40000C00, 0, 2, "gpioa.0"},
    {"nucleo-f091rc", 0x40021014, 17, 0x4002101C, 0, 0x48000000, 0x40000000, 0, 2, "gpioa.0"},
};

static void set_field(struct bench *bench, uint32_t address, unsigned shift, uint32_t mask,
                      uint32_t value)
{
    uint32_t word = bench_read(bench, address);

    bench_write(bench, address, (word & ~(mask << shift)) | value << shift);
}

static struct bench *connect(const struct place *place, unsigned function)
{
    struct bench *bench = bench_new(place->machine, false, true);

    set_field(bench, place->port_enable, place->port_bit, 1, 1);
    set_field(bench, place->timer_enable, place->timer_bit, 1, 1);
    bench_run(bench, 100);
    set_field(bench, place->port + AFRL + place->pin / 8 * 4, place->pin % 8 * 4, 0xF, function);
    set_field(bench, place->port + MODER, place->pin * 2, 3, 2);
    return bench;
}

static void put(struct bench *bench, const struct place *place, uint32_t offset, uint32_t value)
{
    bench_write(bench, place->timer + offset, value);
    bench_run(bench, 10);
}

static bool reads_high(struct bench *bench, const struct place *place)
{
    return bench_read(bench, place->port + IDR) >> place->pin & 1;
}

/* The pin's edges while the counter comes to its compare value, and the cycle of that. */
static size_t compare(struct bench *bench, const struct place *place, uint64_t *cycle)
{
    size_t pins = bench->pins, signals = bench->signals;

    put(bench, place, CCR1, bench_read(bench, place->timer + CNT) + 100);
    put(bench, place, CR1, CEN);
    bench_run(bench, 1000);
    put(bench, place, CR1, 0);
    assert_int_equal(bench->signals, signals + 1);
    *cycle = bench->signal[signals].cycle;
    return bench->pins - pins;
}

static void expect_edge(const struct bench *bench, const struct place *place, bool level,
                        uint64_t cycle)
{
    const struct bench_pin *last = &bench->pin[bench->pins - 1];

    assert_string_equal(last->name, place->name);
    assert_int_equal(last->level, level);
    assert_int_equal(last->cycle, cycle);
}

/* An edge in the cycle of the compare, on every board's pin. */
static void test_pin_rises_at_the_compare(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof places / sizeof places[0]; i++) {
        const struct place *place = &places[i];
        struct bench *bench = connect(place, place->function);
        uint64_t cycle;

        put(bench, place, CCMR1, SET);
        put(bench, place, CCER, CC1E);
        assert_false(reads_high(bench, place));
        assert_int_equal(compare(bench, place, &cycle), 1);
        expect_edge(bench, place, true, cycle);
        assert_true(reads_high(bench, place));
        bench_free(bench);
    }
}

/* In another function the pin is somebody else's. */
static void test_other_function(void **state)
{
    const struct place *place = &places[0];
    struct bench *bench = connect(place, place->function + 1);
    uint64_t cycle;

    (void)state;
    put(bench, place, CCMR1, SET);
    put(bench, place, CCER, CC1E);
    assert_int_equal(compare(bench, place, &cycle), 0);
    assert_false(reads_high(bench, place));
    /* The level is there when the function is chosen. */
    set_field(bench, place->port + AFRL, place->pin * 4, 0xF, place->function);
    assert_true(reads_high(bench, place));
    bench_free(bench);
}

static void test_modes(void **state)
{
    static const struct {
        uint32_t mode;
        bool before; /* the level of OC1REF before the compare, */
        bool after;  /* and behind it */
    } rows[] = {{SET, false, true},    {SET, true, true},      {RESET, true, false},
                {RESET, false, false}, {TOGGLE, false, true},  {TOGGLE, true, false},
                {FROZEN, true, true},  {FROZEN, false, false}, {LOW, false, false},
                {HIGH, true, true}};
    const struct place *place = &places[0];

    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++)
        for (uint32_t polarity = 0; polarity <= CC1P; polarity += CC1P) {
            struct bench *bench = connect(place, place->function);
            uint64_t cycle;

            put(bench, place, CCER, CC1E | polarity);
            put(bench, place, CCMR1, rows[i].before ? HIGH : LOW);
            put(bench, place, CCMR1, rows[i].mode);
            assert_int_equal(reads_high(bench, place), rows[i].before != (polarity != 0));
            assert_int_equal(compare(bench, place, &cycle), rows[i].before != rows[i].after);
            assert_int_equal(reads_high(bench, place), rows[i].after != (polarity != 0));
            bench_free(bench);
        }
}

/* Without its enable, and in a mode that is not modelled, the timer leaves the pin alone. */
static void test_not_driven(void **state)
{
    static const struct {
        uint32_t mode, enable;
    } rows[] = {{HIGH, 0}, {PWM1, CC1E}};
    const struct place *place = &places[1]; /* its pin has a pull-up out of reset */

    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        struct bench *bench = connect(place, place->function);

        put(bench, place, CCER, CC1E);
        assert_false(reads_high(bench, place));
        put(bench, place, CCMR1, rows[i].mode);
        put(bench, place, CCER, rows[i].enable);
        assert_true(reads_high(bench, place));
        bench_free(bench);
    }
}

/* The edge comes at its cycle though nothing reads the timer and no interrupt is on. */
static void test_no_interrupt_needed(void **state)
{
    const struct place *place = &places[0];
    struct bench *bench = connect(place, place->function);
    uint64_t cycle;

    (void)state;
    put(bench, place, CCMR1, TOGGLE);
    put(bench, place, CCER, CC1E);
    put(bench, place, DIER, 0);
    for (int k = 0; k < 4; k++) {
        assert_int_equal(compare(bench, place, &cycle), 1);
        expect_edge(bench, place, k % 2 == 0, cycle);
    }
    bench_free(bench);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_pin_rises_at_the_compare),
        cmocka_unit_test(test_other_function),
        cmocka_unit_test(test_modes),
        cmocka_unit_test(test_not_driven),
        cmocka_unit_test(test_no_interrupt_needed),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
