/* Makes sure that the board's timer, which counts cycles here, can be believed.
 * SPDX-License-Identifier: MIT
 */
#include "lib/timebase.h"

#include "boards/board.h"
#include "lib/check.h"

/* Armv6-M Architecture Reference Manual, B3.3: SysTick counts down from SYST_RVR, at the core clock
 * as the kernel sets it up. */
#define SYST_RVR (*(volatile uint32_t *)0xE000E014u)
#define SYST_CVR (*(volatile uint32_t *)0xE000E018u)

/* A loop whose cycles both counters watch; shorter than a kernel tick at any clock here (8,000
 * cycles at 8 MHz, 4,800 at 48 MHz with 10,000 ticks a second). */
#define TRIAL_LOOPS 500u
/* The reads of the two counters are not simultaneous: a bus access apart. */
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

/* Cycles that SysTick counted from one reading to the next, less than a tick later. */
static uint32_t systick_cycles(uint32_t first, uint32_t last)
{
    return first >= last ? first - last : first + SYST_RVR + 1u - last;
}

void timebase_init(void)
{
    CHECK(board_timer_hz() == board_core_hz(), "the timer does not run at the core clock");
    /* Masked, so that no tick's interrupt lies between two readings that belong together. */
    __asm volatile("cpsid i" ::: "memory");
    uint32_t cycles = timebase_now();
    uint32_t first = SYST_CVR;
    spin(TRIAL_LOOPS);
    cycles = timebase_now() - cycles;
    uint32_t ticks = systick_cycles(first, SYST_CVR);
    __asm volatile("cpsie i" ::: "memory");

    CHECK(cycles != 0, "the timer stands still");
    CHECK(cycles >= TRIAL_LOOPS, "the timer is slower than the core");
    CHECK(distance(cycles, ticks) <= TRIAL_TOLERANCE, "timer and SysTick disagree");
}
