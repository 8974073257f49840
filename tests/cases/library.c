/* Cases that the C library and the compiler's own library bring.
 * SPDX-License-Identifier: MIT
 */
#include "cases.h"

#include <string.h>

/* A57: strlen and strcmp of the library, which use the DSP extension where there is one. */
static void strings(void)
{
    static char text[64], other[64];
    bool lengths = true, equal = true, less = true;
    for (unsigned start = 0; start < 4; start++)
        for (unsigned length = 0; length <= 40; length++) {
            memset(text, 0xFF, sizeof text);
            memset(text + start, 'a', length);
            text[start + length] = '\0';
            memcpy(other, text, sizeof text);
            lengths = lengths && strlen(text + start) == length;
            equal = equal && strcmp(text + start, other + start) == 0;
            if (length == 0)
                continue;
            other[start + length - 1] = (char)0xE9;
            less = less && strcmp(text + start, other + start) < 0 &&
                   strcmp(other + start, text + start) > 0;
        }
    CHECK("A57", lengths);
    CHECK("A57", equal);
    CHECK("A57", less);
}

/* A65: __aeabi_uldivmod. */
static void long_division(void)
{
    volatile uint64_t dividend = (1ull << 63) + 1;
    volatile uint32_t divisor = 10;
    CHECK("A65", dividend / divisor == 922337203685477580ull);
    CHECK("A65", dividend % divisor == 9);
}

void cases_of_library(void)
{
    strings();
    long_division();
}
