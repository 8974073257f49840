/* Clock set-ups of the STM32F407 and STM32F410, and what hangs on them.
 * SPDX-License-Identifier: MIT
 */
#include <stdio.h>

#include "sim/periph/clock_f4.h"
#include "tests/sim/clock_steps.h"
#include "tests/sim/device_bench.h"
#include "tests/unit/cmocka_all.h"

#define PWR_CR 0x40007000u
#define PWR_CSR 0x40007004u
#define FLASH_ACR 0x40023C00u
#define RCC_CR 0x40023800u
#define RCC_PLLCFGR 0x40023804u
#define RCC_CFGR 0x40023808u
#define RCC_CIR 0x4002380Cu
#define RCC_APB1RSTR 0x40023820u
#define RCC_AHB1ENR 0x40023830u
#define RCC_APB1ENR 0x40023840u
#define RCC_BDCR 0x40023870u
#define RCC_CSR 0x40023874u
#define RCC_DCKCFGR 0x4002388Cu
#define TIM2_CR1 0x40000000u
#define TIM5_CR1 0x40000C00u
#define TIM5_CNT 0x40000C24u

#define IRQ_RCC 5

#define PWREN {SET, RCC_APB1ENR, 0x10000000, 0x10000000}
#define HSE_ON {SET, RCC_CR, 0x10000, 0x10000}, {POLL, RCC_CR, 0x20000, 0x20000}
#define HSE_BYPASS_ON {SET, RCC_CR, 0x40000, 0x40000}, HSE_ON
#define PLL_ON {SET, RCC_CR, 0x01000000, 0x01000000}
#define PLL_READY {POLL, RCC_CR, 0x02000000, 0x02000000}
#define LATENCY(n) {SET, FLASH_ACR, 7, n}
#define USE_PLL {SET, RCC_CFGR, 3, 2}
#define ON_PLL {POLL, RCC_CFGR, 0xC, 8}

/* APB1 / 4, APB2 / 2; 8 MHz / 8 x 336 / 2 = 168 MHz, Q = 7 */
#define BUSES_F407 {SET, RCC_CFGR, 0xFC00, 0x9400}
#define PLL_168 {SET, RCC_PLLCFGR, ALL, 0x07405408}
#define AT_168_MHZ HSE_ON, BUSES_F407, PLL_168, PLL_ON, LATENCY(5), PLL_READY, USE_PLL, ON_PLL

static const struct clock_row rows_f407[] = {
    {"reset", {{END, 0, 0, 0}}, 16000000, NULL},
    {"168 MHz from HSE", {AT_168_MHZ}, 168000000, NULL},
    {"168 MHz from HSI",
     {BUSES_F407,
      {SET, RCC_PLLCFGR, ALL, 0x07005410},
      PLL_ON,
      PLL_READY,
      LATENCY(5),
      USE_PLL,
      ON_PLL},
     168000000,
     NULL},
    {"HSE", {HSE_ON, {SET, RCC_CFGR, 3, 1}}, 8000000, NULL},
    {"ST's SystemInit, and its clocks",
     {{SET, RCC_CR, 1, 1},
      {SET, RCC_CFGR, ALL, 0},
      {SET, RCC_CR, 0x01090000, 0},
      {SET, RCC_PLLCFGR, ALL, 0x24003010},
      {SET, RCC_CR, 0x00040000, 0},
      {SET, RCC_CIR, ALL, 0},
      HSE_ON,
      PWREN,
      {SET, PWR_CR, 0x4000, 0x4000},
      BUSES_F407,
      PLL_168,
      PLL_ON,
      PLL_READY,
      {SET, FLASH_ACR, ALL, 0x705},
      USE_PLL,
      ON_PLL},
     168000000,
     NULL},
    {"144 MHz at voltage scale 2",
     {PWREN,
      {SET, PWR_CR, 0x4000, 0},
      {POLL, PWR_CSR, 0x4000, 0x4000},
      HSE_ON,
      BUSES_F407,
      {SET, RCC_PLLCFGR, ALL, 0x06404808},
      PLL_ON,
      PLL_READY,
      LATENCY(4),
      USE_PLL},
     144000000,
     NULL},
    {"P = 8",
     {HSE_ON, {SET, RCC_PLLCFGR, ALL, 0x07435408}, PLL_ON, PLL_READY, LATENCY(1), USE_PLL},
     42000000,
     NULL},
    {"AHB divided by 4", {AT_168_MHZ, {SET, RCC_CFGR, 0xF0, 0x90}}, 42000000, NULL},
    {"AHB divided by 512", {AT_168_MHZ, {SET, RCC_CFGR, 0xF0, 0xF0}}, 328125, NULL},
    {"the switch waits for the lock",
     {HSE_ON, BUSES_F407, PLL_168, PLL_ON, LATENCY(5), USE_PLL, {WAIT, 0, 0, 100}},
     16000000,
     NULL},
    {"and comes with it",
     {HSE_ON, BUSES_F407, PLL_168, PLL_ON, LATENCY(5), USE_PLL, ON_PLL},
     168000000,
     NULL},
    {"HSI in use cannot be switched off",
     {{SET, RCC_CR, 1, 0}, {POLL, RCC_CR, 3, 3}},
     16000000,
     NULL},
    {"PLL in use cannot be switched off",
     {AT_168_MHZ, {SET, RCC_CR, 0x01000000, 0}, PLL_READY},
     168000000,
     NULL},
    {"HSE behind the PLL cannot be switched off",
     {AT_168_MHZ, {SET, RCC_CR, 0x00010000, 0}, {POLL, RCC_CR, 0x30000, 0x30000}},
     168000000,
     NULL},
    {"HSI beside the PLL can",
     {AT_168_MHZ, {SET, RCC_CR, 1, 0}, {POLL, RCC_CR, 3, 0}},
     168000000,
     NULL},
    {"back to HSI, PLL off",
     {AT_168_MHZ,
      {SET, RCC_CFGR, 3, 0},
      {SET, RCC_CR, 0x01000000, 0},
      {POLL, RCC_CR, 0x02000000, 0}},
     16000000,
     NULL},
    {"LSI", {{SET, RCC_CSR, 1, 1}, {POLL, RCC_CSR, 2, 2}}, 16000000, NULL},
    {"reset flags are cleared",
     {{POLL, RCC_CSR, 0xFE000000, 0x0E000000},
      {SET, RCC_CSR, 0x01000000, 0x01000000},
      {POLL, RCC_CSR, 0xFF000000, 0}},
     16000000,
     NULL},
    {"LSE behind the write protection",
     {PWREN, {SET, PWR_CR, 0x100, 0x100}, {SET, RCC_BDCR, 1, 1}, {POLL, RCC_BDCR, 1, 1}},
     16000000,
     NULL},

    {"too few wait states",
     {HSE_ON, BUSES_F407, PLL_168, PLL_ON, LATENCY(4), PLL_READY, USE_PLL},
     0,
     "168000000 Hz need 5 flash wait states, FLASH_ACR.LATENCY is 4 (good for 150 MHz)"},
    {"wait states taken away",
     {AT_168_MHZ, LATENCY(3)},
     0,
     "need 5 flash wait states, FLASH_ACR.LATENCY is 3"},
    {"168 MHz at voltage scale 2",
     {PWREN,
      {SET, PWR_CR, 0x4000, 0},
      HSE_ON,
      BUSES_F407,
      PLL_168,
      PLL_ON,
      LATENCY(5),
      PLL_READY,
      USE_PLL},
     0,
     "168000000 Hz is over the 144 MHz that voltage scale 2 allows"},
    {"voltage not waited for",
     {PWREN,
      {SET, PWR_CR, 0x4000, 0},
      {POLL, PWR_CSR, 0x4000, 0x4000},
      HSE_ON,
      BUSES_F407,
      PLL_168,
      PLL_ON,
      LATENCY(5),
      PLL_READY,
      {SET, PWR_CR, 0x4000, 0x4000},
      USE_PLL},
     0,
     "wait for PWR_CSR.VOSRDY"},
    {"voltage taken away",
     {PWREN, AT_168_MHZ, {SET, PWR_CR, 0x4000, 0}},
     0,
     "144 MHz that voltage scale 2 allows"},
    {"APB1 too fast",
     {HSE_ON, {SET, RCC_CFGR, 0xFC00, 0x9000}, PLL_168, PLL_ON, LATENCY(5), PLL_READY, USE_PLL},
     0,
     "APB1 would run at 84000000 Hz, its limit is 42 MHz"},
    {"APB2 too fast",
     {HSE_ON, {SET, RCC_CFGR, 0xFC00, 0x1400}, PLL_168, PLL_ON, LATENCY(5), PLL_READY, USE_PLL},
     0,
     "APB2 would run at 168000000 Hz, its limit is 84 MHz"},
    {"prescaler taken away",
     {AT_168_MHZ, {SET, RCC_CFGR, 0x1C00, 0x1000}},
     0,
     "APB1 would run at 84000000 Hz"},
    {"PLLM out of range",
     {{SET, RCC_PLLCFGR, ALL, 0x07005401}, PLL_ON},
     0,
     "PLLM divides by 1, allowed are 2 to 63"},
    {"input of the VCO too fast",
     {{SET, RCC_PLLCFGR, ALL, 0x07005407}, PLL_ON},
     0,
     "input of the PLL's VCO is 2285714 Hz, it takes 950000 to 2100000 Hz"},
    {"input of the VCO too slow",
     {{SET, RCC_PLLCFGR, ALL, 0x07005411}, PLL_ON},
     0,
     "input of the PLL's VCO is 941176 Hz"},
    {"PLLN out of range",
     {{SET, RCC_PLLCFGR, ALL, 0x07000C50}, PLL_ON},
     0,
     "PLLN multiplies by 49, allowed are 50 to 432"},
    {"VCO too slow",
     {{SET, RCC_PLLCFGR, ALL, 0x070018D0}, PLL_ON},
     0,
     "the PLL's VCO would run at 99000000 Hz, it does 100 to 432 MHz"},
    {"VCO too fast",
     {{SET, RCC_PLLCFGR, ALL, 0x07005408}, PLL_ON},
     0,
     "the PLL's VCO would run at 672000000 Hz"},
    {"PLLQ out of range",
     {{SET, RCC_PLLCFGR, ALL, 0x01005410}, PLL_ON},
     0,
     "PLLQ divides by 1, allowed are 2 to 15"},
    {"PLL source off",
     {PLL_168, PLL_ON},
     0,
     "the PLL is switched on before its source HSE is ready: wait for HSERDY"},
    {"PLL rewritten while on",
     {HSE_ON, PLL_168, PLL_ON, {SET, RCC_PLLCFGR, 0x7FC0, 0x5440}},
     0,
     "the PLL is on, bits 0x00000040 can only be written while it is off"},
    {"switch to a clock that is off", {{SET, RCC_CFGR, 3, 1}}, 0, "SW selects HSE, which is off"},
    {"switch to no clock", {{SET, RCC_CFGR, 3, 3}}, 0, "SW selects a clock that this part has not"},
    {"bypass of the crystal",
     {{SET, RCC_CR, 0x50000, 0x50000}},
     0,
     "this board has a crystal: with HSEBYP its oscillator stays off"},
    {"bypass while HSE is on",
     {HSE_ON, {SET, RCC_CR, 0x40000, 0x40000}},
     0,
     "HSEBYP can only be written while HSE is off"},
    {"clock security system", {{SET, RCC_CR, 0x80000, 0x80000}}, 0, "RCC_CR: bits 0x00080000"},
    {"PLLI2S", {{SET, RCC_CR, 0x04000000, 0x04000000}}, 0, "RCC_CR: bits 0x04000000"},
    {"HSI trimmed", {{SET, RCC_CR, 0xF8, 0x88}}, 0, "RCC_CR: bits 0x00000008"},
    {"LSE behind the write protection that is on",
     {PWREN, {SET, RCC_BDCR, 1, 1}},
     0,
     "set PWR_CR.DBP first"},
    {"the PWR without clock",
     {{SET, PWR_CR, 0x4000, 0}},
     0,
     "pwr is not clocked: set RCC_APB1ENR.PWREN first"},
    {"Standby", {PWREN, {SET, PWR_CR, 2, 2}}, 0, "PWR_CR: bits 0x00000002"},
    {"a timer without clock",
     {{SET, TIM2_CR1, 1, 1}},
     0,
     "tim2: read of 0x40000000 (offset 0x000): tim2 is not clocked: set RCC_APB1ENR.TIM2EN first"},
    {"the CCM switched off", {{SET, RCC_AHB1ENR, 0x100000, 0}}, 0, "RCC_AHB1ENR: bits 0x00100000"},
    {"a register of another part", {{SET, RCC_DCKCFGR, ALL, 0}}, 0, "no register of RCC"},
    {"the instruction cache reset while it is on",
     {{SET, FLASH_ACR, 0x200, 0x200}, {SET, FLASH_ACR, 0x800, 0x800}},
     0,
     "ICRST can only be written while ICEN is 0"},
    {"the data cache reset while it is on",
     {{SET, FLASH_ACR, 0x400, 0x400}, {SET, FLASH_ACR, 0x1000, 0x1000}},
     0,
     "DCRST can only be written while DCEN is 0"},
    {"flash unlocked", {{SET, 0x40023C04, ALL, 0x45670123}}, 0, "FLASH_KEYR: bits 0x45670123"},
    {"a peripheral that is not modelled",
     {{SET, 0x40010000, 1, 1}},
     0,
     "unmodelled: read of 0x40010000"},
    {"the random number generator", {{SET, 0x50060800, 4, 4}}, 0, "unmodelled: read of 0x50060800"},
    {"the part's identity in its own memory",
     {{SET, 0x1FFF7A10, 1, 1}},
     0,
     "system_memory: read of 0x1FFF7A10"},
};

/* APB1 / 2; 8 MHz / 4 x 100 / 2 = 100 MHz, Q = 5, R = 2 */
#define BUSES_F410 {SET, RCC_CFGR, 0xFC00, 0x1000}
#define PLL_100 {SET, RCC_PLLCFGR, ALL, 0x25401904}
#define SCALE_1 PWREN, {SET, PWR_CR, 0xC000, 0xC000}
#define AT_100_MHZ                                                                                 \
    HSE_BYPASS_ON, SCALE_1, BUSES_F410, PLL_100, PLL_ON, LATENCY(3), PLL_READY, USE_PLL, ON_PLL

static const struct clock_row rows_f410[] = {
    {"reset", {{END, 0, 0, 0}}, 16000000, NULL},
    {"100 MHz from the clock of the ST-LINK", {AT_100_MHZ}, 100000000, NULL},
    {"100 MHz from HSI",
     {SCALE_1,
      BUSES_F410,
      {SET, RCC_PLLCFGR, ALL, 0x25001908},
      PLL_ON,
      LATENCY(3),
      PLL_READY,
      {POLL, PWR_CSR, 0x4000, 0x4000},
      USE_PLL},
     100000000,
     NULL},
    {"84 MHz at the voltage of reset",
     {BUSES_F410, {SET, RCC_PLLCFGR, ALL, 0x27012A08}, PLL_ON, LATENCY(2), PLL_READY, USE_PLL},
     84000000,
     NULL},
    {"the voltage scale holds with the PLL only",
     {SCALE_1, {POLL, PWR_CSR, 0x4000, 0}, {WAIT, 0, 0, 10000}, {POLL, PWR_CSR, 0x4000, 0}},
     16000000,
     NULL},

    {"100 MHz at the voltage of reset",
     {HSE_BYPASS_ON, BUSES_F410, PLL_100, PLL_ON, LATENCY(3), PLL_READY, USE_PLL},
     0,
     "100000000 Hz is over the 84 MHz that voltage scale 2 allows"},
    {"two wait states",
     {HSE_BYPASS_ON, SCALE_1, BUSES_F410, PLL_100, PLL_ON, LATENCY(2), PLL_READY, USE_PLL},
     0,
     "100000000 Hz need 3 flash wait states, FLASH_ACR.LATENCY is 2 (good for 90 MHz)"},
    {"APB1 too fast",
     {HSE_BYPASS_ON, SCALE_1, PLL_100, PLL_ON, LATENCY(3), PLL_READY, USE_PLL},
     0,
     "APB1 would run at 100000000 Hz, its limit is 50 MHz"},
    {"voltage changed under the PLL",
     {HSE_BYPASS_ON, PLL_100, PLL_ON, SCALE_1},
     0,
     "VOS can only be written while the PLL is off"},
    {"a voltage scale that does not exist",
     {PWREN, {SET, PWR_CR, 0xC000, 0}},
     0,
     "VOS: this value is reserved"},
    {"no crystal on the board",
     {{SET, RCC_CR, 0x10000, 0x10000}},
     0,
     "this board feeds OSC_IN with a clock and has no crystal: set HSEBYP before HSEON"},
    {"TIM2, which the part has not", {{SET, RCC_APB1ENR, 1, 1}}, 0, "RCC_APB1ENR: bits 0x00000001"},
    {"the place of TIM2", {{SET, TIM2_CR1, 1, 1}}, 0, "unmodelled: read of 0x40000000"},
};

static void test_f407(void **state)
{
    (void)state;
    clock_rows("stm32f407", rows_f407, sizeof rows_f407 / sizeof rows_f407[0]);
}

static void test_f410(void **state)
{
    (void)state;
    clock_rows("nucleo-f410rb", rows_f410, sizeof rows_f410 / sizeof rows_f410[0]);
}

/* Highest frequency at each number of wait states, voltage scale and bus: allowed, 1 Hz more not.
 */
static void test_limits(void **state)
{
    static const struct {
        const struct f4_limits *limits;
        unsigned scale, wait_states, mhz, apb1_divider, apb2_divider;
    } cases[] = {
        {&f4_limits_f407, 1, 0, 30, 4, 2},  {&f4_limits_f407, 1, 1, 60, 4, 2},
        {&f4_limits_f407, 1, 2, 90, 4, 2},  {&f4_limits_f407, 1, 3, 120, 4, 2},
        {&f4_limits_f407, 1, 4, 150, 4, 2}, {&f4_limits_f407, 1, 5, 168, 8, 4},
        {&f4_limits_f407, 1, 7, 168, 8, 4}, {&f4_limits_f407, 2, 7, 144, 8, 4},
        {&f4_limits_f407, 1, 5, 42, 1, 1},  {&f4_limits_f407, 1, 5, 84, 16, 1},
        {&f4_limits_f410, 1, 0, 30, 2, 1},  {&f4_limits_f410, 1, 1, 64, 2, 1},
        {&f4_limits_f410, 1, 2, 90, 2, 1},  {&f4_limits_f410, 1, 3, 100, 4, 2},
        {&f4_limits_f410, 2, 3, 84, 2, 1},  {&f4_limits_f410, 3, 3, 64, 2, 1},
        {&f4_limits_f410, 1, 3, 50, 1, 1},
    };
    char text[256];

    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct f4_supply supply = {cases[i].scale, cases[i].wait_states};
        struct f4_clocks clocks = {(uint64_t)cases[i].mhz * 1000000, cases[i].apb1_divider,
                                   cases[i].apb2_divider};

        assert_true(f4_clocks_allowed(cases[i].limits, &clocks, &supply, text, sizeof text));
        clocks.ahb_hz++;
        assert_false(f4_clocks_allowed(cases[i].limits, &clocks, &supply, text, sizeof text));
    }
}

static const struct clock_row at_168_mhz = {"168 MHz", {AT_168_MHZ}, 0, NULL};
static const struct clock_row at_100_mhz = {"100 MHz", {AT_100_MHZ}, 0, NULL};

/* Timers run at twice the clock of a divided bus; at 168 MHz no timer of APB1 reaches the core's.
 */
static void test_timer_clocks(void **state)
{
    static const struct {
        const char *machine;
        const struct clock_row *row;
        uint32_t timpre, cycles, counts;
    } cases[] = {
        {"stm32f407", &at_168_mhz, 0, 10000, 5000},
        {"nucleo-f410rb", &at_100_mhz, 0, 10000, 10000},
        {"nucleo-f410rb", &at_100_mhz, 0x01000000, 10000, 10000},
    };

    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct bench *bench = bench_new(cases[i].machine, false, false);
        uint32_t before;

        clock_play(bench, cases[i].row);
        if (cases[i].timpre)
            bench_write(bench, RCC_DCKCFGR, cases[i].timpre);
        bench_write(bench, RCC_APB1ENR, bench_read(bench, RCC_APB1ENR) | 8);
        bench_write(bench, TIM5_CR1, 1);
        bench_run(bench, 100);
        before = bench_read(bench, TIM5_CNT);
        bench_run(bench, cases[i].cycles);
        assert_int_equal(bench_read(bench, TIM5_CNT) - before, cases[i].counts);
        bench_free(bench);
    }
}

/* With TIMPRE a timer on an APB divided by 8 runs at half the core clock instead of a quarter. */
static void test_timpre(void **state)
{
    struct bench *bench = bench_new("nucleo-f410rb", false, false);
    uint32_t before;

    (void)state;
    bench_write(bench, RCC_CFGR, 0x1800);
    bench_write(bench, RCC_APB1ENR, 8);
    bench_write(bench, TIM5_CR1, 1);
    for (uint32_t counts = 250; counts <= 500; counts += 250) {
        bench_run(bench, 100);
        before = bench_read(bench, TIM5_CNT);
        bench_run(bench, 1000);
        assert_int_equal(bench_read(bench, TIM5_CNT) - before, counts);
        bench_write(bench, RCC_DCKCFGR, 0x01000000);
    }
    bench_free(bench);
}

static void test_timing_is_told(void **state)
{
    struct bench *bench = bench_new("stm32f407", false, false);

    (void)state;
    assert_int_equal(bench->wait_states, 0);
    assert_false(bench->art_prefetch || bench->art_icache || bench->art_dcache);
    bench_write(bench, FLASH_ACR, 0x705);
    assert_int_equal(bench->wait_states, 5);
    assert_true(bench->art_prefetch && bench->art_icache && bench->art_dcache);
    bench_write(bench, FLASH_ACR, 0x105);
    assert_true(bench->art_prefetch && !bench->art_icache && !bench->art_dcache);
    bench_write(bench, FLASH_ACR, 0x1805);
    assert_true(bench->art_icache_reset && bench->art_dcache_reset);
    bench_write(bench, FLASH_ACR, 0x605);
    assert_false(bench->art_icache_reset || bench->art_dcache_reset);
    assert_true(!bench->art_prefetch && bench->art_icache && bench->art_dcache);
    assert_int_equal(bench_read(bench, FLASH_ACR), 0x605);
    bench_free(bench);
}

/* Start-up takes time, whatever the clock: HSE 2 ms. */
static void test_waits_are_times(void **state)
{
    struct bench *bench = bench_new("stm32f407", false, false);

    (void)state;
    bench_write(bench, RCC_CR, 0x10083);
    bench_run(bench, 31999);
    assert_int_equal(bench_read(bench, RCC_CR) & 0x20000, 0);
    bench_run(bench, 1);
    assert_int_equal(bench_read(bench, RCC_CR) & 0x20000, 0x20000);
    bench_free(bench);
}

static void test_ready_interrupt(void **state)
{
    struct bench *bench = bench_new("stm32f407", false, false);

    (void)state;
    bench_write(bench, RCC_CIR, 0x0800);
    bench_write(bench, RCC_CR, 0x10083);
    bench_run(bench, 32000);
    assert_true(bench->level[IRQ_RCC]);
    assert_int_equal(bench_read(bench, RCC_CIR), 0x0808);
    bench_write(bench, RCC_CIR, 0x0800);
    assert_true(bench->level[IRQ_RCC]);
    bench_write(bench, RCC_CIR, 0x00080800);
    assert_int_equal(bench_read(bench, RCC_CIR), 0x0800);
    assert_false(bench->level[IRQ_RCC]);
    bench_free(bench);
}

static void test_peripheral_reset(void **state)
{
    struct bench *bench = bench_new("stm32f407", false, false);

    (void)state;
    bench_write(bench, RCC_APB1ENR, 9);
    bench_write(bench, TIM5_CR1, 0x80);
    bench_write(bench, TIM2_CR1, 0x80);
    bench_write(bench, RCC_APB1RSTR, 8);
    bench_write(bench, RCC_APB1RSTR, 0);
    assert_int_equal(bench_read(bench, TIM5_CR1), 0);
    assert_int_equal(bench_read(bench, TIM2_CR1), 0x80);
    bench_free(bench);
}

/* A system reset keeps the backup domain and the reset flags; power-on does not. */
static void test_system_reset(void **state)
{
    struct bench *bench = bench_new("stm32f407", false, false);
    struct device *rcc = device_named(bench->sim, "rcc");

    (void)state;
    clock_play(bench, &at_168_mhz);
    bench_write(bench, RCC_APB1ENR, 0x10000000);
    bench_write(bench, PWR_CR, 0x4100);
    bench_write(bench, RCC_BDCR, 0x101);
    bench->sim->ppb.reset_requested = true;
    bench->sim->core_hz = 16000000; /* as the simulator does */
    rcc->class->reset(rcc);
    assert_int_equal(bench_read(bench, RCC_CR), 0x83);
    assert_int_equal(bench_read(bench, RCC_CFGR), 0);
    assert_int_equal(bench_read(bench, RCC_BDCR), 0x101);
    assert_int_equal(bench_read(bench, RCC_CSR), 0x1E000000);
    bench_run(bench, 32000000); /* LSE: 2 s */
    assert_int_equal(bench_read(bench, RCC_BDCR), 0x103);
    bench->sim->ppb.reset_requested = false;
    rcc->class->reset(rcc);
    assert_int_equal(bench_read(bench, RCC_BDCR), 0);
    assert_int_equal(bench_read(bench, RCC_CSR), 0x0E000000);
    bench_free(bench);
}

/* What is refused goes on in a lenient run, also where it makes no sense. */
static void test_lenient_goes_on(void **state)
{
    static const struct {
        uint32_t address, value;
    } writes[] = {
        {RCC_CFGR, 3},      {RCC_CFGR, 1},   {RCC_PLLCFGR, 0}, {RCC_CR, 0x01000083},
        {RCC_PLLCFGR, ALL}, {RCC_CFGR, 2},   {RCC_CR, ALL},    {FLASH_ACR, ALL},
        {RCC_CIR, ALL},     {RCC_BDCR, ALL}, {RCC_CSR, ALL},   {RCC_APB1ENR, ALL},
        {PWR_CR, ALL},      {PWR_CR, 0},     {RCC_CFGR, ALL},  {RCC_DCKCFGR, ALL},
        {0x40013800, 2},
    };
    static const char *const machines[] = {"stm32f407", "nucleo-f410rb", "nucleo-f091rc"};

    (void)state;
    for (size_t i = 0; i < 3; i++) {
        struct bench *bench = bench_new(machines[i], true, false);

        for (size_t k = 0; k < sizeof writes / sizeof writes[0]; k++) {
            assert_int_equal(bench_try_write(bench, writes[k].address, 4, writes[k].value), BUS_OK);
            bench_run(bench, 100000);
        }
        assert_false(bench->sim->stopped);
        assert_true(bench->sim->core_hz > 0);
        bench_free(bench);
    }
}

/* A core without a clock ends a lenient run too: nothing can go on. */
static void test_no_clock(void **state)
{
    static const struct {
        const char *machine;
        uint32_t address[4], value[4];
    } cases[] = {
        {"stm32f407", {RCC_PLLCFGR, RCC_CR, RCC_CFGR, 0}, {0, 0x01000083, 2, 0}},
        {"nucleo-f410rb", {RCC_PLLCFGR, RCC_CR, RCC_CFGR, 0}, {0, 0x01000083, 2, 0}},
        {"nucleo-h5e5zj", {0x44020C28, 0x44020C00, 0x44020C1C, 0}, {0x00010009, 0x0100002B, 3, 0}},
    };

    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct bench *bench = bench_new(cases[i].machine, true, false);

        for (size_t k = 0; cases[i].address[k] != 0; k++) {
            (void)bench_try_write(bench, cases[i].address[k], 4, cases[i].value[k]);
            bench_run(bench, 100000);
        }
        bench_expect_stop(bench, "no clock reaches the core");
        assert_true(bench->sim->core_hz > 0);
        bench_free(bench);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_f407),
        cmocka_unit_test(test_f410),
        cmocka_unit_test(test_limits),
        cmocka_unit_test(test_timer_clocks),
        cmocka_unit_test(test_timpre),
        cmocka_unit_test(test_timing_is_told),
        cmocka_unit_test(test_waits_are_times),
        cmocka_unit_test(test_ready_interrupt),
        cmocka_unit_test(test_peripheral_reset),
        cmocka_unit_test(test_system_reset),
        cmocka_unit_test(test_lenient_goes_on),
        cmocka_unit_test(test_no_clock),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
