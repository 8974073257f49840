/* Finds the row of an encoding and turns the bits of its letters into operands.
 * SPDX-License-Identifier: MIT
 */
#include "sim/core/insn.h"

#include <assert.h>

#include "sim/core/operands.h"

enum flags_rule { FLAGS_NEVER, FLAGS_S, FLAGS_OUTSIDE_IT };

/* Architectures that have a row, from the least one that does. */
enum {
    HAS_V6M = ARCH_V6M | ARCH_V7M | ARCH_V7EM | ARCH_V8M,
    HAS_V7M = ARCH_V7M | ARCH_V7EM | ARCH_V8M,
    HAS_V7EM = ARCH_V7EM | ARCH_V8M,
    HAS_V8M = ARCH_V8M,
    HAS_FPV4 = ARCH_V7EM | ARCH_V8M, /* Cortex-M4F, Cortex-M33; a core without FPU denies access */
    HAS_FPV5 = ARCH_V8M
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

bool op_is_float(enum op op)
{
    return op_classes[op] >= TIMING_FP_ADD && op_classes[op] <= TIMING_FP_STATUS;
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

/* Each row enters all encodings that it matches; of several rows the first one has the last word.
 */
static void index_narrow(void)
{
    for (uint32_t encoding = 0; encoding < 65536; encoding++)
        narrow_row[encoding] = ROW_NONE;
    for (unsigned row = ROW_TST_IMM_T1; row-- > 0;) {
        uint32_t variable = ~matches[row].fixed_mask & 0xFFFFu, bits = 0;
        do {
            narrow_row[matches[row].fixed_bits | bits] = (uint16_t)row;
            bits = (bits - variable) & variable;
        } while (bits != 0);
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

static bool sets_flags(const struct row *row, const struct fields *f, bool in_it)
{
    switch (row->flags) {
    case FLAGS_S:
        return operand_field(f, 'S') != 0;
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
        insn->op = (uint16_t)(insn->op + shift);
        return insn->rn == SP && insn->shift_type == SHIFT_LSL && insn->shift_n <= 3;
    }
    if (insn->op == OP_mov_r) {
        insn->op = OP_sp_mov_r;
        return insn->size == 2 || insn->rm != SP;
    }
    return true;
}

/* Floating-point encodings whose first half-word begins with 1111: they have no condition. */
static bool is_never_conditional(const struct insn *insn)
{
    return insn->op == OP_vsel || insn->op == OP_vmaxnm || insn->op == OP_vminnm ||
           insn->op == OP_vrint || insn->op == OP_vcvt_round;
}

/* Rules that a whole class shares: the two destinations differ, branches and masks have no place in
 * an IT block. */
static bool class_ok(const struct insn *insn, bool in_it)
{
    enum timing_class class = op_timing_class(insn->op);
    if (class == TIMING_MULTIPLY_LONG || class == TIMING_LOAD_PAIR)
        return insn->rd != insn->ra;
    return !in_it || (insn->op != OP_b_cond && insn->op != OP_cbz && insn->op != OP_cbnz &&
                      insn->op != OP_it && insn->op != OP_cps && !is_never_conditional(insn));
}

/* The space of coprocessors 10 and 11, where access is checked before the encoding is. */
static bool is_float_space(enum architecture architecture, uint32_t encoding)
{
    return architecture != ARCH_V6M && (encoding & 0xEC000E00u) == 0xEC000A00u &&
           (encoding & 0x03000000u) != 0x03000000u;
}

static struct insn undefined(enum architecture architecture, uint32_t encoding, bool wide)
{
    return (struct insn){.op = is_float_space(architecture, encoding) ? OP_coprocessor : OP_udf,
                         .row = ROW_NONE,
                         .size = wide ? 4 : 2,
                         .rd = NO_REGISTER,
                         .rn = NO_REGISTER,
                         .rm = NO_REGISTER,
                         .ra = NO_REGISTER,
                         .shift_n = encoding >> 8 & 0xFu,
                         .sd = NO_SINGLE,
                         .sn = NO_SINGLE,
                         .sm = NO_SINGLE,
                         .imm = encoding};
}

struct insn decode(enum architecture architecture, uint16_t first, uint16_t second, bool in_it)
{
    bool wide = decode_is_wide(first);
    uint32_t encoding = wide ? (uint32_t)first << 16 | second : first;
    unsigned index = find_row(architecture, encoding, wide);
    if (index == ROW_NONE)
        return undefined(architecture, encoding, wide);

    const struct row *row = &rows[index];
    struct fields f = {encoding, &matches[index]};
    struct insn insn = {.op = row->op, .row = (uint16_t)index, .size = wide ? 4 : 2};
    if (!operands_decode(&insn, &f, (enum format)row->format) || !class_ok(&insn, in_it))
        return undefined(architecture, encoding, wide);
    if (sets_flags(row, &f, in_it)) {
        insn.sets_flags = 1;
        insn.op++;
    } else if (op_timing_class(insn.op) == TIMING_COMPARE) {
        insn.sets_flags = 1;
    }
    return redirect_sp(&insn) ? insn : undefined(architecture, encoding, wide);
}

const struct insn *decode_remembered(struct decode_memory *memory, enum architecture architecture,
                                     uint16_t first, uint16_t second, bool in_it)
{
    uint32_t encoding = (uint32_t)first << 16 | second;
    uint32_t hash = (encoding + in_it) * UINT32_C(0x9E3779B1) >> (32 - DECODED_BITS);
    struct decoded *decoded = &memory->decoded[hash];
    if (decoded->insn.size == 0 || decoded->encoding != encoding || decoded->in_it != in_it)
        *decoded = (struct decoded){encoding, in_it, decode(architecture, first, second, in_it)};
    return &decoded->insn;
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
