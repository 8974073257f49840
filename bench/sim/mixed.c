/* Mixed compute: a sort through function pointers, a matrix product, a state machine over text,
 * each checked by CRC-32, in the proportions of ordinary control code. Our own kernel, not
 * CoreMark. SPDX-License-Identifier: MIT
 */
#include "kernels.h"

#define ITEMS 48u
#define SIDE 12u

static uint32_t crc_update(uint32_t crc, uint32_t value)
{
    crc ^= value;
    for (int bit = 0; bit < 8; bit++)
        crc = (crc & 1u) != 0 ? crc >> 1 ^ 0xEDB88320u : crc >> 1;
    return crc;
}

static int by_value(const uint16_t *a, const uint16_t *b)
{
    return (int)*a - (int)*b;
}

static int by_low_byte(const uint16_t *a, const uint16_t *b)
{
    return (int)(*a & 0xFFu) - (int)(*b & 0xFFu);
}

static __attribute__((noinline)) void sort(uint16_t *items, uint32_t count,
                                           int (*compare)(const uint16_t *, const uint16_t *))
{
    for (uint32_t i = 1; i < count; i++) {
        uint16_t item = items[i];
        uint32_t at = i;
        for (; at > 0 && compare(&items[at - 1], &item) > 0; at--)
            items[at] = items[at - 1];
        items[at] = item;
    }
}

static __attribute__((noinline)) uint32_t sort_pass(uint32_t seed, uint32_t crc)
{
    static uint16_t items[ITEMS];
    for (uint32_t i = 0; i < ITEMS; i++) {
        seed = seed * 1664525u + 1013904223u;
        items[i] = (uint16_t)(seed >> 16);
    }
    sort(items, ITEMS, by_value);
    crc = crc_update(crc, items[ITEMS / 2]);
    sort(items, ITEMS, by_low_byte);
    return crc_update(crc, items[3]);
}

static __attribute__((noinline)) uint32_t matrix_pass(uint32_t seed, uint32_t crc)
{
    static int16_t a[SIDE][SIDE], b[SIDE][SIDE];
    static int32_t c[SIDE][SIDE];
    for (uint32_t i = 0; i < SIDE * SIDE; i++) {
        (&a[0][0])[i] = (int16_t)(seed + i * 7u);
        (&b[0][0])[i] = (int16_t)(seed ^ i * 13u);
    }
    for (uint32_t i = 0; i < SIDE; i++)
        for (uint32_t j = 0; j < SIDE; j++) {
            int32_t sum = 0;
            for (uint32_t k = 0; k < SIDE; k++)
                sum += a[i][k] * b[k][j];
            c[i][j] = sum;
        }
    return crc_update(crc, (uint32_t)(c[1][2] ^ c[SIDE - 1][SIDE - 1]));
}

enum state { START, SIGN, DIGITS, FRACTION, EXPONENT, BAD };

static __attribute__((noinline)) enum state classify(const char *text)
{
    enum state state = START;
    for (; *text != '\0' && state != BAD; text++) {
        char c = *text;
        int digit = c >= '0' && c <= '9';
        switch (state) {
        case START:
            state = digit ? DIGITS : c == '-' || c == '+' ? SIGN : BAD;
            break;
        case SIGN:
            state = digit ? DIGITS : BAD;
            break;
        case DIGITS:
            state = digit ? DIGITS : c == '.' ? FRACTION : c == 'e' ? EXPONENT : BAD;
            break;
        case FRACTION:
            state = digit ? FRACTION : c == 'e' ? EXPONENT : BAD;
            break;
        case EXPONENT:
            state = digit ? EXPONENT : BAD;
            break;
        case BAD:
            break;
        }
    }
    return state;
}

static __attribute__((noinline)) uint32_t text_pass(uint32_t crc)
{
    static const char *const texts[] = {"5012",  "-35.4400", "+0.001e3",   "T0.3e-1F",
                                        "874.5", "e12",      "-110.700e9", "1..2"};
    for (uint32_t i = 0; i < sizeof texts / sizeof texts[0]; i++)
        crc = crc_update(crc, (uint32_t)classify(texts[i]) + i);
    return crc;
}

uint32_t kernel_run(uint32_t rounds)
{
    uint32_t crc = 0;
    for (uint32_t round = 0; round < rounds; round++) {
        crc = sort_pass(round, crc);
        crc = matrix_pass(round, crc);
        crc = text_pass(crc);
    }
    return crc;
}
