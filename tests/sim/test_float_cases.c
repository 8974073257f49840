/* What single floating-point instructions do, on both engines: the rows of float.def.
 * SPDX-License-Identifier: MIT
 */
#include <stdio.h>
#include <string.h>

#include "sim/core/fpu_state.h"
#include "sim/core/insn.h"
#include "tests/sim/board.h"
#include "tests/unit/cmocka_all.h"

#define BKPT 0xbe00
#define CPACR UINT32_C(0xe000ed88)

struct float_case {
    const char *id, *assembly;
    uint32_t encoding, s0, s1, s2, fpscr, result, fpscr_after;
};

static const struct float_case cases[] = {
#define FLOAT_CASE(...) {__VA_ARGS__},
#include "tests/sim/float.def"
#undef FLOAT_CASE
};

static struct board board;
static struct core *const core = &board.sim.core;

static void load(const struct float_case *row, bool stepper)
{
    const uint16_t code[] = {(uint16_t)(row->encoding >> 16), (uint16_t)row->encoding, BKPT};

    board_start(&board, ARCH_V8M);
    decode_init();
    board.sim.config.stepper_only = stepper;
    memcpy(board.flash + (BOARD_CODE - BOARD_FLASH), code, sizeof code);
    board_write(&board, CPACR, 0x00f00000);
    board_msr(&board, SYSM_CONTROL, CONTROL_FPCA);
    core->s[0] = row->s0;
    core->s[1] = row->s1;
    core->s[2] = row->s2;
    core->fpscr = row->fpscr;
}

static bool behaves(const struct float_case *row, bool stepper)
{
    load(row, stepper);
    enum sim_stop_reason reason = sim_run(&board.sim, UINT64_C(100000000)).reason;
    if (reason == SIM_STOP_BREAKPOINT && core->ipsr == 0 && core->s[0] == row->result &&
        core->fpscr == row->fpscr_after)
        return true;
    printf("%s %s, %s engine: s0 %08X fpscr %08X, wanted %08X %08X\n", row->id, row->assembly,
           stepper ? "plain" : "fast", (unsigned)core->s[0], (unsigned)core->fpscr,
           (unsigned)row->result, (unsigned)row->fpscr_after);
    return false;
}

static void rows(void **state)
{
    unsigned wrong = 0;

    (void)state;
    for (size_t k = 0; k < sizeof cases / sizeof cases[0]; k++)
        for (int stepper = 0; stepper < 2; stepper++)
            wrong += !behaves(&cases[k], stepper != 0);
    assert_int_equal(wrong, 0);
}

/* The text of a row is what its encoding says. */
static void texts(void **state)
{
    (void)state;
    decode_init();
    for (size_t k = 0; k < sizeof cases / sizeof cases[0]; k++) {
        char text[64];
        struct insn insn = decode(ARCH_V8M, (uint16_t)(cases[k].encoding >> 16),
                                  (uint16_t)cases[k].encoding, false);
        disassemble(&insn, BOARD_CODE, 14, text, sizeof text);
        assert_string_equal(text, cases[k].assembly);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(rows), cmocka_unit_test(texts)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
