/* The clock tree of the STM32H5: PLL, wait states and voltage scales.
 * SPDX-License-Identifier: MIT
 */
#include "sim/periph/clock_h5.h"

#include <inttypes.h>
#include <stdio.h>

#define MHZ 1000000u
#define VOS_SCALES 4
#define FRACN_ONE 8192u

/* One row for each value of the VOS field: highest AHB clock in MHz at 0, 1, ... wait states
 * (RM0481, table of wait states and programming delay). 0: no such setting. */
static const struct voltage_row {
    unsigned system_mhz; /* highest system clock */
    unsigned latency_mhz[H5_LATENCIES];
} voltage_table[VOS_SCALES] = {
    {100, {20, 40, 60, 80, 100, 0}},
    {150, {30, 60, 90, 120, 150, 0}},
    {200, {34, 68, 102, 136, 170, 200}},
    {250, {42, 84, 126, 168, 210, 250}},
};

/* WRHIGHFREQ that goes with the wait states that a frequency needs: the same table. */
static const unsigned signal_delay_table[H5_LATENCIES] = {0, 0, 1, 1, 2, 2};

/* One row for each value of PLLxRGE. */
static const struct input_row {
    unsigned low_mhz, high_mhz;
} input_table[] = {{1, 2}, {2, 4}, {4, 8}, {8, 16}};

/* One row for each value of PLLxVCOSEL. */
static const struct vco_row {
    const char *name;
    unsigned low_mhz, high_mhz;
    unsigned low_input_mhz, high_input_mhz;
} vco_table[] = {{"wide", 128, 560, 2, 16}, {"medium", 150, 420, 1, 2}};

static uint32_t bits(uint32_t word, unsigned low, unsigned width)
{
    return word >> low & ((1u << width) - 1);
}

static uint64_t reference_hz(const struct h5_pll *pll)
{
    uint32_t m = bits(pll->configure, 8, 6);

    return m == 0 ? 0 : pll->input_hz / m;
}

uint64_t h5_pll_vco_hz(const struct h5_pll *pll)
{
    uint32_t m = bits(pll->configure, 8, 6);
    uint64_t multiplier = (uint64_t)(bits(pll->divide, 0, 9) + 1) * FRACN_ONE + pll->fraction;

    return m == 0 ? 0 : pll->input_hz * multiplier / m / FRACN_ONE;
}

uint64_t h5_pll_p_hz(const struct h5_pll *pll)
{
    return h5_pll_vco_hz(pll) / (bits(pll->divide, 9, 7) + 1);
}

static bool within(uint64_t hz, unsigned low_mhz, unsigned high_mhz)
{
    return hz >= (uint64_t)low_mhz * MHZ && hz <= (uint64_t)high_mhz * MHZ;
}

static bool input_allowed(const struct h5_pll *pll, unsigned number, char *text, size_t size)
{
    const struct input_row *range = &input_table[bits(pll->configure, 2, 2)];
    const struct vco_row *vco = &vco_table[bits(pll->configure, 5, 1)];
    uint64_t hz = reference_hz(pll);

    if (hz == 0)
        snprintf(text, size, "PLL%uM = 0 switches the divider off: no clock reaches PLL%u", number,
                 number);
    else if (!within(hz, range->low_mhz, range->high_mhz))
        snprintf(text, size,
                 "PLL%u input is %" PRIu64 " Hz, PLL%uRGE says %u to %u MHz: set PLL%uRGE to fit",
                 number, hz, number, range->low_mhz, range->high_mhz, number);
    else if (!within(hz, vco->low_input_mhz, vco->high_input_mhz))
        snprintf(text, size,
                 "PLL%u input is %" PRIu64 " Hz, the %s VCO takes %u to %u MHz: change PLL%uVCOSEL",
                 number, hz, vco->name, vco->low_input_mhz, vco->high_input_mhz, number);
    else
        return true;
    return false;
}

bool h5_pll_allowed(const struct h5_pll *pll, unsigned number, char *text, size_t size)
{
    const struct vco_row *vco = &vco_table[bits(pll->configure, 5, 1)];
    uint32_t n = bits(pll->divide, 0, 9) + 1;
    uint32_t p = bits(pll->divide, 9, 7) + 1;
    uint64_t hz = h5_pll_vco_hz(pll);

    if (!input_allowed(pll, number, text, size))
        return false;
    if (n < 8 || n > 420)
        snprintf(text, size, "PLL%uN multiplies by %u, allowed are 8 to 420", number, n);
    else if (!within(hz, vco->low_mhz, vco->high_mhz))
        snprintf(text, size,
                 "VCO of PLL%u would run at %" PRIu64 " Hz, the %s one does %u to %u MHz", number,
                 hz, vco->name, vco->low_mhz, vco->high_mhz);
    else if (number == 1 && bits(pll->configure, 16, 1) && p % 2 == 1)
        snprintf(text, size, "PLL1P divides by %u: odd divisions are not allowed", p);
    else
        return true;
    return false;
}

unsigned h5_wait_states_needed(uint64_t ahb_hz, unsigned vos)
{
    unsigned latency = 0;

    while (latency < H5_LATENCIES &&
           ahb_hz > (uint64_t)voltage_table[vos].latency_mhz[latency] * MHZ)
        latency++;
    return latency;
}

bool h5_frequency_allowed(uint64_t system_hz, uint64_t ahb_hz, const struct h5_supply *supply,
                          char *text, size_t size)
{
    const struct voltage_row *voltage = &voltage_table[supply->vos];
    unsigned needed = h5_wait_states_needed(ahb_hz, supply->vos);

    if (system_hz > (uint64_t)voltage->system_mhz * MHZ || needed == H5_LATENCIES)
        snprintf(text, size,
                 "a system clock of %" PRIu64 " Hz is over the %u MHz that VOS%u allows: raise "
                 "PWR_VOSCR.VOS and wait for VOSRDY and ACTVOSRDY before the switch",
                 system_hz, voltage->system_mhz, H5_VOS_SCALE(supply->vos));
    else if (supply->wait_states < needed)
        snprintf(text, size,
                 "%" PRIu64 " Hz at VOS%u needs %u flash wait states, FLASH_ACR.LATENCY is %u "
                 "(good for %u MHz): set it before the clock is that fast",
                 ahb_hz, H5_VOS_SCALE(supply->vos), needed, supply->wait_states,
                 voltage->latency_mhz[supply->wait_states]);
    else
        return true;
    return false;
}

bool h5_signal_delay_allowed(uint64_t ahb_hz, const struct h5_supply *supply, char *text,
                             size_t size)
{
    unsigned needed = h5_wait_states_needed(ahb_hz, supply->vos);

    if (needed == H5_LATENCIES || supply->signal_delay >= signal_delay_table[needed])
        return true;
    snprintf(text, size, "%" PRIu64 " Hz at VOS%u needs FLASH_ACR.WRHIGHFREQ %u, it is %u", ahb_hz,
             H5_VOS_SCALE(supply->vos), signal_delay_table[needed], supply->signal_delay);
    return false;
}
