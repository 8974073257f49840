/* Clock set-ups of the STM32H5: registers written in order, then the core clock or the refusal.
 * SPDX-License-Identifier: MIT
 */
#include <stdio.h>

#include "sim/periph/h5.h"
#include "tests/sim/clock_steps.h"
#include "tests/sim/device_bench.h"
#include "tests/unit/cmocka_all.h"

#define PWR_PMCR 0x44020800u
#define PWR_VOSCR 0x44020810u
#define PWR_VOSSR 0x44020814u
#define PWR_DBPCR 0x44020824u
#define FLASH_ACR 0x40022000u
#define FLASH_OPSR 0x40022018u
#define RCC_CR 0x44020C00u
#define RCC_CFGR1 0x44020C1Cu
#define RCC_CFGR2 0x44020C20u
#define RCC_PLL1CFGR 0x44020C28u
#define RCC_PLL2CFGR 0x44020C2Cu
#define RCC_PLL1DIVR 0x44020C34u
#define RCC_PLL1FRACR 0x44020C38u
#define RCC_PLL2DIVR 0x44020C3Cu
#define RCC_CIER 0x44020C50u
#define RCC_CIFR 0x44020C54u
#define RCC_CICR 0x44020C58u
#define RCC_APB1LRSTR 0x44020C74u
#define RCC_APB1LENR 0x44020C9Cu
#define RCC_BDCR 0x44020CF0u
#define TIM2_CR1 0x40000000u
#define TIM2_CNT 0x40000024u

#define IRQ_RCC 9

#define HSI_UNDIVIDED {SET, RCC_CR, 0x18, 0}, {POLL, RCC_CR, 0x20, 0x20}
#define VOS0 {SET, PWR_VOSCR, 0x30, 0x30}, {POLL, PWR_VOSSR, 0xE008, 0xE008}
#define LATENCY_5 {SET, FLASH_ACR, 0x3F, 0x25}
/* 64 MHz / 16 x 125 / 2 = 250 MHz */
#define PLL_250                                                                                    \
    {SET, RCC_PLL1CFGR, ALL, 0x00011009}, {SET, RCC_PLL1DIVR, ALL, 0x0101027C},                    \
        {SET, RCC_CR, 0x01000000, 0x01000000}
#define PLL_READY {POLL, RCC_CR, 0x02000000, 0x02000000}
#define USE_PLL {SET, RCC_CFGR1, 3, 3}
#define ON_PLL {POLL, RCC_CFGR1, 0x18, 0x18}
#define AT_250_MHZ HSI_UNDIVIDED, VOS0, LATENCY_5, PLL_250, PLL_READY, USE_PLL, ON_PLL

static const struct clock_row rows[] = {
    {"reset", {{END, 0, 0, 0}}, 32000000, NULL},
    {"HSI undivided", {HSI_UNDIVIDED}, 64000000, NULL},
    {"HSI divided by 8", {{SET, RCC_CR, 0x18, 0x18}, {POLL, RCC_CR, 0x20, 0x20}}, 8000000, NULL},
    {"HSI divider takes time", {{SET, RCC_CR, 0x18, 0x18}}, 32000000, NULL},
    {"250 MHz", {AT_250_MHZ}, 250000000, NULL},
    {"CSI",
     {{SET, RCC_CR, 0x100, 0x100}, {POLL, RCC_CR, 0x200, 0x200}, {SET, RCC_CFGR1, 3, 1}},
     4000000,
     NULL},
    {"HSE",
     {{SET, RCC_CR, 0x10000, 0x10000}, {POLL, RCC_CR, 0x20000, 0x20000}, {SET, RCC_CFGR1, 3, 2}},
     48000000,
     NULL},
    {"ST's order: 248 MHz from HSE, signal delay behind the switch",
     {VOS0,
      {SET, RCC_CR, 0x10000, 0x10000},
      {POLL, RCC_CR, 0x20000, 0x20000},
      {SET, RCC_PLL1CFGR, ALL, 0x0007030F},
      {SET, RCC_PLL1DIVR, ALL, 0x0101021E},
      {SET, RCC_CR, 0x01000000, 0x01000000},
      PLL_READY,
      {SET, FLASH_ACR, 0xF, 5},
      USE_PLL,
      ON_PLL,
      {SET, FLASH_ACR, 0x30, 0x20},
      {WAIT, 0, 0, 1000000}},
     248000000,
     NULL},
    {"ST's SystemInit",
     {{SET, RCC_CR, ALL, 0x9},
      {SET, RCC_CFGR1, ALL, 0},
      {SET, RCC_CFGR2, ALL, 0},
      {SET, RCC_CR, 0x151F1504, 0},
      {SET, RCC_PLL1CFGR, ALL, 0},
      {SET, RCC_PLL2CFGR, ALL, 0},
      {SET, RCC_PLL1DIVR, ALL, 0x01010280},
      {SET, RCC_PLL1FRACR, ALL, 0},
      {SET, RCC_PLL2DIVR, ALL, 0x01010280},
      {SET, RCC_CR, 0x00040000, 0},
      {SET, RCC_CIER, ALL, 0},
      {POLL, FLASH_OPSR, 0xE0000000, 0},
      {POLL, RCC_CR, ALL, 0x2B}},
     32000000,
     NULL},
    {"fractional PLL: 4 MHz x 124.5 / 2",
     {HSI_UNDIVIDED,
      VOS0,
      LATENCY_5,
      {SET, RCC_PLL1CFGR, ALL, 0x00011009},
      {SET, RCC_PLL1DIVR, ALL, 0x0101027B},
      {SET, RCC_PLL1FRACR, ALL, 4096 << 3},
      {SET, RCC_PLL1CFGR, 0x10, 0x10},
      {SET, RCC_CR, 0x01000000, 0x01000000},
      PLL_READY,
      USE_PLL},
     249000000,
     NULL},
    {"a fraction that is not latched does not count",
     {HSI_UNDIVIDED,
      VOS0,
      LATENCY_5,
      {SET, RCC_PLL1CFGR, ALL, 0x00011009},
      {SET, RCC_PLL1DIVR, ALL, 0x0101027B},
      {SET, RCC_PLL1FRACR, ALL, 4096 << 3},
      {SET, RCC_CR, 0x01000000, 0x01000000},
      PLL_READY,
      USE_PLL},
     248000000,
     NULL},
    {"AHB divided by 4", {AT_250_MHZ, {SET, RCC_CFGR2, 0xF, 9}}, 62500000, NULL},
    {"AHB divided by 512", {AT_250_MHZ, {SET, RCC_CFGR2, 0xF, 0xF}}, 488281, NULL},
    {"the switch waits for the lock",
     {HSI_UNDIVIDED, VOS0, LATENCY_5, PLL_250, USE_PLL, {WAIT, 0, 0, 1000}},
     64000000,
     NULL},
    {"and comes with it",
     {HSI_UNDIVIDED, VOS0, LATENCY_5, PLL_250, USE_PLL, ON_PLL},
     250000000,
     NULL},
    {"HSI in use cannot be switched off",
     {{SET, RCC_CR, 1, 0}, {POLL, RCC_CR, 3, 3}},
     32000000,
     NULL},
    {"PLL in use cannot be switched off",
     {AT_250_MHZ, {SET, RCC_CR, 0x01000000, 0}, PLL_READY},
     250000000,
     NULL},
    {"HSIDIV under a PLL is ignored",
     {AT_250_MHZ, {SET, RCC_CR, 0x18, 0x18}, {POLL, RCC_CR, 0x38, 0x20}},
     250000000,
     NULL},
    {"back to HSI, PLL off",
     {AT_250_MHZ,
      {SET, RCC_CFGR1, 3, 0},
      {SET, RCC_CR, 0x01000000, 0},
      {POLL, RCC_CR, 0x02000000, 0}},
     64000000,
     NULL},
    {"PLL2 runs beside",
     {HSI_UNDIVIDED,
      {SET, RCC_PLL2CFGR, ALL, 0x00011009},
      {SET, RCC_PLL2DIVR, ALL, 0x0101027C},
      {SET, RCC_CR, 0x04000000, 0x04000000},
      {POLL, RCC_CR, 0x08000000, 0x08000000}},
     64000000,
     NULL},
    {"LSI behind the write protection",
     {{SET, PWR_DBPCR, 1, 1},
      {SET, RCC_BDCR, 0x04000000, 0x04000000},
      {POLL, RCC_BDCR, 0x08000000, 0x08000000}},
     32000000,
     NULL},

    {"no voltage for 250 MHz",
     {HSI_UNDIVIDED, LATENCY_5, PLL_250, PLL_READY, USE_PLL},
     0,
     "250000000 Hz is over the 100 MHz that VOS3 allows"},
    {"voltage not waited for",
     {HSI_UNDIVIDED, LATENCY_5, PLL_250, PLL_READY, {SET, PWR_VOSCR, 0x30, 0x30}, USE_PLL},
     0,
     "wait for VOSRDY"},
    {"250 MHz at VOS1",
     {HSI_UNDIVIDED,
      {SET, PWR_VOSCR, 0x30, 0x20},
      {POLL, PWR_VOSSR, 0xE008, 0xA008},
      LATENCY_5,
      PLL_250,
      PLL_READY,
      USE_PLL},
     0,
     "over the 200 MHz that VOS1 allows"},
    {"too few wait states",
     {HSI_UNDIVIDED, VOS0, {SET, FLASH_ACR, 0x3F, 0x24}, PLL_250, PLL_READY, USE_PLL},
     0,
     "250000000 Hz at VOS0 needs 5 flash wait states, FLASH_ACR.LATENCY is 4 (good for 210 MHz)"},
    {"wait states taken away",
     {AT_250_MHZ, {SET, FLASH_ACR, 0xF, 4}},
     0,
     "needs 5 flash wait states"},
    {"voltage taken away", {AT_250_MHZ, {SET, PWR_VOSCR, 0x30, 0}}, 0, "100 MHz that VOS3 allows"},
    {"signal delay forgotten",
     {HSI_UNDIVIDED,
      VOS0,
      {SET, FLASH_ACR, 0xF, 5},
      PLL_250,
      PLL_READY,
      USE_PLL,
      {WAIT, 0, 0, 250001}},
     0,
     "250000000 Hz at VOS0 needs FLASH_ACR.WRHIGHFREQ 2, it is 1"},
    {"PLL input not in its range",
     {HSI_UNDIVIDED, {SET, RCC_PLL1CFGR, ALL, 0x0001100D}, {SET, RCC_CR, 0x01000000, 0x01000000}},
     0,
     "PLL1 input is 4000000 Hz, PLL1RGE says 8 to 16 MHz"},
    {"PLL input too high",
     {HSI_UNDIVIDED, {SET, RCC_PLL1CFGR, ALL, 0x0001010D}, {SET, RCC_CR, 0x01000000, 0x01000000}},
     0,
     "PLL1 input is 64000000 Hz"},
    {"PLL divider off",
     {{SET, RCC_PLL1CFGR, ALL, 0x00010009}, {SET, RCC_CR, 0x01000000, 0x01000000}},
     0,
     "PLL1M = 0"},
    {"PLL without a source",
     {{SET, RCC_PLL1CFGR, ALL, 0x00011008}, {SET, RCC_CR, 0x01000000, 0x01000000}},
     0,
     "PLL1 is switched on without a source: set PLL1SRC"},
    {"PLL source off",
     {{SET, RCC_PLL1CFGR, ALL, 0x0001100B}, {SET, RCC_CR, 0x01000000, 0x01000000}},
     0,
     "before its source HSE is ready: wait for HSERDY"},
    {"VCO too fast",
     {HSI_UNDIVIDED,
      {SET, RCC_PLL1CFGR, ALL, 0x00011009},
      {SET, RCC_PLL1DIVR, ALL, 0x0101028C},
      {SET, RCC_CR, 0x01000000, 0x01000000}},
     0,
     "VCO of PLL1 would run at 564000000 Hz, the wide one does 128 to 560 MHz"},
    {"medium VCO with a fast input",
     {HSI_UNDIVIDED, {SET, RCC_PLL1CFGR, ALL, 0x00011029}, {SET, RCC_CR, 0x01000000, 0x01000000}},
     0,
     "the medium VCO takes 1 to 2 MHz"},
    {"multiplier too small",
     {HSI_UNDIVIDED,
      {SET, RCC_PLL1CFGR, ALL, 0x0001040D},
      {SET, RCC_PLL1DIVR, ALL, 0x01010206},
      {SET, RCC_CR, 0x01000000, 0x01000000}},
     0,
     "PLL1N multiplies by 7, allowed are 8 to 420"},
    {"odd division",
     {HSI_UNDIVIDED,
      {SET, RCC_PLL1CFGR, ALL, 0x00011009},
      {SET, RCC_PLL1DIVR, ALL, 0x0101047C},
      {SET, RCC_CR, 0x01000000, 0x01000000}},
     0,
     "PLL1P divides by 3: odd divisions are not allowed"},
    {"PLL rewritten while on",
     {HSI_UNDIVIDED, PLL_250, {SET, RCC_PLL1DIVR, 0x1FF, 99}},
     0,
     "can only be written while it is off"},
    {"switch to a clock that is off", {{SET, RCC_CFGR1, 3, 2}}, 0, "SW selects HSE, which is off"},
    {"output P off",
     {HSI_UNDIVIDED,
      {SET, RCC_PLL1CFGR, ALL, 0x00001009},
      {SET, RCC_PLL1DIVR, ALL, 0x0101027C},
      {SET, RCC_CR, 0x01000000, 0x01000000},
      PLL_READY,
      USE_PLL},
     0,
     "set PLL1PEN"},
    {"HSE bypass is not modelled",
     {{SET, RCC_CR, 0x40000, 0x40000}},
     0,
     "rcc: write to 0x44020C00 (offset 0x000): RCC_CR: bits 0x00040000 are reserved or not "
     "modelled"},
    {"a reserved bit",
     {{SET, RCC_CFGR2, 0x80, 0x80}},
     0,
     "RCC_CFGR2: bits 0x00000080 are reserved"},
    {"LSI behind the write protection that is on",
     {{SET, RCC_BDCR, 0x04000000, 0x04000000}},
     0,
     "set PWR_DBPCR.DBP first"},
    {"Standby", {{SET, PWR_PMCR, 1, 1}}, 0, "PWR_PMCR: bits 0x00000001"},
    {"a timer without clock",
     {{SET, TIM2_CR1, 1, 1}},
     0,
     "tim2: read of 0x40000000 (offset 0x000): tim2 is not clocked: set RCC_APB1LENR.TIM2EN first"},
    {"a peripheral that is not modelled",
     {{SET, 0x40013000, 1, 1}},
     0,
     "unmodelled: read of 0x40013000"},
};

static void test_set_ups(void **state)
{
    (void)state;
    clock_rows("nucleo-h5e5zj", rows, sizeof rows / sizeof rows[0]);
}

/* Highest frequency at each voltage scale and number of wait states: allowed, and 1 Hz more not. */
static void test_limits(void **state)
{
    static const unsigned mhz[4][6] = {{20, 40, 60, 80, 100},
                                       {30, 60, 90, 120, 150},
                                       {34, 68, 102, 136, 170, 200},
                                       {42, 84, 126, 168, 210, 250}};
    char text[256];

    (void)state;
    for (unsigned vos = 0; vos < 4; vos++) {
        for (unsigned latency = 0; latency < 6 && mhz[vos][latency] != 0; latency++) {
            struct h5_supply supply = {vos, latency, latency / 2};
            struct h5_supply slower = {vos, 15, latency / 2};
            uint64_t hz = (uint64_t)mhz[vos][latency] * 1000000;
            bool last = latency == 5 || mhz[vos][latency + 1] == 0;

            assert_true(h5_frequency_allowed(hz, hz, &supply, text, sizeof text));
            assert_false(h5_frequency_allowed(hz + 1, hz + 1, &supply, text, sizeof text));
            assert_int_equal(h5_frequency_allowed(hz + 1, hz + 1, &slower, text, sizeof text),
                             !last);
            assert_true(h5_signal_delay_allowed(hz, &supply, text, sizeof text));
            supply.signal_delay--;
            if (latency >= 2)
                assert_false(h5_signal_delay_allowed(hz, &supply, text, sizeof text));
        }
    }
}

static bool pll_allowed(uint32_t m, uint32_t range, bool medium, uint32_t n)
{
    struct h5_pll pll = {.input_hz = H5_HSI_HZ,
                         .configure = m << 8 | (uint32_t)medium << 5 | range << 2,
                         .divide = (n - 1) | 1 << 9};
    char text[256];

    return h5_pll_allowed(&pll, 2, text, sizeof text);
}

static void test_pll_limits(void **state)
{
    (void)state;
    assert_true(pll_allowed(4, 3, false, 8)); /* 16 MHz x 8 = 128 MHz */
    assert_false(pll_allowed(4, 3, false, 7));
    assert_true(pll_allowed(4, 3, false, 35)); /* 560 MHz */
    assert_false(pll_allowed(4, 3, false, 36));
    assert_false(pll_allowed(3, 3, false, 8)); /* over 16 MHz in */
    assert_false(pll_allowed(10, 3, false, 30));
    assert_true(pll_allowed(10, 2, false, 30));
    assert_true(pll_allowed(32, 1, false, 70)); /* 2 MHz x 70 */
    assert_true(pll_allowed(32, 0, true, 75));  /* 150 MHz */
    assert_false(pll_allowed(32, 0, true, 74));
    assert_true(pll_allowed(32, 0, true, 210)); /* 420 MHz */
    assert_false(pll_allowed(32, 0, true, 211));
    assert_false(pll_allowed(40, 0, false, 100)); /* the wide VCO wants 2 MHz */
    assert_true(pll_allowed(63, 0, true, 413));
    assert_false(pll_allowed(63, 0, true, 421));
}

static const struct clock_row at_250_mhz = {"250 MHz", {AT_250_MHZ}, 250000000, NULL};

/* The machine's row and the reset values of the registers say the same. */
static void test_reset_clock(void **state)
{
    struct bench *bench = bench_new("nucleo-h5e5zj", false, false);

    (void)state;
    assert_int_equal(rcc_h5_system_hz(device_named(bench->sim, "rcc")),
                     bench->sim->machine->reset_hz);
    bench_free(bench);
}

static void test_timing_is_told(void **state)
{
    struct bench *bench = bench_new("nucleo-h5e5zj", false, false);

    (void)state;
    assert_int_equal(bench->wait_states, 3);
    clock_play(bench, &at_250_mhz);
    assert_int_equal(bench->wait_states, 5);
    bench_free(bench);
}

/* The lock takes the same time although the core clock doubles meanwhile. */
static void test_waits_are_times(void **state)
{
    struct bench *bench = bench_new("nucleo-h5e5zj", false, false);
    uint64_t begin;

    (void)state;
    bench_write(bench, RCC_CR, 0x0001002B); /* HSE on: 2 ms, 64,000 cycles at 32 MHz */
    bench_run(bench, 32000);
    bench_write(bench, RCC_CFGR2, 8); /* AHB / 2: the other millisecond has 16,000 cycles */
    begin = bench->sim->now;
    while (!(bench_read(bench, RCC_CR) & 0x20000))
        bench_run(bench, 1);
    assert_int_equal(bench->sim->now - begin, 16000);
    bench_free(bench);
}

static void test_ready_interrupt(void **state)
{
    struct bench *bench = bench_new("nucleo-h5e5zj", false, false);

    (void)state;
    bench_write(bench, RCC_CIER, 0x4);
    bench_write(bench, RCC_CR, 0x0000012B); /* CSI on: 2 us, 64 cycles */
    bench_run(bench, 63);
    assert_false(bench->level[IRQ_RCC]);
    bench_run(bench, 1);
    assert_true(bench->level[IRQ_RCC]);
    assert_int_equal(bench_read(bench, RCC_CIFR), 0x4);
    bench_write(bench, RCC_CICR, 0xFFFFFFFF);
    assert_false(bench->level[IRQ_RCC]);
    bench_free(bench);
}

static void test_dividers(void **state)
{
    static const struct {
        uint32_t ppre1, timpre, bus, timer;
    } cases[] = {{0, 0, 1, 1}, {4, 0, 2, 1}, {5, 0, 4, 2}, {6, 0, 8, 4}, {7, 0, 16, 8},
                 {4, 1, 2, 1}, {5, 1, 4, 1}, {6, 1, 8, 2}, {7, 1, 16, 4}};
    struct bench *bench = bench_new("nucleo-h5e5zj", false, false);
    const struct device *tim2 = device_named(bench->sim, "tim2");

    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        bench_write(bench, RCC_CFGR2, cases[i].ppre1 << 4);
        bench_write(bench, RCC_CFGR1, cases[i].timpre << 15);
        assert_int_equal(tim2->bus_divider, cases[i].bus);
        assert_int_equal(tim2->clock_divider, cases[i].timer);
        assert_int_equal(device_named(bench->sim, "gpiod")->bus_divider, 1);
    }
    bench_free(bench);
}

static void test_peripheral_reset(void **state)
{
    struct bench *bench = bench_new("nucleo-h5e5zj", false, false);

    (void)state;
    bench_write(bench, RCC_APB1LENR, 1);
    bench_write(bench, TIM2_CNT, 1234);
    bench_write(bench, RCC_APB1LRSTR, 1);
    bench_write(bench, RCC_APB1LRSTR, 0);
    assert_int_equal(bench_read(bench, TIM2_CNT), 0);
    bench_free(bench);
}

static void test_lenient_goes_on(void **state)
{
    struct bench *bench = bench_new("nucleo-h5e5zj", true, false);
    uint32_t value = 1;

    (void)state;
    for (unsigned i = 0; i < 3; i++)
        assert_int_equal(bench_try_read(bench, 0x40013000, 4, &value), BUS_OK);
    assert_int_equal(value, 0);
    assert_int_equal(bench->logs, 1);
    assert_int_equal(bench_try_write(bench, 0x40013004, 4, 5), BUS_OK);
    assert_int_equal(bench->logs, 2);
    for (uint32_t i = 0; i < 100; i++)
        assert_int_equal(bench_try_write(bench, 0x40014000 + 4 * i, 4, 5), BUS_OK);
    assert_int_equal(bench->logs, DEVICE_REJECTS_MAX + 1);
    /* What is modelled of a write that is refused in part takes place. */
    assert_int_equal(bench_try_write(bench, RCC_CFGR2, 4, 0x88), BUS_OK);
    assert_int_equal(bench->sim->core_hz, 16000000);
    assert_false(bench->sim->stopped);
    bench_free(bench);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_set_ups),          cmocka_unit_test(test_limits),
        cmocka_unit_test(test_reset_clock),      cmocka_unit_test(test_pll_limits),
        cmocka_unit_test(test_timing_is_told),   cmocka_unit_test(test_waits_are_times),
        cmocka_unit_test(test_ready_interrupt),  cmocka_unit_test(test_dividers),
        cmocka_unit_test(test_peripheral_reset), cmocka_unit_test(test_lenient_goes_on),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
