/* Numbers as people write them on a command line.
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include <stdbool.h>
#include <stdint.h>

/* Decimal digits and nothing else, up to max. False where it is no such number. */
bool number_whole(const char *text, uint64_t max, uint64_t *number);
/* From 0 to max, with a fraction or an exponent. False where it is no such number. */
bool number_real(const char *text, double max, double *number);

/* Seconds that a command can be told to wait. */
#define NUMBER_SECONDS_MAX UINT64_C(1000000)
/* Seconds above 0, up to that many and with decimals, as nanoseconds; what is less is left out.
 * False where it is no such time. */
bool number_seconds(const char *text, uint64_t *ns);

/* NAME=NUMBER: cuts text at the '=', behind the name. False where either is missing, or the number
 * is none up to max; then *number_text is what stands behind the '=', NULL where text has no name
 * or no '='. */
bool number_named(char *text, uint64_t max, uint64_t *number, const char **number_text);
