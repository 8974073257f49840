/* Floating-point operations as instructions do them: by the host where that is proven equal.
 * SPDX-License-Identifier: MIT
 *
 * The host rounds to nearest, ties to even, as IEEE 754 says, and so must the guest. Its result is
 * used where nothing but IXC can be told beside it: no NaN, no infinity, no zero or denormal that
 * could be an underflow (tininess counts before rounding here), no denormal that FPSCR.FZ flushes.
 * Whether it is inexact follows from an error-free transformation, and only as long as IXC, which
 * is sticky, is clear. All else is float_exact.h's. tests/sim/test_float.c holds one against the
 * other. Needs no excess precision and no contraction of a * b + c.
 */
#pragma once

#include <float.h>
#include <string.h>

#include "sim/core/float_exact.h"

_Static_assert(FLT_EVAL_METHOD == 0, "float arithmetic has excess precision");

#define FLOAT_USUAL_MODES (FPSCR_FZ | FPSCR_RMODE | FPSCR_IXC)

static inline float float_value(uint32_t bits)
{
    float value;
    memcpy(&value, &bits, sizeof value);
    return value;
}

static inline uint32_t float_bits(float value)
{
    uint32_t bits;
    memcpy(&bits, &value, sizeof bits);
    return bits;
}

static inline uint32_t float_exponent(uint32_t bits)
{
    return bits >> 23 & 0xFFu;
}

static inline bool float_is_denormal(uint32_t bits)
{
    return (bits & 0x7FFFFFFFu) - 1u < 0x007FFFFFu;
}

static inline bool float_is_zero(uint32_t bits)
{
    return bits << 1 == 0;
}

/* Finite, and too large to have been tiny before it was rounded. */
static inline bool float_is_plain(uint32_t bits)
{
    return float_exponent(bits) - 2u < 253u;
}

/* The guest rounds as the host, and would not flush what the operation has to do with. */
static inline bool float_modes_fit(uint32_t fpscr, uint32_t a, uint32_t b)
{
    return (fpscr & FPSCR_RMODE) == 0 &&
           ((fpscr & FPSCR_FZ) == 0 || (!float_is_denormal(a) && !float_is_denormal(b)));
}

/* Knuth's TwoSum: sum + error is exactly x + y. */
static inline bool float_sum_is_exact(float x, float y, float sum)
{
    float of_y = sum - x, of_x = sum - of_y;
    return (x - of_x) + (y - of_y) == 0;
}

static inline uint32_t float_add(uint32_t a, uint32_t b, uint32_t *fpscr)
{
    float x = float_value(a), y = float_value(b), sum = x + y;
    uint32_t result = float_bits(sum);
    if (float_exponent(result) != 0xFFu) {
        if ((*fpscr & FLOAT_USUAL_MODES) == FPSCR_IXC)
            return result;
        /* A tiny sum is exact. */
        if (float_modes_fit(*fpscr, a, b) &&
            ((*fpscr & FPSCR_FZ) == 0 || !float_is_denormal(result)) &&
            ((*fpscr & FPSCR_IXC) != 0 || float_sum_is_exact(x, y, sum)))
            return result;
    }
    return float_add_exact(a, b, fpscr);
}

static inline uint32_t float_sub(uint32_t a, uint32_t b, uint32_t *fpscr)
{
    float x = float_value(a), y = float_value(b), difference = x - y;
    uint32_t result = float_bits(difference);
    if (float_exponent(result) != 0xFFu) {
        if ((*fpscr & FLOAT_USUAL_MODES) == FPSCR_IXC)
            return result;
        if (float_modes_fit(*fpscr, a, b) &&
            ((*fpscr & FPSCR_FZ) == 0 || !float_is_denormal(result)) &&
            ((*fpscr & FPSCR_IXC) != 0 || float_sum_is_exact(x, -y, difference)))
            return result;
    }
    return float_sub_exact(a, b, fpscr);
}

static inline uint32_t float_mul(uint32_t a, uint32_t b, uint32_t *fpscr)
{
    float x = float_value(a), y = float_value(b), product = x * y;
    uint32_t result = float_bits(product);
    if (float_is_plain(result)) {
        if ((*fpscr & FLOAT_USUAL_MODES) == FPSCR_IXC)
            return result;
        /* Twice 24 bits fit into 53. */
        if (float_modes_fit(*fpscr, a, b) &&
            ((*fpscr & FPSCR_IXC) != 0 || (double)x * (double)y == (double)product))
            return result;
    } else if (float_is_zero(result) && float_modes_fit(*fpscr, a, b) &&
               (float_is_zero(a) || float_is_zero(b))) {
        return result;
    }
    return float_mul_exact(a, b, fpscr);
}

static inline uint32_t float_div(uint32_t a, uint32_t b, uint32_t *fpscr)
{
    float x = float_value(a), y = float_value(b), quotient = x / y;
    uint32_t result = float_bits(quotient);
    if (float_is_plain(result) && float_modes_fit(*fpscr, a, b) &&
        ((*fpscr & FPSCR_IXC) != 0 || (double)quotient * (double)y == (double)x))
        return result;
    return float_div_exact(a, b, fpscr);
}

static inline uint32_t float_sqrt(uint32_t a, uint32_t *fpscr)
{
    if (a - 0x00800000u < 0x7F000000u && (*fpscr & FPSCR_RMODE) == 0) { /* normal, positive */
        float root = __builtin_sqrtf(float_value(a));
        if ((*fpscr & FPSCR_IXC) != 0 || (double)root * (double)root == (double)float_value(a))
            return float_bits(root);
    }
    return float_sqrt_exact(a, fpscr);
}

/* A sum in binary64 of an exact product is off by no more than half a unit of its last place, so
 * that rounding it again is right unless it lies just half-way. */
static inline uint32_t float_fma(uint32_t addend, uint32_t a, uint32_t b, uint32_t *fpscr)
{
    double x = (double)float_value(addend);
    double product = (double)float_value(a) * (double)float_value(b), sum = x + product;
    uint64_t sum_bits;
    memcpy(&sum_bits, &sum, sizeof sum_bits);
    float rounded = (float)sum;
    uint32_t result = float_bits(rounded);
    if (float_is_plain(result) && (sum_bits & 0x1FFFFFFFu) != 0x10000000u) {
        if ((*fpscr & FLOAT_USUAL_MODES) == FPSCR_IXC)
            return result;
        double of_product = sum - x, of_x = sum - of_product;
        if (float_modes_fit(*fpscr, a, b) && float_modes_fit(*fpscr, addend, addend) &&
            ((*fpscr & FPSCR_IXC) != 0 ||
             ((double)rounded == sum && (x - of_x) + (product - of_product) == 0)))
            return result;
    }
    return float_fma_exact(addend, a, b, fpscr);
}

static inline void float_compare(uint32_t a, uint32_t b, bool signals, uint32_t *fpscr)
{
    float x = float_value(a), y = float_value(b);
    bool denormal = float_is_denormal(a) || float_is_denormal(b);
    if (__builtin_isunordered(x, y) || ((*fpscr & FPSCR_FZ) != 0 && denormal))
        float_compare_exact(a, b, signals, fpscr);
    else
        *fpscr = (*fpscr & ~FPSCR_NZCV) | (x == y ? 6u : x < y ? 8u : 2u) << 28;
}

/* A 32-bit integer, towards zero. */
static inline uint32_t float_to_integer(uint32_t a, bool is_signed, uint32_t *fpscr)
{
    float x = float_value(a);
    if ((float_exponent(a) < 127u + 31 && (is_signed || a >> 31 == 0)) &&
        ((*fpscr & FPSCR_FZ) == 0 || !float_is_denormal(a))) {
        int32_t integer = (int32_t)x;
        if ((float)integer != x)
            *fpscr |= FPSCR_IXC;
        return (uint32_t)integer;
    }
    return float_to_fixed_exact(a, (struct float_fixed){0, 32, is_signed}, FLOAT_TO_ZERO, fpscr);
}

static inline uint32_t float_from_integer(uint32_t integer, bool is_signed, uint32_t *fpscr)
{
    int64_t value = is_signed ? (int32_t)integer : (int64_t)integer;
    float rounded = (float)value;
    if ((*fpscr & FPSCR_RMODE) == 0 && (int64_t)rounded == value)
        return float_bits(rounded);
    return float_from_fixed_exact(integer, (struct float_fixed){0, 32, is_signed},
                                  float_rounding_of(*fpscr), fpscr);
}
