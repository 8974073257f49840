/* Reads the numbers of a command line.
 * SPDX-License-Identifier: MIT
 */
#include "number.h"

#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#define NS_PER_SECOND UINT64_C(1000000000)

static bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

/* Digits at *text up to max; moves *text behind them. False where there are none or too many. */
static bool take(const char **text, uint64_t max, uint64_t *number)
{
    const char *first = *text;
    *number = 0;
    for (; is_digit(**text); (*text)++) {
        uint64_t digit = (uint64_t)(**text - '0');
        if (digit > max || *number > (max - digit) / 10)
            return false;
        *number = *number * 10 + digit;
    }
    return *text != first;
}

bool number_whole(const char *text, uint64_t max, uint64_t *number)
{
    return take(&text, max, number) && *text == '\0';
}

bool number_real(const char *text, double max, double *number)
{
    char *end;
    /* strtod takes blanks, hexadecimal digits and "nan", too. */
    if (text[strspn(text, "0123456789.eE+-")] != '\0')
        return false;
    *number = strtod(text, &end);
    return end != text && *end == '\0' && *number >= 0 && *number <= max;
}

bool number_seconds(const char *text, uint64_t *ns)
{
    uint64_t seconds, fraction = 0;
    if (!take(&text, NUMBER_SECONDS_MAX, &seconds))
        return false;
    if (*text == '.') {
        text++;
        for (uint64_t scale = NS_PER_SECOND / 10; is_digit(*text); text++, scale /= 10)
            fraction += scale * (uint64_t)(*text - '0');
    }
    *ns = seconds * NS_PER_SECOND + fraction;
    return *text == '\0' && *ns != 0 && *ns <= NUMBER_SECONDS_MAX * NS_PER_SECOND;
}

bool number_named(char *text, uint64_t max, uint64_t *number, const char **number_text)
{
    char *value = strchr(text, '=');
    *number_text = NULL;
    if (value == NULL || value == text)
        return false;
    *value++ = '\0';
    *number_text = value;
    return number_whole(value, max, number);
}
