/* What other devices ask of a GPIO port.
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include "sim/periph/device.h"

/* The pin is in alternate function mode, with that function, and its port is clocked. */
bool gpio_routes(const struct device *gpio, unsigned pin, unsigned function);
