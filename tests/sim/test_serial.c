/* USART, GPIO and the registers of ICACHE: what firmware sees and what leaves the board.
 * SPDX-License-Identifier: MIT
 */
#include <string.h>

#include "tests/sim/device_bench.h"
#include "tests/unit/cmocka_all.h"

#define RCC_AHB2ENR 0x44020C8Cu
#define RCC_APB1LENR 0x44020C9Cu
#define GPIOA 0x42020000u
#define GPIOB 0x42020400u
#define GPIOD 0x42020C00u
#define USART3 0x40004800u
#define ICACHE 0x40030400u
#define IRQ_USART3 60
#define IRQ_ICACHE 104

enum {
    MODER = 0x00,
    PUPDR = 0x0C,
    IDR = 0x10,
    ODR = 0x14,
    BSRR = 0x18,
    LCKR = 0x1C,
    AFRH = 0x24,
    GPIO_BRR = 0x28
};
enum {
    CR1 = 0x00,
    CR2 = 0x04,
    CR3 = 0x08,
    BRR = 0x0C,
    ISR = 0x1C,
    ICR = 0x20,
    TDR = 0x28,
    PRESC = 0x2C
};
enum { UE = 1, RE = 4, TE = 8, TCIE = 0x40, TXEIE = 0x80, PCE = 0x400, M0 = 0x1000 };
enum { TC = 0x40, TXE = 0x80, TEACK = 0x200000, REACK = 0x400000 };
enum { ICACHE_CR = 0, ICACHE_SR = 4, ICACHE_IER = 8, ICACHE_FCR = 12 };

static struct bench *serial_bench(void)
{
    struct bench *bench = bench_new("nucleo-h5e5zj", false, false);

    bench_write(bench, RCC_AHB2ENR, bench_read(bench, RCC_AHB2ENR) | 0xF);
    bench_write(bench, RCC_APB1LENR, 1u << 18);
    return bench;
}

static void route_pins(struct bench *bench)
{
    bench_write(bench, GPIOD + MODER, 0xFFFAFFFF);
    bench_write(bench, GPIOD + AFRH, 0x77);
}

static void send(struct bench *bench, const char *text)
{
    for (; *text; text++) {
        assert_int_equal(bench_read(bench, USART3 + ISR) & TXE, TXE);
        bench_write(bench, USART3 + TDR, (uint8_t)*text);
    }
}

static void test_bytes_leave(void **state)
{
    struct bench *bench = serial_bench();

    (void)state;
    route_pins(bench);
    bench_write(bench, USART3 + BRR, 278);
    bench_write(bench, USART3 + CR1, UE | TE);
    assert_int_equal(bench_read(bench, USART3 + ISR), TC | TXE | TEACK);
    send(bench, "BEGIN\n");
    assert_string_equal(bench->uart, "BEGIN\n");
    assert_int_equal(bench->logs, 0);
    bench_free(bench);
}

/* Case A83: the status register at reset; nothing is sent while UE or TE is 0. */
static void test_transmitter_off(void **state)
{
    static const uint32_t settings[] = {0, UE, TE};

    (void)state;
    for (size_t i = 0; i < 3; i++) {
        struct bench *bench = serial_bench();

        assert_int_equal(bench_read(bench, USART3 + ISR), TC | TXE);
        route_pins(bench);
        bench_write(bench, USART3 + BRR, 278);
        bench_write(bench, USART3 + CR1, settings[i]);
        send(bench, "lost");
        assert_int_equal(bench->uart_length, 0);
        assert_int_equal(bench->logs, 1);
        assert_non_null(strstr(bench->log, "it is lost"));
        bench_free(bench);
    }
}

static void test_pin_is_not_routed(void **state)
{
    static const struct {
        uint32_t moder, afrh;
    } cases[] = {{0xFFFFFFFF, 0x77}, {0xFFF9FFFF, 0x77}, {0xFFFAFFFF, 0x78}, {0xFFFAFFFF, 0}};

    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct bench *bench = serial_bench();

        bench_write(bench, GPIOD + MODER, cases[i].moder);
        bench_write(bench, GPIOD + AFRH, cases[i].afrh);
        bench_write(bench, USART3 + BRR, 278);
        bench_write(bench, USART3 + CR1, UE | TE);
        send(bench, "silent");
        assert_int_equal(bench->uart_length, 0);
        assert_int_equal(bench->logs, 1);
        assert_non_null(strstr(bench->log, "PD8 is not in alternate function 7"));
        bench_free(bench);
    }
}

static void test_transmission_complete(void **state)
{
    struct bench *bench = serial_bench();

    (void)state;
    route_pins(bench);
    bench_write(bench, USART3 + BRR, 278);
    bench_write(bench, USART3 + CR1, UE | TE | RE);
    assert_int_equal(bench_read(bench, USART3 + ISR), TC | TXE | TEACK | REACK);
    bench_write(bench, USART3 + ICR, TC);
    assert_int_equal(bench_read(bench, USART3 + ISR) & TC, 0);
    bench_write(bench, USART3 + CR1, UE | TE | TCIE);
    assert_false(bench->level[IRQ_USART3]);
    send(bench, "x");
    assert_true(bench->level[IRQ_USART3]);
    bench_write(bench, USART3 + ICR, TC);
    assert_false(bench->level[IRQ_USART3]);
    bench_write(bench, USART3 + CR1, UE | TE | TXEIE);
    assert_true(bench->level[IRQ_USART3]);
    bench_free(bench);
}

static void test_usart_refusals(void **state)
{
    static const struct {
        uint32_t brr, cr1, offset, value;
        const char *text;
    } cases[] = {
        {0, 0, CR1, UE | TE, "UE is set with BRR 0 and PRESC 0"},
        {15, 0, CR1, UE | TE, "UE is set with BRR 15"},
        {278, 0, CR1, UE | TE | PCE, "only words of 8 data bits"},
        {278, 0, CR1, UE | TE | M0, "only words of 8 data bits"},
        {278, UE | TE, BRR, 100, "BRR bits 0x00000172 can only be written while CR1.UE is 0"},
        {278, UE | TE, CR1, UE | TE | 0x8000, "CR1 bits 0x00008000 can only be written"},
        {278, UE | TE, CR2, 0x2000, "CR2 bits 0x00002000 can only be written"},
        {278, 0, CR3, 0x80, "USART_CR3: bits 0x00000080 are reserved or not modelled"},
        {278, 0, CR2, 0x8000, "USART_CR2: bits 0x00008000"},
        {278, 0, 0x30, 0, "no register of USART is modelled here"},
    };

    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct bench *bench = serial_bench();

        bench_write(bench, USART3 + BRR, cases[i].brr);
        bench_write(bench, USART3 + CR1, cases[i].cr1);
        assert_int_equal(bench_try_write(bench, USART3 + cases[i].offset, 4, cases[i].value),
                         BUS_STOP);
        bench_expect_stop(bench, cases[i].text);
        bench_free(bench);
    }
}

static void test_gpio_levels(void **state)
{
    struct bench *bench = serial_bench();

    (void)state;
    assert_int_equal(bench_read(bench, GPIOA + MODER), 0xABFFFFFF);
    assert_int_equal(bench_read(bench, GPIOB + MODER), 0xFFFFFEBF);
    assert_int_equal(bench_read(bench, GPIOD + MODER), 0xFFFFFFFF);
    bench_write(bench, GPIOD + BSRR, 0x00030006);
    assert_int_equal(bench_read(bench, GPIOD + ODR), 0x6);
    bench_write(bench, GPIOD + BSRR, 0x00020008);
    assert_int_equal(bench_read(bench, GPIOD + ODR), 0xC);
    bench_write(bench, GPIOD + GPIO_BRR, 0x4);
    assert_int_equal(bench_read(bench, GPIOD + ODR), 0x8);
    assert_int_equal(bench_read(bench, GPIOD + IDR), 0);
    bench_write(bench, GPIOD + MODER, 0xFFFFFF7F); /* pin 3: output; pins 0 to 2: analog */
    assert_int_equal(bench_read(bench, GPIOD + IDR), 0x8);
    bench_write(bench, GPIOD + MODER, 0xFFFFFF4F); /* pin 2: input */
    bench_write(bench, GPIOD + PUPDR, 0x10);
    assert_int_equal(bench_read(bench, GPIOD + IDR), 0xC);
    assert_int_equal(bench_try_write(bench, GPIOD + ODR, 1, 0x81), BUS_OK);
    assert_int_equal(bench_read(bench, GPIOD + ODR), 0x81);
    assert_int_equal(bench_try_write(bench, GPIOD + LCKR, 4, 1), BUS_STOP);
    bench_expect_stop(bench, "GPIO_LCKR: bits 0x00000001");
    bench_free(bench);
}

static void test_icache(void **state)
{
    struct bench *bench = bench_new("nucleo-h5e5zj", false, false);

    (void)state;
    assert_int_equal(bench->icache_invalidations, 1);
    assert_int_equal(bench_read(bench, ICACHE + ICACHE_SR), 1);
    bench_write(bench, ICACHE + ICACHE_CR, 5);
    assert_false(bench->icache_on); /* bypassed while busy */
    bench_run(bench, 256);
    assert_int_equal(bench_read(bench, ICACHE + ICACHE_SR), 2);
    assert_true(bench->icache_on);
    bench_write(bench, ICACHE + ICACHE_FCR, 2);
    assert_int_equal(bench_read(bench, ICACHE + ICACHE_SR), 0);
    bench_write(bench, ICACHE + ICACHE_IER, 2);
    bench_write(bench, ICACHE + ICACHE_CR, 7);
    assert_int_equal(bench_read(bench, ICACHE + ICACHE_CR), 5);
    assert_int_equal(bench->icache_invalidations, 2);
    assert_false(bench->icache_on);
    bench_run(bench, 255);
    assert_false(bench->level[IRQ_ICACHE]);
    bench_run(bench, 1);
    assert_true(bench->level[IRQ_ICACHE]);
    assert_true(bench->icache_on);
    bench_write(bench, ICACHE + ICACHE_CR, 4);
    assert_false(bench->icache_on);
    assert_int_equal(bench->icache_invalidations, 3);
    assert_int_equal(bench_try_write(bench, ICACHE + ICACHE_CR, 4, 1), BUS_STOP);
    bench_expect_stop(bench, "ICACHE_CR: bits 0x00000004 are reserved or not modelled");
    bench_free(bench);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_bytes_leave),
        cmocka_unit_test(test_transmitter_off),
        cmocka_unit_test(test_pin_is_not_routed),
        cmocka_unit_test(test_transmission_complete),
        cmocka_unit_test(test_usart_refusals),
        cmocka_unit_test(test_gpio_levels),
        cmocka_unit_test(test_icache),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
