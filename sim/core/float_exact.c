/* Arithmetic of the floating-point extension by integers.
 * SPDX-License-Identifier: MIT
 */
#include "sim/core/float_exact.h"

#include "sim/core/float_number.h"

const struct float_format float_single = {23, 8}, float_half = {10, 5};

/* ---- taking apart and putting together ---- */

static bool is_alternative(const struct float_format *format, uint32_t fpscr)
{
    return format == &float_half && (fpscr & FPSCR_AHP) != 0;
}

static bool flushes(const struct float_format *format, uint32_t fpscr)
{
    return format == &float_single && (fpscr & FPSCR_FZ) != 0;
}

static int bias_of(const struct float_format *format)
{
    return (1 << (format->exponent_bits - 1)) - 1;
}

struct float_number float_unpack(uint32_t bits, const struct float_format *format, uint32_t *fpscr)
{
    uint32_t top = (1u << format->exponent_bits) - 1;
    uint32_t fraction = bits & ((1u << format->fraction_bits) - 1);
    uint32_t exponent = bits >> format->fraction_bits & top;
    struct float_number number = {
        .kind = FLOAT_ZERO, .sign = bits >> (format->fraction_bits + format->exponent_bits) & 1u};

    if (exponent == top && !is_alternative(format, *fpscr)) {
        uint32_t quiet = 1u << (format->fraction_bits - 1);
        if (fraction == 0)
            number.kind = FLOAT_INFINITE;
        else
            number.kind = (fraction & quiet) != 0 ? FLOAT_QUIET_NAN : FLOAT_SIGNALLING_NAN;
        return number;
    }
    if (exponent == 0 && fraction == 0)
        return number;
    if (exponent == 0 && flushes(format, *fpscr)) {
        *fpscr |= FPSCR_IDC;
        return number;
    }
    uint64_t significand = (uint64_t)(exponent != 0) << format->fraction_bits | fraction;
    number.kind = FLOAT_FINITE;
    number.significand = significand << (FLOAT_SIGNIFICAND_TOP - format->fraction_bits);
    number.exponent = (exponent != 0 ? (int)exponent : 1) - bias_of(format);
    float_normalise(&number);
    return number;
}

static uint32_t sign_bit(uint32_t sign, const struct float_format *format)
{
    return sign << (format->fraction_bits + format->exponent_bits);
}

static uint32_t pack_overflow(uint32_t sign, const struct float_format *format,
                              enum float_rounding rounding, uint32_t *fpscr)
{
    uint32_t bits = (1u << (format->fraction_bits + format->exponent_bits)) - 1;
    if (is_alternative(format, *fpscr)) {
        *fpscr |= FPSCR_IOC;
        return sign_bit(sign, format) | bits;
    }
    uint32_t infinity = bits + 1 - (1u << format->fraction_bits);
    bool to_infinity = rounding == FLOAT_NEAREST || rounding == (sign ? FLOAT_DOWN : FLOAT_UP);
    *fpscr |= FPSCR_OFC | FPSCR_IXC;
    return sign_bit(sign, format) | (to_infinity ? infinity : infinity - 1);
}

uint32_t float_pack(const struct float_number *number, const struct float_format *format,
                    enum float_rounding rounding, uint32_t *fpscr)
{
    unsigned dropped = FLOAT_SIGNIFICAND_TOP - format->fraction_bits;
    uint64_t significand = number->significand;
    int biased = number->exponent + bias_of(format);
    if (biased < 1 && flushes(format, *fpscr)) {
        *fpscr |= FPSCR_UFC;
        return sign_bit(number->sign, format);
    }
    if (biased < 1)
        significand = float_shift_right(significand, (unsigned)(1 - biased));
    uint64_t error = significand & ((UINT64_C(1) << dropped) - 1);
    uint64_t kept = significand >> dropped;
    /* Tininess is detected before rounding. */
    if (biased < 1 && error != 0)
        *fpscr |= FPSCR_UFC;
    if (float_rounds_up(rounding, number->sign, error, UINT64_C(1) << (dropped - 1), kept & 1u))
        kept++;
    /* kept has the implicit bit, and carries into the exponent by itself. */
    uint64_t bits = ((uint64_t)(biased > 1 ? biased - 1 : 0) << format->fraction_bits) + kept;
    uint32_t limit = (1u << format->exponent_bits) - !is_alternative(format, *fpscr);
    if (bits >> format->fraction_bits >= limit)
        return pack_overflow(number->sign, format, rounding, fpscr);
    if (error != 0)
        *fpscr |= FPSCR_IXC;
    return sign_bit(number->sign, format) | (uint32_t)bits;
}

static uint32_t pack(const struct float_number *number, uint32_t *fpscr)
{
    return float_pack(number, &float_single, float_rounding_of(*fpscr), fpscr);
}

static struct float_number unpack(uint32_t bits, uint32_t *fpscr)
{
    return float_unpack(bits, &float_single, fpscr);
}

static uint32_t zero(uint32_t sign)
{
    return sign << 31;
}

static uint32_t infinity(uint32_t sign)
{
    return sign << 31 | FLOAT_EXPONENT;
}

/* ---- NaNs ---- */

uint32_t float_invalid(uint32_t *fpscr)
{
    *fpscr |= FPSCR_IOC;
    return FLOAT_DEFAULT_NAN;
}

uint32_t float_process_nan(uint32_t bits, enum float_kind kind, uint32_t *fpscr)
{
    if (kind == FLOAT_SIGNALLING_NAN)
        *fpscr |= FPSCR_IOC;
    return (*fpscr & FPSCR_DN) != 0 ? FLOAT_DEFAULT_NAN : bits | FLOAT_QUIET;
}

/* The first signalling NaN, else the first quiet one. False: there is none. */
static bool process_nans(const uint32_t *bits, const struct float_number *numbers, unsigned count,
                         uint32_t *fpscr, uint32_t *result)
{
    for (enum float_kind kind = FLOAT_SIGNALLING_NAN; kind >= FLOAT_QUIET_NAN; kind--)
        for (unsigned k = 0; k < count; k++)
            if (numbers[k].kind == kind) {
                *result = float_process_nan(bits[k], kind, fpscr);
                return true;
            }
    return false;
}

/* ---- addition ---- */

/* Of nothing but zeros, or of opposites. */
static struct float_number zero_sum(uint32_t sign_x, uint32_t sign_y, uint32_t fpscr)
{
    uint32_t sign = sign_x == sign_y ? sign_x : float_rounding_of(fpscr) == FLOAT_DOWN;
    return (struct float_number){.kind = FLOAT_ZERO, .sign = sign};
}

/* x + y, neither infinite nor NaN, in all bits that rounding needs: where bits of y are lost, x is
 * so much larger that no more than one leading bit of it can vanish. */
static struct float_number sum(struct float_number x, struct float_number y, uint32_t fpscr)
{
    if (x.kind == FLOAT_ZERO && y.kind == FLOAT_ZERO)
        return zero_sum(x.sign, y.sign, fpscr);
    if (x.kind == FLOAT_ZERO)
        return y;
    if (y.kind == FLOAT_ZERO)
        return x;
    if (x.exponent < y.exponent || (x.exponent == y.exponent && x.significand < y.significand)) {
        struct float_number larger = y;
        y = x;
        x = larger;
    }
    uint64_t small = float_shift_right(y.significand, (unsigned)(x.exponent - y.exponent));
    if (x.sign == y.sign) {
        x.significand += small;
        if (x.significand >> 63 != 0) {
            x.significand = float_shift_right(x.significand, 1);
            x.exponent++;
        }
        return x;
    }
    x.significand -= small;
    if (x.significand == 0)
        return zero_sum(x.sign, y.sign, fpscr);
    float_normalise(&x);
    return x;
}

static uint32_t pack_sum(struct float_number x, struct float_number y, uint32_t *fpscr)
{
    struct float_number result = sum(x, y, *fpscr);
    return result.kind == FLOAT_ZERO ? zero(result.sign) : pack(&result, fpscr);
}

/* negate_b: 1 for a subtraction; a NaN keeps its sign. */
static uint32_t add(uint32_t a, uint32_t b, uint32_t negate_b, uint32_t *fpscr)
{
    struct float_number numbers[2] = {unpack(a, fpscr), unpack(b, fpscr)};
    const struct float_number *x = &numbers[0];
    struct float_number y = numbers[1];
    uint32_t result;
    if (process_nans((const uint32_t[]){a, b}, numbers, 2, fpscr, &result))
        return result;
    y.sign ^= negate_b;
    if (x->kind == FLOAT_INFINITE && y.kind == FLOAT_INFINITE && x->sign != y.sign)
        return float_invalid(fpscr);
    if (x->kind == FLOAT_INFINITE)
        return infinity(x->sign);
    if (y.kind == FLOAT_INFINITE)
        return infinity(y.sign);
    return pack_sum(*x, y, fpscr);
}

uint32_t float_add_exact(uint32_t a, uint32_t b, uint32_t *fpscr)
{
    return add(a, b, 0, fpscr);
}

uint32_t float_sub_exact(uint32_t a, uint32_t b, uint32_t *fpscr)
{
    return add(a, b, 1, fpscr);
}

/* ---- multiplication, division, root ---- */

/* Bits of a significand that binary32 fills. */
static uint64_t short_significand(const struct float_number *number)
{
    return number->significand >> (FLOAT_SIGNIFICAND_TOP - 23);
}

/* x * y, which has 48 bits. Zero, infinity and their mixture come out by kind; the mixture of both
 * is the caller's. */
static struct float_number product(const struct float_number *x, const struct float_number *y)
{
    struct float_number result = {.kind = FLOAT_FINITE, .sign = x->sign ^ y->sign};
    if (x->kind == FLOAT_INFINITE || y->kind == FLOAT_INFINITE)
        result.kind = FLOAT_INFINITE;
    else if (x->kind == FLOAT_ZERO || y->kind == FLOAT_ZERO)
        result.kind = FLOAT_ZERO;
    if (result.kind != FLOAT_FINITE)
        return result;
    result.significand = short_significand(x) * short_significand(y) << 15;
    result.exponent = x->exponent + y->exponent + 1;
    float_normalise(&result);
    return result;
}

/* Infinity and zero, in whichever order. */
static bool is_infinity_and_zero(const struct float_number *x, const struct float_number *y)
{
    return (x->kind == FLOAT_INFINITE && y->kind == FLOAT_ZERO) ||
           (x->kind == FLOAT_ZERO && y->kind == FLOAT_INFINITE);
}

uint32_t float_mul_exact(uint32_t a, uint32_t b, uint32_t *fpscr)
{
    struct float_number numbers[2] = {unpack(a, fpscr), unpack(b, fpscr)};
    uint32_t result;
    if (process_nans((const uint32_t[]){a, b}, numbers, 2, fpscr, &result))
        return result;
    if (is_infinity_and_zero(&numbers[0], &numbers[1]))
        return float_invalid(fpscr);
    struct float_number number = product(&numbers[0], &numbers[1]);
    if (number.kind == FLOAT_FINITE)
        return pack(&number, fpscr);
    return number.kind == FLOAT_ZERO ? zero(number.sign) : infinity(number.sign);
}

uint32_t float_fma_exact(uint32_t addend, uint32_t a, uint32_t b, uint32_t *fpscr)
{
    struct float_number numbers[3] = {unpack(addend, fpscr), unpack(a, fpscr), unpack(b, fpscr)};
    const struct float_number *c = &numbers[0];
    bool invalid = is_infinity_and_zero(&numbers[1], &numbers[2]);
    uint32_t result;
    if (process_nans((const uint32_t[]){addend, a, b}, numbers, 3, fpscr, &result)) {
        if (c->kind == FLOAT_QUIET_NAN && invalid)
            return float_invalid(fpscr);
        return result;
    }
    struct float_number p = product(&numbers[1], &numbers[2]);
    if (invalid || (c->kind == FLOAT_INFINITE && p.kind == FLOAT_INFINITE && c->sign != p.sign))
        return float_invalid(fpscr);
    if (c->kind == FLOAT_INFINITE)
        return infinity(c->sign);
    if (p.kind == FLOAT_INFINITE)
        return infinity(p.sign);
    return pack_sum(*c, p, fpscr);
}

uint32_t float_div_exact(uint32_t a, uint32_t b, uint32_t *fpscr)
{
    struct float_number numbers[2] = {unpack(a, fpscr), unpack(b, fpscr)};
    const struct float_number *x = &numbers[0], *y = &numbers[1];
    uint32_t result, sign = x->sign ^ y->sign;
    if (process_nans((const uint32_t[]){a, b}, numbers, 2, fpscr, &result))
        return result;
    if (x->kind == y->kind && x->kind != FLOAT_FINITE)
        return float_invalid(fpscr);
    if (x->kind == FLOAT_INFINITE)
        return infinity(sign);
    if (y->kind == FLOAT_ZERO) {
        *fpscr |= FPSCR_DZC;
        return infinity(sign);
    }
    if (x->kind == FLOAT_ZERO || y->kind == FLOAT_INFINITE)
        return zero(sign);
    uint64_t dividend = short_significand(x) << 38, divisor = short_significand(y);
    struct float_number quotient = {
        .kind = FLOAT_FINITE,
        .sign = sign,
        .exponent = x->exponent - y->exponent + FLOAT_SIGNIFICAND_TOP - 39,
        .significand = dividend / divisor << 1 | (dividend % divisor != 0)};
    float_normalise(&quotient);
    return pack(&quotient, fpscr);
}

/* Rounded down; value: below 2^62. */
static uint64_t integer_root(uint64_t value)
{
    uint64_t root = 0;
    for (uint64_t bit = UINT64_C(1) << 60; bit != 0; bit >>= 2) {
        if (value >= root + bit) {
            value -= root + bit;
            root = (root >> 1) + bit;
        } else {
            root >>= 1;
        }
    }
    return root;
}

uint32_t float_sqrt_exact(uint32_t a, uint32_t *fpscr)
{
    struct float_number x = unpack(a, fpscr);
    if (float_is_nan(&x))
        return float_process_nan(a, x.kind, fpscr);
    if (x.kind == FLOAT_ZERO)
        return zero(x.sign);
    if (x.sign != 0)
        return float_invalid(fpscr);
    if (x.kind == FLOAT_INFINITE)
        return a;
    /* An even exponent, so that the root of the power of two is one. */
    unsigned odd = (unsigned)x.exponent & 1u;
    uint64_t square = short_significand(&x) << (37 + odd);
    uint64_t root = integer_root(square);
    struct float_number result = {.kind = FLOAT_FINITE,
                                  .exponent = (x.exponent - (int)odd) / 2,
                                  .significand = root << 32 | (root * root != square)};
    return pack(&result, fpscr);
}

/* ---- comparison ---- */

/* Negative, 0 or positive as x is below, equal to or above y; neither is a NaN. */
static int order(const struct float_number *x, const struct float_number *y)
{
    if (x->kind == FLOAT_ZERO && y->kind == FLOAT_ZERO)
        return 0;
    int sign_x = x->kind == FLOAT_ZERO ? 0 : x->sign != 0 ? -1 : 1;
    int sign_y = y->kind == FLOAT_ZERO ? 0 : y->sign != 0 ? -1 : 1;
    if (sign_x != sign_y)
        return sign_x < sign_y ? -1 : 1;
    if (x->kind != y->kind)
        return x->kind == FLOAT_INFINITE ? sign_x : -sign_x;
    if (x->exponent != y->exponent)
        return x->exponent > y->exponent ? sign_x : -sign_x;
    if (x->significand != y->significand)
        return x->significand > y->significand ? sign_x : -sign_x;
    return 0;
}

void float_compare_exact(uint32_t a, uint32_t b, bool signals, uint32_t *fpscr)
{
    struct float_number x = unpack(a, fpscr), y = unpack(b, fpscr);
    uint32_t flags;
    if (float_is_nan(&x) || float_is_nan(&y)) {
        if (signals || x.kind == FLOAT_SIGNALLING_NAN || y.kind == FLOAT_SIGNALLING_NAN)
            *fpscr |= FPSCR_IOC;
        flags = 3; /* C and V: unordered */
    } else {
        int difference = order(&x, &y);
        flags = difference == 0 ? 6 : difference < 0 ? 8 : 2;
    }
    *fpscr = (*fpscr & ~FPSCR_NZCV) | flags << 28;
}

/* sign: of the greater one where that is a zero, of the lesser for a minimum. */
static uint32_t choose(uint32_t a, uint32_t b, bool greater, uint32_t *fpscr)
{
    uint32_t bits[2] = {a, b}, result;
    struct float_number numbers[2] = {unpack(a, fpscr), unpack(b, fpscr)};
    for (unsigned k = 0; k < 2; k++) {
        if (numbers[k].kind != FLOAT_QUIET_NAN || numbers[1 - k].kind == FLOAT_QUIET_NAN)
            continue;
        bits[k] = infinity(greater);
        numbers[k] = (struct float_number){.kind = FLOAT_INFINITE, .sign = greater};
        break;
    }
    if (process_nans(bits, numbers, 2, fpscr, &result))
        return result;
    int difference = order(&numbers[0], &numbers[1]);
    unsigned chosen = greater ? difference <= 0 : difference >= 0;
    if (numbers[chosen].kind != FLOAT_ZERO)
        return bits[chosen];
    uint32_t x = numbers[0].sign, y = numbers[1].sign;
    return zero(greater ? x & y : x | y);
}

uint32_t float_max_number(uint32_t a, uint32_t b, uint32_t *fpscr)
{
    return choose(a, b, true, fpscr);
}

uint32_t float_min_number(uint32_t a, uint32_t b, uint32_t *fpscr)
{
    return choose(a, b, false, fpscr);
}
