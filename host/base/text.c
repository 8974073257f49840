/* Text for people.
 * SPDX-License-Identifier: MIT
 */
#include "text.h"

#include <stdio.h>
#include <string.h>

const char *text_number(uint64_t number, char text[static TEXT_NUMBER_MAX])
{
    char reversed[TEXT_NUMBER_MAX];
    size_t length = 0;
    int digits = 0;
    do {
        if (digits != 0 && digits % 3 == 0)
            reversed[length++] = ',';
        reversed[length++] = (char)('0' + number % 10);
        number /= 10;
        digits++;
    } while (number != 0);
    for (size_t i = 0; i < length; i++)
        text[i] = reversed[length - 1 - i];
    text[length] = '\0';
    return text;
}

const char *text_printable(const char *bytes, size_t length, char *text, size_t size)
{
    size_t used = 0;
    for (size_t i = 0; i < length; i++) {
        unsigned char c = (unsigned char)bytes[i];
        char shown[5] = {(char)c};
        if (c < 0x20 || c > 0x7E)
            snprintf(shown, sizeof shown, "\\x%02X", c);
        size_t need = strlen(shown);
        size_t reserve = i + 1 < length ? 4 : 1;
        if (used + need + reserve > size) {
            snprintf(text + used, size - used, "...");
            return text;
        }
        memcpy(text + used, shown, need);
        used += need;
    }
    text[used] = '\0';
    return text;
}

#define WORD_MAX 32

/* Levenshtein distance; words are short. */
static size_t distance(const char *a, const char *b)
{
    size_t row[WORD_MAX + 1];
    size_t a_length = strlen(a), b_length = strlen(b);
    if (a_length > WORD_MAX || b_length > WORD_MAX)
        return WORD_MAX;
    for (size_t j = 0; j <= b_length; j++)
        row[j] = j;
    for (size_t i = 1; i <= a_length; i++) {
        size_t diagonal = row[0];
        row[0] = i;
        for (size_t j = 1; j <= b_length; j++) {
            size_t best = diagonal + (a[i - 1] != b[j - 1]);
            diagonal = row[j];
            if (row[j] + 1 < best)
                best = row[j] + 1;
            if (row[j - 1] + 1 < best)
                best = row[j - 1] + 1;
            row[j] = best;
        }
    }
    return row[b_length];
}

const char *text_nearest(const char *text, const char *const *words, size_t count)
{
    const char *nearest = NULL;
    size_t limit = strlen(text) / 3 + 1;
    for (size_t i = 0; i < count; i++) {
        size_t d = distance(text, words[i]);
        if (d <= limit && d < strlen(words[i])) {
            nearest = words[i];
            limit = d - (d != 0);
        }
    }
    return nearest;
}
