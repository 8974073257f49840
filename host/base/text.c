/* Text for people.
 * SPDX-License-Identifier: MIT
 */
#include "text.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

#include "xalloc.h"

#define ABBREVIATION_MIN 3u

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

char *text_format(const char *format, va_list arguments)
{
    va_list again;
    va_copy(again, arguments);
    int length = vsnprintf(NULL, 0, format, again);
    va_end(again);
    assert(length >= 0);
    char *text = xcalloc((size_t)length + 1, 1);
    vsnprintf(text, (size_t)length + 1, format, arguments);
    return text;
}

/* How one byte is shown; returns its length. */
static size_t shown_as(char byte, char shown[static 5])
{
    unsigned char c = (unsigned char)byte;
    if (c >= 0x20 && c <= 0x7E) {
        shown[0] = byte;
        return 1;
    }
    return (size_t)snprintf(shown, 5, "\\x%02X", c);
}

const char *text_printable(const char *bytes, size_t length, char *text, size_t size)
{
    char shown[5];
    size_t used = 0, whole = 0;
    for (size_t i = 0; i < length && whole < size; i++)
        whole += shown_as(bytes[i], shown);
    size_t room = whole < size ? size : size - strlen("...");
    for (size_t i = 0; i < length; i++) {
        size_t need = shown_as(bytes[i], shown);
        if (used + need >= room) {
            memcpy(text + used, "...", sizeof "...");
            return text;
        }
        memcpy(text + used, shown, need);
        used += need;
    }
    text[used] = '\0';
    return text;
}

#define WORD_MAX 32

static size_t least(size_t a, size_t b)
{
    return a < b ? a : b;
}

/* Letters lost, added, changed, or in the wrong order with their neighbour (the optimal string
 * alignment distance); words are short. */
static size_t distance(const char *a, const char *b)
{
    size_t d[WORD_MAX + 1][WORD_MAX + 1];
    size_t a_length = strlen(a), b_length = strlen(b);
    if (a_length > WORD_MAX || b_length > WORD_MAX)
        return WORD_MAX;
    for (size_t j = 0; j <= b_length; j++)
        d[0][j] = j;
    for (size_t i = 1; i <= a_length; i++) {
        d[i][0] = i;
        for (size_t j = 1; j <= b_length; j++) {
            d[i][j] = least(d[i - 1][j - 1] + (a[i - 1] != b[j - 1]),
                            least(d[i - 1][j], d[i][j - 1]) + 1);
            if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1])
                d[i][j] = least(d[i][j], d[i - 2][j - 2] + 1);
        }
    }
    return d[a_length][b_length];
}

/* The only word that starts with text, or NULL. */
static const char *completed(const char *text, const char *const *words, size_t count)
{
    const char *found = NULL;
    size_t length = strlen(text);
    if (length < ABBREVIATION_MIN)
        return NULL;
    for (size_t i = 0; i < count; i++)
        if (strncmp(words[i], text, length) == 0) {
            if (found != NULL)
                return NULL;
            found = words[i];
        }
    return found;
}

const char *text_nearest(const char *text, const char *const *words, size_t count)
{
    const char *nearest = completed(text, words, count);
    if (nearest != NULL)
        return nearest;
    /* Two letters of four are another word. */
    size_t limit = strlen(text) <= 4 ? 1 : strlen(text) / 3 + 1;
    for (size_t i = 0; i < count; i++) {
        size_t d = distance(text, words[i]);
        if (d <= limit && d < strlen(words[i])) {
            nearest = words[i];
            limit = d - (d != 0);
        }
    }
    return nearest;
}
