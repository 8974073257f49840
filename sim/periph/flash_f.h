/* What the RCC of the STM32F0 and F4 asks of the flash interface.
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include "sim/periph/device.h"

/* FLASH_ACR.LATENCY. */
unsigned flash_f_wait_states(const struct device *flash);
