/* Turns the cycle counter on and makes sure that what it says can be believed.
 * SPDX-License-Identifier: MIT
 */
#include "lib/timebase.h"

#include "board_timer.h"
#include "lib/check.h"
#include "wire/wire.h"

/* Armv8-M Architecture Reference Manual: DEMCR (TRCENA), DWT_CTRL (NOCYCCNT, CYCCNTENA). */
#define DEMCR (*(volatile uint32_t *)0xE000EDFCu)
#define DEMCR_TRCENA (1u << 24)
#define DWT_CTRL (*(volatile uint32_t *)0xE0001000u)
#define DWT_CTRL_CYCCNTENA (1u << 0)
#define DWT_CTRL_NOCYCCNT (1u << 25)
#define DWT_CYCCNT (*(volatile uint32_t *)0xE0001004u)

/* A loop whose cycles both counters watch; long against the cost of reading them. */
#define TRIAL_LOOPS 5000u
/* The two reads of the timer and of the cycle counter are not simultaneous: a bus access apart. */
#define TRIAL_TOLERANCE 100u

#define PAIRS 16

static void spin(uint32_t loops)
{
    for (uint32_t i = 0; i < loops; i++)
        __asm volatile("nop");
}

static uint32_t distance(uint32_t a, uint32_t b)
{
    return a > b ? a - b : b - a;
}

void timebase_init(void)
{
    DEMCR |= DEMCR_TRCENA;
    CHECK((DWT_CTRL & DWT_CTRL_NOCYCCNT) == 0, "the core has no cycle counter");
    DWT_CYCCNT = 0;
    DWT_CTRL |= DWT_CTRL_CYCCNTENA;

    uint32_t cycles = timebase_now();
    uint32_t ticks = board_timer_now();
    spin(TRIAL_LOOPS);
    cycles = timebase_now() - cycles;
    ticks = board_timer_now() - ticks;

    CHECK(cycles != 0, "the cycle counter stands still");
    CHECK(cycles >= TRIAL_LOOPS, "the cycle counter is slower than the core");
    CHECK(ticks != 0, "the timer stands still");
    CHECK(distance(cycles, ticks) <= TRIAL_TOLERANCE, "timer and cycle counter disagree");
}

static uint32_t one_pair(void)
{
    uint32_t first, second;
    __asm volatile("ldr %0, [%2, %3]\n\tldr %1, [%2, %3]"
                   : "=&r"(first), "=r"(second)
                   : "r"(TIMEBASE_BASE), "i"(TIMEBASE_COUNTER_OFFSET)
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
