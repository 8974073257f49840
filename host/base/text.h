/* Text for people: bytes made printable, numbers grouped, words that were nearly right.
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

/* Room for a grouped 64-bit number: 20 digits, 6 commas, the terminator. */
#define TEXT_NUMBER_MAX 27

/* 1234567 as "1,234,567"; returns text. */
const char *text_number(uint64_t number, char text[static TEXT_NUMBER_MAX]);

/* Formatted text of whatever length, the caller's to free. */
char *text_format(const char *format, va_list arguments) __attribute__((format(printf, 1, 0)));

/* Copies bytes so that a terminal shows them and obeys none: \xNN for what is not printable ASCII,
 * "..." where size is too small. Returns text. */
const char *text_printable(const char *bytes, size_t length, char *text, size_t size);

/* The word of words[0, count) that text abbreviates, else the one that is nearest to it; NULL where
 * none is near. */
const char *text_nearest(const char *text, const char *const *words, size_t count);
