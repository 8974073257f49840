/* Writes Thumb code.
 * SPDX-License-Identifier: MIT
 */
#include "tests/guest/emit.h"

#include <assert.h>

#include "tests/isa/encodings.h"
#include "tests/isa/random.h"

enum { ALWAYS = 14, TRIES = 100000 };

uint32_t emit_free_registers(const struct emitter *e)
{
    return (e->in_handler ? 0x100Fu : 0x1F7Fu) & ~e->kept;
}

uint32_t emit_below(struct emitter *e, uint32_t limit)
{
    return random_below(e->random, limit);
}

void emit_16(struct emitter *e, unsigned half)
{
    assert(e->halves < EMIT_HALVES_MAX);
    e->half[e->halves++] = (uint16_t)half;
}

void emit_32(struct emitter *e, uint32_t encoding)
{
    emit_16(e, encoding >> 16);
    emit_16(e, encoding & 0xFFFFu);
}

unsigned emit_low(struct emitter *e, unsigned other)
{
    unsigned reg;
    do
        reg = emit_below(e, 7);
    while (reg == other || (emit_free_registers(e) >> reg & 1u) == 0);
    return reg;
}

/* ---- constants ---- */

static void emit_move(struct emitter *e, uint32_t opcode, unsigned reg, uint32_t half)
{
    emit_32(e, opcode | (half >> 12 & 0xFu) << 16 | (half >> 11 & 1u) << 26 |
                   (half >> 8 & 7u) << 12 | reg << 8 | (half & 0xFFu));
}

/* LDR of a word that a branch jumps over. */
static void emit_literal(struct emitter *e, unsigned reg, uint32_t value)
{
    bool aligned = (emit_here(e) & 2u) == 0;
    emit_16(e, 0x4800u | reg << 8 | (aligned ? 0 : 1));
    emit_16(e, aligned ? 0xE001u : 0xE002u);
    if (!aligned)
        emit_16(e, 0xBF00u);
    emit_16(e, value & 0xFFFFu);
    emit_16(e, value >> 16);
}

void emit_constant(struct emitter *e, unsigned reg, uint32_t value)
{
    if (value < 256 && emit_below(e, 2) == 0) {
        emit_16(e, 0x2000u | reg << 8 | value);
    } else if (emit_has_v7m(e) && emit_below(e, 3) != 0) {
        emit_move(e, 0xF2400000u, reg, value & 0xFFFFu);
        if (value >> 16 != 0)
            emit_move(e, 0xF2C00000u, reg, value >> 16);
    } else {
        emit_literal(e, reg, value);
    }
}

void emit_store(struct emitter *e, uint32_t address, uint32_t value, unsigned size)
{
    static const uint16_t opcodes[] = {0, 0x7000, 0x8000, 0, 0x6000};
    unsigned base = emit_low(e, 8), data = emit_low(e, base);
    emit_constant(e, base, address);
    emit_constant(e, data, value);
    emit_16(e, opcodes[size] | base << 3 | data);
}

/* ---- random instructions ---- */

static bool only_computes(const struct insn *insn)
{
    switch ((unsigned)op_timing_class((enum op)insn->op)) {
    case TIMING_ALU:
    case TIMING_ALU_SHIFT:
    case TIMING_COMPARE:
    case TIMING_MULTIPLY:
    case TIMING_MULTIPLY_16:
    case TIMING_MULTIPLY_LONG:
    case TIMING_DSP:
    case TIMING_DIVIDE:
        return true;
    case TIMING_NOP:
        return insn->op == OP_nop || insn->op == OP_pld;
    default:
        return false;
    }
}

static bool is_float(const struct insn *insn)
{
    switch ((unsigned)op_timing_class((enum op)insn->op)) {
    case TIMING_FP_ADD:
    case TIMING_FP_MUL:
    case TIMING_FP_MAC:
    case TIMING_FP_DIV:
    case TIMING_FP_SQRT:
    case TIMING_FP_MOVE:
    case TIMING_FP_CONVERT:
    case TIMING_FP_COMPARE:
        return true;
    default:
        return false;
    }
}

static bool is_access(const struct insn *insn)
{
    switch ((unsigned)op_timing_class((enum op)insn->op)) {
    case TIMING_LOAD:
    case TIMING_LOAD_PAIR:
    case TIMING_STORE:
    case TIMING_STORE_PAIR:
        return true;
    default:
        return false;
    }
}

static bool is_free(const struct emitter *e, unsigned reg)
{
    return reg == NO_REGISTER || (reg < 16 && (emit_free_registers(e) >> reg & 1u) != 0);
}

struct choice {
    uint32_t encoding;
    bool wide;
    struct insn insn;
};

/* One that uses no register but those that are free. */
static struct choice choose(struct emitter *e, bool in_it, bool (*fits)(const struct insn *))
{
    for (unsigned k = 0; k < TRIES; k++) {
        unsigned row = emit_below(e, ROWS);
        bool wide = row >= encodings_first_wide_row();
        uint32_t encoding = encodings_random(row, e->random);
        uint16_t first = (uint16_t)(wide ? encoding >> 16 : encoding);
        struct insn insn = decode(e->architecture, first, (uint16_t)encoding, in_it);
        bool free = is_float(&insn) || (is_free(e, insn.rd) && is_free(e, insn.rn) &&
                                        is_free(e, insn.rm) && is_free(e, insn.ra));
        if (insn.row < ROWS && fits(&insn) && free)
            return (struct choice){encoding, wide, insn};
    }
    assert(false && "a row fits");
    return (struct choice){0xBF00u, false, {0}};
}

static void emit_choice(struct emitter *e, const struct choice *choice)
{
    if (choice->wide)
        emit_32(e, choice->encoding);
    else
        emit_16(e, choice->encoding);
}

void emit_filler(struct emitter *e, bool in_it)
{
    struct choice choice = choose(e, in_it, only_computes);
    emit_choice(e, &choice);
}

void emit_float(struct emitter *e, bool in_it)
{
    struct choice choice = choose(e, in_it, is_float);
    emit_choice(e, &choice);
}

void emit_fillers(struct emitter *e, unsigned max)
{
    for (unsigned k = emit_below(e, max + 1); k > 0; k--)
        emit_filler(e, false);
}

static bool needs_words(const struct insn *insn)
{
    unsigned class = op_timing_class((enum op)insn->op);
    return class == TIMING_LOAD_PAIR || class == TIMING_STORE_PAIR || insn->op == OP_ldrex ||
           insn->op == OP_ldrexh || insn->op == OP_strex || insn->op == OP_strexh ||
           insn->op == OP_lda || insn->op == OP_ldah || insn->op == OP_stl || insn->op == OP_stlh;
}

/* Only a low base can be set up, and an address must be a multiple of what is accessed where the
 * core or the instruction asks for that. */
static bool is_simple_access(const struct emitter *e, const struct insn *insn)
{
    bool any = emit_has_v7m(e) && !needs_words(insn);
    return insn->rn < 7 && (insn->rm == NO_REGISTER || (insn->rm < 7 && insn->rm != insn->rn)) &&
           (any || (insn->imm & 3u) == 0);
}

void emit_access(struct emitter *e, uint32_t base)
{
    struct choice choice;
    do
        choice = choose(e, false, is_access);
    while (!is_simple_access(e, &choice.insn));
    bool any = emit_has_v7m(e) && !needs_words(&choice.insn);
    emit_constant(e, choice.insn.rn, base + (any && emit_below(e, 4) == 0 ? emit_below(e, 4) : 0));
    if (choice.insn.rm < 7)
        emit_constant(e, choice.insn.rm, emit_below(e, 64) & (any ? ~0u : ~3u));
    emit_choice(e, &choice);
}

/* ---- control flow ---- */

void emit_it(struct emitter *e, unsigned count)
{
    unsigned condition = emit_below(e, ALWAYS);
    uint32_t mask = 1u << (4 - count);
    for (unsigned k = 0; k + 1 < count; k++)
        mask |= ((condition & 1u) ^ emit_below(e, 2)) << (3 - k);
    emit_16(e, 0xBF00u | condition << 4 | mask);
}

unsigned emit_skip(struct emitter *e, unsigned condition)
{
    emit_16(e, condition < ALWAYS ? 0xD000u | condition << 8 : 0xE000u);
    return e->halves - 1;
}

void emit_land(struct emitter *e, unsigned skip)
{
    unsigned offset = e->halves - skip; /* in half-words, from the branch */
    if (offset == 1) {
        emit_16(e, 0xBF00u);
        offset = 2;
    }
    assert(offset - 2 < 127);
    e->half[skip] = (uint16_t)(e->half[skip] | (offset - 2));
}

void emit_loop_back(struct emitter *e, uint32_t target)
{
    uint32_t back = (emit_here(e) + 4 - target) / 2;
    if (back <= 128) {
        emit_16(e, 0xD100u | ((0u - back) & 0xFFu));
        return;
    }
    emit_16(e, 0xD000u); /* BEQ over the B behind it */
    assert(back + 1 <= 1024);
    emit_16(e, 0xE000u | ((0u - back - 1) & 0x7FFu));
}
