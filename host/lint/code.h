/* The instructions of an image's functions, for rules that read code.
 * SPDX-License-Identifier: MIT
 *
 * Text is the disassembler's (the spelling of GNU objdump), decoded one by one; IT blocks are not
 * followed. Nothing is executed.
 */
#pragma once

#include "program.h"

struct code {
    const struct program *program;
    /* Disassembles one instruction; its size in bytes, 0 where there is no code. */
    int (*decode)(void *context, uint32_t address, char *text, size_t size);
    void *context;
};

struct code_insn {
    uint32_t address;
    int size;          /* bytes */
    char text[120];    /* "bl 0x8001234" */
    bool has_target;   /* of a branch or a call: */
    uint32_t target;   /* its address */
    bool has_constant; /* a literal, or MOVW and MOVT in a row: */
    uint32_t constant; /* what the register holds */
};

/* Calls visit for each instruction of a function (index into the image's symbols) in the order of
 * addresses. */
void code_visit(const struct code *code, int function,
                void (*visit)(void *context, const struct code_insn *insn), void *context);

bool code_is_call(const struct code_insn *insn);
/* A branch of any kind, but no call. */
bool code_is_branch(const struct code_insn *insn);
/* The instruction's mnemonic begins with this. */
bool code_has_mnemonic(const struct code_insn *insn, const char *start);

/* Index of a function by its name, with or without what GCC appends to a clone (".part.0"); -1
 * where there is none. */
int code_function(const struct code *code, const char *name);
/* Index of the function that begins at an address, -1 where none does. */
int code_function_at(const struct code *code, uint32_t address);
/* Whether a function can return to its caller, by itself or through one that it jumps to. */
bool code_returns(const struct code *code, int function);
