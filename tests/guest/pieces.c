/* The pieces of random guests.
 * SPDX-License-Identifier: MIT
 */
#include <stdio.h>

#include "tests/guest/guest.h"
#include "tests/isa/random.h"

enum where { ANYWHERE = 0, THREAD = 1, LEAF = 2 };
enum {
    SYSM_BASEPRI = 17,
    SYSM_BASEPRI_MAX = 18,
    SYSM_CONTROL = 20,
    ISER = 0x100,
    ICER = 0x180,
    ISPR = 0x200,
    ICPR = 0x280
};
#define NVIC UINT32_C(0xE000E000)
#define SYST_RVR UINT32_C(0xE000E014)
#define SYST_CVR UINT32_C(0xE000E018)
#define ICSR UINT32_C(0xE000ED04)
#define AIRCR UINT32_C(0xE000ED0C)
#define SHPR2 UINT32_C(0xE000ED1C)
#define SHPR3 UINT32_C(0xE000ED20)
#define FPCCR UINT32_C(0xE000EF34)
#define DWT_CYCCNT UINT32_C(0xE0001004)
#define NOP 0xBF00u

static uint32_t data_word(struct emitter *e)
{
    return GUEST_DATA + 4 * emit_below(e, 256) - 512;
}

static uint32_t irq_bits(struct emitter *e)
{
    uint32_t bits = 1u << emit_below(e, GUEST_IRQS);
    return emit_below(e, 3) == 0 ? bits | 1u << emit_below(e, GUEST_IRQS) : bits;
}

static void emit_msr(struct emitter *e, unsigned sysm, unsigned reg)
{
    emit_32(e, 0xF3808800u | reg << 16 | sysm);
}

static void emit_mrs(struct emitter *e, unsigned reg, unsigned sysm)
{
    emit_32(e, 0xF3EF8000u | reg << 8 | sysm);
}

/* LDR rd, [rn] */
static void emit_load(struct emitter *e, unsigned rd, unsigned rn)
{
    emit_16(e, 0x6800u | rn << 3 | rd);
}

/* Low registers of a list: at least one. */
static uint32_t random_list(struct emitter *e)
{
    uint32_t list;
    do
        list = emit_below(e, 128) & emit_free_registers(e);
    while (list == 0);
    return list;
}

/* ---- computing ---- */

static void piece_compute(struct emitter *e)
{
    emit_filler(e, false);
    emit_fillers(e, 8);
}

static void piece_divide(struct emitter *e)
{
    for (unsigned k = 1 + emit_below(e, 4); k > 0; k--) {
        unsigned n = emit_low(e, 8), m = emit_low(e, n);
        if (emit_below(e, 2) == 0)
            emit_constant(e, m, emit_below(e, 50));
        uint32_t opcode = emit_below(e, 2) != 0 ? 0xFBB0F0F0u : 0xFB90F0F0u;
        emit_32(e, opcode | n << 16 | emit_low(e, 8) << 8 | m);
    }
}

/* ---- memory ---- */

static void piece_access(struct emitter *e)
{
    for (unsigned k = 1 + emit_below(e, 4); k > 0; k--)
        emit_access(e, data_word(e));
}

/* LDMIA or STMIA rn!, list. A list with its base must not store a changed one. */
static void emit_list(struct emitter *e, unsigned base)
{
    uint32_t list = random_list(e);
    if (emit_below(e, 2) != 0) {
        emit_16(e, 0xC800u | base << 8 | list);
        return;
    }
    list &= ~((1u << base) - 1) | ((list >> base & 1u) != 0 ? 0 : ~0u);
    emit_16(e, 0xC000u | base << 8 | list);
}

static void piece_list(struct emitter *e)
{
    unsigned base = emit_low(e, 8);
    emit_constant(e, base, data_word(e));
    emit_list(e, base);
}

static void piece_list_wide(struct emitter *e)
{
    unsigned base = emit_low(e, 8);
    uint32_t list;
    do
        list = random_word(e->random) & emit_free_registers(e) & ~(1u << base);
    while ((list & (list - 1)) == 0);
    emit_constant(e, base, data_word(e));
    /* IA or DB, with or without write-back, load or store. */
    uint32_t opcode = emit_below(e, 2) != 0 ? 0xE8800000u : 0xE9000000u;
    emit_32(e, opcode | emit_below(e, 2) << 21 | emit_below(e, 2) << 20 | base << 16 | list);
}

static void piece_stack(struct emitter *e)
{
    uint32_t list = random_list(e);
    emit_16(e, 0xB400u | list);
    emit_fillers(e, 2);
    emit_16(e, 0xBC00u | list);
}

static void piece_exclusive(struct emitter *e)
{
    unsigned base = emit_low(e, 8), value = emit_low(e, base), status;
    do
        status = emit_low(e, base);
    while (status == value);
    emit_constant(e, base, data_word(e));
    emit_32(e, 0xE8500F00u | base << 16 | value << 12);
    emit_fillers(e, 0);
    emit_32(e, 0xE8400000u | base << 16 | value << 12 | status << 8);
}

/* A place in one of the machine's memories, or in flash, which must not be written. */
static uint32_t any_word(struct emitter *e, bool *writable)
{
    const uint32_t *memories = e->machine->memories;
    unsigned choice = emit_below(e, 4);
    *writable = choice != 0;
    if (choice == 0)
        return e->machine->flash + 4 * emit_below(e, 1024);
    if (choice < 3 && memories[choice - 1] != 0)
        return memories[choice - 1] + 4 * emit_below(e, 16);
    return data_word(e);
}

/* Loads and stores right behind each other, from one memory to another. */
static void piece_memories(struct emitter *e)
{
    bool writable[2];
    unsigned base[2];
    base[0] = emit_low(e, 8);
    base[1] = emit_low(e, base[0]);
    for (unsigned k = 0; k < 2; k++)
        emit_constant(e, base[k], any_word(e, &writable[k]));
    e->kept = 1u << base[0] | 1u << base[1];
    for (unsigned k = 2 + emit_below(e, 6); k > 0; k--) {
        unsigned side = emit_below(e, 2), reg = emit_low(e, 8);
        bool store = writable[side] && emit_below(e, 3) == 0;
        uint32_t operands = emit_below(e, 16) << 6 | base[side] << 3 | reg;
        if (emit_has_v7m(e) && emit_below(e, 4) == 0)
            emit_it(e, 1);
        else
            emit_fillers(e, emit_below(e, 2));
        emit_16(e, (store ? 0x6000u : 0x6800u) | operands);
    }
    e->kept = 0;
}

/* ---- control flow ---- */

static void piece_it(struct emitter *e)
{
    unsigned count = 1 + emit_below(e, 4);
    emit_it(e, count);
    for (unsigned k = 0; k < count; k++)
        emit_filler(e, true);
}

static void piece_it_list(struct emitter *e)
{
    unsigned base = emit_low(e, 8), other = emit_low(e, base);
    unsigned count = 1 + emit_below(e, 3);
    emit_constant(e, base, data_word(e));
    emit_it(e, count + 1);
    e->kept = 1u << base;
    for (unsigned k = 0; k < count; k++)
        emit_filler(e, true);
    e->kept = 0;
    if (emit_below(e, 2) != 0)
        emit_list(e, base);
    else
        emit_32(e, 0xFBB0F0F0u | base << 16 | emit_low(e, 8) << 8 | other);
}

static void piece_skip(struct emitter *e)
{
    unsigned skip;
    if (emit_has_v7m(e) && emit_below(e, 3) == 0) { /* CBZ or CBNZ over two half-words */
        emit_16(e, 0xB108u | emit_below(e, 2) << 11 | emit_low(e, 8));
        emit_16(e, 0x3001u);
        emit_16(e, NOP);
        return;
    }
    emit_filler(e, false);
    skip = emit_skip(e, emit_below(e, 15));
    emit_fillers(e, 4);
    emit_land(e, skip);
}

/* Two ways: the offsets behind TBB or TBH lead to an ADDS or behind it. */
static void piece_table(struct emitter *e)
{
    unsigned index = emit_low(e, 8);
    bool halves = emit_below(e, 2) != 0;
    emit_constant(e, index, emit_below(e, 2));
    emit_32(e, 0xE8DFF000u | (halves ? 0x10u : 0) | index);
    if (halves) {
        emit_16(e, 2);
        emit_16(e, 3);
    } else {
        emit_16(e, 2u << 8 | 1u);
    }
    emit_16(e, 0x3001u);
    emit_16(e, NOP);
}

/* A function amid the code: BL behind a jump over it. */
static void piece_call(struct emitter *e)
{
    uint32_t list = random_list(e);
    unsigned skip = emit_skip(e, 14);
    uint32_t function = emit_here(e);
    emit_16(e, 0xB500u | list);
    emit_fillers(e, 3);
    emit_16(e, 0xBD00u | list);
    emit_land(e, skip);
    uint32_t offset = function - (emit_here(e) + 4);
    emit_32(e, 0xF400F800u | (offset >> 12 & 0x3FFu) << 16 | (offset >> 1 & 0x7FFu));
}

static void piece_loop(struct emitter *e)
{
    emit_16(e, 0x2700u | (1 + emit_below(e, 20)));
    uint32_t target = emit_here(e);
    for (unsigned k = 1 + emit_below(e, 4); k > 0; k--)
        guest_piece(e, true);
    emit_16(e, 0x3F01u);
    emit_loop_back(e, target);
}

/* ---- masks and special registers ---- */

static void piece_mask(struct emitter *e)
{
    emit_16(e, 0xB672u);
    emit_fillers(e, 6);
    if (emit_below(e, 8) != 0)
        emit_16(e, 0xB662u);
}

static void piece_basepri(struct emitter *e)
{
    unsigned reg = emit_low(e, 8);
    switch (emit_below(e, 4)) {
    case 0:
        emit_16(e, 0xB671u);
        emit_fillers(e, 3);
        emit_16(e, 0xB661u);
        return;
    case 1:
        emit_constant(e, reg, 0);
        emit_msr(e, SYSM_BASEPRI, reg);
        return;
    default:
        emit_constant(e, reg, emit_below(e, 256));
        emit_msr(e, emit_below(e, 2) ? SYSM_BASEPRI : SYSM_BASEPRI_MAX, reg);
        emit_fillers(e, 6);
        if (emit_below(e, 4) == 0)
            return;
        emit_constant(e, reg, 0);
        emit_msr(e, SYSM_BASEPRI, reg);
    }
}

static void piece_special(struct emitter *e)
{
    static const uint8_t numbers[] = {0, 1, 2, 3, 5, 6, 7, 8, 9, 16, 20, 17, 18, 19};
    unsigned reg = emit_low(e, 8);
    emit_mrs(e, reg, numbers[emit_below(e, emit_has_v7m(e) ? 14 : 11)]);
    if (emit_below(e, 2) != 0)
        emit_msr(e, 0, reg);
}

static void piece_barrier(struct emitter *e)
{
    static const uint32_t barriers[] = {0xF3BF8F4Fu, 0xF3BF8F5Fu, 0xF3BF8F6Fu};
    static const uint16_t hints[] = {0xBF40, 0xBF10, NOP};
    if (emit_below(e, 2) != 0)
        emit_32(e, barriers[emit_below(e, 3)]);
    else
        emit_16(e, hints[emit_below(e, 3)]);
}

/* ---- exceptions ---- */

static void piece_pend(struct emitter *e)
{
    static const uint32_t actions[] = {1u << 28, 1u << 27, 1u << 26, 1u << 25, 1u << 28, 1u << 26};
    switch (emit_below(e, 8)) {
    case 0:
        emit_store(e, NVIC + ICPR, irq_bits(e), 4);
        break;
    case 1:
    case 2:
        emit_store(e, ICSR, actions[emit_below(e, 6)], 4);
        break;
    case 3: /* NMI, rarely */
        emit_store(e, ICSR, emit_below(e, 4) == 0 ? 1u << 31 : 1u << 28, 4);
        break;
    default:
        emit_store(e, NVIC + ISPR, irq_bits(e), 4);
    }
    emit_fillers(e, 2);
}

static void piece_enable(struct emitter *e)
{
    emit_store(e, NVIC + ICER, irq_bits(e), 4);
    emit_fillers(e, 4);
    emit_store(e, NVIC + ISER, (1u << GUEST_IRQS) - 1, 4);
}

static void piece_priority(struct emitter *e)
{
    uint32_t word = random_word(e->random);
    switch (emit_below(e, emit_has_v7m(e) ? 4 : 3)) {
    case 0:
        emit_store(e, SHPR2, word & 0xFF000000u, 4);
        break;
    case 1:
        emit_store(e, SHPR3, word & 0xFFFF0000u, 4);
        break;
    case 2:
        emit_store(e, NVIC + 0x400 + 4 * emit_below(e, GUEST_IRQS / 4), word, 4);
        break;
    default:
        emit_store(e, NVIC + 0x400 + emit_below(e, GUEST_IRQS), word & 0xFFu, 1);
    }
}

static void piece_grouping(struct emitter *e)
{
    emit_store(e, AIRCR, 0x05FA0000u | emit_below(e, 8) << 8, 4);
}

/* The next tick soon, or this one at once. */
static void piece_systick(struct emitter *e)
{
    emit_store(e, SYST_RVR, 40 + emit_below(e, 600), 4);
    if (emit_below(e, 2) == 0)
        emit_store(e, SYST_CVR, 0, 4);
}

static void piece_service(struct emitter *e)
{
    emit_16(e, 0xDF00u | emit_below(e, 256));
    emit_16(e, NOP);
}

static void piece_fault(struct emitter *e)
{
    emit_16(e, 0xDE00u | emit_below(e, 256));
    emit_16(e, NOP);
}

/* ---- devices ---- */

static void piece_timer(struct emitter *e)
{
    uint32_t timer = e->machine->timer;
    unsigned base = emit_low(e, 8), value = emit_low(e, base);
    if (timer == 0)
        return;
    emit_constant(e, base, timer);
    emit_16(e, 0x6A40u | base << 3 | value); /* LDR value, [base, #0x24]: CNT */
    emit_16(e, 0x3000u | value << 8 | emit_below(e, 256));
    emit_16(e, 0x6340u | base << 3 | value); /* STR value, [base, #0x34]: CCR1 */
    if (emit_below(e, 2) != 0)
        emit_store(e, timer + 0x10, 0, 4);
}

static void piece_read_device(struct emitter *e)
{
    const uint32_t addresses[] = {SYST_CVR,
                                  ICSR,
                                  NVIC + ISPR,
                                  NVIC + ISER,
                                  AIRCR,
                                  e->machine->timer != 0 ? e->machine->timer + 0x24 : SYST_CVR,
                                  e->machine->timer != 0 ? e->machine->timer + 0x10 : SYST_RVR,
                                  DWT_CYCCNT,
                                  NVIC + 0x300};
    unsigned base = emit_low(e, 8);
    emit_constant(e, base, addresses[emit_below(e, emit_has_v7m(e) ? 9 : 7)]);
    for (unsigned k = 1 + emit_below(e, 2); k > 0; k--)
        emit_load(e, emit_low(e, base), base);
}

static void piece_bit_band(struct emitter *e)
{
    uint32_t alias =
        0x22000000u + (GUEST_DATA - GUEST_RAM + emit_below(e, 256)) * 32 + 4 * emit_below(e, 8);
    unsigned base = emit_low(e, 8), value = emit_low(e, base);
    if (e->architecture == ARCH_V8M)
        return;
    emit_constant(e, base, alias);
    emit_16(e, (emit_below(e, 2) ? 0x6800u : 0x6000u) | base << 3 | value);
}

/* ---- floating point ---- */

static void piece_float(struct emitter *e)
{
    for (unsigned k = 1 + emit_below(e, 4); k > 0; k--)
        emit_float(e, false);
}

static void piece_float_it(struct emitter *e)
{
    unsigned count = 1 + emit_below(e, 4);
    emit_it(e, count);
    for (unsigned k = 0; k < count; k++)
        if (emit_below(e, 2) != 0)
            emit_float(e, true);
        else
            emit_filler(e, true);
}

/* Single words, or lists of up to eight S registers, with or without write-back. */
static void piece_float_access(struct emitter *e)
{
    unsigned base = emit_low(e, 8);
    uint32_t first = emit_below(e, 24);
    uint32_t operands = (first & 1u) << 22 | base << 16 | first >> 1 << 12 | emit_below(e, 2) << 20;
    emit_constant(e, base, data_word(e));
    if (emit_below(e, 2) != 0)
        emit_32(e, 0xED800A00u | operands | emit_below(e, 64));
    else
        emit_32(e, 0xEC800A00u | operands | emit_below(e, 2) << 21 | (1 + emit_below(e, 8)));
}

static void piece_float_stack(struct emitter *e)
{
    uint32_t list = emit_below(e, 8) << 12 | (1 + emit_below(e, 16));
    emit_32(e, 0xED2D0A00u | list);
    if (emit_below(e, 2) != 0)
        emit_float(e, false);
    emit_32(e, 0xECBD0A00u | list);
}

static void piece_float_core(struct emitter *e)
{
    uint32_t s = emit_below(e, 32), moved = (s & 1u) << 7 | s >> 1 << 16;
    unsigned reg = emit_low(e, 8);
    switch (emit_below(e, 4)) {
    case 0: /* VMOV Sn, Rt or Rt, Sn */
        emit_32(e, 0xEE000A10u | moved | reg << 12 | emit_below(e, 2) << 20);
        break;
    case 1: /* VMRS Rt, FPSCR */
        emit_32(e, 0xEEF10A10u | reg << 12);
        break;
    case 2: /* VMRS APSR_nzcv, FPSCR */
        emit_32(e, 0xEEF1FA10u);
        break;
    default: /* VMSR FPSCR, Rt: rounding, flush-to-zero, default NaN */
        emit_constant(e, reg, emit_below(e, 16) << 22);
        emit_32(e, 0xEEE10A10u | reg << 12);
    }
}

/* LSPACT stays: a lazy save to a frame of long ago would overwrite what is there now. */
static void piece_float_context(struct emitter *e)
{
    /* EOR of both bits, EOR of LSPEN, ORR of both. */
    static const uint32_t changes[] = {0xF0804040u, 0xF0804080u, 0xF0404040u};
    unsigned base = emit_low(e, 8), value = emit_low(e, base);
    if (emit_below(e, 2) != 0) {
        emit_mrs(e, value, SYSM_CONTROL);
        emit_32(e, 0xF0800004u | value << 16 | value << 8); /* EOR value, value, #4 */
        emit_msr(e, SYSM_CONTROL, value);
        return;
    }
    emit_constant(e, base, FPCCR);
    emit_load(e, value, base);
    emit_32(e, changes[emit_below(e, 3)] | value << 16 | value << 8);
    emit_16(e, 0x6000u | base << 3 | value); /* STR value, [base] */
}

/* ---- what only Thread mode does ---- */

/* Writes MOVS or ADDS over one of a function's and calls it. */
static void piece_modify(struct emitter *e)
{
    uint32_t target = GUEST_SELF_MODIFIED + 2 * emit_below(e, GUEST_SELF_HALVES - 1);
    uint32_t instruction =
        (emit_below(e, 2) ? 0x2000u : 0x3000u) | emit_below(e, 4) << 8 | emit_below(e, 256);
    unsigned reg = emit_low(e, 8);
    if (emit_below(e, 2) != 0)
        emit_store(e, target, instruction, 2);
    emit_constant(e, reg, GUEST_SELF_MODIFIED | 1u);
    emit_16(e, 0x4780u | reg << 3); /* BLX reg */
}

static void emit_unmask(struct emitter *e)
{
    unsigned reg = emit_low(e, 8);
    emit_16(e, 0xB662u);
    if (!emit_has_v7m(e))
        return;
    emit_constant(e, reg, 0);
    emit_msr(e, SYSM_BASEPRI, reg);
}

static void piece_sleep(struct emitter *e)
{
    emit_unmask(e);
    emit_16(e, emit_below(e, 3) != 0 ? 0xBF30u : 0xBF20u);
}

static void piece_poll(struct emitter *e)
{
    unsigned base = emit_low(e, 8), value = emit_low(e, base);
    emit_unmask(e);
    emit_store(e, GUEST_FLAG, 0, 4);
    emit_constant(e, base, GUEST_FLAG);
    emit_load(e, value, base);
    emit_16(e, 0x2800u | value << 8);      /* CMP value, #0 */
    emit_16(e, 0xD000u | (0xFFu - 3 + 0)); /* BEQ to the load */
}

/* ---- choosing ---- */

static struct piece {
    const char *name;
    unsigned weight, where;
    enum architecture least;
    void (*emit)(struct emitter *e);
    unsigned used;
} pieces[] = {
#define PIECE(name, weight, where, least, what)                                                    \
    {#name, weight, where, ARCH_##least, piece_##name, 0},
#include "tests/guest/pieces.def"
#undef PIECE
};
enum { PIECES = sizeof pieces / sizeof pieces[0] };

static bool may_stand(const struct emitter *e, const struct piece *piece, bool in_loop)
{
    return e->architecture >= piece->least && (!e->in_handler || (piece->where & THREAD) == 0) &&
           (!in_loop || (piece->where & LEAF) != 0);
}

void guest_piece(struct emitter *e, bool in_loop)
{
    unsigned total = 0;
    for (unsigned k = 0; k < PIECES; k++)
        if (may_stand(e, &pieces[k], in_loop))
            total += pieces[k].weight;
    unsigned left = emit_below(e, total);
    for (unsigned k = 0; k < PIECES; k++) {
        if (!may_stand(e, &pieces[k], in_loop))
            continue;
        if (left < pieces[k].weight) {
            pieces[k].used++;
            pieces[k].emit(e);
            return;
        }
        left -= pieces[k].weight;
    }
}

bool guest_pieces_used(void)
{
    bool all = true;
    for (unsigned k = 0; k < PIECES; k++) {
        if (pieces[k].used != 0)
            continue;
        printf("no guest had a %s\n", pieces[k].name);
        all = false;
    }
    return all;
}
