/* Exact decimals, and quantities with a unit.
 * SPDX-License-Identifier: MIT
 */
#include "decimal.h"

#include <stdio.h>
#include <string.h>
#include <strings.h>

#define EXPONENT_MAX 99

struct cursor {
    const char *at, *end;
};

static bool is_digit(const struct cursor *cursor)
{
    return cursor->at != cursor->end && *cursor->at >= '0' && *cursor->at <= '9';
}

static bool take(struct cursor *cursor, const char *any)
{
    if (cursor->at == cursor->end || *cursor->at == '\0' || strchr(any, *cursor->at) == NULL)
        return false;
    cursor->at++;
    return true;
}

static void skip_blanks(struct cursor *cursor)
{
    while (take(cursor, " \t\r\n"))
        ;
}

/* The digits of a number as they come. Zeros are kept back until another digit needs them. */
struct digits {
    int64_t value;
    int zeros, fraction;
    bool significant; /* there was one that is not 0 */
    bool is_full;     /* the rest of the fraction is beyond 64 bits, and left out */
};

/* Digits at the cursor; fraction: they stand behind the point. */
static bool take_digits(struct cursor *cursor, struct digits *digits, bool fraction)
{
    for (; is_digit(cursor); cursor->at++) {
        if (digits->is_full)
            continue;
        digits->fraction += fraction;
        if (*cursor->at == '0') {
            digits->zeros += digits->significant;
            continue;
        }
        int64_t value = digits->value;
        bool overflow = false;
        for (int i = 0; i <= digits->zeros && !overflow; i++)
            overflow = __builtin_mul_overflow(value, 10, &value);
        overflow = overflow || __builtin_add_overflow(value, *cursor->at - '0', &value);
        if (overflow && !fraction)
            return false;
        if (overflow) {
            digits->is_full = true;
            digits->fraction--;
            continue;
        }
        digits->value = value;
        digits->significant = true;
        digits->zeros = 0;
    }
    return true;
}

static bool take_exponent(struct cursor *cursor, int *exponent)
{
    int value = 0;
    bool negative = take(cursor, "-");
    if (!negative)
        take(cursor, "+");
    if (!is_digit(cursor))
        return false;
    for (; is_digit(cursor); cursor->at++)
        if ((value = value * 10 + *cursor->at - '0') > EXPONENT_MAX)
            return false;
    *exponent += negative ? -value : value;
    return true;
}

/* A decimal number at the cursor, which moves behind it. */
static bool take_decimal(struct cursor *cursor, struct decimal *value)
{
    struct digits digits = {0};
    bool negative = take(cursor, "-");
    if (!negative)
        take(cursor, "+");
    const char *first = cursor->at;
    bool point = false;
    if (!take_digits(cursor, &digits, false))
        return false;
    if (take(cursor, ".")) {
        point = true;
        if (!take_digits(cursor, &digits, true))
            return false;
    }
    if (cursor->at - first == point)
        return false;
    *value = (struct decimal){digits.value, digits.zeros - digits.fraction};
    if (cursor->at != cursor->end && (*cursor->at == 'e' || *cursor->at == 'E')) {
        cursor->at++;
        if (!take_exponent(cursor, &value->exponent))
            return false;
    }
    if (negative)
        value->digits = -value->digits;
    return true;
}

bool decimal_parse(const char *text, size_t length, struct decimal *value)
{
    struct cursor cursor = {text, text + length};
    skip_blanks(&cursor);
    if (!take_decimal(&cursor, value))
        return false;
    skip_blanks(&cursor);
    return cursor.at == cursor.end;
}

bool decimal_scale(const struct decimal *value, int power, int64_t *scaled, bool *exact)
{
    int64_t result = value->digits, last = 0, rest = 0;
    power += value->exponent;
    for (; power > 0 && result != 0; power--)
        if (__builtin_mul_overflow(result, 10, &result))
            return false;
    for (; power < 0 && result != 0; power++) {
        rest |= last;
        last = result % 10;
        result /= 10;
    }
    /* Gone altogether before its first digit would count for rounding. */
    if (power < 0) {
        rest |= last;
        last = 0;
    }
    *exact = last == 0 && rest == 0;
    if (last >= 5)
        result++;
    if (last <= -5)
        result--;
    *scaled = result;
    return true;
}

/* What stands behind the number, without blanks around it. */
static size_t unit_length(struct cursor *cursor)
{
    skip_blanks(cursor);
    const char *end = cursor->end;
    while (end != cursor->at && memchr(" \t\r\n", end[-1], 4) != NULL)
        end--;
    return (size_t)(end - cursor->at);
}

bool decimal_seconds(const char *text, size_t length, struct decimal *seconds)
{
    static const struct {
        const char *name;
        int exponent;
    } units[] = {{"s", 0}, {"ms", -3}, {"us", -6}, {"ns", -9}, {"ps", -12}, {"fs", -15}};
    struct cursor cursor = {text, text + length};
    skip_blanks(&cursor);
    if (!take_decimal(&cursor, seconds))
        return false;
    size_t unit = unit_length(&cursor);
    for (size_t i = 0; i < sizeof units / sizeof units[0]; i++)
        if (strlen(units[i].name) == unit && strncasecmp(cursor.at, units[i].name, unit) == 0) {
            seconds->exponent += units[i].exponent;
            return true;
        }
    return false;
}

bool decimal_hz(const char *text, size_t length, uint64_t *hz, bool *small_m)
{
    struct cursor cursor = {text, text + length};
    struct decimal value;
    int64_t whole;
    int power = 0;
    bool exact;
    skip_blanks(&cursor);
    if (!take_decimal(&cursor, &value))
        return false;
    size_t unit = unit_length(&cursor);
    *small_m = unit != 0 && *cursor.at == 'm';
    const char *prefix = unit != 0 ? memchr("kKMmGg", *cursor.at, 6) : NULL;
    if (prefix != NULL) {
        power = strchr("kK", *prefix) != NULL ? 3 : strchr("Mm", *prefix) != NULL ? 6 : 9;
        cursor.at++;
        unit--;
    }
    if (unit != 0 && (unit != 2 || strncasecmp(cursor.at, "hz", 2) != 0))
        return false;
    if (!decimal_scale(&value, power, &whole, &exact) || !exact || whole <= 0)
        return false;
    *hz = (uint64_t)whole;
    return true;
}

const char *decimal_ticks(int64_t ticks, uint64_t hz, char text[static DECIMAL_TICKS_MAX])
{
    uint64_t size = ticks < 0 ? 0 - (uint64_t)ticks : (uint64_t)ticks;
    unsigned __int128 rest = size % hz;
    int decimals = 0;
    uint64_t fraction = 0;
    while (decimals < 9 || (rest != 0 && decimals < 15)) {
        rest *= 10;
        fraction = fraction * 10 + (uint64_t)(rest / hz);
        rest %= hz;
        decimals++;
    }
    snprintf(text, DECIMAL_TICKS_MAX, "%s%llu.%0*llu", ticks < 0 ? "-" : "",
             (unsigned long long)(size / hz), decimals, (unsigned long long)fraction);
    return text;
}
