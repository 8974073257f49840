/* The general-purpose timer: periods, shadow registers, exact compares, and against a counter that
 * is stepped clock by clock.
 * SPDX-License-Identifier: MIT
 */
#include <string.h>

#include "tests/sim/device_bench.h"
#include "tests/unit/cmocka_all.h"

#define RCC_CFGR2 0x44020C20u
#define RCC_APB1LENR 0x44020C9Cu
#define TIM2 0x40000000u
#define TIM3 0x40000400u
#define IRQ_TIM2 45

enum {
    CR1 = 0x00,
    CR2 = 0x04,
    SMCR = 0x08,
    DIER = 0x0C,
    SR = 0x10,
    EGR = 0x14,
    CCMR1 = 0x18,
    CCMR2 = 0x1C,
    CCER = 0x20,
    CNT = 0x24,
    PSC = 0x28,
    ARR = 0x2C,
    CCR1 = 0x34,
    CCR2 = 0x38,
    CCR3 = 0x3C,
    CCR4 = 0x40
};

enum { CEN = 1, UDIS = 2, URS = 4, OPM = 8, ARPE = 0x80 };
enum { UIF = 1, CC1IF = 2, CC2IF = 4, CC3IF = 8, CC4IF = 0x10, ALL_FLAGS = 0x1F };
enum { UG = 1 };
enum { OC1PE = 8 };

static struct bench *timer_bench(bool observe)
{
    struct bench *bench = bench_new("nucleo-h5e5zj", false, observe);

    bench_write(bench, RCC_APB1LENR, 0xF);
    bench_run(bench, 100);
    return bench;
}

static void put(struct bench *bench, uint32_t offset, uint32_t value)
{
    bench_write(bench, TIM2 + offset, value);
}

static uint32_t get(struct bench *bench, uint32_t offset)
{
    return bench_read(bench, TIM2 + offset);
}

static void test_reset_values(void **state)
{
    struct bench *bench = timer_bench(false);

    (void)state;
    assert_int_equal(get(bench, CNT), 0);
    assert_int_equal(get(bench, SR), 0);
    assert_int_equal(get(bench, ARR), 0xFFFFFFFF);
    assert_int_equal(bench_read(bench, TIM3 + ARR), 0xFFFF);
    bench_run(bench, 1000);
    assert_int_equal(get(bench, CNT), 0);
    bench_free(bench);
}

/* Case A80: a period has ARR + 1 counts. */
static void test_period_is_arr_plus_one(void **state)
{
    static const uint32_t reloads[] = {99, 999};

    (void)state;
    for (size_t i = 0; i < 2; i++) {
        struct bench *bench = timer_bench(true);
        uint32_t counts = reloads[i] + 1;

        put(bench, ARR, reloads[i]);
        put(bench, DIER, UIF);
        put(bench, CR1, CEN);
        bench_run(bench, 1 + 10000);
        assert_int_equal(get(bench, CNT), 0);
        assert_int_equal(bench->signals,
                         10000 / counts > BENCH_SIGNALS_MAX ? BENCH_SIGNALS_MAX : 10000 / counts);
        for (size_t k = 1; k < bench->signals; k++) {
            assert_string_equal(bench->signal[k].name, "tim2.update");
            assert_int_equal(bench->signal[k].cycle - bench->signal[k - 1].cycle, counts);
        }
        bench_free(bench);
    }
}

/* Case A81: UG loads the prescaler and sets UIF, URS keeps UIF away. */
static void test_update_loads_shadows(void **state)
{
    struct bench *bench = timer_bench(false);
    uint64_t begin;

    (void)state;
    put(bench, CR1, ARPE);
    put(bench, PSC, 8999);
    put(bench, ARR, 49);
    put(bench, DIER, UIF);
    put(bench, EGR, UG);
    assert_int_equal(get(bench, SR) & UIF, UIF);
    assert_true(bench->level[IRQ_TIM2]);
    put(bench, SR, 0);
    assert_false(bench->level[IRQ_TIM2]);
    begin = bench->sim->now;
    put(bench, CR1, ARPE | CEN);
    bench_run(bench, 450000 + 10);
    assert_int_equal(bench->raised_cycle[IRQ_TIM2] - begin, 1 + 450000);
    assert_int_equal(bench->raises[IRQ_TIM2], 2);

    put(bench, SR, 0);
    put(bench, CR1, ARPE | CEN | URS);
    put(bench, EGR, UG);
    assert_int_equal(get(bench, SR) & UIF, 0);
    assert_int_equal(get(bench, CNT), 0);
    bench_free(bench);
}

/* Case A81: without UG the old prescaler counts for one more period. */
static void test_prescaler_waits_for_update(void **state)
{
    struct bench *bench = timer_bench(false);

    (void)state;
    put(bench, ARR, 9);
    put(bench, PSC, 99);
    put(bench, CR1, CEN);
    bench_run(bench, 1 + 9);
    assert_int_equal(get(bench, CNT), 9);
    bench_run(bench, 1 + 99);
    assert_int_equal(get(bench, CNT), 0);
    bench_run(bench, 1);
    assert_int_equal(get(bench, CNT), 1);
    bench_free(bench);
}

/* Case A82: UG latches compare flags too; TIM2 has 32 bits and TIM3 16. */
static void test_update_matches_zero(void **state)
{
    struct bench *bench = timer_bench(false);

    (void)state;
    put(bench, EGR, UG);
    assert_int_equal(get(bench, SR), 0x1F);
    put(bench, ARR, 0x12345);
    bench_write(bench, TIM3 + ARR, 0x12345);
    assert_int_equal(get(bench, ARR), 0x12345);
    assert_int_equal(bench_read(bench, TIM3 + ARR), 0x2345);
    bench_free(bench);
}

static void test_compare_is_exact(void **state)
{
    struct bench *bench = timer_bench(true);
    uint64_t begin = bench->sim->now;

    (void)state;
    put(bench, CCR1, 252250);
    put(bench, DIER, CC1IF);
    put(bench, CR1, CEN);
    for (uint64_t i = 1; i <= 5; i++) {
        uint64_t match = begin + 1 + 252250 * i;

        bench_run_to(bench, match - 1);
        assert_false(bench->level[IRQ_TIM2]);
        bench_run_to(bench, match);
        assert_int_equal(bench->raised_cycle[IRQ_TIM2], match);
        assert_int_equal(bench->signals, i);
        assert_string_equal(bench->signal[i - 1].name, "tim2.cc1");
        assert_int_equal(bench->signal[i - 1].cycle, match);
        assert_int_equal(get(bench, CNT), get(bench, CCR1));
        bench_run(bench, 31);
        assert_int_equal(get(bench, CNT) - get(bench, CCR1), 31);
        put(bench, SR, ~(uint32_t)CC1IF);
        assert_false(bench->level[IRQ_TIM2]);
        put(bench, CCR1, get(bench, CCR1) + 252250);
    }
    bench_free(bench);
}

/* An access that samples behind the match sees the flag, and the interrupt has the match's cycle.
 */
static void test_access_beyond_the_event(void **state)
{
    struct bench *bench = timer_bench(true);
    uint64_t begin = bench->sim->now;

    (void)state;
    put(bench, CCR1, 100);
    put(bench, DIER, CC1IF);
    put(bench, CR1, CEN);
    bench->sim->now = begin + 1 + 104;
    assert_int_equal(get(bench, SR), CC1IF);
    assert_int_equal(bench->raised_cycle[IRQ_TIM2], begin + 1 + 100);
    assert_int_equal(bench->signal[0].cycle, begin + 1 + 100);
    bench_run(bench, 1000);
    assert_int_equal(bench->signals, 1);
    bench_free(bench);
}

/* A compare value that has passed, or is the count of now, waits for the wrap. */
static void test_past_compare_waits_for_the_wrap(void **state)
{
    static const uint32_t behind[] = {0, 1, 50};

    (void)state;
    for (size_t i = 0; i < 3; i++) {
        struct bench *bench = timer_bench(false);
        uint64_t begin = bench->sim->now;

        put(bench, CR1, CEN);
        bench_run_to(bench, begin + 1 + 1000);
        put(bench, DIER, CC1IF);
        put(bench, CCR1, 1000 - behind[i]);
        bench_run_to(bench, begin + 0x100000000 + 1000 - behind[i]);
        assert_false(bench->level[IRQ_TIM2]);
        bench_run(bench, 1);
        assert_true(bench->level[IRQ_TIM2]);
        assert_int_equal(get(bench, CNT), 1000 - behind[i]);
        bench_free(bench);
    }
}

static void test_write_zero_clears(void **state)
{
    struct bench *bench = timer_bench(false);

    (void)state;
    put(bench, EGR, ALL_FLAGS);
    put(bench, SR, ~(uint32_t)CC2IF);
    assert_int_equal(get(bench, SR), ALL_FLAGS & ~CC2IF);
    put(bench, SR, 0xFFFFFFFF);
    assert_int_equal(get(bench, SR), ALL_FLAGS & ~CC2IF);
    assert_int_equal(bench_try_write(bench, TIM2 + SR, 2, 0xFFFE), BUS_OK);
    assert_int_equal(get(bench, SR), CC1IF | CC3IF | CC4IF);
    put(bench, DIER, CC3IF);
    assert_true(bench->level[IRQ_TIM2]);
    put(bench, DIER, CC2IF);
    assert_false(bench->level[IRQ_TIM2]);
    bench_free(bench);
}

static void test_one_pulse(void **state)
{
    struct bench *bench = timer_bench(false);

    (void)state;
    put(bench, ARR, 99);
    put(bench, CR1, OPM | CEN);
    bench_run(bench, 1 + 99);
    assert_int_equal(get(bench, CR1), OPM | CEN);
    bench_run(bench, 1);
    assert_int_equal(get(bench, CR1), OPM);
    bench_run(bench, 1000);
    assert_int_equal(get(bench, CNT), 0);
    assert_int_equal(get(bench, SR) & UIF, UIF);
    bench_free(bench);
}

static void test_bus_prescaler(void **state)
{
    struct bench *bench = timer_bench(false);
    uint64_t begin;

    (void)state;
    bench_write(bench, RCC_CFGR2, 5 << 4); /* APB1 / 4: the timer runs at half the core clock */
    begin = bench->sim->now;
    put(bench, CCR1, 500);
    put(bench, DIER, CC1IF);
    put(bench, CR1, CEN);
    bench_run(bench, 2000);
    assert_int_equal(bench->raised_cycle[IRQ_TIM2] - begin, 2 + 1000);
    bench_write(bench, RCC_CFGR2, 0);
    bench_run(bench, 100);
    assert_int_equal(get(bench, CNT), 999 + 100);
    bench_free(bench);
}

static void test_stops_without_clock(void **state)
{
    struct bench *bench = timer_bench(false);

    (void)state;
    put(bench, CR1, CEN);
    bench_run(bench, 1 + 300);
    bench_write(bench, RCC_APB1LENR, 0);
    bench_run(bench, 5000);
    bench_write(bench, RCC_APB1LENR, 1);
    bench_run(bench, 7);
    assert_int_equal(get(bench, CNT), 307);
    bench_free(bench);
}

static void test_refusals(void **state)
{
    static const struct {
        uint32_t offset, value;
        const char *text;
    } cases[] = {
        {CR1, 0x10, "TIM_CR1: bits 0x00000010 are reserved or not modelled"},
        {CR1, 0x60, "TIM_CR1: bits 0x00000060"},
        {CR2, 0x20, "TIM_CR2: bits 0x00000020"},
        {SMCR, 7, "TIM_SMCR: bits 0x00000007"},
        {DIER, 0x100, "TIM_DIER: bits 0x00000100"},
        {CCMR1, 1, "TIM_CCMR1: bits 0x00000001"},
        {EGR, 0x40, "TIM_EGR: bits 0x00000040"},
        {0x30, 0, "no register of TIM is modelled here"},
    };

    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct bench *bench = timer_bench(false);

        assert_int_equal(bench_try_write(bench, TIM2 + cases[i].offset, 4, cases[i].value),
                         BUS_STOP);
        bench_expect_stop(bench, cases[i].text);
        bench_free(bench);
    }
}

static void test_narrow_accesses(void **state)
{
    struct bench *bench = timer_bench(false);
    uint32_t value;

    (void)state;
    put(bench, CNT, 0x12345678);
    assert_int_equal(bench_try_write(bench, TIM2 + CNT + 2, 2, 0xABCD), BUS_OK);
    assert_int_equal(get(bench, CNT), 0xABCD5678);
    assert_int_equal(bench_try_read(bench, TIM2 + CNT + 3, 1, &value), BUS_OK);
    assert_int_equal(value, 0xAB);
    assert_int_equal(bench_try_write(bench, TIM2 + CR1, 1, 1), BUS_STOP);
    bench_expect_stop(bench, "TIM_CR1 must be written 16 bits at a time");
    bench_free(bench);
}

/* ---- a counter that is stepped ---- */

struct stepper {
    uint32_t cr1, sr, ccmr[2], psc, arr, ccr[4];
    uint32_t prescaler, reload, compare[4];
    uint32_t cnt, ticks;
    unsigned delay;
};

static void step_update(struct stepper *s)
{
    if (s->cr1 & UDIS)
        return;
    s->prescaler = s->psc;
    s->reload = s->arr;
    memcpy(s->compare, s->ccr, sizeof s->compare);
    if (s->cr1 & OPM)
        s->cr1 &= ~(uint32_t)CEN;
}

static void step_match(struct stepper *s)
{
    for (unsigned i = 0; i < 4; i++)
        if (s->compare[i] == s->cnt)
            s->sr |= (uint32_t)CC1IF << i;
}

static void step_clock(struct stepper *s)
{
    if (!(s->cr1 & CEN))
        return;
    if (s->delay > 0) {
        s->delay--;
        return;
    }
    if (s->reload == 0)
        return;
    if (++s->ticks <= s->prescaler)
        return;
    s->ticks = 0;
    if (s->cnt != s->reload) {
        s->cnt++;
        step_match(s);
        return;
    }
    for (unsigned i = 0; i < 4; i++)
        if (s->compare[i] > s->reload)
            s->sr |= (uint32_t)CC1IF << i;
    s->cnt = 0;
    if (!(s->cr1 & UDIS))
        s->sr |= UIF;
    step_update(s);
    step_match(s);
}

static void step_take(struct stepper *s)
{
    if (!(s->cr1 & ARPE)) {
        if (s->reload == 0)
            s->ticks = 0;
        s->reload = s->arr;
    }
    for (unsigned i = 0; i < 4; i++)
        if (!(s->ccmr[i / 2] & OC1PE << i % 2 * 8))
            s->compare[i] = s->ccr[i];
}

static void step_write(struct stepper *s, uint32_t offset, uint32_t value)
{
    bool was = s->cr1 & CEN;

    switch (offset) {
    case CR1:
        s->cr1 = value;
        if ((value & CEN) && !was)
            s->delay = 1;
        break;
    case SR:
        s->sr &= value;
        return;
    case EGR:
        s->cnt = 0;
        s->ticks = 0;
        s->delay = 0;
        if (!(s->cr1 & (UDIS | URS)))
            s->sr |= UIF;
        step_update(s);
        step_match(s);
        return;
    case CCMR1:
        s->ccmr[0] = value;
        break;
    case CCMR2:
        s->ccmr[1] = value;
        break;
    case CNT:
        s->cnt = value;
        return;
    case PSC:
        s->psc = value;
        return;
    case ARR:
        s->arr = value;
        break;
    default:
        s->ccr[(offset - CCR1) / 4] = value;
        break;
    }
    step_take(s);
}

static uint32_t random_next(uint32_t *random)
{
    *random ^= *random << 13;
    *random ^= *random >> 17;
    *random ^= *random << 5;
    return *random;
}

static uint32_t random_value(uint32_t offset, uint32_t *random)
{
    uint32_t bits = random_next(random);

    switch (offset) {
    case CR1:
        return bits % 8 == 0 ? bits >> 8 & (UDIS | URS | OPM | ARPE)
                             : CEN | (bits >> 8 & (URS | ARPE)) | (bits % 5 == 0 ? UDIS : 0);
    case SR:
        return bits & ALL_FLAGS;
    case EGR:
        return UG;
    case CCMR1:
    case CCMR2:
        return bits & 0x0808;
    case PSC:
        return bits % 4;
    case ARR:
        return bits % 8 == 0 ? 0 : bits % 40;
    default:
        return bits % 24;
    }
}

/* Random writes at random times: counter and flags are those of the stepped one, and with every
 * interrupt enabled each flag comes in the same clock. */
static void compare_with_stepper(uint32_t seed, uint32_t dier)
{
    static const uint32_t offsets[] = {CR1, CR1, SR,  SR,   SR,   EGR,  CCMR1, CCMR2,
                                       CNT, PSC, ARR, CCR1, CCR2, CCR3, CCR4};
    struct bench *bench = timer_bench(false);
    struct stepper s = {.reload = 0xFFFFFFFF, .arr = 0xFFFFFFFF};
    uint32_t random = seed;

    put(bench, DIER, dier);
    put(bench, ARR, 20);
    step_write(&s, ARR, 20);
    for (unsigned i = 0; i < 3000; i++) {
        uint32_t offset = offsets[random_next(&random) % (sizeof offsets / sizeof offsets[0])];
        uint32_t value = random_value(offset, &random);
        uint32_t clocks = random_next(&random) % 64 == 0 ? 500 : random_next(&random) % 12;

        /* Counting past ARR ends at the width's end: out of a stepper's reach. */
        if (offset == CNT && value > s.reload)
            continue;
        if (offset == ARR && (value < s.cnt || s.cr1 & UDIS))
            continue;
        put(bench, offset, value);
        step_write(&s, offset, value);
        if (s.cnt > s.arr || s.cnt > s.reload) {
            put(bench, EGR, UG);
            step_write(&s, EGR, UG);
        }
        for (uint32_t k = 0; k < clocks; k++) {
            bench_run(bench, 1);
            step_clock(&s);
            assert_int_equal(bench->level[IRQ_TIM2], (s.sr & dier) != 0);
        }
        assert_int_equal(get(bench, CNT), s.cnt);
        assert_int_equal(get(bench, SR), s.sr);
        assert_int_equal(get(bench, CR1), s.cr1);
    }
    bench_free(bench);
}

static void test_against_stepper(void **state)
{
    (void)state;
    for (uint32_t seed = 1; seed <= 20; seed++)
        compare_with_stepper(seed, seed % 4 == 0   ? 0
                                   : seed % 4 == 1 ? ALL_FLAGS
                                                   : seed & ALL_FLAGS);
}

/* Cases A80 and A82 on the F0 and F4: each timer has the width and the channels of its part, and no
 * register of others. */
static void test_other_families(void **state)
{
    static const struct {
        const char *machine;
        uint32_t enable, bit, tim, arr, flags, missing;
    } cases[] = {
        {"stm32f407", 0x40023840, 0, 0x40000000, 0x12345, 0x1F, 0x60},
        {"stm32f407", 0x40023840, 1, 0x40000400, 0x2345, 0x1F, 0x60},
        {"stm32f407", 0x40023840, 2, 0x40000800, 0x2345, 0x1F, 0x60},
        {"stm32f407", 0x40023840, 3, 0x40000C00, 0x12345, 0x1F, 0x60},
        {"stm32f407", 0x40023840, 4, 0x40001000, 0x2345, 0x01, CCR1},
        {"stm32f407", 0x40023840, 5, 0x40001400, 0x2345, 0x01, CCMR1},
        {"stm32f407", 0x40023840, 6, 0x40001800, 0x2345, 0x07, CCR3},
        {"stm32f407", 0x40023840, 7, 0x40001C00, 0x2345, 0x03, CCR2},
        {"stm32f407", 0x40023840, 8, 0x40002000, 0x2345, 0x03, CCMR2},
        {"stm32f407", 0x40023844, 16, 0x40014000, 0x2345, 0x07, CCMR2},
        {"stm32f407", 0x40023844, 17, 0x40014400, 0x2345, 0x03, CR2},
        {"stm32f407", 0x40023844, 18, 0x40014800, 0x2345, 0x03, SMCR},
        {"nucleo-f410rb", 0x40023840, 3, 0x40000C00, 0x12345, 0x1F, 0x60},
        {"nucleo-f410rb", 0x40023840, 4, 0x40001000, 0x2345, 0x01, CCR1},
        {"nucleo-f410rb", 0x40023844, 16, 0x40014000, 0x2345, 0x07, CCR3},
        {"nucleo-f410rb", 0x40023844, 18, 0x40014800, 0x2345, 0x03, CCR2},
        {"nucleo-f091rc", 0x4002101C, 0, 0x40000000, 0x12345, 0x1F, 0x60},
        {"nucleo-f091rc", 0x4002101C, 1, 0x40000400, 0x2345, 0x1F, 0x60},
        {"nucleo-f091rc", 0x4002101C, 4, 0x40001000, 0x2345, 0x01, CCER},
        {"nucleo-f091rc", 0x4002101C, 5, 0x40001400, 0x2345, 0x01, SMCR},
        {"nucleo-f091rc", 0x4002101C, 8, 0x40002000, 0x2345, 0x03, CCR4},
    };

    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct bench *bench = bench_new(cases[i].machine, false, false);
        uint32_t tim = cases[i].tim;

        bench_write(bench, cases[i].enable, 1u << cases[i].bit);
        bench_write(bench, tim + EGR, UG);
        assert_int_equal(bench_read(bench, tim + SR), cases[i].flags);
        bench_write(bench, tim + DIER, cases[i].flags);
        bench_write(bench, tim + SR, 0);
        bench_write(bench, tim + ARR, 0x12345);
        assert_int_equal(bench_read(bench, tim + ARR), cases[i].arr);
        bench_write(bench, tim + ARR, 99);
        bench_write(bench, tim + CR1, CEN);
        bench_run(bench, 1 + 10000);
        assert_int_equal(bench_read(bench, tim + CNT), 0);
        assert_int_equal(bench_read(bench, tim + SR), cases[i].flags);
        assert_int_equal(bench_try_write(bench, tim + cases[i].missing, 4, 0), BUS_STOP);
        bench_expect_stop(bench, "no register of TIM is modelled here");
        bench_free(bench);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_reset_values),
        cmocka_unit_test(test_period_is_arr_plus_one),
        cmocka_unit_test(test_update_loads_shadows),
        cmocka_unit_test(test_prescaler_waits_for_update),
        cmocka_unit_test(test_update_matches_zero),
        cmocka_unit_test(test_compare_is_exact),
        cmocka_unit_test(test_access_beyond_the_event),
        cmocka_unit_test(test_past_compare_waits_for_the_wrap),
        cmocka_unit_test(test_write_zero_clears),
        cmocka_unit_test(test_one_pulse),
        cmocka_unit_test(test_bus_prescaler),
        cmocka_unit_test(test_stops_without_clock),
        cmocka_unit_test(test_refusals),
        cmocka_unit_test(test_narrow_accesses),
        cmocka_unit_test(test_against_stepper),
        cmocka_unit_test(test_other_families),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
