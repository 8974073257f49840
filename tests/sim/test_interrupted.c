/* LDM, STM, PUSH, POP and divisions with SysTick's exception at every cycle of them, on every core.
 * SPDX-License-Identifier: MIT
 *
 * A breakpoint stands on the handler. There the test looks at the stacked PC and xPSR, and at what
 * has been loaded or stored; then it changes all data, so that what is loaded or stored a second
 * time shows.
 */
#include <stdio.h>
#include <string.h>

#include "sim/machines.h"
#include "sim/state.h"
#include "tests/unit/cmocka_all.h"

enum {
    CODE_START = 0x20001000, /* RAM: fetches cost the same on every machine */
    HANDLER = 0x20001100,
    DATA = 0x20002000,
    STACK = 0x20003000,
    SLIDE = 8,      /* NOPs in front of the instruction */
    WORDS = 16,     /* of data, from DATA on */
    CODE_MAX = 4,   /* half-words */
    CYCLES_MAX = 64 /* arrivals that are tried */
};
#define SYST_CSR UINT32_C(0xE000E010)
#define SYST_RVR UINT32_C(0xE000E014)
#define SYST_CVR UINT32_C(0xE000E018)
#define ICSR UINT32_C(0xE000ED04)
#define OLD UINT32_C(0x11110000)    /* words of data before the exception, */
#define NEW UINT32_C(0x22220000)    /* and behind it */
#define STORED UINT32_C(0x33330000) /* what registers hold to be stored */

enum kind { LOAD, STORE, DIVIDE };
/* STORES_BASE: as GOES_ON, but ARMv8-M restarts. */
enum how { GOES_ON, GOES_ON_BASE, STORES_BASE, RESTARTS, RESTARTS_IN_IT };

struct row {
    const char *assembly;
    size_t halves;
    uint16_t code[CODE_MAX];
    enum kind kind;
    uint32_t list;
    unsigned base, below;
    enum architecture least;
    enum how how;
};

#define CODE(...)                                                                                  \
    sizeof((uint16_t[]){__VA_ARGS__}) / sizeof(uint16_t),                                          \
    {                                                                                              \
        __VA_ARGS__                                                                                \
    }
#define LEAST(name) ARCH_##name
static const struct row rows[] = {
#define INTERRUPTED(...) {__VA_ARGS__},
#include "tests/sim/interrupted.def"
#undef INTERRUPTED
};
#undef CODE
#undef LEAST
enum { CASES = sizeof rows / sizeof rows[0] };

static const char *const machines[] = {"nucleo-f091rc", "generic-m3", "stm32f407", "nucleo-h5e5zj"};
enum { CORES = sizeof machines / sizeof machines[0] };

struct board {
    const struct row *row;
    struct sim *sim;
    uint32_t instruction; /* its address, of that with the list in an IT block */
    uint32_t behind;
    uint32_t before[16]; /* registers */
    unsigned words;
};

/* What was seen when the handler began. */
struct arrival {
    uint64_t latency;
    uint32_t pc, xpsr;
    unsigned moved; /* words */
};

static void load(struct sim *sim, uint32_t address, const void *bytes, size_t size)
{
    struct sim_error error = {""};
    if (!sim_load(sim, address, bytes, size, &error))
        fail_msg("%s", error.text);
}

static void load_half(struct sim *sim, uint32_t *address, uint16_t half)
{
    load(sim, *address, &half, sizeof half);
    *address += 2;
}

static void fill_data(struct sim *sim, uint32_t pattern)
{
    uint32_t words[WORDS];
    for (unsigned k = 0; k < WORDS; k++)
        words[k] = pattern + k;
    /* POP {pc} must find a Thumb address: that behind the instruction. */
    load(sim, DATA, words, sizeof words);
}

static void load_program(struct board *board)
{
    static const uint32_t vectors_at[] = {0x08000000, 0x00000000};
    struct sim *sim = board->sim;
    const struct row *row = board->row;
    uint32_t flash = bus_find(&sim->bus, vectors_at[0], 4) != NULL ? vectors_at[0] : vectors_at[1];
    uint32_t vectors[16] = {STACK, CODE_START | 1u}, at = CODE_START, handler = HANDLER;
    for (unsigned k = 2; k < 16; k++)
        vectors[k] = HANDLER | 1u;
    load(sim, flash, vectors, sizeof vectors);
    for (unsigned k = 0; k < SLIDE; k++)
        load_half(sim, &at, 0xBF00);
    board->instruction = at + (row->how == RESTARTS_IN_IT ? 2 : 0);
    for (unsigned k = 0; k < row->halves; k++)
        load_half(sim, &at, row->code[k]);
    board->behind = at;
    for (unsigned k = 0; k < 2 * SLIDE; k++)
        load_half(sim, &at, 0xBF00);
    load_half(sim, &at, 0xBE00);
    load_half(sim, &handler, 0x4770);
}

static void store(struct sim *sim, uint32_t address, uint32_t value)
{
    const struct bus_region *ppb = bus_find(&sim->bus, address, 4);
    assert_int_equal(bus_write(ppb, address, 4, sim->now, value), BUS_OK);
}

/* SysTick pends in so many cycles, */
static void arm(struct sim *sim, unsigned cycles)
{
    store(sim, SYST_RVR, cycles - 1);
    store(sim, SYST_CVR, 0);
    store(sim, SYST_CSR, 7);
    sim_update_horizon(sim);
}

/* and not again. */
static void disarm(struct sim *sim)
{
    store(sim, SYST_CSR, 0);
    store(sim, ICSR, 1u << 25);
}

/* One for each machine and engine, made once. */
static struct sim *sim_of(const char *machine, bool stepper)
{
    static struct sim *sims[CORES][2];
    size_t k = 0;
    while (machines[k] != machine)
        k++;
    if (sims[k][stepper] == NULL) {
        struct sim_config config = {.machine = machine, .stepper_only = stepper};
        struct sim_error error = {""};
        sims[k][stepper] = sim_create(&config, &error);
        if (sims[k][stepper] == NULL)
            fail_msg("%s", error.text);
    }
    return sims[k][stepper];
}

static void start(struct board *board, const struct row *row, const char *machine, bool stepper)
{
    struct sim *sim = sim_of(machine, stepper);
    *board = (struct board){.row = row, .sim = sim};
    board->words = (unsigned)__builtin_popcount(row->list);
    load_program(board);
    sim_reset(sim);
    fill_data(sim, OLD);
    for (unsigned reg = 0; reg < 15; reg++)
        sim->core.r[reg] = STORED + reg;
    sim->core.r[SP] = STACK;
    core_set_apsr(&sim->core, 0x40000000); /* Z, for IT blocks */
    sim->core.r[row->base] = DATA + 4 * row->below;
    if (row->kind == DIVIDE) {
        sim->core.r[2] = 0x7FFFFFFF;
        sim->core.r[3] = 1;
    }
    uint32_t target = board->behind | 1u;
    if ((row->list >> PC & 1u) != 0)
        load(sim, DATA + 4 * (board->words - 1), &target, sizeof target);
    memcpy(board->before, sim->core.r, sizeof board->before);
}

/* Cycles of the whole program without an exception. */
static uint64_t run_alone(const struct row *row, const char *machine, bool stepper)
{
    struct board board;
    start(&board, row, machine, stepper);
    assert_int_equal(sim_run(board.sim, 1000000000).reason, SIM_STOP_BREAKPOINT);
    return board.sim->now;
}

static uint32_t word_at(const struct sim *sim, uint32_t address)
{
    uint32_t word = 0;
    assert_true(sim_peek(sim, address, &word, sizeof word));
    return word;
}

/* What number k of the list is in memory when it has been stored. */
static uint32_t stored(const struct board *board, unsigned k)
{
    uint32_t list = board->row->list;
    for (; k > 0; k--)
        list &= list - 1;
    return board->before[__builtin_ctz(list)];
}

static unsigned count_stored(const struct board *board)
{
    unsigned k = 0;
    while (k < board->words && word_at(board->sim, DATA + 4 * k) == stored(board, k))
        k++;
    return k;
}

/* The exception's frame may lie in its data. */
static bool is_push(const struct row *row)
{
    return row->kind == STORE && row->base == SP;
}

/* Looks at the frame, then changes the data. */
static struct arrival look(struct board *board, uint64_t pended)
{
    struct sim *sim = board->sim;
    uint32_t frame = sim->core.r[SP];
    struct arrival arrival = {.latency = sim->now - pended,
                              .pc = word_at(sim, frame + 24),
                              .xpsr = word_at(sim, frame + 28)};
    if (board->row->kind == STORE)
        arrival.moved = count_stored(board);
    if (!is_push(board->row) && (frame + 32 <= DATA || frame >= DATA + 4 * WORDS))
        fill_data(sim, NEW);
    uint32_t target = board->behind | 1u;
    if ((board->row->list >> PC & 1u) != 0)
        load(sim, DATA + 4 * (board->words - 1), &target, sizeof target);
    disarm(sim);
    return arrival;
}

/* Registers of the list that have been moved when ICI names the next one. */
static unsigned words_before(const struct row *row, uint32_t xpsr)
{
    unsigned reg = xpsr >> 12 & 0xFu;
    return (unsigned)__builtin_popcount(row->list & ((1u << reg) - 1));
}

static bool has_ici(uint32_t xpsr)
{
    return (xpsr & 0x0600FC00u) != 0 && (xpsr & 0x06000C00u) == 0;
}

/* Words moved before the exception that are not moved again. */
static unsigned words_kept(const struct board *board, const struct arrival *arrival)
{
    if (arrival->pc > board->instruction)
        return board->words;
    return has_ici(arrival->xpsr) ? words_before(board->row, arrival->xpsr) : 0;
}

static void check_loaded(const struct board *board, unsigned kept)
{
    const struct core *core = &board->sim->core;
    uint32_t list = board->row->list & ~(1u << PC);
    for (unsigned k = 0; list != 0; list &= list - 1, k++)
        assert_int_equal(core->r[__builtin_ctz(list)], (k < kept ? OLD : NEW) + k);
}

static void check_stored(const struct board *board, unsigned kept)
{
    bool push = is_push(board->row);
    for (unsigned k = 0; k < WORDS; k++) {
        bool is_stored = k < board->words && (k >= kept || push);
        uint32_t untouched = (push ? OLD : NEW) + k;
        assert_int_equal(word_at(board->sim, DATA + 4 * k),
                         is_stored ? stored(board, k) : untouched);
    }
}

static bool writes_back(const struct row *row)
{
    return strchr(row->assembly, '!') != NULL || row->base == SP;
}

static void check_base(const struct board *board)
{
    const struct row *row = board->row;
    uint32_t base = board->before[row->base], bytes = 4 * board->words;
    if ((row->list >> row->base & 1u) != 0 && row->kind == LOAD)
        return;
    if (writes_back(row))
        base = row->below != 0 ? base - bytes : base + bytes;
    assert_int_equal(board->sim->core.r[row->base], base);
}

/* Registers and memory at the end, for what the frame said. */
static void check_end(const struct board *board, const struct arrival *arrival)
{
    unsigned kept = words_kept(board, arrival);
    assert_int_equal(board->sim->core.ipsr, 0);
    assert_int_equal(board->sim->core.itstate, 0);
    if (board->row->kind == LOAD)
        check_loaded(board, kept);
    else if (board->row->kind == STORE)
        check_stored(board, kept);
    else
        assert_int_equal(
            board->sim->core.r[board->row->code[board->row->halves - 1] == 0xF2F3 ? 2 : 0],
            0x7FFFFFFF);
    check_base(board);
}

/* The frame is one that this core may leave. */
static void check_frame(const struct board *board, const struct arrival *arrival)
{
    const struct row *row = board->row;
    enum architecture architecture = board->sim->core.architecture;
    bool inside = arrival->pc == board->instruction;
    bool goes_on = row->how == GOES_ON || row->how == GOES_ON_BASE ||
                   (row->how == STORES_BASE && architecture != ARCH_V8M);
    if (has_ici(arrival->xpsr)) {
        unsigned before = words_before(row, arrival->xpsr);
        assert_true(inside && goes_on && architecture != ARCH_V6M);
        assert_true((row->list >> (arrival->xpsr >> 12 & 0xFu) & 1u) != 0);
        assert_int_not_equal(before, 0);
        if (row->how == GOES_ON_BASE)
            assert_true((arrival->xpsr >> 12 & 0xFu) <= row->base);
        if (row->kind == STORE)
            assert_int_equal(arrival->moved, before);
    }
    /* The condition of the instruction in the IT block, and that of the one behind it. */
    if (row->how == RESTARTS_IN_IT && inside)
        assert_int_equal(arrival->xpsr & 0x0600FC00u, 0x00000C00u);
}

struct seen {
    uint32_t registers; /* in ICI */
    unsigned restarts;  /* that had stored something, or divisions */
    unsigned inside;
};

static struct arrival arrive(const struct row *row, const char *machine, bool stepper,
                             unsigned cycles, uint64_t *end)
{
    struct board board;
    struct sim_error error;
    start(&board, row, machine, stepper);
    assert_true(sim_breakpoint(board.sim, HANDLER, true, &error));
    uint64_t pended = board.sim->now + cycles;
    arm(board.sim, cycles);
    assert_int_equal(sim_run(board.sim, 1000000000).reason, SIM_STOP_AT_BREAKPOINT);
    struct arrival arrival = look(&board, pended);
    check_frame(&board, &arrival);
    assert_int_equal(sim_run(board.sim, 1000000000).reason, SIM_STOP_BREAKPOINT);
    check_end(&board, &arrival);
    assert_true(sim_breakpoint(board.sim, HANDLER, false, &error));
    *end = board.sim->now;
    return arrival;
}

static void note(struct seen *seen, const struct row *row, const struct arrival *arrival)
{
    uint32_t instruction = CODE_START + 2 * SLIDE + (row->how == RESTARTS_IN_IT ? 2 : 0);
    if (arrival->pc != instruction)
        return;
    seen->inside++;
    if (has_ici(arrival->xpsr))
        seen->registers |= 1u << (arrival->xpsr >> 12 & 0xFu);
    else if (arrival->moved != 0 || row->kind != STORE)
        seen->restarts++;
}

/* Every register but the first was the next one once; or the instruction started again. */
static void check_seen(const struct seen *seen, const struct row *row,
                       enum architecture architecture)
{
    uint32_t others = row->list & (row->list - 1);
    bool goes_on =
        architecture != ARCH_V6M && (row->how == GOES_ON || row->how == GOES_ON_BASE ||
                                     (row->how == STORES_BASE && architecture != ARCH_V8M));
    if (row->how == GOES_ON_BASE)
        others &= (2u << row->base) - 1;
    assert_int_equal(seen->registers, goes_on ? others : 0);
    if (!goes_on)
        assert_true(seen->restarts > 1);
}

static bool same(const struct arrival *a, const struct arrival *b)
{
    return a->latency == b->latency && a->pc == b->pc && a->xpsr == b->xpsr && a->moved == b->moved;
}

/* The latency is that of an exception between one-cycle instructions, whatever it interrupts. */
static void check_on(const struct row *row, const char *machine)
{
    struct seen seen = {0};
    struct arrival first = {0};
    uint64_t alone = run_alone(row, machine, true);
    enum architecture architecture = machine_named(machine)->architecture;
    assert_int_equal(run_alone(row, machine, false), alone);
    for (unsigned cycles = 2; cycles < alone - 2 && cycles < CYCLES_MAX; cycles++) {
        uint64_t end, fast_end;
        struct arrival plain = arrive(row, machine, true, cycles, &end);
        struct arrival fast = arrive(row, machine, false, cycles, &fast_end);
        assert_true(same(&plain, &fast));
        assert_int_equal(end, fast_end);
        note(&seen, row, &plain);
        if (cycles == 2)
            first = plain;
        if (plain.pc == CODE_START + 2 * SLIDE + (row->how == RESTARTS_IN_IT ? 2 : 0))
            assert_int_equal(plain.latency, first.latency);
    }
    check_seen(&seen, row, architecture);
}

static void check(void **state)
{
    const struct row *row = *state;
    for (size_t k = 0; k < CORES; k++)
        if (machine_named(machines[k])->architecture >= row->least)
            check_on(row, machines[k]);
}

/* What no exception can have left in ICI is an INVSTATE fault at the instruction. */
static const struct {
    const char *assembly;
    size_t halves;
    uint16_t code[CODE_MAX];
    unsigned ici;
} wrong[] = {
    {"nop", 1, {0xBF00}, 3},
    {"ldmia r1!, {r2-r7}, a register that is not in the list", 1, {0xC9FC}, 8},
    {"ldmia r1!, {r2-r7}, the first register", 1, {0xC9FC}, 2},
    {"ldmia r1, {r0-r7}, behind the load of the base", 1, {0xC9FF}, 2},
    {"push {r0-r7, lr}", 1, {0xB5FF}, 5},
    {"udiv r0, r2, r3", 2, {0xFBB2, 0xF0F3}, 3},
};

static void check_wrong_on(size_t k, const char *machine, bool stepper)
{
    struct row row = {.halves = wrong[k].halves, .base = 1, .kind = LOAD};
    struct sim_error error;
    struct board board;
    memcpy(row.code, wrong[k].code, sizeof row.code);
    start(&board, &row, machine, stepper);
    struct core *core = &board.sim->core;
    core->r[SP] = STACK;
    store(board.sim, 0xE000ED24, 1u << 18); /* SHCSR.USGFAULTENA */
    assert_true(sim_breakpoint(board.sim, HANDLER, true, &error));
    arm(board.sim, 4);
    assert_int_equal(sim_run(board.sim, 1000000000).reason, SIM_STOP_AT_BREAKPOINT);
    uint32_t frame = core->r[SP], xpsr = word_at(board.sim, frame + 28) | wrong[k].ici << 12;
    load(board.sim, frame + 24, &board.instruction, 4);
    load(board.sim, frame + 28, &xpsr, 4);
    disarm(board.sim);
    assert_int_equal(sim_run(board.sim, 1000000000).reason, SIM_STOP_AT_BREAKPOINT);
    assert_int_equal(core->ipsr, EXC_USAGE_FAULT);
    assert_int_equal(board.sim->ppb.cfsr, CFSR_INVSTATE);
    assert_int_equal(word_at(board.sim, core->r[SP] + 24), board.instruction);
    assert_true(sim_breakpoint(board.sim, HANDLER, false, &error));
}

static void check_wrong(void **state)
{
    (void)state;
    for (size_t k = 0; k < sizeof wrong / sizeof wrong[0]; k++)
        for (size_t m = 1; m < CORES; m++)
            for (int stepper = 0; stepper < 2; stepper++)
                check_wrong_on(k, machines[m], stepper);
}

/* EPSR of ARMv6-M has no such bits: what a frame holds there is nothing. */
static void check_none(void **state)
{
    const struct row row = {.halves = 1, .code = {0xBF00}, .base = 1};
    struct sim_error error;
    struct board board;
    (void)state;
    start(&board, &row, machines[0], true);
    assert_true(sim_breakpoint(board.sim, HANDLER, true, &error));
    arm(board.sim, 4);
    assert_int_equal(sim_run(board.sim, 1000000000).reason, SIM_STOP_AT_BREAKPOINT);
    uint32_t at = board.sim->core.r[SP] + 28, xpsr = word_at(board.sim, at) | 0x0600FC00u;
    load(board.sim, at, &xpsr, 4);
    disarm(board.sim);
    assert_int_equal(sim_run(board.sim, 1000000000).reason, SIM_STOP_BREAKPOINT);
    assert_int_equal(board.sim->core.itstate, 0);
    assert_true(sim_breakpoint(board.sim, HANDLER, false, &error));
}

int main(void)
{
    static struct CMUnitTest tests[CASES + 2] = {
        [CASES] = {"wrong ICI", check_wrong, NULL, NULL, NULL},
        [CASES + 1] = {"no ICI on ARMv6-M", check_none, NULL, NULL, NULL},
    };
    for (size_t k = 0; k < CASES; k++)
        tests[k] = (struct CMUnitTest){rows[k].assembly, check, NULL, NULL, (void *)&rows[k]};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
