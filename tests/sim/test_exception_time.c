/* What exceptions take, with an interrupt at every cycle of an entry and of a return.
 * SPDX-License-Identifier: MIT
 *
 * Code without wait states. Breakpoints stand on the handlers and, behind a return, in Thread mode;
 * where one is reached, the cycle, SP, LR and the frame must be right. Published figures (Arm,
 * "Beginner guide on interrupt latency"): entry 16 cycles on Cortex-M0, 12 on M3 and M4, a
 * tail-chain 6 on M3 and M4.
 */
#include <stdio.h>
#include <string.h>

#include "sim/machines.h"
#include "sim/state.h"
#include "tests/unit/cmocka_all.h"

#define STACK UINT32_C(0x20003000)
#define NVIC_ISER UINT32_C(0xE000E100)
#define NVIC_IPR0 UINT32_C(0xE000E400)
#define NOP 0xBF00
#define BX_LR 0x4770
enum {
    LOW = 0,        /* interrupt that comes first, */
    HIGH = 1,       /* and a more urgent one */
    THREAD = 0x400, /* where code lies, from base on */
    HANDLER_LOW = 0x800,
    HANDLER_HIGH = 0x900,
    NOPS = 100,
    HANDLER_NOPS = 8,
    FIRST = 20 /* cycle of the first interrupt */
};

static const struct machine_row {
    const char *name;
    uint32_t base; /* of code that is fetched without wait states */
    unsigned entry, tail_chain, late;
    bool pop_preempts;
    uint32_t thread_return; /* EXC_RETURN to Thread mode and MSP */
} rows[] = {
    {"nucleo-f091rc", 0x08000000, 16, 10, 0, false, 0xFFFFFFF9},
    {"generic-m3", 0x00000000, 12, 6, 6, true, 0xFFFFFFF9},
    {"stm32f407", 0x08000000, 12, 6, 6, true, 0xFFFFFFF9},
    {"nucleo-h5e5zj", 0x20000000, 12, 6, 6, true, 0xFFFFFFB8},
};
enum { MACHINES_TESTED = sizeof rows / sizeof rows[0] };

static const struct machine_row *row;
static struct sim *sim;

static void load(uint32_t address, const void *bytes, size_t size)
{
    struct sim_error error = {""};
    if (!sim_load(sim, address, bytes, size, &error))
        fail_msg("%s", error.text);
}

static void load_code(uint32_t offset, unsigned nops, uint16_t last)
{
    uint16_t code[NOPS + 1];
    for (unsigned k = 0; k < nops; k++)
        code[k] = NOP;
    code[nops] = last;
    load(row->base + offset, code, 2 * (nops + 1));
}

static void load_vectors(void)
{
    uint32_t vectors[18] = {STACK, (row->base + THREAD) | 1u};
    for (unsigned k = 2; k < EXC_IRQ0; k++)
        vectors[k] = (row->base + THREAD + 2 * NOPS) | 1u;
    vectors[EXC_IRQ0 + LOW] = (row->base + HANDLER_LOW) | 1u;
    vectors[EXC_IRQ0 + HIGH] = (row->base + HANDLER_HIGH) | 1u;
    load(sim->machine->vector_table, vectors, sizeof vectors);
}

/* In the table at an address, the less urgent interrupt's. */
static void load_vector(uint32_t table, uint32_t offset)
{
    uint32_t vector = (row->base + offset) | 1u;
    load(table + 4 * (EXC_IRQ0 + LOW), &vector, sizeof vector);
}

static void store(uint32_t address, uint32_t value)
{
    const struct bus_region *ppb = bus_find(&sim->bus, address, 4);
    assert_int_equal(bus_write(ppb, address, 4, sim->now, value), BUS_OK);
}

static void set_breakpoint(uint32_t offset, bool on)
{
    struct sim_error error = {""};
    if (!sim_breakpoint(sim, row->base + offset, on, &error))
        fail_msg("%s", error.text);
}

/* A board with NOPs in Thread mode, and in both handlers before BX LR. */
static void start(const struct machine_row *machine, bool stepper)
{
    struct sim_config config = {.machine = machine->name, .stepper_only = stepper};
    struct sim_error error = {""};
    row = machine;
    sim = sim_create(&config, &error);
    if (sim == NULL)
        fail_msg("%s", error.text);
    load_code(THREAD, NOPS, 0xBE00);
    load_code(HANDLER_LOW, HANDLER_NOPS, BX_LR);
    load_code(HANDLER_HIGH, HANDLER_NOPS, BX_LR);
    load_vectors();
    sim_reset(sim);
    store(NVIC_ISER, 1u << LOW | 1u << HIGH);
    store(NVIC_IPR0, 0x80u << 8 * LOW | 0x40u << 8 * HIGH);
    set_breakpoint(HANDLER_LOW, true);
    set_breakpoint(HANDLER_HIGH, true);
}

/* The interrupt's pending bit is set at a cycle. */
static void interrupt(unsigned irq, uint64_t cycle)
{
    uint32_t delay = timing_knob(&sim->timing, TIMING_KNOB_IRQ_SYNCHRONISER);
    nvic_set_line(sim, irq, true, cycle - delay);
    nvic_set_line(sim, irq, false, cycle - delay + 1);
    sim_update_horizon(sim);
}

static uint64_t run_to(uint32_t offset)
{
    struct sim_stop stop = sim_run(sim, 1000000000);
    if (stop.reason != SIM_STOP_AT_BREAKPOINT || stop.pc != row->base + offset)
        fail_msg("%s: %s at %08x, not at %08x", row->name, stop.text, stop.pc, row->base + offset);
    return sim->now;
}

static void expect_frames(unsigned frames, uint32_t lr)
{
    assert_int_equal(sim->core.r[SP], STACK - 32 * frames);
    assert_int_equal(sim->core.r[LR], lr);
}

static uint32_t stacked_pc(void)
{
    uint32_t pc = 0;
    assert_true(sim_peek(sim, sim->core.r[SP] + 24, &pc, sizeof pc));
    return pc;
}

/* NOPs of Thread mode that were executed before the first exception: a cycle each. */
static uint32_t thread_pc(uint64_t cycle)
{
    return row->base + THREAD + 2 * (uint32_t)cycle;
}

static void on_all(void (*check)(void))
{
    for (size_t k = 0; k < MACHINES_TESTED; k++)
        for (int stepper = 0; stepper < 2; stepper++) {
            start(&rows[k], stepper != 0);
            check();
            sim_destroy(sim);
        }
}

/* A84: from the request to the handler's first instruction. */
static void check_entry(void)
{
    interrupt(LOW, FIRST);
    assert_int_equal(run_to(HANDLER_LOW), FIRST + row->entry);
    expect_frames(1, row->thread_return);
    assert_int_equal(stacked_pc(), thread_pc(FIRST));
}

/* A84: both requested at once; the gap between the handlers, and one stacking. */
static void check_tail_chain(void)
{
    interrupt(LOW, FIRST);
    interrupt(HIGH, FIRST);
    assert_int_equal(run_to(HANDLER_HIGH), FIRST + row->entry);
    set_breakpoint(HANDLER_HIGH + 2 * HANDLER_NOPS, true);
    uint64_t returns = run_to(HANDLER_HIGH + 2 * HANDLER_NOPS);
    set_breakpoint(HANDLER_HIGH + 2 * HANDLER_NOPS, false);
    uint64_t begins = run_to(HANDLER_LOW);
    assert_in_range(begins - returns, row->tail_chain + 1, row->tail_chain + 3);
    expect_frames(1, row->thread_return);
    assert_int_equal(stacked_pc(), thread_pc(FIRST));
}

/* A84: a more urgent interrupt at every cycle of an entry takes over its stacking. */
static void check_late_arrival(void)
{
    for (unsigned after = 1; after <= row->entry; after++) {
        sim_reset(sim);
        store(NVIC_ISER, 1u << LOW | 1u << HIGH);
        store(NVIC_IPR0, 0x80u << 8 * LOW | 0x40u << 8 * HIGH);
        interrupt(LOW, FIRST);
        interrupt(HIGH, FIRST + after);
        uint64_t stacked = FIRST + row->entry, fetched = FIRST + after + row->late;
        assert_int_equal(run_to(HANDLER_HIGH), fetched > stacked ? fetched : stacked);
        expect_frames(1, row->thread_return);
        assert_int_equal(stacked_pc(), thread_pc(FIRST));
        run_to(HANDLER_LOW);
        expect_frames(1, row->thread_return);
        assert_int_equal(stacked_pc(), thread_pc(FIRST));
    }
}

/* One cycle later its handler has begun, and is interrupted. */
static void check_too_late(void)
{
    interrupt(LOW, FIRST);
    interrupt(HIGH, FIRST + row->entry + 1);
    assert_int_equal(run_to(HANDLER_LOW), FIRST + row->entry);
    assert_int_equal(run_to(HANDLER_HIGH), FIRST + 2 * row->entry + 1);
    assert_int_equal(sim->core.r[SP], STACK - 64);
    assert_int_equal(stacked_pc(), row->base + HANDLER_LOW + 2);
}

struct returning {
    uint64_t begins; /* cycle at which BX LR has ended, */
    uint64_t ends;   /* and that of the interrupted instruction */
};

static struct returning time_return(void)
{
    struct returning returning;
    interrupt(LOW, FIRST);
    run_to(HANDLER_LOW);
    set_breakpoint(THREAD + 2 * FIRST, true);
    returning.ends = run_to(THREAD + 2 * FIRST);
    set_breakpoint(THREAD + 2 * FIRST, false);
    returning.begins = returning.ends - timing_knob(&sim->timing, TIMING_KNOB_EXCEPTION_RETURN);
    return returning;
}

/* A second, less urgent interrupt at every cycle around a return. */
static void check_return(void)
{
    struct returning returning = time_return();
    for (uint64_t cycle = returning.begins - 3; cycle < returning.ends + 3; cycle++) {
        sim_reset(sim);
        store(NVIC_ISER, 1u << LOW | 1u << HIGH);
        store(NVIC_IPR0, 0x40u << 8 * LOW | 0x80u << 8 * HIGH);
        interrupt(LOW, FIRST);
        interrupt(HIGH, cycle);
        run_to(HANDLER_LOW);
        uint64_t began = run_to(HANDLER_HIGH);
        bool chained = cycle <= returning.begins || (row->pop_preempts && cycle < returning.ends);
        uint64_t from = cycle < returning.begins ? returning.begins : cycle;
        if (!chained && cycle < returning.ends)
            from = returning.ends;
        assert_int_equal(began, from + (chained ? row->tail_chain : row->entry));
        expect_frames(1, row->thread_return);
        uint32_t executed = cycle > returning.ends ? (uint32_t)(cycle - returning.ends) : 0;
        assert_int_equal(stacked_pc(), thread_pc(FIRST + executed));
    }
}

#define RCC_APB2ENR UINT32_C(0x40021018)
#define SYSCFG_CFGR1 UINT32_C(0x40010000)

/* Address 0 shows flash or SRAM; the vector of the other memory leads elsewhere. A snapshot keeps
 * which. Wherever the vector lies, and at whatever wait states, entry takes what is published. */
static void check_vector_place(unsigned wait_states, bool in_sram)
{
    uint32_t flash = sim->machine->vector_table, sram = row->base;
    timing_set_flash(&sim->timing, wait_states);
    load_vector(in_sram ? sram : flash, HANDLER_LOW);
    load_vector(in_sram ? flash : sram, HANDLER_HIGH);
    store(RCC_APB2ENR, 1);
    store(SYSCFG_CFGR1, in_sram ? 3 : 0);
    struct sim_snapshot *snapshot = sim_snapshot(sim);
    assert_non_null(snapshot);
    for (int again = 0; again < 2; again++) {
        check_entry();
        store(SYSCFG_CFGR1, in_sram ? 0 : 3);
        sim_restore(sim, snapshot);
    }
    sim_snapshot_free(snapshot);
}

static void test_vector_place(void **state)
{
    /* Code in SRAM, so that the wait states can touch the vector only. */
    static const struct machine_row m0 = {"nucleo-f091rc", 0x20000000, 16, 10, 0,
                                          false,           0xFFFFFFF9};

    (void)state;
    for (unsigned k = 0; k < 8; k++) {
        start(&m0, (k & 1) != 0);
        check_vector_place(k >> 1 & 1, (k & 4) != 0);
        sim_destroy(sim);
    }
}

#define TEST(name)                                                                                 \
    static void test_##name(void **state)                                                          \
    {                                                                                              \
        (void)state;                                                                               \
        on_all(check_##name);                                                                      \
    }
TEST(entry)
TEST(tail_chain)
TEST(late_arrival)
TEST(too_late)
TEST(return)

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_entry),        cmocka_unit_test(test_tail_chain),
        cmocka_unit_test(test_late_arrival), cmocka_unit_test(test_too_late),
        cmocka_unit_test(test_return),       cmocka_unit_test(test_vector_place),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
