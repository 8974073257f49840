/* The classes of devices in sim/periph, one for each kind of peripheral.
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include "sim/periph/device.h"

/* Names end in the family or part where parts differ; without one: the STM32H5's. */
extern const struct device_class dbgmcu_f407_class, dbgmcu_f410_class, dbgmcu_f091_class;
extern const struct device_class flash_h5_class, flash_f4_class, flash_f0_class;
extern const struct device_class fsmc_class, fsmc_sram_class;
extern const struct device_class gpio_class, gpio_f4_class, gpio_f0_class;
extern const struct device_class icache_class;
extern const struct device_class pwr_h5_class, pwr_f407_class, pwr_f410_class, pwr_f091_class;
extern const struct device_class rcc_h5_class, rcc_f407_class, rcc_f410_class, rcc_f091_class;
extern const struct device_class syscfg_f407_class, syscfg_f410_class, syscfg_f091_class;
/* Of the F0 and F4: with that many channels. */
extern const struct device_class tim_four_class, tim_two_class, tim_one_class, tim_basic_class;
extern const struct device_class tim_class;
extern const struct device_class unmodelled_class;
extern const struct device_class usart_class, usart_f0_class, usart_v1_class; /* v1: of the F4 */
