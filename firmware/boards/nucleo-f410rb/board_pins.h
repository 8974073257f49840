/* Pins that benches drive for a logic analyser: those of one port, numbered in lib/pins.h.
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include "boards/stm32/gpio.h"

#define BOARD_PINS_PORT ((struct gpio_registers *)0x40020800u) /* GPIOC; the part has no port E */
#define BOARD_PINS_CLOCK_ENABLE 0x40023830u                    /* RCC_AHB1ENR, */
#define BOARD_PINS_CLOCK_BIT (1u << 2)                         /* GPIOCEN */
