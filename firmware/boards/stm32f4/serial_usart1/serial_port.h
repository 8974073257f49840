/* Serial port USART1 on PA9 (TX) and PA10 (RX), alternate function 7. Chosen by include path.
 * SPDX-License-Identifier: MIT
 */
#pragma once

#define SERIAL_USART USART1
#define SERIAL_TX_PIN 9u
#define SERIAL_RX_PIN 10u
/* ST's pin data (STM32_open_pin_data), GPIO-STM32F417 and GPIO-STM32F410. */
#define SERIAL_ALTERNATE 7u
/* Where its clock is turned on, and which prescaler its bus has. */
#define SERIAL_ENR RCC->APB2ENR
#define SERIAL_ENR_BIT RCC_APB2ENR_USART1EN
#define SERIAL_PPRE_Pos RCC_CFGR_PPRE2_Pos
