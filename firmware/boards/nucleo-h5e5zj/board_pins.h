/* Pins that benches drive for a logic analyser: those of one port, numbered in lib/pins.h.
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include "boards/stm32/gpio.h"

#define BOARD_PINS_PORT ((struct gpio_registers *)0x42021000u) /* GPIOE */
#define BOARD_PINS_CLOCK_ENABLE 0x44020C8Cu                    /* RCC_AHB2ENR, */
#define BOARD_PINS_CLOCK_BIT (1u << 4)                         /* GPIOEEN */
