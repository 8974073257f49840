/* The board's LED: LD4 of ST's Discovery board.
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include "boards/stm32f4/registers.h"

#define BOARD_LED_PORT GPIOD
#define BOARD_LED_PIN 12u
#define BOARD_LED_ENR_BIT RCC_AHB1ENR_GPIODEN
