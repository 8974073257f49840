/* Takes off what a terminal program puts in front of every line.
 * SPDX-License-Identifier: MIT
 */
#include "prefix.h"

#include <ctype.h>
#include <string.h>

enum class { OTHER, LETTERS, DIGITS };

/* Blanks go with digits: "[    9.5]" and "[   10.5]" are of one shape. */
static enum class class_of(char c) {
    if (isdigit((unsigned char)c) || c == ' ') return DIGITS;
    return isalpha((unsigned char)c) ? LETTERS : OTHER;
}

/* How many bytes from `at` on are of the class of the first; has_digit: one of them is a digit. */
static size_t stretch(const char *text, size_t length, size_t at, bool *has_digit)
{
    enum class first = class_of(text[at]);
    size_t end = at;
    *has_digit = false;
    for (; end < length && class_of(text[end]) == first; end++) {
        *has_digit |= isdigit((unsigned char)text[end]) != 0;
        if (first == OTHER)
            return 1;
    }
    return end - at;
}

size_t prefix_match(const struct prefix *prefix, const char *text, size_t length)
{
    size_t at = 0;
    for (size_t i = 0; i < prefix->length;) {
        bool wants_digit, has_digit;
        size_t wanted = stretch(prefix->text, prefix->length, i, &wants_digit);
        if (at == length || class_of(text[at]) != class_of(prefix->text[i]) ||
            (class_of(text[at]) == OTHER && text[at] != prefix->text[i]))
            return 0;
        at += stretch(text, length, at, &has_digit);
        if (has_digit != wants_digit)
            return 0;
        i += wanted;
    }
    return at;
}

bool prefix_hold(struct prefix *prefix, const struct capture_line *line, size_t front)
{
    /* The tag begins with a letter: a prefix that ends with one has no end. */
    if (front == 0 || front > PREFIX_MAX || front == line->length || line->skipped != 0 ||
        line->length > PREFIX_HELD_MAX || isalnum((unsigned char)line->text[front - 1]))
        return false;
    memcpy(prefix->held, line->text, line->length);
    prefix->held_line = (struct capture_line){prefix->held, line->length, 0, line->number};
    memcpy(prefix->text, line->text, front);
    prefix->length = front;
    return true;
}

void prefix_decide(struct prefix *prefix, const struct capture_line *next)
{
    if (prefix_match(prefix, next->text, next->length) == 0) {
        prefix->length = 0;
    } else if (prefix->first_line == 0) {
        prefix->first_line = prefix->held_line.number;
        prefix->first_length = prefix->length;
        memcpy(prefix->first, prefix->text, prefix->length);
    }
}

bool prefix_take(struct prefix *prefix, struct capture_line *line)
{
    size_t length = prefix_match(prefix, line->text, line->length);
    if (length == 0 || line->skipped != 0)
        return false;
    line->text += length;
    line->length -= length;
    if (prefix->longest < length)
        prefix->longest = length;
    if (prefix->shortest == 0 || prefix->shortest > length)
        prefix->shortest = length;
    return true;
}
