/* Small programs on whole machines: core, map, clocks, devices and interrupts together.
 * SPDX-License-Identifier: MIT
 *
 * Every program runs on both engines, which must agree to the cycle.
 */
#include <stdio.h>
#include <string.h>

#include "sim/sim.h"
#include "tests/unit/cmocka_all.h"

#define CODE 0x400u  /* from the start of flash */
#define FAULT 0x800u /* where every vector leads, but those of a reset */
#define SVC_HANDLER (FAULT + 6)

#define VECTORS 120
#define CODE_MAX 48
#define WORDS_MAX 5

/* Reads IPSR into r7 and stops; then a handler that sets r6 to 0x42 and stops. */
static const uint16_t fault_code[] = {0xF3EF, 0x8705, 0xBE01, 0x2642, 0xBE02};

/* Thumb code of Armv6-M, so that every core takes it, and the words behind it. */
struct program {
    uint16_t code[CODE_MAX];
    size_t halves; /* a multiple of 2 */
};

struct pins {
    unsigned changes;
    char text[256]; /* "gpioa.5=1 ..." */
};

struct outcome {
    struct sim_stop stop;
    uint32_t r[SIM_REGS];
    uint64_t cycles, instructions, ns, core_hz;
    struct pins pins;
};

static void on_pin(void *context, const char *name, bool level, uint64_t cycle)
{
    struct pins *pins = context;
    size_t used = strlen(pins->text);

    (void)cycle;
    pins->changes++;
    snprintf(pins->text + used, sizeof pins->text - used, "%s=%d ", name, level);
}

static void load(struct sim *sim, uint32_t address, const void *bytes, size_t size)
{
    struct sim_error error = {""};

    if (!sim_load(sim, address, bytes, size, &error))
        fail_msg("%s", error.text);
}

static void run_on(const char *machine, bool stepper, uint32_t flash, const struct program *program,
                   const uint32_t *words, struct outcome *outcome)
{
    struct sim_config config = {.machine = machine, .stepper_only = stepper};
    struct sim_observer observer = {.context = &outcome->pins, .pin = on_pin};
    struct sim_error error = {""};
    struct sim *sim = sim_create(&config, &error);
    uint32_t vectors[VECTORS] = {0x20008000, flash + CODE + 1};

    if (!sim)
        fail_msg("%s", error.text);
    memset(outcome, 0, sizeof *outcome);
    for (size_t i = 2; i < VECTORS; i++)
        vectors[i] = flash + FAULT + 1;
    load(sim, flash, vectors, sizeof vectors);
    load(sim, flash + FAULT, fault_code, sizeof fault_code);
    load(sim, flash + CODE, program->code, 2 * program->halves);
    load(sim, flash + CODE + 2 * (uint32_t)program->halves, words, 4 * WORDS_MAX);
    sim_observe(sim, &observer);
    sim_reset(sim);
    outcome->stop = sim_run(sim, 100000000);
    for (int reg = 0; reg < SIM_REGS; reg++)
        outcome->r[reg] = sim_register(sim, reg);
    outcome->cycles = sim_cycles(sim);
    outcome->instructions = sim_instructions(sim);
    outcome->ns = sim_time_ns(sim);
    outcome->core_hz = sim_core_hz(sim);
    sim_destroy(sim);
}

static void run(const char *machine, const struct program *program, const uint32_t *words,
                struct outcome *outcome)
{
    uint32_t flash = strcmp(machine, "generic-m3") == 0 ? 0 : 0x08000000;
    struct outcome plain;

    run_on(machine, false, flash, program, words, outcome);
    run_on(machine, true, flash, program, words, &plain);
    assert_string_equal(outcome->stop.text, plain.stop.text);
    assert_memory_equal(outcome->r, plain.r, sizeof plain.r);
    assert_int_equal(outcome->cycles, plain.cycles);
    assert_int_equal(outcome->instructions, plain.instructions);
    assert_string_equal(outcome->pins.text, plain.pins.text);
}

static void expect_stop(const struct outcome *outcome, enum sim_stop_reason reason)
{
    if (outcome->stop.reason != reason)
        fail_msg("stopped with: %s", outcome->stop.text);
}

/* Words: clock enable register and bit, the port, mode bits of pin 5. */
static const struct program blink = {{0x4808,          /*  0: ldr   r0, words[0] */
                                      0x6801,          /*     ldr   r1, [r0] */
                                      0x4A08,          /*     ldr   r2, words[1] */
                                      0x4311,          /*     orrs  r1, r2 */
                                      0x6001,          /*     str   r1, [r0] */
                                      0x4808,          /*     ldr   r0, words[2] */
                                      0x6801,          /*     ldr   r1, [r0]: MODER */
                                      0x4A08,          /*     ldr   r2, words[3] */
                                      0x4311,          /*     orrs  r1, r2 */
                                      0x6001,          /*     str   r1, [r0] */
                                      0x2120,          /*     movs  r1, #0x20 */
                                      0x6181,          /*     str   r1, [r0, #0x18]: BSRR */
                                      0x6943,          /*     ldr   r3, [r0, #0x14]: ODR */
                                      0x0409,          /*     lsls  r1, r1, #16 */
                                      0x6181,          /*     str   r1, [r0, #0x18]: BSRR */
                                      0x6904,          /*     ldr   r4, [r0, #0x10]: IDR */
                                      0xBE00, 0x46C0}, /*     bkpt  #0 */
                                     18};

static void test_pins(void **state)
{
    static const struct {
        const char *machine;
        uint32_t words[WORDS_MAX];
    } cases[] = {
        {"stm32f407", {0x40023830, 1, 0x40020000, 0x400}},
        {"nucleo-f410rb", {0x40023830, 1, 0x40020000, 0x400}},
        {"nucleo-f091rc", {0x40021014, 0x20000, 0x48000000, 0x400}},
    };

    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct outcome outcome;

        run(cases[i].machine, &blink, cases[i].words, &outcome);
        expect_stop(&outcome, SIM_STOP_BREAKPOINT);
        assert_string_equal(outcome.pins.text, "gpioa.5=1 gpioa.5=0 ");
        assert_int_equal(outcome.r[3], 0x20);
        assert_int_equal(outcome.r[4] & 0x20, 0);
    }
}

/* Words: clock enable register and bits, the timer, an NVIC_ISER and the bit. */
static const struct program tick = {{0x4807,          /* ldr   r0, words[0] */
                                     0x4908,          /* ldr   r1, words[1] */
                                     0x6001,          /* str   r1, [r0] */
                                     0x4808,          /* ldr   r0, words[2] */
                                     0x2163,          /* movs  r1, #99 */
                                     0x62C1,          /* str   r1, [r0, #0x2C]: ARR */
                                     0x2101,          /* movs  r1, #1 */
                                     0x60C1,          /* str   r1, [r0, #0x0C]: DIER */
                                     0x6001,          /* str   r1, [r0]: CR1 */
                                     0x4806,          /* ldr   r0, words[3] */
                                     0x4906,          /* ldr   r1, words[4] */
                                     0x6001,          /* str   r1, [r0] */
                                     0x2500,          /* movs  r5, #0 */
                                     0x3501,          /* adds  r5, #1 */
                                     0xE7FD, 0x46C0}, /* b     .-2 */
                                    16};

/* Each timer's interrupt has the number of the reference manual. */
static void test_interrupt_numbers(void **state)
{
    static const struct {
        const char *machine;
        uint32_t words[WORDS_MAX];
        unsigned number;
    } cases[] = {
        {"stm32f407", {0x40023840, 1u << 0, 0x40000000, 0xE000E100, 1u << 28}, 28},
        {"stm32f407", {0x40023840, 1u << 1, 0x40000400, 0xE000E100, 1u << 29}, 29},
        {"stm32f407", {0x40023840, 1u << 2, 0x40000800, 0xE000E100, 1u << 30}, 30},
        {"stm32f407", {0x40023840, 1u << 3, 0x40000C00, 0xE000E104, 1u << 18}, 50},
        {"stm32f407", {0x40023840, 1u << 4, 0x40001000, 0xE000E104, 1u << 22}, 54},
        {"stm32f407", {0x40023840, 1u << 5, 0x40001400, 0xE000E104, 1u << 23}, 55},
        {"stm32f407", {0x40023840, 1u << 6, 0x40001800, 0xE000E104, 1u << 11}, 43},
        {"stm32f407", {0x40023840, 1u << 7, 0x40001C00, 0xE000E104, 1u << 12}, 44},
        {"stm32f407", {0x40023840, 1u << 8, 0x40002000, 0xE000E104, 1u << 13}, 45},
        {"stm32f407", {0x40023844, 1u << 16, 0x40014000, 0xE000E100, 1u << 24}, 24},
        {"stm32f407", {0x40023844, 1u << 17, 0x40014400, 0xE000E100, 1u << 25}, 25},
        {"stm32f407", {0x40023844, 1u << 18, 0x40014800, 0xE000E100, 1u << 26}, 26},
        {"nucleo-f410rb", {0x40023840, 1u << 3, 0x40000C00, 0xE000E104, 1u << 18}, 50},
        {"nucleo-f410rb", {0x40023840, 1u << 4, 0x40001000, 0xE000E104, 1u << 22}, 54},
        {"nucleo-f410rb", {0x40023844, 1u << 16, 0x40014000, 0xE000E100, 1u << 24}, 24},
        {"nucleo-f410rb", {0x40023844, 1u << 18, 0x40014800, 0xE000E100, 1u << 26}, 26},
        {"nucleo-f091rc", {0x4002101C, 1u << 0, 0x40000000, 0xE000E100, 1u << 15}, 15},
        {"nucleo-f091rc", {0x4002101C, 1u << 1, 0x40000400, 0xE000E100, 1u << 16}, 16},
        {"nucleo-f091rc", {0x4002101C, 1u << 4, 0x40001000, 0xE000E100, 1u << 17}, 17},
        {"nucleo-f091rc", {0x4002101C, 1u << 5, 0x40001400, 0xE000E100, 1u << 18}, 18},
        {"nucleo-f091rc", {0x4002101C, 1u << 8, 0x40002000, 0xE000E100, 1u << 19}, 19},
    };

    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct outcome outcome;

        run(cases[i].machine, &tick, cases[i].words, &outcome);
        expect_stop(&outcome, SIM_STOP_BREAKPOINT);
        assert_int_equal(outcome.r[7], 16 + cases[i].number);
        assert_in_range(outcome.r[5], 5, 100);
    }
}

/* Word: an address. */
static const struct program load_word = {{0x4801,  /* ldr   r0, words[0] */
                                          0x6802,  /* ldr   r2, [r0] */
                                          0xBE00,  /* bkpt  #0 */
                                          0x46C0}, /* nop */
                                         4};
static const struct program store_word = {{0x4801,  /* ldr   r0, words[0] */
                                           0x6000,  /* str   r0, [r0] */
                                           0xBE00,  /* bkpt  #0 */
                                           0x46C0}, /* nop */
                                          4};
static const struct program load_half = {{0x4801,  /* ldr   r0, words[0] */
                                          0x8802,  /* ldrh  r2, [r0] */
                                          0xBE00,  /* bkpt  #0 */
                                          0x46C0}, /* nop */
                                         4};

/* Case A69: every unaligned access of the M0 is a HardFault; M3 and M4 split it. */
static void test_unaligned(void **state)
{
    static const struct {
        const struct program *program;
        uint32_t address;
    } accesses[] = {{&load_word, 0x20000002},
                    {&load_word, 0x20000001},
                    {&store_word, 0x20000002},
                    {&load_half, 0x20000001}};
    static const char *const machines[] = {"stm32f407", "nucleo-f410rb", "generic-m3"};

    (void)state;
    for (size_t i = 0; i < sizeof accesses / sizeof accesses[0]; i++) {
        const uint32_t words[WORDS_MAX] = {accesses[i].address};
        struct outcome outcome;

        run("nucleo-f091rc", accesses[i].program, words, &outcome);
        expect_stop(&outcome, SIM_STOP_BREAKPOINT);
        assert_int_equal(outcome.r[7], 3);
        for (size_t k = 0; k < 3; k++) {
            run(machines[k], accesses[i].program, words, &outcome);
            expect_stop(&outcome, SIM_STOP_BREAKPOINT);
            assert_int_equal(outcome.r[7], 0);
        }
    }
}

/* Words: the alias of a bit, the word that holds it. */
static const struct program bits = {{0x4804,  /* ldr   r0, words[0] */
                                     0x4905,  /* ldr   r1, words[1] */
                                     0x2201,  /* movs  r2, #1 */
                                     0x6002,  /* str   r2, [r0] */
                                     0x680B,  /* ldr   r3, [r1] */
                                     0x2200,  /* movs  r2, #0 */
                                     0x6002,  /* str   r2, [r0] */
                                     0x680C,  /* ldr   r4, [r1] */
                                     0x6805,  /* ldr   r5, [r0] */
                                     0xBE00}, /* bkpt  #0 */
                                    10};

static void test_bit_band(void **state)
{
    static const char *const machines[] = {"stm32f407", "nucleo-f410rb", "generic-m3"};
    const uint32_t words[WORDS_MAX] = {0x22000000 + 32 * 0x40 + 4 * 21, 0x20000040};
    struct outcome outcome;

    (void)state;
    for (size_t i = 0; i < 3; i++) {
        run(machines[i], &bits, words, &outcome);
        expect_stop(&outcome, SIM_STOP_BREAKPOINT);
        assert_int_equal(outcome.r[3], 1u << 21);
        assert_int_equal(outcome.r[4], 0);
        assert_int_equal(outcome.r[5], 0);
    }
    /* On a core without bit-banding there is nothing at that address. */
    run("nucleo-f091rc", &bits, words, &outcome);
    assert_int_equal(outcome.r[7], 3);
}

/* Words: an address, what is stored there, where to jump. */
static const struct program jump = {{0x4802,  /* ldr   r0, words[0] */
                                     0x4903,  /* ldr   r1, words[1] */
                                     0x6001,  /* str   r1, [r0] */
                                     0x6802,  /* ldr   r2, [r0] */
                                     0x4B02,  /* ldr   r3, words[2] */
                                     0x4718}, /* bx    r3 */
                                    6};

/* Data lives in the CCM, code does not; in SRAM both do. 0xBE032642: movs r6, #0x42; bkpt #3. */
static void test_code_in_ccm(void **state)
{
    static const struct {
        uint32_t words[WORDS_MAX];
        uint32_t r6, ipsr;
    } cases[] = {
        {{0x20000100, 0xBE032642, 0x20000101}, 0x42, 0},
        {{0x10000100, 0xBE032642, 0x10000101}, 0, 3},
    };

    (void)state;
    for (size_t i = 0; i < 2; i++) {
        struct outcome outcome;

        run("stm32f407", &jump, cases[i].words, &outcome);
        expect_stop(&outcome, SIM_STOP_BREAKPOINT);
        assert_int_equal(outcome.r[2], 0xBE032642);
        assert_int_equal(outcome.r[6], cases[i].r6);
        assert_int_equal(outcome.r[7], cases[i].ipsr);
    }
}

/* Words: clock enable register and bit of the SYSCFG, its first register, where the SVCall vector
 * is in SRAM, and that vector. */
static const struct program remap = {{0x4805, /* ldr   r0, words[0] */
                                      0x4906, /* ldr   r1, words[1] */
                                      0x6001, /* str   r1, [r0] */
                                      0x4806, /* ldr   r0, words[2] */
                                      0x2103, /* movs  r1, #3 */
                                      0x6001, /* str   r1, [r0] */
                                      0x4805, /* ldr   r0, words[3] */
                                      0x4906, /* ldr   r1, words[4] */
                                      0x6001, /* str   r1, [r0] */
                                      0xDF00, /* svc   #0 */
                                      0x46C0, 0x46C0},
                                     12};

/* A core without VTOR takes its vectors from whatever SYSCFG shows at 0. */
static void test_vectors_in_sram(void **state)
{
    static const struct {
        const char *machine;
        uint32_t words[WORDS_MAX];
    } cases[] = {
        {"nucleo-f091rc", {0x40021018, 1, 0x40010000, 0x2000002C, 0x08000000 + SVC_HANDLER + 1}},
        {"stm32f407", {0x40023844, 0x4000, 0x40013800, 0x2000002C, 0x08000000 + SVC_HANDLER + 1}},
    };

    (void)state;
    for (size_t i = 0; i < 2; i++) {
        struct outcome outcome;

        run(cases[i].machine, &remap, cases[i].words, &outcome);
        expect_stop(&outcome, SIM_STOP_BREAKPOINT);
        assert_int_equal(outcome.r[6], 0x42);
        assert_int_equal(outcome.r[7], 0);
    }
}

/* Words: clock enable register and bit of the SYSCFG, its first register, a place in SRAM, and the
 * code there: movs r6, #1; bx lr. */
static const struct program patch = {{0x4808,  /* ldr   r0, words[0] */
                                      0x4909,  /* ldr   r1, words[1] */
                                      0x6001,  /* str   r1, [r0] */
                                      0x4809,  /* ldr   r0, words[2] */
                                      0x2103,  /* movs  r1, #3 */
                                      0x6001,  /* str   r1, [r0] */
                                      0x4C08,  /* ldr   r4, words[3] */
                                      0x4D09,  /* ldr   r5, words[4] */
                                      0x6025,  /* str   r5, [r4] */
                                      0x2381,  /* movs  r3, #0x81 */
                                      0x009B,  /* lsls  r3, r3, #2 */
                                      0x3B03,  /* subs  r3, #3: 0x201 */
                                      0x4798,  /* blx   r3 */
                                      0x1C37,  /* adds  r7, r6, #0 */
                                      0x3501,  /* adds  r5, #1: movs r6, #2 */
                                      0x6025,  /* str   r5, [r4] */
                                      0x4798,  /* blx   r3 */
                                      0xBE00}, /* bkpt  #0 */
                                     18};

/* Code that runs at the alias changes when its memory is written at the other address. */
static void test_code_at_the_alias(void **state)
{
    static const struct {
        const char *machine;
        uint32_t words[WORDS_MAX];
    } cases[] = {
        {"nucleo-f091rc", {0x40021018, 1, 0x40010000, 0x20000200, 0x47702601}},
        {"nucleo-f410rb", {0x40023844, 0x4000, 0x40013800, 0x20000200, 0x47702601}},
    };

    (void)state;
    for (size_t i = 0; i < 2; i++) {
        struct outcome outcome;

        run(cases[i].machine, &patch, cases[i].words, &outcome);
        expect_stop(&outcome, SIM_STOP_BREAKPOINT);
        assert_int_equal(outcome.r[7], 1);
        assert_int_equal(outcome.r[6], 2);
    }
}

/* Words: RCC_CSR, SFTRSTF, AIRCR, key and SYSRESETREQ, a register to look at. */
static const struct program again = {{0x4805,  /* ldr   r0, words[0] */
                                      0x6801,  /* ldr   r1, [r0] */
                                      0x4A05,  /* ldr   r2, words[1] */
                                      0x4211,  /* tst   r1, r2 */
                                      0xD103,  /* bne   done */
                                      0x4B05,  /* ldr   r3, words[2] */
                                      0x4C05,  /* ldr   r4, words[3] */
                                      0x601C,  /* str   r4, [r3] */
                                      0xE7FE,  /* b     . */
                                      0x4D05,  /* done: ldr r5, words[4] */
                                      0x682D,  /* ldr   r5, [r5] */
                                      0xBE00}, /* bkpt  #0 */
                                     12};

/* A system reset leaves its mark beside that of power-on. */
static void test_reset_flags(void **state)
{
    static const struct {
        const char *machine;
        uint32_t words[WORDS_MAX];
        uint32_t csr;
    } cases[] = {
        {"stm32f407", {0x40023874, 1u << 28, 0xE000ED0C, 0x05FA0004, 0x40023800}, 0x1E000000},
        {"nucleo-f410rb", {0x40023874, 1u << 28, 0xE000ED0C, 0x05FA0004, 0x40023800}, 0x1E000000},
        {"nucleo-f091rc", {0x40021024, 1u << 28, 0xE000ED0C, 0x05FA0004, 0x40021000}, 0x1C000000},
    };

    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct outcome outcome;

        run(cases[i].machine, &again, cases[i].words, &outcome);
        expect_stop(&outcome, SIM_STOP_BREAKPOINT);
        assert_int_equal(outcome.r[1], cases[i].csr);
        assert_int_equal(outcome.r[4], 0);
        assert_int_equal(outcome.r[5] & 0xFF, 0x83);
    }
}

/* Words: RCC, PLLCFGR, CFGR, FLASH_ACR, its value. */
static const struct program full_speed = {{0x4811,  /* ldr   r0, words[0] */
                                           0x6801,  /* ldr   r1, [r0] */
                                           0x2201,  /* movs  r2, #1 */
                                           0x0412,  /* lsls  r2, r2, #16: HSEON */
                                           0x4311,  /* orrs  r1, r2 */
                                           0x6001,  /* str   r1, [r0] */
                                           0x0052,  /* lsls  r2, r2, #1: HSERDY */
                                           0x6801,  /* ldr   r1, [r0] */
                                           0x4211,  /* tst   r1, r2 */
                                           0xD0FC,  /* beq   .-4 */
                                           0x490D,  /* ldr   r1, words[1] */
                                           0x6041,  /* str   r1, [r0, #4] */
                                           0x490D,  /* ldr   r1, words[2] */
                                           0x6081,  /* str   r1, [r0, #8] */
                                           0x6801,  /* ldr   r1, [r0] */
                                           0x2201,  /* movs  r2, #1 */
                                           0x0612,  /* lsls  r2, r2, #24: PLLON */
                                           0x4311,  /* orrs  r1, r2 */
                                           0x6001,  /* str   r1, [r0] */
                                           0x0052,  /* lsls  r2, r2, #1: PLLRDY */
                                           0x6801,  /* ldr   r1, [r0] */
                                           0x4211,  /* tst   r1, r2 */
                                           0xD0FC,  /* beq   .-4 */
                                           0x4B09,  /* ldr   r3, words[3] */
                                           0x4909,  /* ldr   r1, words[4] */
                                           0x6019,  /* str   r1, [r3] */
                                           0x6881,  /* ldr   r1, [r0, #8] */
                                           0x2202,  /* movs  r2, #2: SW */
                                           0x4311,  /* orrs  r1, r2 */
                                           0x6081,  /* str   r1, [r0, #8] */
                                           0x0092,  /* lsls  r2, r2, #2: SWS */
                                           0x6881,  /* ldr   r1, [r0, #8] */
                                           0x4211,  /* tst   r1, r2 */
                                           0xD0FC,  /* beq   .-4 */
                                           0xBE00,  /* bkpt  #0 */
                                           0x46C0}, /* nop */
                                          36};

static void test_full_speed(void **state)
{
    static const uint32_t right[WORDS_MAX] = {0x40023800, 0x07405408, 0x9400, 0x40023C00, 0x705};
    static const uint32_t wrong[WORDS_MAX] = {0x40023800, 0x07405408, 0x9400, 0x40023C00, 0x704};
    struct outcome outcome;

    (void)state;
    run("stm32f407", &full_speed, right, &outcome);
    expect_stop(&outcome, SIM_STOP_BREAKPOINT);
    assert_int_equal(outcome.core_hz, 168000000);
    assert_in_range(outcome.ns, 2100000, 2110000); /* crystal and PLL */
    run("stm32f407", &full_speed, wrong, &outcome);
    expect_stop(&outcome, SIM_STOP_STRICT);
    assert_non_null(strstr(outcome.stop.text, "168000000 Hz need 5 flash wait states"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_pins),
        cmocka_unit_test(test_interrupt_numbers),
        cmocka_unit_test(test_unaligned),
        cmocka_unit_test(test_bit_band),
        cmocka_unit_test(test_code_in_ccm),
        cmocka_unit_test(test_vectors_in_sram),
        cmocka_unit_test(test_code_at_the_alias),
        cmocka_unit_test(test_reset_flags),
        cmocka_unit_test(test_full_speed),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
