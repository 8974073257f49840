/* The clock tree of the STM32F091: PLL and wait states.
 * SPDX-License-Identifier: MIT
 */
#include "sim/periph/clock_f0.h"

#include <inttypes.h>
#include <stdio.h>

#define MHZ 1000000u
#define PLL_INPUT_MIN_MHZ 1u
#define PLL_INPUT_MAX_MHZ 24u
#define PLL_MIN_MHZ 16u
#define PLL_MAX_MHZ 48u
#define SYSTEM_MAX_MHZ 48u
#define NO_WAIT_STATE_MAX_MHZ 24u

uint32_t f0_pll_factor(uint32_t pllmul)
{
    return pllmul < 14 ? pllmul + 2 : 16;
}

static bool within(uint64_t hz, unsigned low_mhz, unsigned high_mhz)
{
    return hz >= (uint64_t)low_mhz * MHZ && hz <= (uint64_t)high_mhz * MHZ;
}

bool f0_pll_allowed(uint64_t input_hz, uint32_t pllmul, char *text, size_t size)
{
    uint64_t hz = input_hz * f0_pll_factor(pllmul);

    if (!within(input_hz, PLL_INPUT_MIN_MHZ, PLL_INPUT_MAX_MHZ))
        snprintf(text, size, "input of the PLL is %" PRIu64 " Hz, it takes %u to %u MHz", input_hz,
                 PLL_INPUT_MIN_MHZ, PLL_INPUT_MAX_MHZ);
    else if (!within(hz, PLL_MIN_MHZ, PLL_MAX_MHZ))
        snprintf(text, size, "the PLL would run at %" PRIu64 " Hz, it does %u to %u MHz", hz,
                 PLL_MIN_MHZ, PLL_MAX_MHZ);
    else
        return true;
    return false;
}

unsigned f0_wait_states_needed(uint64_t ahb_hz)
{
    return ahb_hz > (uint64_t)NO_WAIT_STATE_MAX_MHZ * MHZ ? 1 : 0;
}

bool f0_clock_allowed(uint64_t system_hz, uint64_t ahb_hz, unsigned wait_states, char *text,
                      size_t size)
{
    if (system_hz > (uint64_t)SYSTEM_MAX_MHZ * MHZ)
        snprintf(text, size, "a system clock of %" PRIu64 " Hz is over the %u MHz of the part",
                 system_hz, SYSTEM_MAX_MHZ);
    else if (wait_states < f0_wait_states_needed(ahb_hz))
        snprintf(text, size,
                 "%" PRIu64 " Hz need 1 flash wait state, FLASH_ACR.LATENCY is 0 (good for %u "
                 "MHz): set it before the clock is that fast",
                 ahb_hz, NO_WAIT_STATE_MAX_MHZ);
    else
        return true;
    return false;
}
