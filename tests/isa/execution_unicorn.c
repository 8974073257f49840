/* Unicorn's Cortex-M cores as engines under test.
 * SPDX-License-Identifier: MIT
 */
#include <stdlib.h>
#include <string.h>
#include <unicorn/unicorn.h>

#include "tests/isa/execution_engine.h"

#define NOWHERE UINT32_C(0xFFFFFFFE)

enum { REGISTERS = 16, SINGLES = 32, PAGE = 4096 };

static const int models[TARGETS] = {
#define TARGET(id, architecture, machine, oracle, model, ...) model,
#include "tests/isa/targets.def"
#undef TARGET
};

struct oracle_engine {
    struct execution_engine engine;
    uc_engine *uc;
    bool stray; /* an access hit no memory, but what is a device on our machine */
};

static int register_ids[REGISTERS] = {UC_ARM_REG_R0,  UC_ARM_REG_R1, UC_ARM_REG_R2,  UC_ARM_REG_R3,
                                      UC_ARM_REG_R4,  UC_ARM_REG_R5, UC_ARM_REG_R6,  UC_ARM_REG_R7,
                                      UC_ARM_REG_R8,  UC_ARM_REG_R9, UC_ARM_REG_R10, UC_ARM_REG_R11,
                                      UC_ARM_REG_R12, UC_ARM_REG_SP, UC_ARM_REG_LR,  UC_ARM_REG_PC};

static void set_state(uc_engine *uc, const struct program *program)
{
    uint32_t r[REGISTERS], thumb = 1u << 24, apsr = program->apsr;
    void *values[REGISTERS];
    memcpy(r, program->r, sizeof program->r);
    for (unsigned k = 0; k < REGISTERS; k++)
        values[k] = &r[k];
    uc_reg_write_batch(uc, register_ids, values, REGISTERS - 1);
    uc_reg_write(uc, UC_ARM_REG_XPSR, &thumb); /* no IT block */
    uc_reg_write(uc, UC_ARM_REG_APSR_NZCVQG, &apsr);
    if (!has_fpu(program->target))
        return;
    uint32_t s[SINGLES];
    memcpy(s, program->s, sizeof s);
    for (int k = 0; k < SINGLES; k++)
        uc_reg_write(uc, UC_ARM_REG_S0 + k, &s[k]);
}

static void get_float_state(uc_engine *uc, struct execution *result)
{
    for (int k = 0; k < SINGLES; k++)
        uc_reg_read(uc, UC_ARM_REG_S0 + k, &result->s[k]);
    uc_reg_read(uc, UC_ARM_REG_FPSCR, &result->fpscr);
}

static void run(struct execution_engine *engine, const struct program *program,
                struct execution *result)
{
    struct oracle_engine *oracle = (struct oracle_engine *)engine;
    uc_engine *uc = oracle->uc;
    oracle->stray = false;
    unsigned straight = program->count - program->branch_last;
    uint32_t last = program_address(program, straight), pc = last;
    const uint32_t thumb = 1u << 24;
    set_state(uc, program);
    /* Always with a count: a change between with and without drops all translations. Not one for
     * the whole program, since skipped instructions of an IT block are not counted. */
    uc_err error = UC_ERR_OK;
    if (straight > 0)
        error = uc_emu_start(uc, program->address | 1u, last, 0, PROGRAM_MAX);
    if (error == UC_ERR_OK && program->branch_last) {
        error = uc_emu_start(uc, last | 1u, NOWHERE, 0, 1);
        uc_reg_read(uc, UC_ARM_REG_PC, &pc);
        uc_reg_read(uc, UC_ARM_REG_XPSR, &result->xpsr);
        /* A fault of the target's, which is not executed; it may be the branch's own address. */
        if (pc != last || (result->xpsr & thumb) == 0)
            error = UC_ERR_OK;
    }
    result->end = error == UC_ERR_OK ? EXECUTION_DONE
                  : oracle->stray    ? EXECUTION_STRAY
                                     : EXECUTION_FAULT;
    void *values[REGISTERS];
    for (unsigned k = 0; k < REGISTERS; k++)
        values[k] = &result->r[k];
    uc_reg_read_batch(uc, register_ids, values, REGISTERS);
    uc_reg_read(uc, UC_ARM_REG_XPSR, &result->xpsr);
    memset(result->s, 0, sizeof result->s);
    result->fpscr = 0;
    if (has_fpu(engine->target))
        get_float_state(uc, result);
}

/* Bit-band regions included, and the CCM of the STM32F407, which Unicorn is not told of. */
static bool is_elsewhere(const struct target *target, uint64_t address)
{
    return (address >= 0x40000000u && address < 0x60000000u) ||
           (address >= 0xE0000000u && address < 0xE0100000u) ||
           (target->architecture != ARCH_V8M && address >= 0x22000000u && address < 0x24000000u) ||
           (target->architecture == ARCH_V7EM && address >= 0x10000000u && address < 0x10010000u);
}

static bool on_unmapped(uc_engine *uc, uc_mem_type type, uint64_t address, int size, int64_t value,
                        void *context)
{
    struct oracle_engine *oracle = context;
    (void)uc, (void)type, (void)size, (void)value;
    oracle->stray |= is_elsewhere(oracle->engine.target, address);
    return false;
}

static bool map(struct oracle_engine *oracle, uint32_t address, uint32_t size, uint32_t rights,
                uint8_t *bytes)
{
    return uc_mem_map_ptr(oracle->uc, address, size, rights, bytes) == UC_ERR_OK;
}

static bool open_unicorn(struct oracle_engine *oracle)
{
    const struct target *target = oracle->engine.target;
    uint8_t *ram = oracle->engine.ram, *flash = oracle->engine.flash;
    if (uc_open(UC_ARCH_ARM, UC_MODE_THUMB | UC_MODE_MCLASS, &oracle->uc) != UC_ERR_OK)
        return false;
    uc_hook hook;
    uc_ctl_set_cpu_model(oracle->uc, models[target->id]);
    uc_hook_add(oracle->uc, &hook, UC_HOOK_MEM_READ_UNMAPPED | UC_HOOK_MEM_WRITE_UNMAPPED,
                (void *)on_unmapped, oracle, 1, 0);
    const uint32_t read_only = UC_PROT_READ | UC_PROT_EXEC;
    return map(oracle, target->ram, target->ram_size, UC_PROT_ALL, ram) &&
           map(oracle, target->flash, target->flash_size, read_only, flash) &&
           (target->flash_alias == target->flash ||
            map(oracle, target->flash_alias, target->flash_size, read_only, flash));
}

/* Unicorn 2.0.1 executes translations that uc_ctl_remove_cache should have dropped, and crashes
 * after some hundred thousand: it begins anew. */
static void forget_code(struct execution_engine *engine)
{
    struct oracle_engine *oracle = (struct oracle_engine *)engine;
    uc_close(oracle->uc);
    if (!open_unicorn(oracle))
        abort();
}

static void release(struct execution_engine *engine)
{
    struct oracle_engine *oracle = (struct oracle_engine *)engine;
    if (oracle->uc != NULL)
        uc_close(oracle->uc);
    free(engine->ram);
    free(engine->flash);
    free(oracle);
}

struct execution_engine *execution_unicorn(const struct target *target)
{
    struct oracle_engine *oracle = calloc(1, sizeof *oracle);
    if (oracle == NULL)
        return NULL;
    oracle->engine = (struct execution_engine){target,
                                               false,
                                               aligned_alloc(PAGE, target->ram_size),
                                               aligned_alloc(PAGE, target->flash_size),
                                               run,
                                               forget_code,
                                               release};
    if (oracle->engine.ram == NULL || oracle->engine.flash == NULL || !open_unicorn(oracle)) {
        release(&oracle->engine);
        return NULL;
    }
    execution_fill(&oracle->engine);
    return &oracle->engine;
}
