/* Unwinding by .ARM.exidx: "Exception Handling ABI for the Arm Architecture" (EHABI32).
 * SPDX-License-Identifier: MIT
 *
 * Section 6 describes the index table, 7 the table entries, 10.3 the instructions.
 */
#include "backtrace_frame.h"

#define CANNOT_UNWIND 1u
#define COMPACT (UINT32_C(1) << 31)
#define FINISH 0xB0u

/* Instructions come out of words, most significant byte first. */
struct unwinding {
    const struct backtrace_start *start;
    struct frame caller;
    uint32_t next; /* address of the word behind word */
    uint32_t word;
    unsigned bytes; /* left in word */
    unsigned words; /* left behind it */
    bool has_pc;
};

static bool read_word(const struct backtrace_start *start, uint32_t address, uint32_t *word)
{
    return start->read(start->context, address, word, sizeof *word);
}

/* A place-relative offset of 31 bits. */
static uint32_t prel31(uint32_t word, uint32_t place)
{
    return place + ((word & 0x7FFFFFFFu) ^ 0x40000000u) - 0x40000000u;
}

/* The entry whose function begins last at or before address. */
static bool find_entry(const struct frame_tables *tables, const struct backtrace_start *start,
                       uint32_t address, uint32_t *entry)
{
    uint32_t low = 0, high = tables->exidx_size / 8;
    while (low < high) {
        uint32_t middle = low + (high - low) / 2, at = tables->exidx + 8 * middle, word;
        if (!read_word(start, at, &word))
            return false;
        if (prel31(word, at) <= address)
            low = middle + 1;
        else
            high = middle;
    }
    *entry = tables->exidx + 8 * (low - 1);
    return low != 0;
}

/* Sets u up at the first instruction of an entry. */
static bool open_entry(struct unwinding *u, uint32_t entry)
{
    uint32_t place = entry + 4;
    if (!read_word(u->start, place, &u->word) || u->word == CANNOT_UNWIND)
        return false;
    if ((u->word & COMPACT) == 0) {
        place = prel31(u->word, place);
        if (!read_word(u->start, place, &u->word))
            return false;
    }
    u->next = place + 4;
    if ((u->word & COMPACT) == 0) {
        /* A personality routine of its own; those that compilers use for C++ put the
         * instructions behind it in the format of routine 1, without the routine's number. */
        if (!read_word(u->start, u->next, &u->word))
            return false;
        u->next += 4;
        u->words = u->word >> 24;
        u->bytes = 3;
        return true;
    }
    unsigned routine = u->word >> 24 & 0xFu;
    u->words = routine == 0 ? 0 : u->word >> 16 & 0xFFu;
    u->bytes = routine == 0 ? 3 : 2;
    return routine <= 2;
}

static uint8_t next_byte(struct unwinding *u)
{
    if (u->bytes == 0) {
        if (u->words == 0 || !read_word(u->start, u->next, &u->word))
            return FINISH;
        u->next += 4;
        u->words--;
        u->bytes = 4;
    }
    u->bytes--;
    return (uint8_t)(u->word >> 8 * u->bytes);
}

/* Pops the registers of a mask, lowest first; SP, where it is among them, is set last. */
static bool pop(struct unwinding *u, uint32_t mask)
{
    uint32_t sp = u->caller.r[FRAME_SP], new_sp = 0;
    for (unsigned reg = 0; reg < 16; reg++) {
        if ((mask >> reg & 1u) == 0)
            continue;
        if (!read_word(u->start, sp, reg == FRAME_SP ? &new_sp : &u->caller.r[reg]))
            return false;
        sp += 4;
    }
    u->has_pc = u->has_pc || (mask >> FRAME_PC & 1u) != 0;
    u->caller.r[FRAME_SP] = (mask >> FRAME_SP & 1u) != 0 ? new_sp : sp;
    return true;
}

static bool skip(struct unwinding *u, uint32_t bytes)
{
    u->caller.r[FRAME_SP] += bytes;
    return true;
}

static uint32_t next_uleb128(struct unwinding *u)
{
    uint32_t value = 0;
    for (unsigned shift = 0; shift < 32; shift += 7) {
        uint8_t byte = next_byte(u);
        value |= (uint32_t)(byte & 0x7Fu) << shift;
        if ((byte & 0x80u) == 0)
            break;
    }
    return value;
}

/* Instructions from 0xB1 on. */
static bool apply_long(struct unwinding *u, uint8_t byte)
{
    uint8_t operand;
    switch (byte) {
    case 0xB1:
        operand = next_byte(u);
        return operand != 0 && operand < 16 && pop(u, operand);
    case 0xB2:
        return skip(u, 0x204u + (next_uleb128(u) << 2));
    case 0xB3: /* FSTMFDX: a word more than the registers */
        return skip(u, 8u * ((next_byte(u) & 0xFu) + 1u) + 4u);
    case 0xC8:
    case 0xC9:
        return skip(u, 8u * ((next_byte(u) & 0xFu) + 1u));
    default:
        if ((byte & 0xF8u) == 0xB8)
            return skip(u, 8u * ((byte & 7u) + 1u) + 4u);
        if ((byte & 0xF8u) == 0xD0)
            return skip(u, 8u * ((byte & 7u) + 1u));
        return false;
    }
}

static bool apply(struct unwinding *u, uint8_t byte)
{
    uint32_t mask, reg = byte & 0xFu;
    if (byte < 0x40)
        return skip(u, ((byte & 0x3Fu) << 2) + 4u);
    if (byte < 0x80)
        return skip(u, 0u - (((byte & 0x3Fu) << 2) + 4u));
    if (byte < 0x90) {
        mask = (reg << 8 | next_byte(u)) << 4;
        return mask != 0 && pop(u, mask);
    }
    if (byte < 0xA0) {
        u->caller.r[FRAME_SP] = u->caller.r[reg];
        return reg != FRAME_SP && reg != FRAME_PC;
    }
    if (byte < 0xB0) {
        mask = ((UINT32_C(1) << ((byte & 7u) + 1u)) - 1u) << 4;
        return pop(u, (byte & 8u) != 0 ? mask | UINT32_C(1) << FRAME_LR : mask);
    }
    return apply_long(u, byte);
}

bool frame_unwind_exidx(const struct frame_tables *tables, const struct backtrace_start *start,
                        struct frame *frame)
{
    struct unwinding u = {.start = start, .caller = *frame};
    uint32_t entry;
    if (tables->exidx_size == 0 || !find_entry(tables, start, frame_lookup_pc(frame), &entry) ||
        !open_entry(&u, entry))
        return false;
    for (uint8_t byte; (byte = next_byte(&u)) != FINISH;)
        if (!apply(&u, byte))
            return false;
    if (!u.has_pc)
        u.caller.r[FRAME_PC] = u.caller.r[FRAME_LR];
    u.caller.r[FRAME_LR] = u.caller.r[FRAME_PC];
    u.caller.lr_live = false;
    if (u.caller.r[FRAME_SP] < frame->r[FRAME_SP])
        return false;
    *frame = u.caller;
    return true;
}
