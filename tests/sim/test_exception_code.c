/* Exceptions as code meets them: small programs on both engines, from their first instruction to a
 * BKPT.
 * SPDX-License-Identifier: MIT
 */
#include <string.h>

#include "sim/core/insn.h"
#include "tests/sim/board.h"
#include "tests/unit/cmocka_all.h"

#define CODE_MAX 24
#define BKPT 0xbe00
#define BX_LR 0x4770
#define UDF 0xde00

static struct board board;
static struct core *const core = &board.sim.core;

/* Code in Thread mode, code of one handler, and what to start with. */
struct program {
    uint16_t code[CODE_MAX];
    unsigned number; /* of the handler; every other handler is a BKPT */
    uint16_t handler[8];
    uint32_t r0;
    uint32_t shcsr;
};

static void load(enum architecture architecture, const struct program *program, bool stepper)
{
    const uint16_t bkpt = BKPT;

    board_start(&board, architecture);
    decode_init();
    board.sim.config.stepper_only = stepper;
    for (unsigned number = 1; number < 80; number++)
        memcpy(board.flash + (board_handler(number) - BOARD_FLASH), &bkpt, sizeof bkpt);
    memcpy(board.flash + (BOARD_CODE - BOARD_FLASH), program->code, sizeof program->code);
    if (program->number)
        memcpy(board.flash + (board_handler(program->number) - BOARD_FLASH), program->handler,
               sizeof program->handler);
    core->r[0] = program->r0;
    if (program->shcsr)
        board_write(&board, SCB_SHCSR, program->shcsr);
}

/* One simulated second is a million cycles here. */
static enum sim_stop_reason run(void)
{
    return sim_run(&board.sim, UINT64_C(100000000)).reason;
}

static void run_to_breakpoint(void)
{
    assert_int_equal(run(), SIM_STOP_BREAKPOINT);
}

/* A35: SVC inside an IT block. */
static void svc_inside_it(void **state)
{
    static const struct program program = {
        /* cmp r0,r0; itete eq; moveq r1,#1; movne r1,#2; svceq 0; movne r2,#9; bkpt */
        .code = {0x4280, 0xbf0b, 0x2101, 0x2102, 0xdf00, 0x2209, BKPT},
        .number = EXC_SVCALL,
        .handler = {0x9c07, BX_LR}, /* ldr r4,[sp,#28]; bx lr */
    };

    (void)state;
    for (int stepper = 0; stepper < 2; stepper++) {
        load(ARCH_V8M, &program, stepper);
        run_to_breakpoint();
        assert_int_equal(core->r[1], 1);
        assert_int_equal(core->r[2], 0);
        assert_int_equal(core->r[4], 0x61001800);
        assert_int_equal(core->r[PC], BOARD_CODE + 12);
    }
}

/* A branch to an even address: INVSTATE at the target, with T clear in the frame. */
static void branch_to_even_address(void **state)
{
    static const struct program program = {
        .code = {0x4700}, /* bx r0 */
        .r0 = BOARD_CODE + 8,
        .shcsr = USAGE_FAULT_ENABLE,
    };

    (void)state;
    for (int stepper = 0; stepper < 2; stepper++) {
        load(ARCH_V8M, &program, stepper);
        run_to_breakpoint();
        assert_int_equal(core->ipsr, EXC_USAGE_FAULT);
        assert_int_equal(board.sim.ppb.cfsr, CFSR_INVSTATE);
        assert_int_equal(board_read(&board, core->r[SP] + 24), BOARD_CODE + 8);
        assert_int_equal(board_read(&board, core->r[SP] + 28) & 0x01000000, 0);
    }
}

/* A32: EXC_RETURN in Thread mode is a branch into execute-never memory. */
static void exc_return_in_thread_mode(void **state)
{
    static const struct program program = {
        .code = {0x4700},
        .r0 = 0xfffffffd,
        .shcsr = MEM_MANAGE_ENABLE,
    };

    (void)state;
    for (int stepper = 0; stepper < 2; stepper++) {
        load(ARCH_V8M, &program, stepper);
        run_to_breakpoint();
        assert_int_equal(core->ipsr, EXC_MEM_MANAGE);
        assert_int_equal(board.sim.ppb.cfsr, CFSR_IACCVIOL);
        assert_int_equal(board_read(&board, core->r[SP] + 24), 0xfffffffc);
    }
}

/* A33: a fault inside HardFault or NMI ends the run, and so does an empty image. */
static void lockup(void **state)
{
    static const struct program in_hard_fault = {
        .code = {UDF}, .number = EXC_HARD_FAULT, .handler = {UDF}};
    static const struct program in_nmi = {
        .code = {0x2101, 0x07c9, 0x6041, 0xbf00,
                 0xbf00}, /* movs r1,#1; lsls r1,r1,#31; str r1,[r0,#4] */
        .number = EXC_NMI,
        .handler = {UDF},
        .r0 = SCB_ICSR - 4,
    };

    (void)state;
    for (int stepper = 0; stepper < 2; stepper++) {
        load(ARCH_V8M, &in_hard_fault, stepper);
        assert_int_equal(run(), SIM_STOP_LOCKUP);
        load(ARCH_V8M, &in_nmi, stepper);
        assert_int_equal(run(), SIM_STOP_LOCKUP);
        load(ARCH_V8M, &in_nmi, stepper);
        memset(board.flash, 0xff, sizeof board.flash);
        exception_reset(&board.sim);
        assert_int_equal(run(), SIM_STOP_LOCKUP);
    }
}

/* A30, A69: data accesses that fault, with the words that say so. */
static void data_faults(void **state)
{
    static const struct {
        uint16_t code[2];
        uint32_t r0;
        unsigned number;
        uint32_t cfsr;
    } rows[] = {
        {{0x6801}, 0x70000000, EXC_BUS_FAULT, 0x00008200},              /* ldr r1,[r0] */
        {{0x6001}, 0x70000000, EXC_BUS_FAULT, 0x00008200},              /* str r1,[r0] */
        {{0x7801}, 0x70000000, EXC_BUS_FAULT, 0x00008200},              /* ldrb r1,[r0] */
        {{0xc806}, 0x70000000, EXC_BUS_FAULT, 0x00008200},              /* ldmia r0!,{r1,r2} */
        {{0xc806}, BOARD_RAM + 2, EXC_USAGE_FAULT, 0x01000000},         /* ldmia r0!,{r1,r2} */
        {{0xe9d0, 0x1200}, BOARD_RAM + 2, EXC_USAGE_FAULT, 0x01000000}, /* ldrd r1,r2,[r0] */
        {{0xe850, 0x1f00}, BOARD_RAM + 2, EXC_USAGE_FAULT, 0x01000000}, /* ldrex r1,[r0] */
        {{UDF}, 0, EXC_USAGE_FAULT, 0x00010000},
        {{0xee10, 0x0a10}, 0, EXC_USAGE_FAULT, 0x00080000}, /* vmov r0,s0 */
    };

    (void)state;
    for (size_t i = 0; i < 4 * sizeof rows / sizeof rows[0]; i++) {
        bool stepper = i & 1, enabled = i & 2;
        struct program program = {.r0 = rows[i / 4].r0};
        memcpy(program.code, rows[i / 4].code, sizeof rows[0].code);
        if (enabled)
            program.shcsr = BUS_FAULT_ENABLE | USAGE_FAULT_ENABLE;
        load(ARCH_V8M, &program, stepper);
        run_to_breakpoint();
        assert_int_equal(core->ipsr, enabled ? rows[i / 4].number : EXC_HARD_FAULT);
        assert_int_equal(board.sim.ppb.cfsr, rows[i / 4].cfsr);
        assert_int_equal(board.sim.ppb.hfsr, enabled ? 0 : HFSR_FORCED);
        assert_int_equal(board_read(&board, core->r[SP] + 24), BOARD_CODE);
        if (rows[i / 4].number == EXC_BUS_FAULT)
            assert_int_equal(board.sim.ppb.bfar, 0x70000000);
    }
}

/* LDRT reaches what unprivileged code reaches: not the system control space. */
static void unprivileged_load(void **state)
{
    static const struct program program = {
        .code = {0xf850, 0x1e00, BKPT}, /* ldrt r1,[r0] */
        .r0 = SCB_ICSR,
        .shcsr = BUS_FAULT_ENABLE,
    };

    (void)state;
    for (int stepper = 0; stepper < 2; stepper++) {
        load(ARCH_V8M, &program, stepper);
        run_to_breakpoint();
        assert_int_equal(core->ipsr, EXC_BUS_FAULT);
        assert_int_equal(board.sim.ppb.bfar, SCB_ICSR);
    }
}

/* The other unprivileged forms, on memory. */
static void unprivileged_forms(void **state)
{
    static const struct {
        uint16_t code[2];
        uint32_t r1;     /* afterwards; before: 0x12345678 */
        uint32_t memory; /* afterwards; before: 0x8990a1b2 */
    } rows[] = {
        {{0xf850, 0x1e04}, 0x8990a1b2, 0x8990a1b2}, /* ldrt r1,[r0,#4] */
        {{0xf810, 0x1e04}, 0x000000b2, 0x8990a1b2}, /* ldrbt */
        {{0xf830, 0x1e04}, 0x0000a1b2, 0x8990a1b2}, /* ldrht */
        {{0xf910, 0x1e04}, 0xffffffb2, 0x8990a1b2}, /* ldrsbt */
        {{0xf930, 0x1e04}, 0xffffa1b2, 0x8990a1b2}, /* ldrsht */
        {{0xf840, 0x1e04}, 0x12345678, 0x12345678}, /* strt */
        {{0xf800, 0x1e04}, 0x12345678, 0x8990a178}, /* strbt */
        {{0xf820, 0x1e04}, 0x12345678, 0x89905678}, /* strht */
    };

    (void)state;
    for (size_t i = 0; i < 2 * sizeof rows / sizeof rows[0]; i++) {
        struct program program = {.r0 = BOARD_RAM};
        memcpy(program.code, rows[i / 2].code, sizeof rows[0].code);
        program.code[2] = BKPT;
        load(ARCH_V8M, &program, i & 1);
        core->r[1] = 0x12345678;
        board_write(&board, BOARD_RAM + 4, 0x8990a1b2);
        run_to_breakpoint();
        assert_int_equal(core->r[1], rows[i / 2].r1);
        assert_int_equal(board_read(&board, BOARD_RAM + 4), rows[i / 2].memory);
    }
}

/* A78: PUSH down to the limit is fine, below it nothing is stored. */
static void push_at_the_limit(void **state)
{
    static const struct {
        uint16_t push;
        unsigned number;
        uint32_t psp;
    } rows[] = {
        {0xb403, 0, BOARD_PSP - 8},               /* push {r0,r1} */
        {0xb407, EXC_USAGE_FAULT, BOARD_PSP - 8}, /* push {r0-r2}: SP ends at the limit */
    };

    (void)state;
    for (size_t i = 0; i < 2 * sizeof rows / sizeof rows[0]; i++) {
        struct program program = {.code = {rows[i / 2].push, BKPT}, .shcsr = USAGE_FAULT_ENABLE};
        load(ARCH_V8M, &program, i & 1);
        board_msr(&board, SYSM_PSP, BOARD_PSP);
        board_msr(&board, SYSM_PSPLIM, BOARD_PSP - 8);
        board_msr(&board, SYSM_CONTROL, 2);
        memset(board.ram, 0x55, BOARD_RAM_SIZE);
        run_to_breakpoint();
        assert_int_equal(core->ipsr, rows[i / 2].number);
        assert_int_equal(core_sp_get(core, STACK_PROCESS), rows[i / 2].psp);
        assert_int_equal(board.sim.ppb.cfsr, rows[i / 2].number ? CFSR_STKOF : 0);
        assert_int_equal(board_read(&board, BOARD_PSP - 12), 0x55555555);
    }
}

/* A10: BASEPRI = 0 lets the pending interrupt in before the next instruction but one. */
static void basepri_release(void **state)
{
    static const struct program program = {
        /* msr basepri,r0; movs r1,#1; bkpt */
        .code = {0xf380, 0x8811, 0x2101, BKPT},
        .number = EXC_IRQ0,
        .handler = {0x460a, BX_LR}, /* mov r2,r1; bx lr */
    };

    (void)state;
    for (int stepper = 0; stepper < 2; stepper++) {
        load(ARCH_V8M, &program, stepper);
        board_write(&board, NVIC_IPR0, 0x40);
        board_write(&board, NVIC_ISER0, 1);
        board_msr(&board, SYSM_BASEPRI, 0x40);
        board_write(&board, NVIC_ISPR0, 1);
        core->r[2] = 99;
        run_to_breakpoint();
        assert_int_equal(core->r[1], 1);
        assert_int_equal(core->r[2], 99); /* r2 is stacked: the handler's value is gone */
        assert_int_equal(board_read(&board, NVIC_ISPR0), 0);
        assert_int_equal(core->ipsr, 0);
    }
}

/* A44: WFI ends for what PRIMASK holds back; the handler runs behind CPSIE. */
static void wfi_with_primask(void **state)
{
    static const struct program program = {
        /* cpsid i; wfi; movs r4,#1; cpsie i; nop; bkpt */
        .code = {0xb672, 0xbf30, 0x2401, 0xb662, 0xbf00, BKPT},
        .number = EXC_SYSTICK,
        .handler = {0x0064, BX_LR}, /* lsls r4,r4,#1; bx lr */
    };

    (void)state;
    for (int stepper = 0; stepper < 2; stepper++) {
        load(ARCH_V8M, &program, stepper);
        board_write(&board, SYST_RVR, 999);
        board_write(&board, SYST_CSR, 7);
        run_to_breakpoint();
        assert_int_equal(core->r[4], 2);
        assert_true(sim_cycles(&board.sim) >= 1000);
        assert_true(sim_cycles(&board.sim) < 1100);

        /* BASEPRI counts: it does not wake. */
        load(ARCH_V8M, &program, stepper);
        board_write(&board, SCB_SHPR3, 0x40000000);
        board_msr(&board, SYSM_BASEPRI, 0x40);
        board_write(&board, SYST_RVR, 999);
        board_write(&board, SYST_CSR, 7);
        assert_int_equal(run(), SIM_STOP_LIMIT);
        assert_true(core->sleeping);
    }
}

/* A45: WFE falls through behind an exception; SEVONPEND wakes it for a disabled interrupt. */
static void wfe(void **state)
{
    static const struct program behind_exception = {
        .code = {0xdf00, 0xbf20, BKPT}, /* svc 0; wfe; bkpt */
        .number = EXC_SVCALL,
        .handler = {BX_LR},
    };
    static const struct program sevonpend = {
        .code = {0xbf40, 0xbf20, 0xbf20, BKPT}, /* sev; wfe; wfe; bkpt */
    };
    uint32_t delay;

    (void)state;
    for (int stepper = 0; stepper < 2; stepper++) {
        load(ARCH_V8M, &behind_exception, stepper);
        run_to_breakpoint();
        assert_false(core->event);

        load(ARCH_V8M, &sevonpend, stepper);
        board_write(&board, SCB_SCR, 0x10);
        nvic_set_line(&board.sim, 3, true, 500);
        delay = timing_knob(&board.sim.timing, TIMING_KNOB_IRQ_SYNCHRONISER);
        run_to_breakpoint();
        assert_true(sim_cycles(&board.sim) >= 500 + delay);
        assert_true(sim_cycles(&board.sim) < 520 + delay);
    }
}

/* AIRCR.SYSRESETREQ: the code runs again from the reset vector. */
static void system_reset(void **state)
{
    static const struct program program = {
        .code = {0x6001, 0xbf00, 0xbf00, 0xe7fe}, /* str r1,[r0]; nop; nop; b . */
        .number = EXC_RESET,
        .handler = {BKPT},
        .r0 = SCB_AIRCR,
    };

    (void)state;
    for (int stepper = 0; stepper < 2; stepper++) {
        load(ARCH_V8M, &program, stepper);
        core->r[1] = 0x05fa0004;
        run_to_breakpoint();
        assert_int_equal(core->r[PC], board_handler(EXC_RESET));
        assert_int_equal(core->r[SP], BOARD_MSP);
    }
}

/* A frame that overwrites pre-decoded code in RAM: the new code is what runs. */
static void frame_over_code(void **state)
{
    static const struct program program = {
        .code = {0x4780, 0xdf00, 0x4780, BKPT}, /* blx r0; svc 0; blx r0; bkpt */
        .number = EXC_SVCALL,
        .handler = {BX_LR},
        .r0 = BOARD_RAM + 0x101,
    };
    const uint16_t old_code[2] = {0x2401, BX_LR}; /* movs r4,#1; bx lr */

    (void)state;
    for (int stepper = 0; stepper < 2; stepper++) {
        load(ARCH_V8M, &program, stepper);
        memcpy(board.ram + 0x100, old_code, sizeof old_code);
        core->r[SP] = BOARD_RAM + 0x118;
        core->r[3] = 0x2502;     /* frame at +0xf8: r2 and r3 fall on the code */
        core->r[2] = 0x47702402; /* movs r4,#2; bx lr */
        run_to_breakpoint();
        assert_int_equal(core->r[4], 2);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(svc_inside_it),
        cmocka_unit_test(branch_to_even_address),
        cmocka_unit_test(exc_return_in_thread_mode),
        cmocka_unit_test(lockup),
        cmocka_unit_test(data_faults),
        cmocka_unit_test(unprivileged_load),
        cmocka_unit_test(unprivileged_forms),
        cmocka_unit_test(push_at_the_limit),
        cmocka_unit_test(basepri_release),
        cmocka_unit_test(wfi_with_primask),
        cmocka_unit_test(wfe),
        cmocka_unit_test(system_reset),
        cmocka_unit_test(frame_over_code),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
