/* Clock set-ups of the STM32F091, and what hangs on them.
 * SPDX-License-Identifier: MIT
 */
#include "tests/sim/clock_steps.h"
#include "tests/sim/device_bench.h"
#include "tests/unit/cmocka_all.h"

#define FLASH_ACR 0x40022000u
#define RCC_CR 0x40021000u
#define RCC_CFGR 0x40021004u
#define RCC_CIR 0x40021008u
#define RCC_APB1RSTR 0x40021010u
#define RCC_AHBENR 0x40021014u
#define RCC_APB1ENR 0x4002101Cu
#define RCC_BDCR 0x40021020u
#define RCC_CSR 0x40021024u
#define RCC_AHBRSTR 0x40021028u
#define RCC_CFGR2 0x4002102Cu
#define RCC_CFGR3 0x40021030u
#define RCC_CR2 0x40021034u
#define PWR_CR 0x40007000u
#define TIM2_CR1 0x40000000u
#define TIM2_CNT 0x40000024u
#define GPIOC_ODR 0x48000814u

#define IRQ_RCC 4

#define PLL_ON {SET, RCC_CR, 0x01000000, 0x01000000}
#define PLL_READY {POLL, RCC_CR, 0x02000000, 0x02000000}
#define USE_PLL {SET, RCC_CFGR, 3, 2}
#define ON_PLL {POLL, RCC_CFGR, 0xC, 8}
#define LATENCY_1 {SET, FLASH_ACR, 7, 1}
/* HSI / 2 x 12 */
#define AT_48_MHZ LATENCY_1, {SET, RCC_CFGR, 0x3F8000, 0x280000}, PLL_ON, PLL_READY, USE_PLL, ON_PLL
#define HSE_ON                                                                                     \
    {SET, RCC_CR, 0x40000, 0x40000}, {SET, RCC_CR, 0x10000, 0x10000},                              \
        {POLL, RCC_CR, 0x20000, 0x20000}
#define HSI48_ON {SET, RCC_CR2, 0x10000, 0x10000}, {POLL, RCC_CR2, 0x20000, 0x20000}

static const struct clock_row rows[] = {
    {"reset", {{END, 0, 0, 0}}, 8000000, NULL},
    {"48 MHz from HSI", {AT_48_MHZ}, 48000000, NULL},
    {"48 MHz from the clock of the ST-LINK",
     {HSE_ON, LATENCY_1, {SET, RCC_CFGR, 0x3F8000, 0x110000}, PLL_ON, PLL_READY, USE_PLL, ON_PLL},
     48000000,
     NULL},
    {"48 MHz from HSI48 itself", {HSI48_ON, LATENCY_1, {SET, RCC_CFGR, 3, 3}}, 48000000, NULL},
    {"48 MHz from HSI48 / 4 x 4",
     {HSI48_ON,
      LATENCY_1,
      {SET, RCC_CFGR2, 0xF, 3},
      {SET, RCC_CFGR, 0x1D8000, 0x098000},
      {SET, RCC_CFGR, 0x020000, 0x020000},
      PLL_ON,
      PLL_READY,
      USE_PLL,
      ON_PLL},
     48000000,
     NULL},
    {"24 MHz without wait states",
     {{SET, RCC_CFGR, 0x3F8000, 0x100000}, PLL_ON, PLL_READY, USE_PLL},
     24000000,
     NULL},
    {"24 MHz behind the AHB divider need none",
     {LATENCY_1,
      {SET, RCC_CFGR, 0x3F80F0, 0x280080},
      PLL_ON,
      PLL_READY,
      {SET, FLASH_ACR, 7, 0},
      USE_PLL},
     24000000,
     NULL},
    {"PLLXTPRE is PREDIV[0]: HSI / 2 x 6",
     {{SET, RCC_CFGR, 0x3F8000, 0x128000}, {POLL, RCC_CFGR2, 0xF, 1}, PLL_ON, PLL_READY, USE_PLL},
     24000000,
     NULL},
    {"and PREDIV[0] is PLLXTPRE",
     {{SET, RCC_CFGR2, 0xF, 3}, {POLL, RCC_CFGR, 0x20000, 0x20000}},
     8000000,
     NULL},
    {"ST's SystemInit",
     {{SET, RCC_CR, 1, 1},
      {SET, RCC_CFGR, 0x000807F3, 0},
      {SET, RCC_CR, 0x01090000, 0},
      {SET, RCC_CR, 0x00040000, 0},
      {SET, RCC_CFGR, 0x003F0000, 0},
      {SET, RCC_CFGR2, 0xF, 0},
      {SET, RCC_CFGR3, 0x000F0353, 0},
      {SET, RCC_CR2, 1, 0},
      {SET, RCC_CIR, ALL, 0}},
     8000000,
     NULL},
    {"HSI14", {{SET, RCC_CR2, 1, 1}, {POLL, RCC_CR2, 2, 2}}, 8000000, NULL},
    {"LSI", {{SET, RCC_CSR, 1, 1}, {POLL, RCC_CSR, 2, 2}}, 8000000, NULL},
    {"HSI under the PLL cannot be switched off",
     {AT_48_MHZ, {SET, RCC_CR, 1, 0}, {POLL, RCC_CR, 3, 3}},
     48000000,
     NULL},

    {"no wait state",
     {{SET, RCC_CFGR, 0x3F8000, 0x280000}, PLL_ON, PLL_READY, USE_PLL},
     0,
     "48000000 Hz need 1 flash wait state, FLASH_ACR.LATENCY is 0 (good for 24 MHz)"},
    {"wait state taken away", {AT_48_MHZ, {SET, FLASH_ACR, 7, 0}}, 0, "need 1 flash wait state"},
    {"two wait states",
     {{SET, FLASH_ACR, 7, 2}},
     0,
     "LATENCY is 0 or 1, other values are reserved"},
    {"PLL too fast",
     {{SET, RCC_CFGR, 0x3F8000, 0x2C0000}, PLL_ON},
     0,
     "the PLL would run at 52000000 Hz, it does 16 to 48 MHz"},
    {"PLL too slow",
     {{SET, RCC_CFGR, 0x3F8000, 0x040000}, PLL_ON},
     0,
     "the PLL would run at 12000000 Hz"},
    {"input of the PLL too slow",
     {{SET, RCC_CFGR2, 0xF, 15}, {SET, RCC_CFGR, 0x3D8000, 0x388000}, PLL_ON},
     0,
     "input of the PLL is 500000 Hz, it takes 1 to 24 MHz"},
    {"input of the PLL too fast",
     {HSI48_ON, {SET, RCC_CFGR, 0x3F8000, 0x018000}, PLL_ON},
     0,
     "input of the PLL is 48000000 Hz"},
    {"PLL source off",
     {{SET, RCC_CFGR, 0x3F8000, 0x118000}, PLL_ON},
     0,
     "the PLL is switched on before its source HSI48 is ready: wait for HSI48RDY"},
    {"PLL changed while on",
     {AT_48_MHZ, {SET, RCC_CFGR, 0x3C0000, 0x100000}},
     0,
     "the PLL is on, bits 0x00380000 can only be written while it is off"},
    {"divider of the PLL changed while it is on",
     {AT_48_MHZ, {SET, RCC_CFGR2, 0xF, 1}},
     0,
     "the PLL is on, bits 0x00000001"},
    {"switch to a clock that is off", {{SET, RCC_CFGR, 3, 3}}, 0, "SW selects HSI48, which is off"},
    {"no crystal on the board",
     {{SET, RCC_CR, 0x10000, 0x10000}},
     0,
     "this board feeds OSC_IN with a clock"},
    {"a USART clocked by HSI", {{SET, RCC_CFGR3, 3, 3}}, 0, "RCC_CFGR3: bits 0x00000003"},
    {"SRAM stopped in Sleep", {{SET, RCC_AHBENR, 4, 0}}, 0, "RCC_AHBENR: bits 0x00000004"},
    {"LSE behind the write protection",
     {{SET, RCC_APB1ENR, 0x10000000, 0x10000000}, {SET, RCC_BDCR, 1, 1}},
     0,
     "set PWR_CR.DBP first"},
    {"a port without clock",
     {{SET, GPIOC_ODR, 1, 1}},
     0,
     "gpioc is not clocked: set RCC_AHBENR.GPIOCEN first"},
};

static void test_set_ups(void **state)
{
    (void)state;
    clock_rows("nucleo-f091rc", rows, sizeof rows / sizeof rows[0]);
}

static const struct clock_row at_48_mhz = {"48 MHz", {AT_48_MHZ}, 0, NULL};

/* PPRE / 8 behind 48 MHz: the timer has a quarter of the core clock. */
static void test_timer_clock(void **state)
{
    static const struct {
        uint32_t ppre, counts;
    } cases[] = {{0, 1000}, {4, 1000}, {5, 500}, {6, 250}, {7, 125}};

    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct bench *bench = bench_new("nucleo-f091rc", false, false);
        uint32_t before;

        clock_play(bench, &at_48_mhz);
        bench_write(bench, RCC_CFGR, bench_read(bench, RCC_CFGR) | cases[i].ppre << 8);
        bench_write(bench, RCC_APB1ENR, 1);
        bench_write(bench, TIM2_CR1, 1);
        bench_run(bench, 80);
        before = bench_read(bench, TIM2_CNT);
        bench_run(bench, 1000);
        assert_int_equal(bench_read(bench, TIM2_CNT) - before, cases[i].counts);
        bench_free(bench);
    }
}

static void test_timing_is_told(void **state)
{
    struct bench *bench = bench_new("nucleo-f091rc", false, false);

    (void)state;
    assert_int_equal(bench->wait_states, 0);
    assert_true(bench->f0_prefetch);
    assert_int_equal(bench_read(bench, FLASH_ACR), 0x30);
    bench_write(bench, FLASH_ACR, 0x01);
    assert_int_equal(bench->wait_states, 1);
    assert_false(bench->f0_prefetch);
    assert_int_equal(bench_read(bench, FLASH_ACR), 0x01);
    bench_write(bench, FLASH_ACR, 0x11);
    assert_true(bench->f0_prefetch);
    assert_int_equal(bench_read(bench, FLASH_ACR), 0x31);
    bench_free(bench);
}

static void test_ready_interrupt(void **state)
{
    struct bench *bench = bench_new("nucleo-f091rc", false, false);

    (void)state;
    bench_write(bench, RCC_CIR, 0x4000); /* HSI48RDYIE */
    bench_write(bench, RCC_CR2, 0x10080);
    bench_run(bench, 48); /* 6 us at 8 MHz */
    assert_true(bench->level[IRQ_RCC]);
    assert_int_equal(bench_read(bench, RCC_CIR), 0x4040);
    bench_write(bench, RCC_CIR, 0x404000);
    assert_int_equal(bench_read(bench, RCC_CIR), 0x4000);
    assert_false(bench->level[IRQ_RCC]);
    bench_free(bench);
}

/* The three pairs of enable and reset registers lie in no common order. */
static void test_peripheral_reset(void **state)
{
    struct bench *bench = bench_new("nucleo-f091rc", false, false);

    (void)state;
    bench_write(bench, RCC_APB1ENR, 1);
    bench_write(bench, RCC_AHBENR, 0x80014);
    bench_write(bench, TIM2_CR1, 0x80);
    bench_write(bench, GPIOC_ODR, 0x55);
    bench_write(bench, RCC_APB1RSTR, 1);
    bench_write(bench, RCC_APB1RSTR, 0);
    assert_int_equal(bench_read(bench, TIM2_CR1), 0);
    assert_int_equal(bench_read(bench, GPIOC_ODR), 0x55);
    bench_write(bench, RCC_AHBRSTR, 0x80000);
    bench_write(bench, RCC_AHBRSTR, 0);
    assert_int_equal(bench_read(bench, GPIOC_ODR), 0);
    bench_free(bench);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_set_ups),          cmocka_unit_test(test_timer_clock),
        cmocka_unit_test(test_timing_is_told),   cmocka_unit_test(test_ready_interrupt),
        cmocka_unit_test(test_peripheral_reset),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
