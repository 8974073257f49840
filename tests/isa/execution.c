/* Executing a program: what the engines have in common.
 * SPDX-License-Identifier: MIT
 */
#include "tests/isa/execution_engine.h"

#include <string.h>

#define HANDLER UINT32_C(0x400) /* offset in flash of every exception's */

enum { VECTORS = 16 };

static uint8_t pristine_code[PROGRAM_CODE_SIZE], pristine_data[PROGRAM_DATA_SIZE];
static bool filled;

static uint8_t *code_of(const struct execution_engine *engine)
{
    return engine->ram + (PROGRAM_CODE - EXECUTION_RAM);
}

static uint8_t *data_of(const struct execution_engine *engine)
{
    return engine->ram + (PROGRAM_DATA - EXECUTION_RAM);
}

static uint32_t put_bkpt(uint8_t *code)
{
    code[0] = 0x00;
    code[1] = 0xBE;
    return 2;
}

/* Erased, but for the vectors and a handler that is a BKPT. */
static void fill_flash(uint8_t *flash)
{
    memset(flash, 0xFF, EXECUTION_FLASH_SIZE);
    for (unsigned k = 0; k < VECTORS; k++) {
        uint32_t vector = k == 0 ? EXECUTION_STACK : (EXECUTION_FLASH + HANDLER) | 1u;
        memcpy(flash + 4 * k, &vector, sizeof vector);
    }
    put_bkpt(flash + HANDLER);
}

void execution_fill(struct execution_engine *engine)
{
    if (!filled)
        program_fill_memory(pristine_code, pristine_data);
    filled = true;
    memset(engine->ram, 0, EXECUTION_RAM_SIZE);
    memcpy(code_of(engine), pristine_code, PROGRAM_CODE_SIZE);
    memcpy(data_of(engine), pristine_data, PROGRAM_DATA_SIZE);
    fill_flash(engine->flash);
}

/* A program that wrote over itself is not compared: engines may notice at different points. */
static bool is_intact(const struct execution_engine *engine, const struct program *program)
{
    uint8_t code[PROGRAM_SLOT];
    uint32_t size = program_code(program, code);
    return memcmp(code_of(engine) + (program->address - PROGRAM_CODE), code, size) == 0;
}

void execution_run(struct execution_engine *engine, const struct program *program,
                   struct execution *result)
{
    uint8_t *code = code_of(engine) + (program->address - PROGRAM_CODE);
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
    uint32_t slot = (program->address - PROGRAM_CODE) & ~(PROGRAM_SLOT - 1);
    memcpy(code_of(engine) + slot, pristine_code + slot, PROGRAM_SLOT);
    if (program->stores || engine->data_changed)
        memcpy(data_of(engine), pristine_data, PROGRAM_DATA_SIZE);
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
