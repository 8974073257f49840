/* The classes of devices in sim/periph, one for each kind of peripheral.
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include "sim/periph/device.h"

extern const struct device_class flash_h5_class;
extern const struct device_class gpio_class;
extern const struct device_class icache_class;
extern const struct device_class pwr_h5_class;
extern const struct device_class rcc_h5_class;
extern const struct device_class tim_class;
extern const struct device_class unmodelled_class;
extern const struct device_class usart_class;
