/* Operands of floating-point encodings.
 * SPDX-License-Identifier: MIT
 */
#include "sim/core/float_exact.h"
#include "sim/core/operands.h"

/* Bit 8 of an encoding says that its registers are D registers. */
static bool is_double(const struct fields *f)
{
    return (f->encoding & 0x100u) != 0;
}

static bool has(const struct fields *f, char letter)
{
    return f->match->letters[letter - 'A'] != 0;
}

/* Number of the S register, or of the first half of the D register: with the odd bit first (D:Vd,
 * M:Vm) or last (Vn:N). Above 31: there is no such D register. */
static unsigned odd_bit_first(const struct fields *f, char letter)
{
    uint32_t raw = operand_field(f, letter);
    return is_double(f) ? raw << 1 : (raw & 0xFu) << 1 | raw >> 4;
}

static unsigned odd_bit_last(const struct fields *f, char letter)
{
    uint32_t raw = operand_field(f, letter);
    return is_double(f) ? (raw >> 1 | (raw & 1u) << 4) << 1 : raw;
}

/* VFPExpandImm (DDI 0553, pseudocode library). */
static uint32_t expand_constant(uint32_t raw)
{
    uint32_t exponent = (raw >> 6 & 1u) != 0 ? 0x3E000000u : 0x40000000u;
    return raw >> 7 << 31 | (exponent + ((raw & 0x3Fu) << 19));
}

/* Letters x: 32 bits, y: unsigned, j: lowest bit of what the fraction falls short of them. */
static bool decode_fixed(struct insn *insn, const struct fields *f)
{
    unsigned size = operand_field(f, 'x') != 0 ? 32 : 16;
    unsigned rest = insn->imm << 1 | operand_field(f, 'j');
    insn->shift_n = (uint8_t)size;
    insn->shift_type = operand_field(f, 'y') == 0;
    insn->imm = size - rest;
    return rest <= size;
}

static bool decode_list(struct insn *insn, const struct fields *f)
{
    unsigned words = f->encoding & 0xFFu;
    insn->imm = 4 * words;
    /* FLDMX and FSTMX: an odd word behind the registers. */
    insn->shift_n = (uint8_t)(is_double(f) ? words & ~1u : words);
    if (insn->rn == NO_REGISTER)
        insn->rn = SP;
    if (has(f, 'W') && operand_field(f, 'W') != 0)
        insn->op++;
    return insn->shift_n != 0 && insn->sd + insn->shift_n <= 32;
}

static bool decode_index(struct insn *insn, const struct fields *f)
{
    uint32_t offset = insn->imm << 2;
    insn->imm = operand_field(f, 'U') != 0 ? offset : -offset;
    return true;
}

/* To the core Rt is the destination, from it an operand. */
static bool set_core_operand(struct insn *insn, unsigned reg, unsigned count)
{
    *(insn->rd != NO_REGISTER ? &insn->sn : &insn->sd) = (uint8_t)reg;
    return reg + count <= 32;
}

static bool decode_pair(struct insn *insn, const struct fields *f)
{
    return set_core_operand(insn, odd_bit_first(f, 'g'), 2) && insn->rd != insn->ra;
}

/* Letter i: which half of the D register. */
static bool decode_core(struct insn *insn, const struct fields *f)
{
    return set_core_operand(insn, odd_bit_last(f, 'f') + insn->imm, 1);
}

/* Ties away, ties to even, towards plus and towards minus infinity. */
static bool decode_rounding(struct insn *insn, const struct fields *f)
{
    static const uint8_t roundings[] = {FLOAT_NEAREST_AWAY, FLOAT_NEAREST, FLOAT_UP, FLOAT_DOWN};
    insn->shift_type = roundings[operand_field(f, 'o')];
    return true;
}

bool operands_decode_float(struct insn *insn, const struct fields *f, enum format format)
{
    if (format == FORMAT_FP_CORE)
        return decode_core(insn, f);
    if (format == FORMAT_FP_CORE_PAIR)
        return decode_pair(insn, f);
    if (has(f, 'e'))
        insn->sd = (uint8_t)odd_bit_first(f, 'e');
    if (has(f, 'f'))
        insn->sn = (uint8_t)odd_bit_last(f, 'f');
    if (has(f, 'g'))
        insn->sm = (uint8_t)odd_bit_first(f, 'g');
    if (insn->sd >= 32)
        return false;
    if (format == FORMAT_FP_CONSTANT)
        insn->imm = expand_constant(insn->imm);
    if (format == FORMAT_FP_FIXED)
        return decode_fixed(insn, f);
    if (format == FORMAT_FP_ROUNDING)
        return decode_rounding(insn, f);
    if (format == FORMAT_FP_LIST)
        return decode_list(insn, f);
    return format != FORMAT_FP_INDEX || decode_index(insn, f);
}
