/* Numbers as captures write them: exact decimals, and quantities with a unit.
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* digits * 10^exponent. */
struct decimal {
    int64_t digits;
    int exponent;
};

/* "-1.25e-3", with blanks around it. False where it is no number or beyond 63 bits; digits of a
 * fraction beyond that are left out. */
bool decimal_parse(const char *text, size_t length, struct decimal *value);
/* value * 10^power as an integer, rounded to the nearest; *exact tells whether it had to be.
 * False where it is beyond 64 bits. */
bool decimal_scale(const struct decimal *value, int power, int64_t *scaled, bool *exact);

/* A date and time by ISO 8601, as Saleae writes it ("2023-06-15T10:30:45.123456789Z", "+02:00" for
 * Z), in seconds since 1970. False where it is none, or has no zone. */
bool decimal_date(const char *text, size_t length, struct decimal *seconds);
/* A time with its unit ("1 ns", "100us", "0.5 ms"; s, ms, us, ns, ps, fs) in seconds. */
bool decimal_seconds(const char *text, size_t length, struct decimal *seconds);
/* A rate ("1 MHz", "24M", "1.515151 MHz", "200 kHz") in Hz, a whole number above 0.
 * *small_m: it has a small m, meant as mega. */
bool decimal_hz(const char *text, size_t length, uint64_t *hz, bool *small_m);

/* Room for what decimal_ticks writes. */
#define DECIMAL_TICKS_MAX 48
/* ticks of hz a second as seconds: 9 decimals, more (up to 15) where the value needs them to be
 * exact; without an exponent. Returns text. */
const char *decimal_ticks(int64_t ticks, uint64_t hz, char text[static DECIMAL_TICKS_MAX]);
