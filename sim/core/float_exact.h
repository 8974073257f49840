/* Arithmetic of the floating-point extension by integers: every mode, every flag.
 * SPDX-License-Identifier: MIT
 *
 * DDI 0553, chapter J1 (pseudocode library): FPAdd and kin, FPRound, FPProcessNaNs, FPToFixed.
 * Values are binary32 as a register holds them. fpscr: its modes decide, its cumulative flags are
 * added to. float.h has the same by the host's arithmetic where that is proven equal.
 */
#pragma once

#include <stdbool.h>
#include <stdint.h>

/* FPSCR (DDI 0553 D1.2). */
#define FPSCR_IOC (UINT32_C(1) << 0)
#define FPSCR_DZC (UINT32_C(1) << 1)
#define FPSCR_OFC (UINT32_C(1) << 2)
#define FPSCR_UFC (UINT32_C(1) << 3)
#define FPSCR_IXC (UINT32_C(1) << 4)
#define FPSCR_IDC (UINT32_C(1) << 7)
#define FPSCR_RMODE_SHIFT 22
#define FPSCR_RMODE (UINT32_C(3) << FPSCR_RMODE_SHIFT)
#define FPSCR_FZ (UINT32_C(1) << 24)
#define FPSCR_DN (UINT32_C(1) << 25)
#define FPSCR_AHP (UINT32_C(1) << 26)
#define FPSCR_NZCV UINT32_C(0xF0000000)
#define FPSCR_MODES (FPSCR_AHP | FPSCR_DN | FPSCR_FZ | FPSCR_RMODE)
#define FPSCR_FLAGS (FPSCR_IDC | FPSCR_IXC | FPSCR_UFC | FPSCR_OFC | FPSCR_DZC | FPSCR_IOC)
/* Bits that FPSCR has; the others are zero. */
#define FPSCR_MASK (FPSCR_NZCV | FPSCR_MODES | FPSCR_FLAGS)

/* The first four as FPSCR.RMode numbers them. */
enum float_rounding {
    FLOAT_NEAREST, /* ties to even */
    FLOAT_UP,
    FLOAT_DOWN,
    FLOAT_TO_ZERO,
    FLOAT_NEAREST_AWAY /* ties away from zero */
};

static inline enum float_rounding float_rounding_of(uint32_t fpscr)
{
    return (enum float_rounding)(fpscr >> FPSCR_RMODE_SHIFT & 3u);
}

uint32_t float_add_exact(uint32_t a, uint32_t b, uint32_t *fpscr);
uint32_t float_sub_exact(uint32_t a, uint32_t b, uint32_t *fpscr);
uint32_t float_mul_exact(uint32_t a, uint32_t b, uint32_t *fpscr);
uint32_t float_div_exact(uint32_t a, uint32_t b, uint32_t *fpscr);
uint32_t float_sqrt_exact(uint32_t a, uint32_t *fpscr);
/* addend + a * b, rounded once. */
uint32_t float_fma_exact(uint32_t addend, uint32_t a, uint32_t b, uint32_t *fpscr);

/* Sets N, Z, C and V of fpscr. signals: a quiet NaN is an invalid operation too (VCMPE). */
void float_compare_exact(uint32_t a, uint32_t b, bool signals, uint32_t *fpscr);
/* FPMaxNum, FPMinNum: a number wins over a quiet NaN. */
uint32_t float_max_number(uint32_t a, uint32_t b, uint32_t *fpscr);
uint32_t float_min_number(uint32_t a, uint32_t b, uint32_t *fpscr);

/* To an integral value. says_inexact: a change sets IXC (VRINTX). */
uint32_t float_round_integral(uint32_t a, enum float_rounding rounding, bool says_inexact,
                              uint32_t *fpscr);

/* A fixed-point number in the low bits of a register. */
struct float_fixed {
    unsigned fraction_bits;
    unsigned size; /* 16 or 32 bits */
    bool is_signed;
};
/* Saturates; 16 bits are extended to 32. */
uint32_t float_to_fixed_exact(uint32_t a, struct float_fixed format, enum float_rounding rounding,
                              uint32_t *fpscr);
/* Bits above size do not count. */
uint32_t float_from_fixed_exact(uint32_t bits, struct float_fixed format,
                                enum float_rounding rounding, uint32_t *fpscr);

/* Half precision, IEEE or alternative as FPSCR.AHP says. */
uint32_t float_from_half(uint16_t half, uint32_t *fpscr);
uint16_t float_to_half(uint32_t a, uint32_t *fpscr);
