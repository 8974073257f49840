/* Pins that benches drive for a logic analyser: those of one port, numbered in lib/pins.h, and one
 * of the timer.
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include "boards/stm32/gpio.h"

#define BOARD_PINS_PORT ((struct gpio_registers *)0x48000800u) /* GPIOC */
#define BOARD_PINS_CLOCK_ENABLE 0x40021014u                    /* RCC_AHBENR, */
#define BOARD_PINS_CLOCK_BIT (1u << 19)                        /* IOPCEN */

/* The pin of channel 1 of the board's timer (TIM2_CH1), PA0: A0 of the Arduino connector, as PA5 is
 * the LED. */
#define BOARD_TIMER_PIN_PORT ((struct gpio_registers *)0x48000000u) /* GPIOA */
#define BOARD_TIMER_PIN_CLOCK_BIT (1u << 17)                        /* IOPAEN */
#define BOARD_TIMER_PIN 0u
/* As in ST's pin data (STM32_open_pin_data), GPIO-STM32F091. */
#define BOARD_TIMER_PIN_FUNCTION 2u
