/* The board's LED: LD2.
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include "boards/stm32f0/registers.h"

#define BOARD_LED_PORT GPIOA
#define BOARD_LED_PIN 5u
#define BOARD_LED_ENR_BIT RCC_AHBENR_GPIOAEN
