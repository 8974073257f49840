/* GNU objdump and GNU as as oracles of decoding.
 * SPDX-License-Identifier: MIT
 *
 * objdump says what an encoding means. It prints many UNPREDICTABLE ones as if they were plain;
 * as refuses those or encodes them otherwise, so it decides whether an encoding is one.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

enum { ORACLE_TEXT = 160 };

/* Text without comment, blanks single; "undefined" where the instruction is not one or is marked
 * unpredictable. address: the one in the comment, 0 without. */
struct oracle_line {
    uint32_t at;
    char text[ORACLE_TEXT];
    bool has_address;
    uint32_t address;
};

/* Normalises text (objdump's or ours) into line->text, ->has_address and ->address. */
void oracle_normalise(const char *text, struct oracle_line *line);

/* An architecture by the names that binutils have for it. */
struct oracle_target {
    const char *objdump_machine, *as_march;
};

struct oracle;

/* Disassembles code, little-endian half-words, from address 0. NULL where objdump does not run. */
struct oracle *oracle_open(const struct oracle_target *target, const uint16_t *code, size_t halves);
/* The next instruction; false at the end. */
bool oracle_next(struct oracle *oracle, struct oracle_line *line);
/* False where objdump failed. */
bool oracle_close(struct oracle *oracle);

/* What as makes of a text alone, outside an IT block. */
struct oracle_assembly {
    bool refused;      /* an error */
    bool warned;       /* a warning or a note */
    uint32_t encoding; /* 32-bit: first half-word high */
};

/* Assembles each of count texts; false where as or objcopy does not run. */
bool oracle_assemble(const struct oracle_target *target, const char *const *texts, size_t count,
                     struct oracle_assembly *results);
