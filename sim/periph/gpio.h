/* What other devices ask of a GPIO port.
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include "sim/periph/device.h"

/* The pin is in alternate function mode, with that function, and its port is clocked. */
bool gpio_routes(const struct device *gpio, unsigned pin, unsigned function);
/* A device's output changes at cycle now: its level on the pin while that is in the alternate
 * function; driven: false where the device leaves the pin alone. pin: as PIN of machines.h; a port
 * that the machine does not have (NULL) is left alone. */
void gpio_drive(struct device *gpio, uint32_t pin, bool driven, bool level, uint64_t now);
/* A port's pin: its name ("gpioe.2") and its level as observers know it. pin: 0 to GPIO_PINS - 1.
 */
#define GPIO_PINS 16u
bool gpio_is_port(const struct device *device);
const char *gpio_pin(const struct device *gpio, unsigned pin, bool *level);
