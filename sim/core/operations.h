/* Small functions of the Arm ARM's pseudocode that several instructions share.
 * SPDX-License-Identifier: MIT
 *
 * DDI 0553, chapter J1 (pseudocode library): LSL_C and kin, SignedSatQ, ConditionPassed.
 */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "sim/core/insn.h"

static inline uint32_t rotate_right(uint32_t value, unsigned n)
{
    n &= 31;
    return n != 0 ? value >> n | value << (32 - n) : value;
}

/* amount: 0 to 255. */
static inline uint32_t shift_value(uint32_t value, unsigned type, unsigned amount, uint32_t carry)
{
    switch (type) {
    case SHIFT_LSL:
        return amount < 32 ? value << amount : 0;
    case SHIFT_LSR:
        return amount < 32 ? value >> amount : 0;
    case SHIFT_ASR:
        return (uint32_t)((int32_t)value >> (amount < 32 ? amount : 31));
    case SHIFT_ROR:
        return rotate_right(value, amount);
    default: /* SHIFT_RRX */
        return value >> 1 | carry << 31;
    }
}

/* The same, and the last bit shifted out; amount 0 leaves the carry. */
static inline uint32_t shift_value_carry(uint32_t value, unsigned type, unsigned amount,
                                         uint32_t carry, uint32_t *carry_out)
{
    if (amount == 0)
        *carry_out = carry;
    else if (type == SHIFT_LSL)
        *carry_out = amount <= 32 ? (uint32_t)((uint64_t)value << amount >> 32) & 1u : 0;
    else if (type == SHIFT_RRX)
        *carry_out = value & 1u;
    else if (type == SHIFT_ROR)
        *carry_out = value >> ((amount - 1) & 31) & 1u;
    else if (amount <= 32)
        *carry_out = value >> (amount - 1) & 1u;
    else
        *carry_out = type == SHIFT_ASR ? value >> 31 : 0;
    return shift_value(value, type, amount, carry);
}

static inline uint32_t reverse_bits(uint32_t value)
{
    value = (value & 0x55555555u) << 1 | (value >> 1 & 0x55555555u);
    value = (value & 0x33333333u) << 2 | (value >> 2 & 0x33333333u);
    value = (value & 0x0F0F0F0Fu) << 4 | (value >> 4 & 0x0F0F0F0Fu);
    return __builtin_bswap32(value);
}

static inline int32_t clamp(int32_t value, int32_t low, int32_t high)
{
    return value < low ? low : value > high ? high : value;
}

/* bits: 1 to 32. */
static inline int64_t saturate_signed(int64_t value, unsigned bits, uint32_t *q)
{
    int64_t high = ((int64_t)1 << (bits - 1)) - 1;
    int64_t low = -high - 1;
    if (value >= low && value <= high)
        return value;
    *q = 1;
    return value < low ? low : high;
}

/* bits: 0 to 31. */
static inline int64_t saturate_unsigned(int64_t value, unsigned bits, uint32_t *q)
{
    int64_t high = ((int64_t)1 << bits) - 1;
    if (value >= 0 && value <= high)
        return value;
    *q = 1;
    return value < 0 ? 0 : high;
}

static inline uint32_t sum_of_differences(uint32_t n, uint32_t m)
{
    uint32_t sum = 0;
    for (unsigned k = 0; k < 32; k += 8) {
        int32_t difference = (int32_t)(n >> k & 0xFFu) - (int32_t)(m >> k & 0xFFu);
        sum += (uint32_t)(difference < 0 ? -difference : difference);
    }
    return sum;
}

static inline bool condition_passed(const struct core *core, unsigned condition)
{
    bool n = (core->n >> 31) != 0;
    bool z = core->z == 0;
    bool c = core->c != 0;
    bool v = core->v != 0;
    bool result;
    switch (condition >> 1) {
    case 0:
        result = z;
        break;
    case 1:
        result = c;
        break;
    case 2:
        result = n;
        break;
    case 3:
        result = v;
        break;
    case 4:
        result = c && !z;
        break;
    case 5:
        result = n == v;
        break;
    case 6:
        result = !z && n == v;
        break;
    default:
        return true;
    }
    return result != ((condition & 1) != 0);
}
