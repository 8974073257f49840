/* What single instructions do, on both engines: the rows of semantics.def.
 * SPDX-License-Identifier: MIT
 */
#include <stdio.h>
#include <string.h>

#include "sim/core/insn.h"
#include "tests/sim/board.h"
#include "tests/unit/cmocka_all.h"

#define DATA (BOARD_RAM + 0x100)
#define BKPT 0xbe00

enum { CODE_MAX = 16, REGISTERS_MAX = 5, DATA_WORDS = 4 };
enum { END, R0, R1, R2, R3, R4, R5, R13 = 14 };

/* END behind the last. */
struct register_value {
    unsigned reg; /* R0 = 1 */
    uint32_t value;
};

struct semantics_case {
    const char *id, *assembly;
    size_t halves;
    uint16_t code[CODE_MAX];
    struct register_value before[REGISTERS_MAX + 1], after[REGISTERS_MAX + 1];
    uint32_t apsr, apsr_after;
    uint32_t data[DATA_WORDS], data_after[DATA_WORDS];
    uint32_t cfsr;
};

#define N UINT32_C(0x80000000)
#define Z UINT32_C(0x40000000)
#define C UINT32_C(0x20000000)
#define V UINT32_C(0x10000000)
#define Q UINT32_C(0x08000000)
#define GE(bits) ((uint32_t)(bits) << 16)
#define CODE(...)                                                                                  \
    sizeof((uint16_t[]){__VA_ARGS__}) / sizeof(uint16_t),                                          \
    {                                                                                              \
        __VA_ARGS__                                                                                \
    }

static const struct semantics_case cases[] = {
#define CASE(...) {__VA_ARGS__},
#include "tests/sim/semantics.def"
#undef CASE
};
enum { CASES = sizeof cases / sizeof cases[0] };

static struct board board;
static struct core *const core = &board.sim.core;

static void set_registers(uint32_t *r, const struct register_value *values)
{
    for (; values->reg != END; values++)
        r[values->reg - R0] = values->value;
}

static void load(const struct semantics_case *row, bool stepper)
{
    const uint16_t bkpt = BKPT;

    board_start(&board, ARCH_V8M);
    decode_init();
    board.sim.config.stepper_only = stepper;
    board_write(&board, SCB_SHCSR, USAGE_FAULT_ENABLE);
    for (unsigned number = 1; number < EXC_IRQ0; number++)
        memcpy(board.flash + (board_handler(number) - BOARD_FLASH), &bkpt, sizeof bkpt);
    uint8_t *code = board.flash + (BOARD_CODE - BOARD_FLASH);
    memcpy(code, row->code, row->halves * sizeof bkpt);
    memcpy(code + row->halves * sizeof bkpt, &bkpt, sizeof bkpt);
    memcpy(board.ram + (DATA - BOARD_RAM), row->data, sizeof row->data);
    memset(core->r, 0, SP * sizeof core->r[0]);
    core->r[LR] = 0;
    set_registers(core->r, row->before);
    core_set_apsr(core, row->apsr);
}

/* An exception has changed SP and LR. */
static void check_registers(const struct semantics_case *row, bool faulted)
{
    uint32_t expected[15] = {[SP] = BOARD_MSP};

    set_registers(expected, row->before);
    set_registers(expected, row->after);
    for (unsigned reg = 0; reg < (faulted ? SP : 15u); reg++) {
        if (core->r[reg] == expected[reg])
            continue;
        fail_msg("%s %s: r%u is 0x%08x, not 0x%08x", row->id, row->assembly, reg, core->r[reg],
                 expected[reg]);
    }
}

static void check(void **state)
{
    const struct semantics_case *row = *state;

    for (int stepper = 0; stepper < 2; stepper++) {
        bool faults = row->cfsr != 0;
        load(row, stepper);
        /* One simulated second is a million cycles here. */
        assert_int_equal(sim_run(&board.sim, UINT64_C(1000000)).reason, SIM_STOP_BREAKPOINT);
        assert_int_equal(core->ipsr, faults ? EXC_USAGE_FAULT : 0);
        assert_int_equal(board.sim.ppb.cfsr, row->cfsr);
        check_registers(row, faults);
        assert_int_equal(core_xpsr(core) & (N | Z | C | V | Q | GE(15)), row->apsr_after);
        for (unsigned k = 0; k < DATA_WORDS; k++)
            assert_int_equal(board_read(&board, DATA + 4 * k), row->data_after[k]);
    }
}

int main(void)
{
    static struct CMUnitTest tests[CASES];
    static char names[CASES][96];

    for (size_t k = 0; k < CASES; k++) {
        snprintf(names[k], sizeof names[k], "%s %s", cases[k].id, cases[k].assembly);
        tests[k] = (struct CMUnitTest){names[k], check, NULL, NULL, (void *)&cases[k]};
    }
    return cmocka_run_group_tests(tests, NULL, NULL);
}
