/* The clock tree of the STM32H5 as arithmetic: frequencies from fields, limits of the data sheet.
 * SPDX-License-Identifier: MIT
 *
 * Sources: RM0481 (RCC, FLASH and PWR chapters; VCO and PLLxN limits as in the text of
 * RCC_PLLxFRACR), the tables of ST's stm32h5xx_ll_utils.c 1.7 (wait states, PLL input ranges,
 * frequency at each voltage scale). ST's driver also prints 192 to 836 MHz for the wide VCO, the
 * figures of another family; the manual's 128 to 560 MHz are used.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define H5_HSI_HZ 64000000u
#define H5_CSI_HZ 4000000u
#define H5_HSI48_HZ 48000000u

/* PWR_VOSCR.VOS, PWR_VOSSR.ACTVOS: 0 is VOS3, the lowest voltage; 3 is VOS0, the highest. */
#define H5_VOS_SCALE(field) (3 - (field))

/* RCC_CFGR1.SW and .SWS */
enum h5_source { H5_SOURCE_HSI, H5_SOURCE_CSI, H5_SOURCE_HSE, H5_SOURCE_PLL1 };

/* One PLL, fields as in its registers. */
struct h5_pll {
    uint64_t input_hz;  /* of the source that PLLxSRC selects, 0: none */
    uint32_t configure; /* PLLxCFGR */
    uint32_t divide;    /* PLLxDIVR */
    uint32_t fraction;  /* FRACN as latched, 0 while PLLxFRACEN is 0 */
};

/* Outputs of a PLL; a fraction of 1 Hz is dropped. */
uint64_t h5_pll_vco_hz(const struct h5_pll *pll);
uint64_t h5_pll_p_hz(const struct h5_pll *pll);

/* False, and text: the limit that the setting of this PLL breaks. number: 1 to 3. */
bool h5_pll_allowed(const struct h5_pll *pll, unsigned number, char *text, size_t size);

/* What the flash interface and the regulator are set to. */
struct h5_supply {
    unsigned vos;          /* field value of the voltage scale that is applied */
    unsigned wait_states;  /* FLASH_ACR.LATENCY */
    unsigned signal_delay; /* FLASH_ACR.WRHIGHFREQ */
};

#define H5_LATENCIES 6 /* settings of FLASH_ACR.LATENCY */
/* Wait states that a frequency needs at a voltage scale (its field), H5_LATENCIES where none is
 * enough. */
unsigned h5_wait_states_needed(uint64_t ahb_hz, unsigned vos);

/* False, and text: what is too slow or too low for the system clock and the AHB clock. */
bool h5_frequency_allowed(uint64_t system_hz, uint64_t ahb_hz, const struct h5_supply *supply,
                          char *text, size_t size);

/* False, and text: WRHIGHFREQ is too low for the AHB clock. It delays programming only, and ST's
 * own set-up code writes it behind the switch of the clock. */
bool h5_signal_delay_allowed(uint64_t ahb_hz, const struct h5_supply *supply, char *text,
                             size_t size);
