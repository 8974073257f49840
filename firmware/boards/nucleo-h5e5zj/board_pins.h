/* Pins that benches drive for a logic analyser: those of one port, numbered in lib/pins.h, and one
 * of the timer.
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include "boards/stm32/gpio.h"

#define BOARD_PINS_PORT ((struct gpio_registers *)0x42021000u) /* GPIOE */
#define BOARD_PINS_CLOCK_ENABLE 0x44020C8Cu                    /* RCC_AHB2ENR, */
#define BOARD_PINS_CLOCK_BIT (1u << 4)                         /* GPIOEEN */

/* The pin of channel 1 of the board's timer (TIM2_CH1), PA0. */
#define BOARD_TIMER_PIN_PORT ((struct gpio_registers *)0x42020000u) /* GPIOA */
#define BOARD_TIMER_PIN_CLOCK_BIT (1u << 0)                         /* GPIOAEN */
#define BOARD_TIMER_PIN 0u
/* As in ST's pin data (STM32_open_pin_data) of the STM32H56x; it has no STM32H5E5. */
#define BOARD_TIMER_PIN_FUNCTION 1u
