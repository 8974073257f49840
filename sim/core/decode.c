/* Finds the row of an encoding and turns the bits of its letters into operands.
 * SPDX-License-Identifier: MIT
 */
#include "sim/core/insn.h"

#include <assert.h>

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
    FORMAT_COPROCESSOR
};

enum flags_rule { FLAGS_NEVER, FLAGS_S, FLAGS_OUTSIDE_IT };

/* Architectures that have a row, from the least one that does. */
enum {
    HAS_V6M = ARCH_V6M | ARCH_V7M | ARCH_V7EM | ARCH_V8M,
    HAS_V7M = ARCH_V7M | ARCH_V7EM | ARCH_V8M,
    HAS_V7EM = ARCH_V7EM | ARCH_V8M,
    HAS_V8M = ARCH_V8M
};

struct row {
    const char *pattern;
    uint8_t architectures;
    uint16_t op;
    uint8_t format;
    uint8_t flags;
};

static const struct row rows[ROWS] = {
#define I(id, pattern, arch, op, format, flags, assembly)                                          \
    {pattern, HAS_##arch, OP_##op, FORMAT_##format, FLAGS_##flags},
#include "sim/core/t16.def"
#include "sim/core/t32.def"
#undef I
};

static const uint8_t op_classes[OPS] = {
#define OP(name, class) TIMING_##class,
#include "sim/core/ops.def"
#undef OP
};

static const char *const op_names[OPS] = {
#define OP(name, class) #name,
#include "sim/core/ops.def"
#undef OP
};

#define LETTERS ('z' - 'A' + 1)

/* What matching needs, made from the pattern text. */
struct match {
    uint32_t fixed_mask, fixed_bits;
    uint32_t letters[LETTERS]; /* bits of each letter */
};

static struct match matches[ROWS];
static uint16_t narrow_row[65536];

/* Candidates of the 32-bit rows by bits [28:20] of the encoding. */
#define WIDE_BUCKETS 512
#define WIDE_BUCKET_MAX 40
static uint16_t wide_rows[WIDE_BUCKETS][WIDE_BUCKET_MAX];
static uint8_t wide_counts[WIDE_BUCKETS];
static bool ready;

enum timing_class op_timing_class(enum op op)
{
    return (enum timing_class)op_classes[op];
}

const char *op_name(enum op op)
{
    return op_names[op];
}

static size_t pattern_bits(unsigned row)
{
    return row < ROW_TST_IMM_T1 ? 16 : 32;
}

static void compile_pattern(unsigned row)
{
    struct match *match = &matches[row];
    size_t bits = pattern_bits(row);
    for (size_t i = 0; i < bits; i++) {
        uint32_t bit = 1u << (bits - 1 - i);
        char c = rows[row].pattern[i];
        if (c == '0' || c == '1') {
            match->fixed_mask |= bit;
            match->fixed_bits |= c == '1' ? bit : 0;
        } else {
            assert(c >= 'A' && c <= 'z');
            match->letters[c - 'A'] |= bit;
        }
    }
    assert(rows[row].pattern[bits] == '\0');
}

static bool matches_row(unsigned row, uint32_t encoding)
{
    return (encoding & matches[row].fixed_mask) == matches[row].fixed_bits;
}

static void index_narrow(void)
{
    for (uint32_t encoding = 0; encoding < 65536; encoding++) {
        unsigned row = 0;
        while (row < ROW_TST_IMM_T1 && !matches_row(row, encoding))
            row++;
        narrow_row[encoding] = (uint16_t)(row < ROW_TST_IMM_T1 ? row : ROW_NONE);
    }
}

static void index_wide(void)
{
    const uint32_t key_mask = 0x1FF00000u;
    for (unsigned bucket = 0; bucket < WIDE_BUCKETS; bucket++) {
        uint32_t key = bucket << 20;
        for (unsigned row = ROW_TST_IMM_T1; row < ROWS; row++) {
            uint32_t mask = matches[row].fixed_mask & key_mask;
            if ((key & mask) != (matches[row].fixed_bits & mask))
                continue;
            assert(wide_counts[bucket] < WIDE_BUCKET_MAX);
            wide_rows[bucket][wide_counts[bucket]++] = (uint16_t)row;
        }
    }
}

void decode_init(void)
{
    if (ready)
        return;
    for (unsigned row = 0; row < ROWS; row++)
        compile_pattern(row);
    index_narrow();
    index_wide();
    ready = true;
}

static unsigned find_row(enum architecture architecture, uint32_t encoding, bool wide)
{
    if (!wide) {
        unsigned row = narrow_row[encoding];
        return row != ROW_NONE && (rows[row].architectures & architecture) != 0 ? row : ROW_NONE;
    }
    unsigned bucket = encoding >> 20 & (WIDE_BUCKETS - 1);
    for (unsigned i = 0; i < wide_counts[bucket]; i++) {
        unsigned row = wide_rows[bucket][i];
        if (matches_row(row, encoding) && (rows[row].architectures & architecture) != 0)
            return row;
    }
    return ROW_NONE;
}

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

struct fields {
    uint32_t encoding;
    const struct match *match;
};

static uint32_t field(const struct fields *fields, char letter)
{
    return gather(fields->encoding, fields->match->letters[letter - 'A']);
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
        insn->shift_n = (uint8_t)field(f, 'j');
        return true;
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

/* False: the operands make the encoding UNDEFINED or UNPREDICTABLE. */
static bool decode_operands(struct insn *insn, const struct fields *f, unsigned format)
{
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

static bool sets_flags(const struct row *row, const struct fields *f, bool in_it)
{
    switch (row->flags) {
    case FLAGS_S:
        return field(f, 'S') != 0;
    case FLAGS_OUTSIDE_IT:
        return !in_it;
    default:
        return false;
    }
}

/* SP as the destination of arithmetic has operations of its own. False: UNPREDICTABLE, the base is
 * another register or the shift is not one of an address. */
static bool redirect_sp(struct insn *insn)
{
    if (insn->rd != SP)
        return true;
    bool adds = insn->op >= OP_add_i && insn->op <= OP_adds_rs;
    if (adds || (insn->op >= OP_sub_i && insn->op <= OP_subs_rs)) {
        int shift = adds ? OP_sp_add_i - OP_add_i : OP_sp_sub_i - OP_sub_i;
        set_op(insn, insn->op + (unsigned)shift);
        return insn->rn == SP && insn->shift_type == SHIFT_LSL && insn->shift_n <= 3;
    }
    if (insn->op == OP_mov_r) {
        set_op(insn, OP_sp_mov_r);
        return insn->size == 2 || insn->rm != SP;
    }
    return true;
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

/* Rules that a whole class shares: the two destinations differ, branches and masks have no place in
 * an IT block. */
static bool class_ok(const struct insn *insn, bool in_it)
{
    enum timing_class class = op_timing_class(insn->op);
    if (class == TIMING_MULTIPLY_LONG || class == TIMING_LOAD_PAIR)
        return insn->rd != insn->ra;
    return !in_it || (insn->op != OP_b_cond && insn->op != OP_cbz && insn->op != OP_cbnz &&
                      insn->op != OP_it && insn->op != OP_cps);
}

static struct insn undefined(uint32_t encoding, bool wide)
{
    return (struct insn){.op = OP_udf,
                         .row = ROW_NONE,
                         .size = wide ? 4 : 2,
                         .rd = NO_REGISTER,
                         .rn = NO_REGISTER,
                         .rm = NO_REGISTER,
                         .ra = NO_REGISTER,
                         .imm = encoding};
}

struct insn decode(enum architecture architecture, uint16_t first, uint16_t second, bool in_it)
{
    bool wide = decode_is_wide(first);
    uint32_t encoding = wide ? (uint32_t)first << 16 | second : first;
    unsigned index = find_row(architecture, encoding, wide);
    if (index == ROW_NONE)
        return undefined(encoding, wide);

    const struct row *row = &rows[index];
    struct fields f = {encoding, &matches[index]};
    struct insn insn = {.op = row->op, .row = (uint16_t)index, .size = wide ? 4 : 2};
    insn.rd = register_field(&f, "tTdD");
    insn.rn = register_field(&f, "nNb");
    insn.rm = register_field(&f, "mM");
    insn.ra = register_field(&f, "aA");
    insn.imm = field(&f, 'i');
    insn.condition = (uint8_t)field(&f, 'c');
    if (!decode_operands(&insn, &f, row->format) || !class_ok(&insn, in_it) ||
        (wide && !registers_ok(&f)))
        return undefined(encoding, wide);
    if (sets_flags(row, &f, in_it)) {
        insn.sets_flags = 1;
        set_op(&insn, insn.op + 1u);
    } else if (op_timing_class(insn.op) == TIMING_COMPARE) {
        insn.sets_flags = 1;
    }
    return redirect_sp(&insn) ? insn : undefined(encoding, wide);
}

bool op_ends_block(enum op op)
{
    static const bool ends[TIMING_CLASSES] = {
        [TIMING_LOAD_PC] = true,      [TIMING_BRANCH] = true,    [TIMING_BRANCH_REGISTER] = true,
        [TIMING_BRANCH_TABLE] = true, [TIMING_EXCEPTION] = true, [TIMING_MSR] = true,
        [TIMING_CPS] = true,          [TIMING_ISB] = true,       [TIMING_SLEEP] = true,
    };
    if (op_timing_class(op) == TIMING_LOAD_MULTIPLE)
        return op >= OP_ldm_pc;
    return ends[op_timing_class(op)] || op == OP_sev;
}
