/* USARTs and ports of the STM32F0 and F4: flags, refusals, bytes in time, levels of pins.
 * SPDX-License-Identifier: MIT
 */
#include <string.h>

#include "tests/sim/device_bench.h"
#include "tests/unit/cmocka_all.h"

#define F4_GPIOA 0x40020000u
#define F4_GPIOB 0x40020400u
#define F4_GPIOE 0x40021000u
#define F0_GPIOA 0x48000000u
#define F4_USART2 0x40004400u
#define F0_USART2 0x40004400u

#define F4_RCC_AHB1ENR 0x40023830u
#define F4_RCC_AHB1RSTR 0x40023810u
#define F4_RCC_APB1ENR 0x40023840u
#define F0_RCC_AHBENR 0x40021014u
#define F0_RCC_APB1ENR 0x4002101Cu

#define IRQ_F4_USART2 38

enum { MODER = 0x00, PUPDR = 0x0C, IDR = 0x10, ODR = 0x14, BSRR = 0x18, AFRL = 0x20, BRR0 = 0x28 };

/* USART of the F4 */
enum { SR = 0x00, DR = 0x04, BRR = 0x08, CR1 = 0x0C, CR2 = 0x10, CR3 = 0x14 };
enum { RE = 4, TE = 8, TCIE = 0x40, TXEIE = 0x80, PCE = 0x400, M = 0x1000, UE = 0x2000 };
enum { OVER8 = 0x8000, TC = 0x40, TXE = 0x80 };

/* USART of the F0 */
enum { F0_CR1 = 0x00, F0_BRR = 0x0C, F0_ISR = 0x1C, F0_TDR = 0x28, F0_PRESC = 0x2C, F0_UE = 1 };

static struct bench *f4_bench(const char *machine)
{
    struct bench *bench = bench_new(machine, false, true);

    bench_write(bench, F4_RCC_AHB1ENR, bench_read(bench, F4_RCC_AHB1ENR) | 0x7);
    bench_write(bench, F4_RCC_APB1ENR, 1u << 17);
    return bench;
}

/* PA2 in alternate function 7. */
static void route(struct bench *bench)
{
    bench_write(bench, F4_GPIOA + MODER, 0xA8000020);
    bench_write(bench, F4_GPIOA + AFRL, 0x700);
}

/* 16 MHz / 139 = 115,108 baud */
static void set_up(struct bench *bench, uint32_t cr1)
{
    bench_write(bench, F4_USART2 + BRR, 139);
    bench_write(bench, F4_USART2 + CR1, cr1);
}

static void test_bytes_leave(void **state)
{
    static const char *const machines[] = {"stm32f407", "nucleo-f410rb"};

    (void)state;
    for (size_t i = 0; i < 2; i++) {
        struct bench *bench = f4_bench(machines[i]);

        route(bench);
        set_up(bench, UE | TE);
        for (const char *text = "BEGIN\r\n"; *text; text++) {
            assert_int_equal(bench_read(bench, F4_USART2 + SR), TC | TXE);
            bench_write(bench, F4_USART2 + DR, (uint8_t)*text);
        }
        assert_string_equal(bench->uart, "BEGIN\r\n");
        assert_int_equal(bench->logs, 0);
        bench_free(bench);
    }
}

/* Case A83: the reset value of SR, and nothing is sent while UE or TE is 0. */
static void test_transmitter_off(void **state)
{
    static const uint32_t settings[] = {0, UE, TE};

    (void)state;
    for (size_t i = 0; i < 3; i++) {
        struct bench *bench = f4_bench("stm32f407");

        assert_int_equal(bench_read(bench, F4_USART2 + SR), 0x00C0);
        route(bench);
        set_up(bench, settings[i]);
        bench_write(bench, F4_USART2 + DR, 'x');
        assert_int_equal(bench->uart_length, 0);
        assert_int_equal(bench->logs, 1);
        assert_non_null(strstr(bench->log, "it is lost"));
        bench_free(bench);
    }
}

static void test_pin_is_not_routed(void **state)
{
    struct bench *bench = f4_bench("stm32f407");

    (void)state;
    set_up(bench, UE | TE);
    bench_write(bench, F4_USART2 + DR, 'x');
    assert_int_equal(bench->uart_length, 0);
    assert_non_null(strstr(bench->log, "PA2 is not in alternate function 7"));
    bench_free(bench);
}

/* TC falls when 0 is written to it, and stays when 1 is. */
static void test_complete_flag(void **state)
{
    struct bench *bench = f4_bench("stm32f407");

    (void)state;
    route(bench);
    set_up(bench, UE | TE | TCIE);
    assert_true(bench->level[IRQ_F4_USART2]);
    bench_write(bench, F4_USART2 + SR, 0xFFFFFFFF);
    assert_int_equal(bench_read(bench, F4_USART2 + SR), TC | TXE);
    bench_write(bench, F4_USART2 + SR, ~(uint32_t)TC);
    assert_int_equal(bench_read(bench, F4_USART2 + SR), TXE);
    assert_false(bench->level[IRQ_F4_USART2]);
    bench_write(bench, F4_USART2 + DR, 'x');
    assert_int_equal(bench_read(bench, F4_USART2 + SR), TC | TXE);
    assert_true(bench->level[IRQ_F4_USART2]);
    bench_write(bench, F4_USART2 + CR1, UE | TE);
    assert_false(bench->level[IRQ_F4_USART2]);
    bench_write(bench, F4_USART2 + CR1, UE | TE | TXEIE);
    assert_true(bench->level[IRQ_F4_USART2]);
    bench_free(bench);
}

static void test_refusals(void **state)
{
    static const struct {
        uint32_t brr, offset, value;
        unsigned size;
        const char *text;
    } cases[] = {
        {0, CR1, UE | TE, 4, "UE and TE are set with BRR 0x0, a divider of 0: 16 or more"},
        {15, CR1, UE | TE, 4, "a divider of 15"},
        {0x07, CR1, UE | TE | OVER8, 4, "a divider of 7: 8 or more"},
        {139, CR1, UE | TE | PCE, 4, "only words of 8 data bits"},
        {139, CR1, UE | TE | M, 4, "only words of 8 data bits"},
        {139, CR1, 2, 4, "USART_CR1: bits 0x00000002"},
        {139, CR2, 0x4000, 4, "USART_CR2: bits 0x00004000"},
        {139, CR3, 0x80, 4, "USART_CR3: bits 0x00000080"},
        {139, DR, 'x', 1, "USART_DR must be written 16 bits at a time"},
        {139, 0x1C, 0, 4, "no register of USART is modelled here"},
    };

    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct bench *bench = f4_bench("stm32f407");

        bench_write(bench, F4_USART2 + BRR, cases[i].brr);
        assert_int_equal(
            bench_try_write(bench, F4_USART2 + cases[i].offset, cases[i].size, cases[i].value),
            BUS_STOP);
        bench_expect_stop(bench, cases[i].text);
        bench_free(bench);
    }
}

/* Case A83: a byte takes 10 bit times; 100 of them take 1,000, to the cycle. */
static void test_time_of_bytes(void **state)
{
    static const struct {
        uint32_t brr, cr1, cr2;
        uint64_t frame_cycles;
    } cases[] = {
        {139, UE | TE, 0, 1390},
        {139, UE | TE, 0x2000, 1529},      /* two stop bits */
        {139, UE | TE | M | PCE, 0, 1529}, /* parity */
        {0x113, UE | TE | OVER8, 0, 10 * (17 * 8 + 3)},
    };

    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct bench *bench = f4_bench("stm32f407");
        uint64_t begin;

        bench->sim->config.uart_real_time = true;
        route(bench);
        bench_write(bench, F4_USART2 + BRR, cases[i].brr);
        bench_write(bench, F4_USART2 + CR2, cases[i].cr2);
        bench_write(bench, F4_USART2 + CR1, cases[i].cr1);
        begin = bench->sim->now;
        for (unsigned k = 0; k < 100; k++) {
            while (!(bench_read(bench, F4_USART2 + SR) & TXE))
                bench_run(bench, 1);
            bench_write(bench, F4_USART2 + DR, 'a' + k % 26);
        }
        assert_int_equal(bench->sim->now - begin, 98 * cases[i].frame_cycles);
        while (!(bench_read(bench, F4_USART2 + SR) & TC))
            bench_run(bench, 1);
        assert_int_equal(bench->sim->now - begin, 100 * cases[i].frame_cycles);
        assert_int_equal(bench->uart_length, 100);
        assert_int_equal(bench->uart[99], 'a' + 99 % 26);
        assert_int_equal(bench->logs, 0);
        bench_free(bench);
    }
}

/* Case A83: the byte that was waiting is destroyed by the next one. */
static void test_unchecked_byte(void **state)
{
    struct bench *bench = f4_bench("stm32f407");

    (void)state;
    bench->sim->config.uart_real_time = true;
    route(bench);
    set_up(bench, UE | TE);
    bench_write(bench, F4_USART2 + DR, '1');
    assert_int_equal(bench_read(bench, F4_USART2 + SR), TXE);
    bench_write(bench, F4_USART2 + DR, '2');
    assert_int_equal(bench_read(bench, F4_USART2 + SR), 0);
    bench_write(bench, F4_USART2 + DR, '3');
    bench_run(bench, 10000);
    assert_string_equal(bench->uart, "13");
    assert_int_equal(bench->logs, 1);
    assert_non_null(strstr(bench->log, "the one before it is lost"));
    bench_free(bench);
}

/* TXE and TC interrupt at the cycle at which the shift register is free. */
static void test_interrupts_in_time(void **state)
{
    struct bench *bench = f4_bench("stm32f407");
    uint64_t begin;

    (void)state;
    bench->sim->config.uart_real_time = true;
    route(bench);
    set_up(bench, UE | TE);
    begin = bench->sim->now;
    bench_write(bench, F4_USART2 + DR, '1');
    bench_write(bench, F4_USART2 + DR, '2');
    bench_write(bench, F4_USART2 + CR1, UE | TE | TXEIE);
    assert_false(bench->level[IRQ_F4_USART2]);
    bench_run(bench, 5000);
    assert_int_equal(bench->raised_cycle[IRQ_F4_USART2], begin + 1390);
    bench_free(bench);
}

/* The F0's USART: no prescaler, no FIFO; its bytes take their time too. */
static void test_f0(void **state)
{
    struct bench *bench = bench_new("nucleo-f091rc", false, false);
    uint64_t begin;

    (void)state;
    bench->sim->config.uart_real_time = true;
    bench_write(bench, F0_RCC_AHBENR, 0x20014);
    bench_write(bench, F0_RCC_APB1ENR, 1u << 17);
    bench_write(bench, F0_GPIOA + MODER, 0x28000020);
    bench_write(bench, F0_GPIOA + AFRL, 0x100);
    bench_write(bench, F0_USART2 + F0_BRR, 69);
    bench_write(bench, F0_USART2 + F0_CR1, F0_UE | TE);
    assert_int_equal(bench_read(bench, F0_USART2 + F0_ISR), 0x2000C0);
    begin = bench->sim->now;
    bench_write(bench, F0_USART2 + F0_TDR, 'a');
    bench_write(bench, F0_USART2 + F0_TDR, 'b');
    while (!(bench_read(bench, F0_USART2 + F0_ISR) & TC))
        bench_run(bench, 1);
    assert_int_equal(bench->sim->now - begin, 1380);
    assert_string_equal(bench->uart, "ab");
    assert_int_equal(bench_try_write(bench, F0_USART2 + F0_CR1, 4, 0x20000000), BUS_STOP);
    bench_expect_stop(bench, "USART_CR1: bits 0x20000000");
    bench_free(bench);

    bench = bench_new("nucleo-f091rc", false, false);
    bench_write(bench, F0_RCC_APB1ENR, 1u << 17);
    assert_int_equal(bench_try_write(bench, F0_USART2 + F0_PRESC, 4, 0), BUS_STOP);
    bench_expect_stop(bench, "no register of USART is modelled here");
    bench_free(bench);
}

/* ---- ports ---- */

/* Reset values of the debug pins, and of all others. */
static void test_port_resets(void **state)
{
    static const struct {
        const char *machine;
        uint32_t enable, bits, port, moder, pupdr;
    } cases[] = {
        {"stm32f407", F4_RCC_AHB1ENR, 0x1001FF, F4_GPIOA, 0xA8000000, 0x64000000},
        {"stm32f407", F4_RCC_AHB1ENR, 0x1001FF, F4_GPIOB, 0x00000280, 0x00000100},
        {"stm32f407", F4_RCC_AHB1ENR, 0x1001FF, F4_GPIOE, 0, 0},
        {"nucleo-f091rc", F0_RCC_AHBENR, 0x7E0014, F0_GPIOA, 0x28000000, 0x24000000},
        {"nucleo-f091rc", F0_RCC_AHBENR, 0x7E0014, F0_GPIOA + 0x400, 0, 0},
    };

    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct bench *bench = bench_new(cases[i].machine, false, false);

        bench_write(bench, cases[i].enable, cases[i].bits);
        assert_int_equal(bench_read(bench, cases[i].port + MODER), cases[i].moder);
        assert_int_equal(bench_read(bench, cases[i].port + PUPDR), cases[i].pupdr);
        bench_free(bench);
    }
}

/* The F0 has GPIOx_BRR, the F4 has not. */
static void test_bit_reset_register(void **state)
{
    struct bench *bench = bench_new("nucleo-f091rc", false, false);

    (void)state;
    bench_write(bench, F0_RCC_AHBENR, 0x7E0014);
    bench_write(bench, F0_GPIOA + ODR, 0xF);
    bench_write(bench, F0_GPIOA + BRR0, 0x3);
    assert_int_equal(bench_read(bench, F0_GPIOA + ODR), 0xC);
    bench_free(bench);
    bench = f4_bench("stm32f407");
    assert_int_equal(bench_try_write(bench, F4_GPIOA + BRR0, 4, 3), BUS_STOP);
    bench_expect_stop(bench, "no register of GPIO is modelled here");
    bench_free(bench);
}

static void expect_pins(const struct bench *bench, const struct bench_pin *pins, size_t count)
{
    assert_int_equal(bench->pins, count);
    for (size_t i = 0; i < count; i++) {
        assert_string_equal(bench->pin[i].name, pins[i].name);
        assert_int_equal(bench->pin[i].level, pins[i].level);
        assert_int_equal(bench->pin[i].cycle, pins[i].cycle);
    }
}

/* Observers hear of every change of a level, at its cycle, and of nothing else. */
static void test_pin_levels(void **state)
{
    struct bench *bench = f4_bench("stm32f407");

    (void)state;
    bench_write(bench, F4_RCC_AHB1ENR, 0x1001FF);
    bench_run_to(bench, 100);
    bench_write(bench, F4_GPIOE + BSRR, 0x0004); /* still an input */
    bench_run_to(bench, 200);
    bench_write(bench, F4_GPIOE + MODER, 0x50); /* PE2, PE3 */
    bench_run_to(bench, 300);
    bench_write(bench, F4_GPIOE + BSRR, 0x00040008);
    bench_run_to(bench, 400);
    bench_write(bench, F4_GPIOE + BSRR, 0x00040008);
    bench_write(bench, F4_GPIOE + ODR, 0x4);
    bench_run_to(bench, 500);
    bench_write(bench, F4_GPIOE + PUPDR, 0x300); /* nothing: PE4 gets a reserved value */
    bench_write(bench, F4_GPIOE + PUPDR, 0x100); /* PE4's pull-up */
    bench_run_to(bench, 600);
    bench_write(bench, F4_RCC_AHB1RSTR, 0x10); /* the port is reset */
    expect_pins(bench,
                (struct bench_pin[]){{"gpioe.2", true, 200},
                                     {"gpioe.2", false, 300},
                                     {"gpioe.3", true, 300},
                                     {"gpioe.2", true, 400},
                                     {"gpioe.3", false, 400},
                                     {"gpioe.4", true, 500},
                                     {"gpioe.2", false, 600},
                                     {"gpioe.4", false, 600}},
                8);
    bench_free(bench);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_bytes_leave),
        cmocka_unit_test(test_transmitter_off),
        cmocka_unit_test(test_pin_is_not_routed),
        cmocka_unit_test(test_complete_flag),
        cmocka_unit_test(test_refusals),
        cmocka_unit_test(test_time_of_bytes),
        cmocka_unit_test(test_unchecked_byte),
        cmocka_unit_test(test_interrupts_in_time),
        cmocka_unit_test(test_f0),
        cmocka_unit_test(test_port_resets),
        cmocka_unit_test(test_bit_reset_register),
        cmocka_unit_test(test_pin_levels),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
