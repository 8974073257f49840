/* Serial port USART2 on PA2 (TX) and PA3 (RX), alternate function 1. Chosen by include path.
 * SPDX-License-Identifier: MIT
 */
#pragma once

#define SERIAL_USART USART2
#define SERIAL_TX_PIN 2u
#define SERIAL_RX_PIN 3u
/* ST's pin data (STM32_open_pin_data), GPIO-STM32F091. */
#define SERIAL_ALTERNATE 1u
/* Where its clock is turned on. */
#define SERIAL_ENR RCC->APB1ENR
#define SERIAL_ENR_BIT RCC_APB1ENR_USART2EN
