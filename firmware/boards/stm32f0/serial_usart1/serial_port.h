/* Serial port USART1 on PA9 (TX) and PA10 (RX), alternate function 1. Chosen by include path.
 * SPDX-License-Identifier: MIT
 */
#pragma once

#define SERIAL_USART USART1
#define SERIAL_TX_PIN 9u
#define SERIAL_RX_PIN 10u
/* ST's pin data (STM32_open_pin_data), GPIO-STM32F091. */
#define SERIAL_ALTERNATE 1u
/* Where its clock is turned on. */
#define SERIAL_ENR RCC->APB2ENR
#define SERIAL_ENR_BIT RCC_APB2ENR_USART1EN
