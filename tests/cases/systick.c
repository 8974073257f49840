/* Cases of SysTick.
 * SPDX-License-Identifier: MIT
 */
#include "cases.h"

static void spin(unsigned passes)
{
    for (unsigned k = 0; k < passes; k++)
        __asm__ volatile("nop");
}

/* A counter that was written, or that has nothing to reload, is no expiry. */
static void no_expiry(void)
{
    begin();
    SYST_RVR = 0;
    SYST_CVR = 0;
    SYST_CSR = 7;
    spin(1000);
    CHECK("A38", NOTHING_LOGGED);
    SYST_RVR = 0xFFFFFF;
    spin(1000);
    CHECK("A38", NOTHING_LOGGED);
    begin();
    SYST_RVR = 100000;
    SYST_CVR = 0;
    SYST_CSR = 7;
    for (unsigned k = 0; k < 100; k++) {
        spin(10);
        SYST_CVR = 1;
    }
    CHECK("A38", NOTHING_LOGGED);
    CHECK("A38", SYST_CVR > 90000);
    begin();
}

static void count_flag(void)
{
    begin();
    SYST_RVR = 99;
    SYST_CVR = 0;
    SYST_CSR = 5;
    spin(150);
    uint32_t value = SYST_CVR;
    uint32_t first = SYST_CSR, second = SYST_CSR;
    (void)value;
    CHECK("A39", (first & 1u << 16) != 0);
    CHECK("A39", (second & 1u << 16) == 0);
    spin(150);
    SYST_CVR = 0;
    CHECK("A39", (SYST_CSR & 1u << 16) == 0);
    CHECK("A39", NOTHING_LOGGED);
    SYST_CSR = 0;
}

__attribute__((noinline)) static uint32_t time_spin(unsigned passes)
{
    uint32_t before = SYST_CVR;
    spin(passes);
    return before - SYST_CVR;
}

/* A tick a core cycle, from the write that chooses the clock and starts the counter. */
static void processor_clock(void)
{
    begin();
    SYST_RVR = 0xFFFFFF;
    SYST_CVR = 0;
    SYST_CSR = 5;
    time_spin(10); /* fills caches */
    uint32_t once = time_spin(1000), twice = time_spin(2000);
    CHECK("A41", once >= 1000);
    CHECK("A41", twice - once >= 1000 && once == time_spin(1000));
    SYST_CSR = 0;
}

void cases_of_systick(void)
{
    no_expiry();
    count_flag();
    processor_clock();
}
