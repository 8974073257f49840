/* Reads the counter twice in a row, and refuses one that cannot be believed.
 * SPDX-License-Identifier: MIT
 */
#include "lib/timebase.h"

#include "lib/check.h"
#include "wire/wire.h"

#define PAIRS 16

static uint32_t one_pair(void)
{
    uint32_t first, second;
    __asm volatile("ldr %0, [%2, %3]\n\tldr %1, [%2, %3]"
                   : "=&" TIMEBASE_REGISTER(first), "=" TIMEBASE_REGISTER(second)
                   : TIMEBASE_REGISTER(TIMEBASE_BASE), "i"(TIMEBASE_COUNTER_OFFSET)
                   : "memory");
    return second - first;
}

uint32_t timebase_read_pair(void)
{
    uint32_t smallest = UINT32_MAX;
    for (int i = 0; i < PAIRS; i++) {
        uint32_t ticks = one_pair();
        if (ticks < smallest)
            smallest = ticks;
    }
    CHECK(smallest != 0, "the cycle counter stands still between two reads");
    CHECK(smallest <= WIRE_READ_PAIR_MAX_TICKS,
          "two reads of the cycle counter are absurdly far apart");
    return smallest;
}
