/* Dates and times by ISO 8601 as exact seconds.
 * SPDX-License-Identifier: MIT
 */
#include "decimal.h"

#include <string.h>

#define SECONDS_PER_DAY 86400
/* As many digits of a fraction as fit beside the seconds of this century. */
#define FRACTION_MAX 9
#define SECONDS_MAX INT64_C(9000000000)

struct cursor {
    const char *at, *end;
};

/* Exactly so many digits. */
static bool take_digits(struct cursor *cursor, int digits, int64_t *value)
{
    *value = 0;
    for (; digits > 0; digits--, cursor->at++) {
        if (cursor->at == cursor->end || *cursor->at < '0' || *cursor->at > '9')
            return false;
        *value = *value * 10 + (*cursor->at - '0');
    }
    return true;
}

static bool take(struct cursor *cursor, const char *any)
{
    if (cursor->at == cursor->end || *cursor->at == '\0' || strchr(any, *cursor->at) == NULL)
        return false;
    cursor->at++;
    return true;
}

/* Days since 1970-01-01 in the proleptic Gregorian calendar; the year begins in March, so that a
 * leap day is its last. */
static int64_t days_of(int64_t year, int64_t month, int64_t day)
{
    year -= month <= 2;
    int64_t era = year / 400, of_era = year - era * 400;
    int64_t of_year = (153 * ((month + 9) % 12) + 2) / 5 + day - 1;
    return era * 146097 + of_era * 365 + of_era / 4 - of_era / 100 + of_year - 719468;
}

static bool take_zone(struct cursor *cursor, int64_t *seconds)
{
    int64_t hours, minutes;
    if (take(cursor, "Zz")) {
        *seconds = 0;
        return true;
    }
    bool west = cursor->at != cursor->end && *cursor->at == '-';
    if (!take(cursor, "+-") || !take_digits(cursor, 2, &hours))
        return false;
    take(cursor, ":");
    if (!take_digits(cursor, 2, &minutes))
        return false;
    *seconds = (west ? -1 : 1) * (hours * 60 + minutes) * 60;
    return true;
}

/* Digits beyond FRACTION_MAX are left out. */
static void take_fraction(struct cursor *cursor, struct decimal *seconds)
{
    int64_t digit;
    if (!take(cursor, ".,"))
        return;
    while (take_digits(cursor, 1, &digit))
        if (seconds->exponent > -FRACTION_MAX) {
            seconds->digits = seconds->digits * 10 + digit;
            seconds->exponent--;
        }
}

bool decimal_date(const char *text, size_t length, struct decimal *seconds)
{
    struct cursor cursor = {text, text + length};
    int64_t year, month, day, hour, minute, second, zone;
    while (take(&cursor, " "))
        ;
    if (!take_digits(&cursor, 4, &year) || !take(&cursor, "-") ||
        !take_digits(&cursor, 2, &month) || !take(&cursor, "-") || !take_digits(&cursor, 2, &day) ||
        !take(&cursor, "Tt ") || !take_digits(&cursor, 2, &hour) || !take(&cursor, ":") ||
        !take_digits(&cursor, 2, &minute) || !take(&cursor, ":") ||
        !take_digits(&cursor, 2, &second) || month < 1 || month > 12 || day < 1 || day > 31)
        return false;
    *seconds = (struct decimal){
        days_of(year, month, day) * SECONDS_PER_DAY + (hour * 60 + minute) * 60 + second, 0};
    /* Beyond 63 bits of ns. */
    if (seconds->digits > SECONDS_MAX || seconds->digits < -SECONDS_MAX)
        return false;
    take_fraction(&cursor, seconds);
    if (!take_zone(&cursor, &zone))
        return false;
    for (int exponent = seconds->exponent; exponent < 0; exponent++)
        zone *= 10;
    seconds->digits -= zone;
    while (take(&cursor, " "))
        ;
    return cursor.at == cursor.end;
}
