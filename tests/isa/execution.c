/* Executing a program: what the engines have in common.
 * SPDX-License-Identifier: MIT
 */
#include "tests/isa/execution_engine.h"

#include <string.h>

#define HANDLER UINT32_C(0x400) /* offset in flash of every exception's */

enum { VECTORS = 16, CODE_SIZE_MAX = 0x100000 };

/* Of one target at a time. */
static const struct target *filled_for;
static uint8_t pristine_code[CODE_SIZE_MAX], pristine_data[PROGRAM_DATA_MAX];

static uint8_t *code_of(const struct execution_engine *engine)
{
    const struct target *target = engine->target;
    bool in_ram = target->code - target->ram < target->ram_size;
    return in_ram ? engine->ram + (target->code - target->ram)
                  : engine->flash + (target->code - target->flash);
}

static uint8_t *data_of(const struct execution_engine *engine)
{
    return engine->ram + (engine->target->data - engine->target->ram);
}

static uint32_t put_bkpt(uint8_t *code)
{
    code[0] = 0x00;
    code[1] = 0xBE;
    return 2;
}

/* Erased, but for the vectors and a handler that is a BKPT. */
static void fill_flash(const struct target *target, uint8_t *flash)
{
    memset(flash, 0xFF, target->flash_size);
    for (unsigned k = 0; k < VECTORS; k++) {
        uint32_t vector = k == 0 ? target->stack : (target->flash + HANDLER) | 1u;
        memcpy(flash + 4 * k, &vector, sizeof vector);
    }
    put_bkpt(flash + HANDLER);
}

void execution_fill(struct execution_engine *engine)
{
    const struct target *target = engine->target;
    if (filled_for != target)
        program_fill_memory(target, pristine_code, pristine_data);
    filled_for = target;
    memset(engine->ram, 0, target->ram_size);
    fill_flash(target, engine->flash);
    memcpy(code_of(engine), pristine_code, target->code_size);
    memcpy(data_of(engine), pristine_data, engine->target->data_size);
}

/* A program that wrote over itself is not compared: engines may notice at different points. */
static bool is_intact(const struct execution_engine *engine, const struct program *program)
{
    uint8_t code[PROGRAM_SLOT];
    uint32_t size = program_code(program, code);
    return memcmp(code_of(engine) + (program->address - engine->target->code), code, size) == 0;
}

void execution_run(struct execution_engine *engine, const struct program *program,
                   struct execution *result)
{
    uint8_t *code = code_of(engine) + (program->address - engine->target->code);
    put_bkpt(code + program_code(program, code));
    engine->run(engine, program, result);
    if (program->stores && !is_intact(engine, program))
        result->end = EXECUTION_STRAY;
    result->xpsr &= EXECUTION_XPSR;
}

const uint8_t *execution_data(const struct execution_engine *engine)
{
    return data_of(engine);
}

void execution_restore(struct execution_engine *engine, const struct program *program)
{
    uint32_t slot = (program->address - engine->target->code) & ~(PROGRAM_SLOT - 1);
    memcpy(code_of(engine) + slot, pristine_code + slot, PROGRAM_SLOT);
    if (program->stores || engine->data_changed)
        memcpy(data_of(engine), pristine_data, engine->target->data_size);
}

void execution_forget_code(struct execution_engine *engine)
{
    engine->forget_code(engine);
}

void execution_reset(struct execution_engine *engine)
{
    execution_fill(engine);
    engine->forget_code(engine);
}

void execution_free(struct execution_engine *engine)
{
    if (engine != NULL)
        engine->free(engine);
}
