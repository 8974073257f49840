/* A decoded instruction: what decode gives and both engines execute.
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "sim/core/core.h"
#include "sim/timing/timing.h"

enum op {
#define OP(name, class) OP_##name,
#include "sim/core/ops.def"
#undef OP
    OPS
};

enum insn_row {
#define I(id, pattern, arch, op, format, flags, assembly) ROW_##id,
#include "sim/core/t16.def"
#include "sim/core/t32.def"
#undef I
    ROWS,
    ROW_NONE = ROWS
};

enum shift { SHIFT_LSL, SHIFT_LSR, SHIFT_ASR, SHIFT_ROR, SHIFT_RRX };

/* Values of operand registers that the encoding does not have: of the core, of the FPU. */
#define NO_REGISTER 16
#define NO_SINGLE 32

struct insn {
    uint16_t op;        /* enum op; OP_udf with ROW_NONE where no row matches */
    uint16_t row;       /* enum insn_row, for the disassembly */
    uint8_t size;       /* 2 or 4 bytes */
    uint8_t rd;         /* destination; Rt; RdLo */
    uint8_t rn;         /* base; first operand */
    uint8_t rm;         /* second operand, index */
    uint8_t ra;         /* Rt2; RdHi; accumulator; status of a store exclusive */
    uint8_t shift_type; /* enum shift; enum float_rounding; 1: a fixed-point number has a sign */
    uint8_t shift_n;   /* amount; lsb of a bit field; length of a list; 1: a modified immediate that
                        * sets C; bits of a fixed-point number; coprocessor */
    uint8_t condition; /* of B<c> */
    uint8_t sets_flags; /* for the timing model */
    uint8_t sd, sn,
        sm;       /* S registers; a D register, a pair and a list have their first one's number */
    uint32_t imm; /* immediate, offset (two's complement), register list, IT mask, options; bytes of
                   * a list of S registers */
};

/* Builds the index of the rows once; idempotent. */
void decode_init(void);

/* Decodes the instruction whose half-words are first and second (second: 0 if 16-bit).
 * in_it: inside an IT block, where 16-bit arithmetic sets no flags. */
struct insn decode(enum architecture architecture, uint16_t first, uint16_t second, bool in_it);

/* What was decoded lately, by encoding. All zero: nothing. */
#define DECODED_BITS 10
struct decoded {
    uint32_t encoding; /* first half-word above, second below */
    bool in_it;
    struct insn insn; /* size 0: none */
};
struct decode_memory {
    struct decoded decoded[1u << DECODED_BITS];
};

/* As decode; for one architecture. */
const struct insn *decode_remembered(struct decode_memory *memory, enum architecture architecture,
                                     uint16_t first, uint16_t second, bool in_it);

/* The first half-word says how long the instruction is (DDI 0553 C2.1). */
static inline bool decode_is_wide(uint16_t first)
{
    return (first & 0xE000u) == 0xE000u && (first & 0x1800u) != 0;
}

enum timing_class op_timing_class(enum op op);

/* Of a long multiplication. */
static inline bool insn_multiplies_signed(const struct insn *insn)
{
    return insn->op == OP_smull || insn->op == OP_smlal;
}
bool op_is_float(enum op op);
const char *op_name(enum op op);

/* The instruction ends a block: it may branch, or change what is pending or how code executes. */
bool op_ends_block(enum op op);

/* Writes the assembly text of insn at address; in_it_condition: condition suffix inside an IT
 * block, 14 outside. Returns the length. */
size_t disassemble(const struct insn *insn, uint32_t address, unsigned in_it_condition, char *text,
                   size_t size);
