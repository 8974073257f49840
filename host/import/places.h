/* Where in a capture something was found: how often, and the first few times, for messages.
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include <stdint.h>

/* Times that are kept. */
#define PLACES_MAX 4u

struct places {
    uint64_t count;
    int64_t ticks[PLACES_MAX];
};

static inline void places_add(struct places *places, int64_t ticks)
{
    if (places->count < PLACES_MAX)
        places->ticks[places->count] = ticks;
    places->count++;
}
