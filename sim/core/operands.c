/* How the bits of an encoding become operands: the formats of t16.def and t32.def.
 * SPDX-License-Identifier: MIT
 */
#include "sim/core/operands.h"

/* Bits of encoding under mask, joined. */
static uint32_t gather(uint32_t encoding, uint32_t mask)
{
    uint32_t value = 0;
    unsigned shift = 0;
    while (mask != 0) {
        uint32_t bit = mask & -mask;
        unsigned run = (unsigned)__builtin_ctz(~(mask >> __builtin_ctz(bit)) | 0x80000000u);
        unsigned low = (unsigned)__builtin_ctz(bit);
        uint32_t ones = (1u << run) - 1;
        value |= (encoding >> low & ones) << shift;
        shift += run;
        mask &= ~(ones << low);
    }
    return value;
}

uint32_t operand_field(const struct fields *fields, char letter)
{
    return gather(fields->encoding, fields->match->letters[letter - 'A']);
}

static uint32_t field(const struct fields *fields, char letter)
{
    return operand_field(fields, letter);
}

static bool has(const struct fields *fields, char letter)
{
    return fields->match->letters[letter - 'A'] != 0;
}

static uint32_t sign_extend(uint32_t value, unsigned bits)
{
    uint32_t sign = 1u << (bits - 1);
    return (value ^ sign) - sign;
}

/* ThumbExpandImm_C (DDI 0553, C2 pseudocode): raw is i:imm3:a:bcdefgh. */
static uint32_t expand_immediate(uint32_t raw, bool *carry)
{
    uint32_t byte = raw & 0xFFu;
    *carry = false;
    switch (raw >> 8) {
    case 0:
        return byte;
    case 1:
        return byte << 16 | byte;
    case 2:
        return byte << 24 | byte << 8;
    case 3:
        return byte * 0x01010101u;
    default: {
        uint32_t value = 0x80u | (raw & 0x7Fu);
        unsigned rotation = raw >> 7;
        *carry = true;
        return value >> rotation | value << (32 - rotation);
    }
    }
}

/* DecodeImmShift (DDI 0553): amount 0 means 32 for LSR and ASR, RRX for ROR. */
static void set_shift(struct insn *insn, uint32_t type, uint32_t amount)
{
    insn->shift_type = (uint8_t)type;
    insn->shift_n = (uint8_t)amount;
    if (amount != 0 || type == SHIFT_LSL)
        return;
    if (type == SHIFT_ROR) {
        insn->shift_type = SHIFT_RRX;
        insn->shift_n = 1;
    } else {
        insn->shift_n = 32;
    }
}

static bool is_shifted(const struct insn *insn)
{
    return insn->shift_type != SHIFT_LSL || insn->shift_n != 0;
}

static void set_op(struct insn *insn, unsigned op)
{
    insn->op = (uint16_t)op;
}

/* The register lists that DDI 0553 does not call UNPREDICTABLE (C2.4 LDM, LDMDB, STM, STMDB). */
static bool list_ok(const struct insn *insn, enum format format, bool writes_back)
{
    uint32_t list = insn->imm;
    if (format != FORMAT_LIST_W && format != FORMAT_LIST_SP)
        return list != 0;
    if ((list & 1u << SP) != 0 || (list & (1u << LR | 1u << PC)) == (1u << LR | 1u << PC))
        return false;
    bool base_listed = (list >> insn->rn & 1u) != 0;
    return __builtin_popcount(list) >= 2 && !(writes_back && base_listed);
}

static bool decode_list(struct insn *insn, const struct fields *f, unsigned format)
{
    uint32_t list = field(f, 'l');
    bool writes_back = format == FORMAT_LIST || format == FORMAT_LIST_SP;
    switch (format) {
    case FORMAT_PUSH:
        list |= field(f, 'j') << LR;
        insn->rn = SP;
        break;
    case FORMAT_POP:
        list |= field(f, 'j') << PC;
        insn->rn = SP;
        break;
    case FORMAT_LIST_SP:
        insn->rn = SP;
        break;
    case FORMAT_LIST_T1:
        writes_back = (list >> insn->rn & 1u) == 0;
        break;
    case FORMAT_LIST_W:
        list |= field(f, 'j') << LR;
        writes_back = field(f, 'W') != 0;
        break;
    default:
        break;
    }
    insn->imm = list;
    insn->shift_n = (uint8_t)__builtin_popcount(list);
    if (writes_back && (format == FORMAT_LIST_T1 || format == FORMAT_LIST_W))
        set_op(insn, insn->op + 1u);
    if ((list & 1u << PC) != 0 && op_timing_class(insn->op) == TIMING_LOAD_MULTIPLE)
        set_op(insn, insn->op + (unsigned)(OP_ldm_pc - OP_ldm));
    return list_ok(insn, format, writes_back);
}

/* Offsets of B, BL: raw is S:imm, J1 and J2 apart (letters y, x, o). */
static uint32_t branch_offset_24(const struct fields *f)
{
    uint32_t sign = field(f, 'y');
    uint32_t i1 = ~(field(f, 'x') ^ sign) & 1u;
    uint32_t i2 = ~(field(f, 'o') ^ sign) & 1u;
    uint32_t raw = sign << 23 | i1 << 22 | i2 << 21 | field(f, 'i');
    return sign_extend(raw, 24) << 1;
}

static uint32_t branch_offset_20(const struct fields *f)
{
    uint32_t raw = field(f, 'y') << 19 | field(f, 'o') << 18 | field(f, 'x') << 17 | field(f, 'i');
    return sign_extend(raw, 20) << 1;
}

static bool decode_branch(struct insn *insn, const struct fields *f, unsigned format)
{
    switch (format) {
    case FORMAT_CBZ:
        insn->imm = (field(f, 'j') << 5 | field(f, 'i')) << 1;
        return true;
    case FORMAT_BRANCH_8:
        insn->imm = sign_extend(field(f, 'i'), 8) << 1;
        return insn->condition < 14;
    case FORMAT_BRANCH_11:
        insn->imm = sign_extend(field(f, 'i'), 11) << 1;
        return true;
    case FORMAT_BRANCH_20:
        insn->imm = branch_offset_20(f);
        return insn->condition < 14;
    default:
        insn->imm = branch_offset_24(f);
        return true;
    }
}

static bool decode_immediate(struct insn *insn, const struct fields *f, unsigned format)
{
    uint32_t raw = insn->imm;
    bool carry = false;
    switch (format) {
    case FORMAT_X2:
        insn->imm = raw << 1;
        return true;
    case FORMAT_X4:
        insn->imm = raw << 2;
        return true;
    case FORMAT_SP_X4:
        insn->rn = SP;
        insn->imm = raw << 2;
        return true;
    case FORMAT_SP_SP_X4:
        insn->rd = insn->rn = SP;
        insn->imm = raw << 2;
        return true;
    case FORMAT_MODIFIED_IMM:
        insn->imm = expand_immediate(raw, &carry);
        insn->shift_n = carry;
        return raw >> 8 == 0 || raw >> 8 > 3 || (raw & 0xFFu) != 0;
    case FORMAT_NEGATIVE:
        insn->imm = -raw;
        return true;
    case FORMAT_IMM_16_D:
        insn->rn = insn->rd;
        insn->imm = raw << 12 | field(f, 'j') << 11 | field(f, 'k');
        return true;
    case FORMAT_IMM_16:
        insn->imm = raw << 12 | field(f, 'j') << 11 | field(f, 'k');
        return true;
    case FORMAT_PLUS_1:
        insn->imm = raw + 1;
        return true;
    case FORMAT_SATURATE_PLUS_1:
    case FORMAT_SATURATE:
        insn->imm = raw + (format == FORMAT_SATURATE_PLUS_1);
        set_shift(insn, field(f, 'y') << 1, field(f, 's'));
        return insn->shift_type == SHIFT_LSL || field(f, 's') != 0;
    case FORMAT_BIT_FIELD_PLUS_1:
        insn->shift_n = (uint8_t)field(f, 's');
        insn->imm = raw + 1;
        return insn->shift_n + insn->imm <= 32;
    case FORMAT_BIT_FIELD_MSB:
        insn->shift_n = (uint8_t)field(f, 's');
        insn->imm = raw + 1 - insn->shift_n;
        return raw >= insn->shift_n;
    case FORMAT_SYSTEM:
        insn->ra = NO_REGISTER;
        insn->shift_n = (uint8_t)field(f, 'j');
        return raw < 4 ? insn->shift_n != 0 : insn->shift_n == 2;
    case FORMAT_CPS:
        insn->imm = field(f, 'o') << 2 | field(f, 'j') << 1 | field(f, 'k');
        return (insn->imm & 3u) != 0;
    case FORMAT_IT: /* AL allows no Else */
        return insn->condition < 14 || (insn->condition == 14 && (raw & (raw - 1)) == 0);
    case FORMAT_HALVES:
        insn->imm = field(f, 'x') << 1 | field(f, 'y');
        return true;
    case FORMAT_COPROCESSOR:
        insn->shift_n = (uint8_t)(raw >> 8 & 0xFu);
        return insn->shift_n != 10 && insn->shift_n != 11;
    case FORMAT_EXCHANGE:
        insn->imm = field(f, 'x');
        return true;
    default:
        return true;
    }
}

static bool decode_memory(struct insn *insn, const struct fields *f, unsigned format)
{
    uint32_t raw = insn->imm;
    switch (format) {
    case FORMAT_STREX_X4:
    case FORMAT_STREX:
        insn->imm = format == FORMAT_STREX_X4 ? raw << 2 : 0;
        insn->ra = (uint8_t)field(f, 'd');
        return insn->ra != insn->rn && insn->ra != insn->rd;
    case FORMAT_LITERAL_X4:
    case FORMAT_INDEX_X4:
        insn->imm = field(f, 'U') != 0 ? raw << 2 : -(raw << 2);
        return true;
    case FORMAT_INDEX_W:
        insn->imm = field(f, 'U') != 0 ? raw : -raw;
        return insn->rn != insn->rd;
    case FORMAT_INDEX_W_X4:
        insn->imm = field(f, 'U') != 0 ? raw << 2 : -(raw << 2);
        return insn->rn != insn->rd && insn->rn != insn->ra;
    case FORMAT_INDEX_REG:
        insn->shift_n = (uint8_t)field(f, 's');
        return true;
    default: /* FORMAT_LITERAL, FORMAT_INDEX */
        insn->imm = field(f, 'U') != 0 ? raw : -raw;
        return true;
    }
}

static bool decode_shifted(struct insn *insn, const struct fields *f, unsigned format)
{
    switch (format) {
    case FORMAT_SHIFTED:
        set_shift(insn, field(f, 'y'), field(f, 's'));
        if (is_shifted(insn))
            set_op(insn, insn->op + 2u);
        return true;
    case FORMAT_SHIFTED_COMPARE:
        set_shift(insn, field(f, 'y'), field(f, 's'));
        if (is_shifted(insn))
            set_op(insn, insn->op + 1u);
        return true;
    case FORMAT_PACK_LSL:
        set_shift(insn, SHIFT_LSL, field(f, 's'));
        return true;
    case FORMAT_PACK_ASR:
        set_shift(insn, SHIFT_ASR, field(f, 's'));
        return true;
    case FORMAT_ROTATION:
        insn->shift_type = SHIFT_ROR;
        insn->shift_n = (uint8_t)(field(f, 's') << 3);
        return true;
    default: /* FORMAT_SHIFTED_ONLY */
        set_shift(insn, field(f, 'y'), field(f, 's'));
        return true;
    }
}

static bool decode_register(struct insn *insn, const struct fields *f, unsigned format)
{
    switch (format) {
    case FORMAT_RDN:
    case FORMAT_RDN_HIGH:
        insn->rn = insn->rd;
        return true;
    case FORMAT_CMP_HIGH:
        return insn->rn != PC && insn->rm != PC && (insn->rn >= 8 || insn->rm >= 8);
    case FORMAT_NOT_PC:
        return insn->rm != PC;
    case FORMAT_TWICE:
        return insn->rn == insn->rm;
    case FORMAT_RDM:
        insn->rm = insn->rd;
        return true;
    case FORMAT_RDN_LSL:
    case FORMAT_RDN_LSR:
    case FORMAT_RDN_ASR:
    case FORMAT_RDN_ROR:
        insn->rn = insn->rd;
        insn->shift_type = (uint8_t)(format - FORMAT_RDN_LSL);
        return true;
    case FORMAT_REG_LSL:
    case FORMAT_REG_LSR:
    case FORMAT_REG_ASR:
    case FORMAT_REG_ROR:
        insn->shift_type = (uint8_t)(format - FORMAT_REG_LSL);
        return true;
    default: /* FORMAT_SHIFT_LSL, _LSR, _ASR */
        set_shift(insn, format - FORMAT_SHIFT_LSL, field(f, 'i'));
        insn->imm = insn->shift_n;
        /* LSL #0 is MOVS: the carry stays. */
        return true;
    }
}

static bool decode_format(struct insn *insn, const struct fields *f, unsigned format)
{
    if (format >= FORMAT_FP)
        return operands_decode_float(insn, f, (enum format)format);
    if (format <= FORMAT_X4)
        return decode_immediate(insn, f, format);
    if (format <= FORMAT_SHIFT_ASR)
        return decode_register(insn, f, format);
    if (format == FORMAT_CBZ || (format >= FORMAT_BRANCH_8 && format <= FORMAT_BRANCH_24))
        return decode_branch(insn, f, format);
    if (format == FORMAT_PUSH || format == FORMAT_POP ||
        (format >= FORMAT_LIST && format <= FORMAT_LIST_SP))
        return decode_list(insn, f, format);
    if (format >= FORMAT_STREX && format <= FORMAT_INDEX_REG)
        return decode_memory(insn, f, format);
    if (format >= FORMAT_SHIFTED && format <= FORMAT_ROTATION)
        return decode_shifted(insn, f, format);
    return decode_immediate(insn, f, format);
}

static uint8_t register_field(const struct fields *f, const char *letters)
{
    for (; *letters != '\0'; letters++)
        if (has(f, *letters))
            return (uint8_t)field(f, *letters);
    return NO_REGISTER;
}

/* The case of a register's letter says what it may be (t16.def). */
static bool registers_ok(const struct fields *f)
{
    for (const char *letter = "dnmta"; *letter != '\0'; letter++)
        if (has(f, *letter) && (field(f, *letter) == SP || field(f, *letter) == PC))
            return false;
    for (const char *letter = "DNMTA"; *letter != '\0'; letter++)
        if (has(f, *letter) && field(f, *letter) == PC)
            return false;
    return !has(f, 'b') || field(f, 'b') != SP;
}

bool operands_decode(struct insn *insn, const struct fields *fields, enum format format)
{
    insn->rd = register_field(fields, "tTdD");
    insn->rn = register_field(fields, "nNb");
    insn->rm = register_field(fields, "mM");
    insn->ra = register_field(fields, "aA");
    insn->sd = insn->sn = insn->sm = NO_SINGLE;
    insn->imm = field(fields, 'i');
    insn->condition = (uint8_t)field(fields, 'c');
    return decode_format(insn, fields, format) && (insn->size == 2 || registers_ok(fields));
}
