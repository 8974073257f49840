/* How the bits of an encoding become operands: the formats of t16.def and t32.def.
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "sim/core/insn.h"

enum format {
    FORMAT_PLAIN,
    FORMAT_X2,
    FORMAT_X4,
    FORMAT_RDN,      /* first operand is the destination */
    FORMAT_RDM,      /* second operand is the destination (MULS) */
    FORMAT_RDN_HIGH, /* as RDN, any register */
    FORMAT_CMP_HIGH, /* any register, but not two low ones */
    FORMAT_NOT_PC,   /* second operand is not PC */
    FORMAT_TWICE,    /* second operand is encoded twice */
    FORMAT_RDN_LSL,
    FORMAT_RDN_LSR,
    FORMAT_RDN_ASR,
    FORMAT_RDN_ROR,
    FORMAT_REG_LSL, /* shift by register, type in the encoding's row */
    FORMAT_REG_LSR,
    FORMAT_REG_ASR,
    FORMAT_REG_ROR,
    FORMAT_SHIFT_LSL, /* shift by constant, type in the encoding's row */
    FORMAT_SHIFT_LSR,
    FORMAT_SHIFT_ASR,
    FORMAT_SP_X4,
    FORMAT_SP_SP_X4,
    FORMAT_CBZ,
    FORMAT_PUSH,
    FORMAT_POP,
    FORMAT_CPS,
    FORMAT_IT,
    FORMAT_LIST,
    FORMAT_LIST_T1,
    FORMAT_LIST_W,
    FORMAT_LIST_SP,
    FORMAT_BRANCH_8,
    FORMAT_BRANCH_11,
    FORMAT_BRANCH_20,
    FORMAT_BRANCH_24,
    FORMAT_MODIFIED_IMM,
    FORMAT_NEGATIVE,
    FORMAT_IMM_16,
    FORMAT_IMM_16_D,
    FORMAT_PLUS_1,
    FORMAT_SATURATE,
    FORMAT_SATURATE_PLUS_1,
    FORMAT_BIT_FIELD_PLUS_1,
    FORMAT_BIT_FIELD_MSB,
    FORMAT_SYSTEM,
    FORMAT_STREX,
    FORMAT_STREX_X4,
    FORMAT_LITERAL,
    FORMAT_LITERAL_X4,
    FORMAT_INDEX,
    FORMAT_INDEX_X4,
    FORMAT_INDEX_W, /* with write-back */
    FORMAT_INDEX_W_X4,
    FORMAT_INDEX_REG,
    FORMAT_SHIFTED,
    FORMAT_SHIFTED_COMPARE,
    FORMAT_SHIFTED_ONLY,
    FORMAT_PACK_LSL,
    FORMAT_PACK_ASR,
    FORMAT_ROTATION,
    FORMAT_HALVES,
    FORMAT_EXCHANGE,
    FORMAT_COPROCESSOR, /* not 10 and 11, which have rows of their own */
    FORMAT_FP,          /* S registers; from here on: operands_float.c */
    FORMAT_FP_CONSTANT,
    FORMAT_FP_ROUNDING,
    FORMAT_FP_FIXED,
    FORMAT_FP_INDEX,
    FORMAT_FP_LIST,
    FORMAT_FP_CORE,
    FORMAT_FP_CORE_PAIR
};

#define OPERAND_LETTERS ('z' - 'A' + 1)

/* What matching needs, made from the pattern text. */
struct match {
    uint32_t fixed_mask, fixed_bits;
    uint32_t letters[OPERAND_LETTERS]; /* bits of each letter */
};

/* An encoding and the pattern that it matches. */
struct fields {
    uint32_t encoding;
    const struct match *match;
};

/* The bits of a letter, joined; 0 where the pattern has none. */
uint32_t operand_field(const struct fields *fields, char letter);

/* Sets the operands of insn, whose op and size are set. False: they make the encoding UNDEFINED or
 * UNPREDICTABLE. */
bool operands_decode(struct insn *insn, const struct fields *fields, enum format format);
/* The part of it that sets what belongs to the FPU; format: FORMAT_FP and those behind it. */
bool operands_decode_float(struct insn *insn, const struct fields *fields, enum format format);
