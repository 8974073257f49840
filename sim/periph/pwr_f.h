/* What other devices of the STM32F0 and F4 ask of the PWR.
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include "sim/periph/device.h"

/* PWR_CR.DBP: the backup domain may be written. */
bool pwr_f_backup_writable(const struct device *pwr);

/* The voltage scale that limits the clock now: 1 is the highest voltage. F4 only. */
unsigned pwr_f_scale(const struct device *pwr);

/* The PLL is switched on or off at cycle now. */
void pwr_f_pll_switched(struct device *pwr, bool on, uint64_t now);
