/* Turns the cycle counter on and makes sure that what it says can be believed.
 * SPDX-License-Identifier: MIT
 */
#include "lib/timebase.h"

#include "board_timer.h"
#include "boards/board.h"
#include "lib/check.h"

/* Armv8-M and Armv7-M Architecture Reference Manuals: DEMCR (TRCENA), DWT_CTRL (NOCYCCNT,
 * CYCCNTENA). */
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

    /* Masked, so that no tick's interrupt lies between two readings that belong together. */
    __asm volatile("cpsid i" ::: "memory");
    uint32_t cycles = timebase_now();
    uint32_t ticks = board_timer_now();
    spin(TRIAL_LOOPS);
    cycles = timebase_now() - cycles;
    ticks = board_timer_now() - ticks;
    __asm volatile("cpsie i" ::: "memory");

    CHECK(cycles != 0, "the cycle counter stands still");
    CHECK(cycles >= TRIAL_LOOPS, "the cycle counter is slower than the core");
    CHECK(ticks != 0, "the timer stands still");
    uint32_t cycles_a_tick = board_core_hz() / board_timer_hz();
    CHECK(distance(cycles, ticks * cycles_a_tick) <= TRIAL_TOLERANCE,
          "timer and cycle counter disagree");
}
