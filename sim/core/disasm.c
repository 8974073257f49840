/* Writes decoded instructions as assembly text, from the text of their rows.
 * SPDX-License-Identifier: MIT
 *
 * The escapes are listed at the top of t16.def. Spelling is that of GNU objdump, which
 * tests/isa compares with, bar the rows of tests/isa/differences.def.
 */
#include "sim/core/insn.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

static const char *const templates[ROWS] = {
#define I(id, pattern, arch, op, format, flags, assembly) assembly,
#include "sim/core/t16.def"
#include "sim/core/t32.def"
#undef I
};

static const char register_names[NO_REGISTER][4] = {"r0", "r1", "r2", "r3", "r4", "r5", "r6", "r7",
                                                    "r8", "r9", "sl", "fp", "ip", "sp", "lr", "pc"};
static const char shift_names[][4] = {"lsl", "lsr", "asr", "ror", "rrx"};
static const char condition_names[16][3] = {"eq", "ne", "cs", "cc", "mi", "pl", "vs", "vc",
                                            "hi", "ls", "ge", "lt", "gt", "le", "",   ""};
static const char barrier_names[16][6] = {"", "oshld", "oshst", "osh", "", "nshld", "unst", "un",
                                          "", "ishld", "ishst", "ish", "", "ld",    "st",   "sy"};

#define CONDITION_ALWAYS 14

struct special_register {
    unsigned sysm;
    const char *name;
};

/* DDI 0553 C2.4, SYSm; the Security Extension's are left out. */
static const struct special_register special_registers[] = {
    {0, "APSR"},     {1, "IAPSR"},        {2, "EAPSR"},      {3, "PSR"},
    {5, "IPSR"},     {6, "EPSR"},         {7, "IEPSR"},      {8, "MSP"},
    {9, "PSP"},      {10, "MSPLIM"},      {11, "PSPLIM"},    {16, "PRIMASK"},
    {17, "BASEPRI"}, {18, "BASEPRI_MAX"}, {19, "FAULTMASK"}, {20, "CONTROL"},
};

struct writer {
    char *text;
    size_t size, length;
};

__attribute__((format(printf, 2, 3))) static void put(struct writer *out, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    size_t room = out->length < out->size ? out->size - out->length : 0;
    int written = vsnprintf(room > 0 ? out->text + out->length : NULL, room, format, arguments);
    va_end(arguments);
    out->length += written > 0 ? (size_t)written : 0;
}

static void put_register(struct writer *out, unsigned reg)
{
    put(out, "%s", reg < NO_REGISTER ? register_names[reg] : "?");
}

static void put_list(struct writer *out, uint32_t list)
{
    const char *separator = "{";
    for (unsigned reg = 0; reg < NO_REGISTER; reg++) {
        if ((list >> reg & 1u) == 0)
            continue;
        put(out, "%s%s", separator, register_names[reg]);
        separator = ", ";
    }
    put(out, "}");
}

static void put_shift(struct writer *out, const struct insn *insn)
{
    if (insn->shift_type == SHIFT_RRX)
        put(out, ", rrx");
    else if (insn->shift_n != 0)
        put(out, ", %s #%u", shift_names[insn->shift_type], insn->shift_n);
}

/* The mask's bits above its lowest set one say Then or Else, relative to bit 0 of the condition
 * (DDI 0553 C2.4 IT). */
static void put_it_mask(struct writer *out, const struct insn *insn)
{
    for (uint32_t mask = insn->imm; (mask & 7u) != 0; mask = mask << 1 & 0xFu)
        put(out, "%c", (mask >> 3 & 1u) == (insn->condition & 1u) ? 't' : 'e');
}

static void put_special_register(struct writer *out, const struct insn *insn)
{
    static const char *const masks[] = {"", "_g", "_nzcvq", "_nzcvqg"};
    const char *name = NULL;
    for (size_t i = 0; i < sizeof special_registers / sizeof special_registers[0]; i++)
        if (special_registers[i].sysm == insn->imm)
            name = special_registers[i].name;
    if (name == NULL)
        put(out, "%u", insn->imm);
    else
        put(out, "%s%s", name,
            insn->op == OP_msr && insn->imm == 0 ? masks[insn->shift_n & 3u] : "");
}

static void put_barrier(struct writer *out, const struct insn *insn)
{
    uint32_t option = insn->imm & 0xFu;
    bool named = insn->op == OP_isb ? option == 15 : barrier_names[option][0] != '\0';
    if (named)
        put(out, "%s", barrier_names[option]);
    else
        put(out, "#%u", option);
}

/* Letters of an S or D register; of a D register's half. */
static void put_float_register(struct writer *out, const struct insn *insn, char escape)
{
    unsigned scalar = insn->sd != NO_SINGLE ? insn->sd : insn->sn;
    switch (escape) {
    case 'D':
        put(out, "s%u", insn->sd);
        break;
    case 'N':
        put(out, "s%u", insn->sn);
        break;
    case 'M':
        put(out, "s%u", insn->sm);
        break;
    case 'Q':
        put(out, "s%u", insn->sd + 1u);
        break;
    case 'O':
        put(out, "s%u", insn->sn + 1u);
        break;
    case 'E':
        put(out, "d%u", insn->sd / 2u);
        break;
    case 'F':
        put(out, "d%u", insn->sn / 2u);
        break;
    default: /* 's' */
        put(out, "d%u[%u]", scalar / 2, scalar % 2);
        break;
    }
}

static void put_float_list(struct writer *out, const struct insn *insn, char letter)
{
    unsigned width = letter == 'd' ? 2 : 1;
    unsigned first = insn->sd / width, last = first + insn->shift_n / width - 1;
    put(out, "{%c%u", letter, first);
    if (last != first)
        put(out, "-%c%u", letter, last);
    put(out, "}");
}

/* VFPExpandImm backwards. */
static void put_float_constant(struct writer *out, const struct insn *insn)
{
    put(out, "#%u @ 0x%08x", (insn->imm >> 24 & 0x80u) | (insn->imm >> 19 & 0x7Fu), insn->imm);
}

static void put_float_letters(struct writer *out, const struct insn *insn, char escape)
{
    static const char *const conditions[] = {"eq", "vs", "ge", "gt"};
    static const char roundings[] = {'n', 'p', 'm', 'z', 'a'};
    switch (escape) {
    case 'Z':
        put(out, "%c", insn->imm != 0 ? 's' : 'u');
        break;
    case 'z':
        put(out, "%c%u", insn->shift_type != 0 ? 's' : 'u', insn->shift_n);
        break;
    case 'A':
        put(out, "%c", roundings[insn->shift_type % sizeof roundings]);
        break;
    case 'J':
        put(out, "%s", conditions[insn->imm & 3u]);
        break;
    default: /* 'e' */
        put(out, "%s", insn->imm != 0 ? "e" : "");
        break;
    }
}

static void put_base(struct writer *out, const struct insn *insn)
{
    bool writes_back = insn->op == OP_ldm_w || insn->op == OP_ldmdb_w || insn->op == OP_ldm_pc_w ||
                       insn->op == OP_ldmdb_pc_w || insn->op == OP_stm_w ||
                       insn->op == OP_stmdb_w || insn->op == OP_vldm_w || insn->op == OP_vldmdb_w ||
                       insn->op == OP_vstm_w || insn->op == OP_vstmdb_w;
    put_register(out, insn->rn);
    put(out, "%s", writes_back ? "!" : "");
}

static void put_number(struct writer *out, const struct insn *insn, uint32_t address, char escape)
{
    int32_t offset = (int32_t)insn->imm;
    switch (escape) {
    case 'i':
        put(out, "#%u", insn->imm);
        break;
    case 'j':
        put(out, "#%d", offset);
        break;
    case 'g':
        put(out, "#%d", -offset);
        break;
    case 'o':
        if (offset != 0)
            put(out, ", #%d", offset);
        break;
    case 'u':
        put(out, "%u", insn->imm);
        break;
    case 'x':
        put(out, "0x%04x", insn->imm);
        break;
    case 'f':
        put(out, "#%u, #%u", insn->shift_n, insn->imm);
        break;
    case 'b':
        put(out, "0x%x", address + 4u + insn->imm);
        break;
    default: /* 'q' */
        put(out, " @ 0x%x", ((address + 4u) & ~3u) + insn->imm);
        break;
    }
}

static void put_letters(struct writer *out, const struct insn *insn, char escape)
{
    static const char halves[] = {'b', 't'};
    switch (escape) {
    case 'I':
        put_it_mask(out, insn);
        break;
    case 'H':
        put(out, "%c%c", halves[insn->imm >> 1 & 1u], halves[insn->imm & 1u]);
        break;
    case 'Y':
        put(out, "%c", halves[insn->imm & 1u]);
        break;
    case 'X':
        put(out, "%s", insn->imm != 0 ? "x" : "");
        break;
    case 'R':
        put(out, "%s", insn->imm != 0 ? "r" : "");
        break;
    case 'T':
        put(out, "%s", insn->imm != 0 ? "t" : "");
        break;
    default: /* 'k' */
        put(out, "%s %s%s", insn->imm & 4u ? "id" : "ie", insn->imm & 2u ? "i" : "",
            insn->imm & 1u ? "f" : "");
        break;
    }
}

static void put_float(struct writer *out, const struct insn *insn, char escape)
{
    switch (escape) {
    case 'L':
        put_float_list(out, insn, 's');
        break;
    case 'K':
        put_float_list(out, insn, 'd');
        break;
    case 'v':
        put_float_constant(out, insn);
        break;
    case 'Z':
    case 'z':
    case 'A':
    case 'J':
    case 'e':
        put_float_letters(out, insn, escape);
        break;
    default:
        put_float_register(out, insn, escape);
        break;
    }
}

static void put_escape(struct writer *out, const struct insn *insn, uint32_t address, char escape)
{
    switch (escape) {
    case 'd':
        put_register(out, insn->rd);
        break;
    case 'n':
        put_register(out, insn->rn);
        break;
    case 'm':
        put_register(out, insn->rm);
        break;
    case 'a':
        put_register(out, insn->ra);
        break;
    case 'w':
        put_base(out, insn);
        break;
    case 'l':
        put_list(out, insn->imm);
        break;
    case 'h':
        put_shift(out, insn);
        break;
    case 'c':
        put(out, "%s",
            insn->condition == CONDITION_ALWAYS ? "al" : condition_names[insn->condition]);
        break;
    case 'y':
        put_special_register(out, insn);
        break;
    case 't':
        put_barrier(out, insn);
        break;
    case 'I':
    case 'H':
    case 'Y':
    case 'X':
    case 'R':
    case 'T':
    case 'k':
        put_letters(out, insn, escape);
        break;
    default:
        if (strchr("DNMQOEFsLKvZzAJe", escape) != NULL)
            put_float(out, insn, escape);
        else
            put_number(out, insn, address, escape);
        break;
    }
}

size_t disassemble(const struct insn *insn, uint32_t address, unsigned in_it_condition, char *text,
                   size_t size)
{
    struct writer out = {text, size, 0};
    if (size > 0)
        text[0] = '\0';
    if (insn->row >= ROWS) {
        put(&out, insn->size == 2 ? ".inst.n 0x%04x" : ".inst.w 0x%08x", insn->imm);
        return out.length;
    }
    const char *condition = condition_names[in_it_condition & 0xFu];
    const char *p = templates[insn->row];
    if (*p == '!') {
        condition = "";
        p++;
    }
    for (; *p != '\0'; p++) {
        if (condition != NULL && (*p == ' ' || *p == '.')) {
            put(&out, "%s", condition);
            condition = NULL;
        }
        if (*p == '%')
            put_escape(&out, insn, address, *++p);
        else if (*p == '^')
            put(&out, "%s", insn->sets_flags ? "s" : "");
        else
            put(&out, "%c", *p);
    }
    if (condition != NULL)
        put(&out, "%s", condition);
    return out.length;
}
