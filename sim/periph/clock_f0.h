/* The clock tree of the STM32F091 as arithmetic: frequencies from fields, limits.
 * SPDX-License-Identifier: MIT
 *
 * Sources: RM0091 (fields), the data sheet of the STM32F091 (48 MHz; input of the PLL 1 to 24 MHz),
 * ST's stm32f0xx_ll_utils.c 1.7 (output of the PLL 16 to 48 MHz, one wait state above 24 MHz).
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define F0_HSI_HZ 8000000u
#define F0_HSI14_HZ 14000000u
#define F0_HSI48_HZ 48000000u

/* RCC_CFGR.PLLMUL as a factor. */
uint32_t f0_pll_factor(uint32_t pllmul);

/* False, and text: the limit that the setting of the PLL breaks. input_hz: behind the divider. */
bool f0_pll_allowed(uint64_t input_hz, uint32_t pllmul, char *text, size_t size);

/* Wait states that a frequency needs. */
unsigned f0_wait_states_needed(uint64_t ahb_hz);

/* False, and text: what is too fast for the part or its flash. */
bool f0_clock_allowed(uint64_t system_hz, uint64_t ahb_hz, unsigned wait_states, char *text,
                      size_t size);
