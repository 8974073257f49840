/* Allocation that ends the program where memory is short.
 * SPDX-License-Identifier: MIT
 */
#include "xalloc.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void *checked(void *memory)
{
    if (memory == NULL) {
        fputs("tailchain: out of memory\n", stderr);
        exit(2);
    }
    return memory;
}

void *xcalloc(size_t count, size_t size)
{
    return checked(calloc(count != 0 ? count : 1, size));
}

void *xgrow(void *array, size_t *capacity, size_t needed, size_t size)
{
    if (needed <= *capacity)
        return array;
    size_t grown = *capacity < 8 ? 8 : *capacity;
    while (grown < needed)
        grown = grown > SIZE_MAX / 2 ? needed : grown * 2;
    array = checked(reallocarray(array, grown, size));
    *capacity = grown;
    return array;
}

char *xstrndup(const char *text, size_t length)
{
    char *copy = checked(malloc(length + 1));
    if (length != 0)
        memcpy(copy, text, length);
    copy[length] = '\0';
    return copy;
}
