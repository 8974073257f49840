/* Short random programs for comparing executions.
 * SPDX-License-Identifier: MIT
 */
#include "tests/isa/program.h"

#include <string.h>

#include "sim/core/insn.h"
#include "tests/isa/encodings.h"
#include "tests/isa/random.h"
#include "tests/isa/random_single.h"

enum {
    UNITS_MAX = 8,   /* an instruction, or an IT block of up to four */
    CODE_ROOM = 480, /* of a slot, in bytes */
    UNIT_BYTES_MAX = 2 + 4 * (4 + 4 * 4),
    TRIES = 1000, /* to find out whether programs may have a row */
    CHOICES = 64  /* of encodings of a row; some have few that are allowed */
};

static bool is_branch(const struct insn *insn)
{
    switch ((unsigned)op_timing_class((enum op)insn->op)) {
    case TIMING_BRANCH:
    case TIMING_BRANCH_REGISTER:
    case TIMING_BRANCH_TABLE:
    case TIMING_LOAD_PC:
        return true;
    case TIMING_LOAD_MULTIPLE:
        return insn->op >= OP_ldm_pc;
    default:
        return false;
    }
}

static bool is_exclusive(const struct insn *insn)
{
    switch ((unsigned)insn->op) {
    case OP_ldrex:
    case OP_ldrexb:
    case OP_ldrexh:
    case OP_strex:
    case OP_strexb:
    case OP_strexh:
        return true;
    default:
        return false;
    }
}

static bool is_store(const struct insn *insn)
{
    unsigned class = op_timing_class((enum op)insn->op);
    return class == TIMING_STORE || class == TIMING_STORE_PAIR || class == TIMING_STORE_MULTIPLE ||
           class == TIMING_FP_STORE || class == TIMING_FP_STORE_PAIR ||
           class == TIMING_FP_STORE_MULTIPLE;
}

static bool is_memory(const struct insn *insn)
{
    unsigned class = op_timing_class((enum op)insn->op);
    return is_store(insn) || class == TIMING_LOAD || class == TIMING_LOAD_PAIR ||
           class == TIMING_LOAD_MULTIPLE || class == TIMING_LOAD_PC ||
           class == TIMING_BRANCH_TABLE || class == TIMING_FP_LOAD ||
           class == TIMING_FP_LOAD_PAIR || class == TIMING_FP_LOAD_MULTIPLE;
}

static bool writes_back(const struct insn *insn)
{
    const char *name = op_name((enum op)insn->op);
    return strstr(name, "_pre") != NULL || strstr(name, "_post") != NULL;
}

static bool unicorn_leaves_out(const struct target *target, const struct insn *insn, bool in_it)
{
#define LEFT_OUT(condition, reason)                                                                \
    if (condition)                                                                                 \
        return true;
#include "tests/isa/unicorn.def"
    return false;
}

static bool qemu_leaves_out(const struct target *target, const struct insn *insn)
{
#define LEFT_OUT(condition, reason)                                                                \
    if (condition)                                                                                 \
        return true;
#include "tests/isa/qemu.def"
    return false;
}

static bool is_left_out(const struct target *target, const struct insn *insn, bool in_it)
{
    return target->oracle == ORACLE_QEMU ? qemu_leaves_out(target, insn)
                                         : unicorn_leaves_out(target, insn, in_it);
}

static uint32_t random_value(uint64_t *random)
{
    static const uint16_t halves[] = {0, 1, 0x7FFF, 0x8000, 0xFFFF, 0x00FF, 0xFF00, 0x8080};
    uint32_t word = random_word(random);
    switch (random_below(random, 8)) {
    case 0:
        return word & 0xFFu;
    case 1:
        return word | 0xFFFFFF00u;
    case 2:
        return 0x80000000u ^ (word & 0xFu);
    case 3:
        return (uint32_t)halves[word & 7u] << 16 | halves[word >> 8 & 7u];
    case 4:
        return 1u << (word & 31u);
    default:
        return word;
    }
}

static void put(struct program *program, uint32_t encoding, bool wide, unsigned row)
{
    program->instruction[program->count++] =
        (struct program_instruction){encoding, wide, (uint16_t)row};
}

/* MOVW (T3) or MOVT (T1): imm4, i, imm3, imm8 apart. */
static void put_move(struct program *program, uint32_t opcode, unsigned reg, uint32_t half,
                     unsigned row)
{
    uint32_t bits = (half >> 12 & 0xFu) << 16 | (half >> 11 & 1u) << 26 | (half >> 8 & 7u) << 12 |
                    (half & 0xFFu);
    put(program, opcode | bits | reg << 8, true, row);
}

/* ARMv6-M, low registers: MOVS, then LSLS #8 and ADDS for each further byte. */
static void put_set_narrow(struct program *program, unsigned reg, uint32_t value)
{
    unsigned shift = 24;
    while (shift > 0 && value >> shift == 0)
        shift -= 8;
    put(program, 0x2000u | reg << 8 | (value >> shift & 0xFFu), false, ROW_MOV_IMM_T1);
    while (shift > 0) {
        shift -= 8;
        put(program, 0x0200u | reg << 3 | reg, false, ROW_LSL_IMM_T1);
        put(program, 0x3000u | reg << 8 | (value >> shift & 0xFFu), false, ROW_ADD_IMM_T2);
    }
}

static void put_set(struct program *program, unsigned reg, uint32_t value)
{
    if (program->target->architecture == ARCH_V6M) {
        put_set_narrow(program, reg, value);
        return;
    }
    put_move(program, 0xF2400000u, reg, value & 0xFFFFu, ROW_MOV_IMM_T3);
    if (value >> 16 != 0)
        put_move(program, 0xF2C00000u, reg, value >> 16, ROW_MOVT_T1);
}

/* MOV Rd, Rm of any registers. */
static void put_copy(struct program *program, unsigned rd, unsigned rm)
{
    put(program, 0x4600u | (rd & 8u) << 4 | rm << 3 | (rd & 7u), false, ROW_MOV_REG_T1);
}

/* ARMv6-M: clears the lowest bits of a register. */
static void put_clear_narrow(struct program *program, unsigned reg, uint32_t bits)
{
    unsigned low = reg & 7u;
    if (low != reg)
        put_copy(program, low, reg);
    put(program, 0x0800u | bits << 6 | low << 3 | low, false, ROW_LSR_IMM_T1);
    put(program, bits << 6 | low << 3 | low, false, ROW_LSL_IMM_T1);
    if (low != reg)
        put_copy(program, reg, low);
}

/* Clears bits 1:0 of a register. */
static void put_align(struct program *program, unsigned reg)
{
    if (program->target->architecture == ARCH_V6M)
        put_clear_narrow(program, reg, 2);
    else /* BIC Rm, Rm, #3 */
        put(program, 0xF0200003u | reg << 16 | reg << 8, true, ROW_BIC_IMM_T1);
}

/* Registers that make a memory instruction hit the data. And on ARMv6-M, MSR is not given Q and GE,
 * which the oracles would keep for a later MRS though it has neither: tests/sim/semantics.def. */
static void put_set_up(struct program *program, const struct insn *insn, uint64_t *random)
{
    if (insn->rd == SP && (insn->rm < SP || insn->rm == LR))
        put_align(program, insn->rm);
    if (insn->op == OP_msr && program->target->architecture == ARCH_V6M)
        put_clear_narrow(program, insn->rn, 28);
    if (!is_memory(insn))
        return;
    uint32_t base = program->target->data + program->target->data_size / 2 +
                    random_below(random, 0x1000) - 0x800;
    if (random_below(random, 8) != 0)
        base &= ~3u;
    if (insn->rn < SP || insn->rn == LR)
        put_set(program, insn->rn, base);
    if (insn->rm < SP || insn->rm == LR) /* only words from aligned addresses on ARMv6-M */
        put_set(program, insn->rm,
                random_below(random, 64) & (program->target->architecture == ARCH_V6M ? ~3u : ~0u));
}

struct choice {
    struct program_instruction instruction;
    struct insn insn;
};

static struct choice random_choice(const struct target *target, unsigned row, uint64_t *random,
                                   bool in_it)
{
    bool wide = row >= encodings_first_wide_row();
    uint32_t encoding = encodings_random(row, random);
    uint16_t first = (uint16_t)(wide ? encoding >> 16 : encoding);
    struct insn insn = decode(target->architecture, first, (uint16_t)encoding, in_it);
    return (struct choice){{encoding, wide, insn.row}, insn};
}

static bool may_have(const struct target *target, unsigned row)
{
    uint64_t random = row;
    for (unsigned k = 0; k < TRIES; k++) {
        struct choice choice = random_choice(target, row, &random, false);
        if (choice.insn.row == row && !is_left_out(target, &choice.insn, false))
            return true;
    }
    return false;
}

struct rows {
    const struct target *of;
    unsigned count, first_float, floats; /* the FPU's lie together */
    uint16_t row[ROWS];
};

/* Those that programs for the target may have, in order. */
static const struct rows *rows_for(const struct target *target)
{
    static struct rows rows;
    if (rows.of == target)
        return &rows;
    rows = (struct rows){.of = target};
    for (unsigned row = 0; row < ROWS; row++) {
        if (row == ROW_VMLA_T1)
            rows.first_float = rows.count;
        if (!may_have(target, row))
            continue;
        rows.row[rows.count++] = (uint16_t)row;
        rows.floats += row >= ROW_VMLA_T1 && row <= ROW_VMRS_T1;
    }
    return &rows;
}

static unsigned random_row(const struct target *target, uint64_t *random)
{
    const struct rows *rows = rows_for(target);
    if (rows->floats != 0 && random_below(random, 4) == 0)
        return rows->row[rows->first_float + random_below(random, rows->floats)];
    return rows->row[random_below(random, rows->count)];
}

/* A program may have it here. */
static bool is_allowed(const struct program *program, const struct insn *insn, bool in_it,
                       bool may_branch)
{
    return insn->row < ROWS && !is_left_out(program->target, insn, in_it) &&
           (may_branch || !is_branch(insn)) &&
           !(is_exclusive(insn) && (program->exclusive || in_it)) &&
           !(is_memory(insn) && insn->rm == insn->rn && insn->rm != NO_REGISTER);
}

/* A random instruction of any row that a program may have. */
static struct choice choose(const struct program *program, uint64_t *random, bool in_it,
                            bool may_branch)
{
    for (;;) {
        unsigned row = random_row(program->target, random);
        for (unsigned k = 0; k < CHOICES; k++) {
            struct choice choice = random_choice(program->target, row, random, in_it);
            if (is_allowed(program, &choice.insn, in_it, may_branch))
                return choice;
        }
    }
}

/* IT with count instructions behind it; else_bits: bit k says that number k + 2 is an Else. */
static uint32_t encode_it(unsigned condition, unsigned count, uint32_t else_bits)
{
    uint32_t mask = 1u << (4 - count);
    for (unsigned k = 0; k + 1 < count; k++)
        mask |= ((condition & 1u) ^ (else_bits >> k & 1u)) << (3 - k);
    return 0xBF00u | condition << 4 | mask;
}

static void put_choice(struct program *program, const struct choice *choice)
{
    put(program, choice->instruction.encoding, choice->instruction.wide, choice->instruction.row);
    program->stores |= is_store(&choice->insn);
    program->branch_last |= is_branch(&choice->insn);
    program->exclusive |= is_exclusive(&choice->insn);
}

static void put_it_block(struct program *program, uint64_t *random, bool last)
{
    struct choice choices[4];
    unsigned count = 1 + random_below(random, 4);
    unsigned condition = random_below(random, 14);
    /* An instruction of the block may change another one's base; QEMU's boards have other memories
     * and devices than ours, so that its programs must not stray. */
    bool may_stray = program->target->oracle != ORACLE_QEMU;
    for (unsigned k = 0; k < count; k++) {
        do
            choices[k] = choose(program, random, true, last && k + 1 == count);
        while (!may_stray && k > 0 && is_memory(&choices[k].insn));
        put_set_up(program, &choices[k].insn, random);
    }
    put(program, encode_it(condition, count, random_word(random)), false, ROW_IT_T1);
    for (unsigned k = 0; k < count; k++)
        put_choice(program, &choices[k]);
}

static void put_single(struct program *program, uint64_t *random, bool last)
{
    struct choice choice = choose(program, random, false, last);
    put_set_up(program, &choice.insn, random);
    put_choice(program, &choice);
}

/* A load and a store exclusive of the same address and size. What a store to another address does
 * is IMPLEMENTATION DEFINED, so a program has no more of them. */
static void put_exclusive_pair(struct program *program, uint64_t *random)
{
    static const uint32_t loads[] = {0xE8D00F4Fu, 0xE8D00F5Fu, 0xE8D00FCFu, 0xE8D00FDFu,
                                     0xE8D00FEFu};
    static const unsigned load_rows[] = {ROW_LDREXB_T1, ROW_LDREXH_T1, ROW_LDAEXB_T1, ROW_LDAEXH_T1,
                                         ROW_LDAEX_T1};
    static const uint32_t stores[] = {0xE8C00F40u, 0xE8C00F50u, 0xE8C00FC0u, 0xE8C00FD0u,
                                      0xE8C00FE0u};
    static const unsigned store_rows[] = {ROW_STREXB_T1, ROW_STREXH_T1, ROW_STLEXB_T1,
                                          ROW_STLEXH_T1, ROW_STLEX_T1};
    unsigned kind = random_below(random, program->target->architecture == ARCH_V8M ? 5 : 2);
    uint32_t rn = random_below(random, 4), rt = 4 + random_below(random, 4);
    uint32_t rd = 8 + random_below(random, 4);
    put_set(program, rn, program->target->data + 4 * random_below(random, 256));
    put(program, loads[kind] | rn << 16 | rt << 12, true, load_rows[kind]);
    put(program, stores[kind] | rn << 16 | rt << 12 | rd, true, store_rows[kind]);
    program->exclusive = program->stores = true;
}

uint32_t program_address(const struct program *program, unsigned n)
{
    uint32_t address = program->address;
    for (unsigned k = 0; k < n; k++)
        address += program->instruction[k].wide ? 4 : 2;
    return address;
}

/* NZCV; Q but on ARMv6-M; GE with the DSP extension. */
static uint32_t apsr_bits(enum architecture architecture)
{
    switch (architecture) {
    case ARCH_V6M:
        return 0xF0000000u;
    case ARCH_V7M:
        return 0xF8000000u;
    case ARCH_V7EM:
    case ARCH_V8M:
        break;
    }
    return 0xF80F0000u;
}

/* Unicorn's first floating-point instruction begins a context and forgets FPSCR. */
static void put_float_state(struct program *program, uint64_t *random)
{
    for (unsigned reg = 0; reg < 32; reg++)
        program->s[reg] = random_single(random);
    program->fpscr = random_fpscr(random);
    put_set(program, 0, program->fpscr);
    put(program, 0xEEE10A10u, true, ROW_VMSR_T1);
}

void program_make(struct program *program, const struct target *target, uint64_t seed,
                  uint64_t index)
{
    bool has_v7m = target->architecture != ARCH_V6M; /* IT blocks, exclusives */
    uint64_t random = seed * 0x9E3779B97F4A7C15u + index;
    random = random_next(&random);
    memset(program, 0, sizeof *program);
    program->target = target;
    program->address = target->code + (uint32_t)(index % program_slots(target)) * PROGRAM_SLOT +
                       2 * random_below(&random, 2);
    for (unsigned reg = 0; reg < 15; reg++)
        program->r[reg] = random_value(&random);
    /* QEMU's programs begin with an exception return, from a frame that is aligned. */
    uint32_t alignment = target->oracle == ORACLE_QEMU ? 7u : 3u;
    program->r[SP] =
        target->data + target->data_size / 2 + (random_below(&random, 0x800) & ~alignment);
    program->apsr = random_word(&random) & apsr_bits(target->architecture);
    if (has_fpu(target))
        put_float_state(program, &random);
    if (has_v7m) /* CLREX: what an earlier program left of the exclusive monitor is gone. */
        put(program, 0xF3BF8F2Fu, true, ROW_CLREX_T1);

    unsigned units = 1 + random_below(&random, UNITS_MAX);
    for (unsigned k = 0; k < units && !program->branch_last; k++) {
        bool last = k + 1 == units;
        uint32_t used = program_address(program, program->count) - program->address;
        if (used + UNIT_BYTES_MAX > CODE_ROOM || program->count + 24 > PROGRAM_MAX)
            return;
        if (has_v7m && !program->exclusive && random_below(&random, 32) == 0)
            put_exclusive_pair(program, &random);
        else if (has_v7m && random_below(&random, 4) == 0)
            put_it_block(program, &random, last);
        else
            put_single(program, &random, last);
    }
}

uint32_t program_code(const struct program *program, uint8_t *code)
{
    uint32_t size = 0;
    for (unsigned k = 0; k < program->count; k++) {
        uint32_t encoding = program->instruction[k].encoding;
        if (program->instruction[k].wide) {
            code[size++] = (uint8_t)(encoding >> 16);
            code[size++] = (uint8_t)(encoding >> 24);
        }
        code[size++] = (uint8_t)encoding;
        code[size++] = (uint8_t)(encoding >> 8);
    }
    return size;
}

void program_fill_memory(const struct target *target, uint8_t *code, uint8_t *data)
{
    uint64_t random = 1;
    for (uint32_t i = 0; i < target->code_size; i++)
        code[i] = (uint8_t)random_word(&random);
    for (uint32_t i = 0; i < target->data_size; i++)
        data[i] = (uint8_t)random_word(&random);
}
