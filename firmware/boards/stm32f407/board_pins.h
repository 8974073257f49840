/* Pins that benches drive for a logic analyser: those of one port, numbered in lib/pins.h, and one
 * of the timer.
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include "boards/stm32/gpio.h"

#define BOARD_PINS_PORT ((struct gpio_registers *)0x40021000u) /* GPIOE */
#define BOARD_PINS_CLOCK_ENABLE 0x40023830u                    /* RCC_AHB1ENR, */
#define BOARD_PINS_CLOCK_BIT (1u << 4)                         /* GPIOEEN */

/* The pin of channel 1 of the board's timer (TIM2_CH1), PA15: PA0 is the Discovery board's button,
 * PA5 its sensor's clock. */
#define BOARD_TIMER_PIN_PORT ((struct gpio_registers *)0x40020000u) /* GPIOA */
#define BOARD_TIMER_PIN_CLOCK_BIT (1u << 0)                         /* GPIOAEN */
#define BOARD_TIMER_PIN 15u
/* As in ST's pin data (STM32_open_pin_data), GPIO-STM32F417, the STM32F407V's. */
#define BOARD_TIMER_PIN_FUNCTION 1u
