/* Floating-point values taken apart: what the files of the exact arithmetic share.
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include "sim/core/float_exact.h"

#define FLOAT_SIGN UINT32_C(0x80000000)
#define FLOAT_EXPONENT UINT32_C(0x7F800000)
#define FLOAT_QUIET UINT32_C(0x00400000)
#define FLOAT_DEFAULT_NAN UINT32_C(0x7FC00000)

enum float_kind { FLOAT_ZERO, FLOAT_FINITE, FLOAT_INFINITE, FLOAT_QUIET_NAN, FLOAT_SIGNALLING_NAN };

/* A finite value is significand / 2^62 * 2^exponent, with bit 62 set and bit 63 clear. Bits too low
 * to matter are joined into bit 0: rounding sees that there was something. */
struct float_number {
    enum float_kind kind;
    uint32_t sign; /* 0 or 1 */
    int exponent;
    uint64_t significand;
};

enum { FLOAT_SIGNIFICAND_TOP = 62 };

struct float_format {
    unsigned fraction_bits, exponent_bits;
};
extern const struct float_format float_single, float_half;

/* FPUnpack. */
struct float_number float_unpack(uint32_t bits, const struct float_format *format, uint32_t *fpscr);
/* FPRound, of a finite number. */
uint32_t float_pack(const struct float_number *number, const struct float_format *format,
                    enum float_rounding rounding, uint32_t *fpscr);
/* FPProcessNaN, of a binary32 NaN. */
uint32_t float_process_nan(uint32_t bits, enum float_kind kind, uint32_t *fpscr);
uint32_t float_invalid(uint32_t *fpscr);

static inline bool float_is_nan(const struct float_number *number)
{
    return number->kind >= FLOAT_QUIET_NAN;
}

/* What is shifted out is joined into bit 0. */
static inline uint64_t float_shift_right(uint64_t value, unsigned amount)
{
    if (amount == 0)
        return value;
    if (amount > 63)
        return value != 0;
    return value >> amount | ((value << (64 - amount)) != 0);
}

/* Bit 62 becomes the highest that is set. significand: neither 0 nor above 2^63. */
static inline void float_normalise(struct float_number *number)
{
    unsigned shift = (unsigned)__builtin_clzll(number->significand) - 1;
    number->significand <<= shift;
    number->exponent -= (int)shift;
}

/* A magnitude whose part below one unit is error, in units of 2 * half, goes up. */
static inline bool float_rounds_up(enum float_rounding rounding, uint32_t sign, uint64_t error,
                                   uint64_t half, bool is_odd)
{
    switch (rounding) {
    case FLOAT_NEAREST:
        return error > half || (error == half && is_odd);
    case FLOAT_UP:
        return error != 0 && sign == 0;
    case FLOAT_DOWN:
        return error != 0 && sign != 0;
    case FLOAT_NEAREST_AWAY:
        return error >= half;
    case FLOAT_TO_ZERO:
        break;
    }
    return false;
}
