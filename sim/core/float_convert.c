/* Conversions of the floating-point extension by integers: integral, fixed-point, half precision.
 * SPDX-License-Identifier: MIT
 */
#include "sim/core/float_exact.h"

#include "sim/core/float_number.h"

/* Magnitude of x * 2^scale as an integer, x finite. Too large for any destination: no more than
 * that. */
static uint64_t to_integer(const struct float_number *x, int scale, enum float_rounding rounding,
                           bool *inexact)
{
    int exponent = x->exponent + scale;
    *inexact = false;
    if (exponent > 33)
        return UINT64_C(1) << 33;
    /* Half a unit and the sticky bit stay below the integer. */
    unsigned shift = (unsigned)(FLOAT_SIGNIFICAND_TOP - 2 - exponent);
    uint64_t value = float_shift_right(x->significand, shift);
    uint64_t error = value & 3u, integer = value >> 2;
    *inexact = error != 0;
    return integer + float_rounds_up(rounding, x->sign, error, 2, integer & 1u);
}

/* Of an integer below 2^63, not 0. */
static struct float_number from_integer(uint64_t magnitude, uint32_t sign, int scale)
{
    struct float_number number = {.kind = FLOAT_FINITE,
                                  .sign = sign,
                                  .exponent = FLOAT_SIGNIFICAND_TOP + scale,
                                  .significand = magnitude};
    float_normalise(&number);
    return number;
}

uint32_t float_round_integral(uint32_t a, enum float_rounding rounding, bool says_inexact,
                              uint32_t *fpscr)
{
    struct float_number x = float_unpack(a, &float_single, fpscr);
    bool inexact;
    if (float_is_nan(&x))
        return float_process_nan(a, x.kind, fpscr);
    if (x.kind == FLOAT_ZERO)
        return x.sign << 31;
    if (x.kind == FLOAT_INFINITE || x.exponent >= 23)
        return a;
    uint64_t integer = to_integer(&x, 0, rounding, &inexact);
    if (inexact && says_inexact)
        *fpscr |= FPSCR_IXC;
    if (integer == 0)
        return x.sign << 31;
    struct float_number result = from_integer(integer, x.sign, 0);
    return float_pack(&result, &float_single, FLOAT_NEAREST, fpscr);
}

/* The nearest value of the destination. */
static int64_t saturate(int64_t value, struct float_fixed format)
{
    unsigned bits = format.size - format.is_signed;
    int64_t high = (INT64_C(1) << bits) - 1;
    int64_t low = format.is_signed ? -high - 1 : 0;
    return value < low ? low : value > high ? high : value;
}

uint32_t float_to_fixed_exact(uint32_t a, struct float_fixed format, enum float_rounding rounding,
                              uint32_t *fpscr)
{
    struct float_number x = float_unpack(a, &float_single, fpscr);
    bool inexact = false;
    if (float_is_nan(&x)) {
        *fpscr |= FPSCR_IOC;
        return 0;
    }
    int64_t value = 0;
    if (x.kind == FLOAT_INFINITE)
        value = INT64_C(1) << 33;
    else if (x.kind == FLOAT_FINITE)
        value = (int64_t)to_integer(&x, (int)format.fraction_bits, rounding, &inexact);
    if (x.sign != 0)
        value = -value;
    int64_t saturated = saturate(value, format);
    if (saturated != value)
        *fpscr |= FPSCR_IOC;
    else if (inexact)
        *fpscr |= FPSCR_IXC;
    return (uint32_t)saturated;
}

uint32_t float_from_fixed_exact(uint32_t bits, struct float_fixed format,
                                enum float_rounding rounding, uint32_t *fpscr)
{
    unsigned unused = 32 - format.size;
    int64_t value = bits << unused >> unused;
    if (format.is_signed)
        value = (int32_t)(bits << unused) >> unused;
    if (value == 0)
        return 0;
    struct float_number number =
        from_integer((uint64_t)(value < 0 ? -value : value), value < 0, -(int)format.fraction_bits);
    return float_pack(&number, &float_single, rounding, fpscr);
}

/* ---- half precision ---- */

/* Sign and upper bits of the payload stay. */
static uint32_t nan_from_half(uint16_t half, enum float_kind kind, uint32_t *fpscr)
{
    uint32_t sign = half >> 15, payload = half & 0x3FFu;
    return float_process_nan(sign << 31 | FLOAT_EXPONENT | payload << 13, kind, fpscr);
}

uint32_t float_from_half(uint16_t half, uint32_t *fpscr)
{
    struct float_number x = float_unpack(half, &float_half, fpscr);
    if (float_is_nan(&x))
        return nan_from_half(half, x.kind, fpscr);
    if (x.kind == FLOAT_FINITE)
        return float_pack(&x, &float_single, float_rounding_of(*fpscr), fpscr);
    return x.sign << 31 | (x.kind == FLOAT_INFINITE ? FLOAT_EXPONENT : 0);
}

static uint16_t nan_to_half(uint32_t a, enum float_kind kind, uint32_t *fpscr)
{
    bool alternative = (*fpscr & FPSCR_AHP) != 0;
    if (kind == FLOAT_SIGNALLING_NAN || alternative)
        *fpscr |= FPSCR_IOC;
    if (alternative) /* has no NaN */
        return (uint16_t)(a >> 31 << 15);
    if ((*fpscr & FPSCR_DN) != 0)
        return 0x7E00u;
    return (uint16_t)(a >> 31 << 15 | 0x7E00u | (a >> 13 & 0x1FFu));
}

uint16_t float_to_half(uint32_t a, uint32_t *fpscr)
{
    struct float_number x = float_unpack(a, &float_single, fpscr);
    uint16_t sign = (uint16_t)(x.sign << 15);
    if (float_is_nan(&x))
        return nan_to_half(a, x.kind, fpscr);
    if (x.kind == FLOAT_FINITE)
        return (uint16_t)float_pack(&x, &float_half, float_rounding_of(*fpscr), fpscr);
    if (x.kind == FLOAT_ZERO)
        return sign;
    if ((*fpscr & FPSCR_AHP) != 0) { /* has no infinity */
        *fpscr |= FPSCR_IOC;
        return (uint16_t)(sign | 0x7FFFu);
    }
    return (uint16_t)(sign | 0x7C00u);
}
