/* The clock tree of the STM32F407 and STM32F410 as arithmetic: frequencies from fields, limits.
 * SPDX-License-Identifier: MIT
 *
 * Sources: ST's CMSIS headers stm32f407xx.h and stm32f410rx.h (highest frequency at each voltage
 * scale, range of the VCO, frequencies at which each number of wait states ends, at 2.7 to 3.6 V);
 * data sheets of both parts (highest APB clocks); RM0090 and RM0401 (fields).
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define F4_HSI_HZ 16000000u

#define F4_SCALES 3
#define F4_LATENCIES 6

/* What one part allows. 0: no such setting. */
struct f4_limits {
    unsigned scale_mhz[F4_SCALES];      /* highest core clock at voltage scale 1, 2, 3 */
    unsigned apb1_mhz, apb2_mhz;        /* highest bus clocks */
    unsigned latency_mhz[F4_LATENCIES]; /* highest core clock at 0, 1, ... wait states */
};

extern const struct f4_limits f4_limits_f407, f4_limits_f410;

struct f4_clocks {
    uint64_t ahb_hz;
    uint32_t apb1_divider, apb2_divider;
};

/* What the regulator and the flash interface are set to. */
struct f4_supply {
    unsigned scale; /* 1 is the highest voltage */
    unsigned wait_states;
};

/* Output P of the PLL; a fraction of 1 Hz is dropped. input_hz: of its source, 0: none. */
uint64_t f4_pll_hz(uint64_t input_hz, uint32_t pllcfgr);

/* False, and text: the limit that the setting of the PLL breaks. */
bool f4_pll_allowed(uint64_t input_hz, uint32_t pllcfgr, char *text, size_t size);

/* Wait states that a frequency needs, F4_LATENCIES where none is enough. */
unsigned f4_wait_states_needed(const struct f4_limits *limits, uint64_t ahb_hz);

/* False, and text: what is too fast for the part, the voltage or the flash. */
bool f4_clocks_allowed(const struct f4_limits *limits, const struct f4_clocks *clocks,
                       const struct f4_supply *supply, char *text, size_t size);
