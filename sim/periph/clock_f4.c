/* The clock tree of the STM32F407 and STM32F410: PLL, wait states, voltage scales, bus clocks.
 * SPDX-License-Identifier: MIT
 */
#include "sim/periph/clock_f4.h"

#include <inttypes.h>
#include <stdio.h>

#define MHZ 1000000u

const struct f4_limits f4_limits_f407 = {.scale_mhz = {168, 144},
                                         .apb1_mhz = 42,
                                         .apb2_mhz = 84,
                                         .latency_mhz = {30, 60, 90, 120, 150, 168}};
const struct f4_limits f4_limits_f410 = {
    .scale_mhz = {100, 84, 64}, .apb1_mhz = 50, .apb2_mhz = 100, .latency_mhz = {30, 64, 90, 100}};

#define VCO_INPUT_MIN_HZ 950000u
#define VCO_INPUT_MAX_HZ 2100000u
#define VCO_MIN_HZ 100000000u
#define VCO_MAX_HZ 432000000u

static uint32_t bits(uint32_t word, unsigned low, unsigned width)
{
    return word >> low & ((1u << width) - 1);
}

static uint32_t pll_m(uint32_t pllcfgr)
{
    return bits(pllcfgr, 0, 6);
}

static uint32_t pll_n(uint32_t pllcfgr)
{
    return bits(pllcfgr, 6, 9);
}

static uint64_t vco_hz(uint64_t input_hz, uint32_t pllcfgr)
{
    return pll_m(pllcfgr) == 0 ? 0 : input_hz * pll_n(pllcfgr) / pll_m(pllcfgr);
}

uint64_t f4_pll_hz(uint64_t input_hz, uint32_t pllcfgr)
{
    return vco_hz(input_hz, pllcfgr) / (2 * (bits(pllcfgr, 16, 2) + 1));
}

bool f4_pll_allowed(uint64_t input_hz, uint32_t pllcfgr, char *text, size_t size)
{
    uint32_t m = pll_m(pllcfgr), n = pll_n(pllcfgr), q = bits(pllcfgr, 24, 4);
    uint64_t hz = vco_hz(input_hz, pllcfgr);

    if (m < 2)
        snprintf(text, size, "PLLM divides by %u, allowed are 2 to 63", m);
    else if (input_hz < (uint64_t)VCO_INPUT_MIN_HZ * m || input_hz > (uint64_t)VCO_INPUT_MAX_HZ * m)
        snprintf(text, size,
                 "input of the PLL's VCO is %" PRIu64 " Hz, it takes %u to %u Hz: change PLLM",
                 input_hz / m, VCO_INPUT_MIN_HZ, VCO_INPUT_MAX_HZ);
    else if (n < 50 || n > 432)
        snprintf(text, size, "PLLN multiplies by %u, allowed are 50 to 432", n);
    else if (hz < VCO_MIN_HZ || hz > VCO_MAX_HZ)
        snprintf(text, size, "the PLL's VCO would run at %" PRIu64 " Hz, it does %u to %u MHz", hz,
                 VCO_MIN_HZ / MHZ, VCO_MAX_HZ / MHZ);
    else if (q < 2)
        snprintf(text, size, "PLLQ divides by %u, allowed are 2 to 15", q);
    else
        return true;
    return false;
}

unsigned f4_wait_states_needed(const struct f4_limits *limits, uint64_t ahb_hz)
{
    unsigned latency = 0;

    while (latency < F4_LATENCIES && ahb_hz > (uint64_t)limits->latency_mhz[latency] * MHZ)
        latency++;
    return latency;
}

static bool bus_allowed(const char *name, uint64_t ahb_hz, uint32_t divider, unsigned highest_mhz,
                        char *text, size_t size)
{
    if (ahb_hz <= (uint64_t)highest_mhz * MHZ * divider)
        return true;
    snprintf(text, size,
             "%s would run at %" PRIu64 " Hz, its limit is %u MHz: set its prescaler before the "
             "clock is that fast",
             name, ahb_hz / divider, highest_mhz);
    return false;
}

bool f4_clocks_allowed(const struct f4_limits *limits, const struct f4_clocks *clocks,
                       const struct f4_supply *supply, char *text, size_t size)
{
    unsigned highest_mhz = limits->scale_mhz[supply->scale - 1];
    unsigned needed = f4_wait_states_needed(limits, clocks->ahb_hz);

    if (clocks->ahb_hz > (uint64_t)highest_mhz * MHZ)
        snprintf(text, size,
                 "a core clock of %" PRIu64 " Hz is over the %u MHz that voltage scale %u allows: "
                 "set PWR_CR.VOS and wait for PWR_CSR.VOSRDY before the switch",
                 clocks->ahb_hz, highest_mhz, supply->scale);
    else if (supply->wait_states < needed)
        snprintf(text, size,
                 "%" PRIu64 " Hz need %u flash wait states, FLASH_ACR.LATENCY is %u (good for %u "
                 "MHz): set it before the clock is that fast",
                 clocks->ahb_hz, needed, supply->wait_states,
                 limits->latency_mhz[supply->wait_states]);
    else
        return bus_allowed("APB1", clocks->ahb_hz, clocks->apb1_divider, limits->apb1_mhz, text,
                           size) &&
               bus_allowed("APB2", clocks->ahb_hz, clocks->apb2_divider, limits->apb2_mhz, text,
                           size);
    return false;
}
