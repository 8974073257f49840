/* Serial port USART2 on PA2 (TX) and PA3 (RX), alternate function 7. Chosen by include path.
 * SPDX-License-Identifier: MIT
 */
#pragma once

#define SERIAL_USART USART2
#define SERIAL_TX_PIN 2u
#define SERIAL_RX_PIN 3u
/* ST's pin data (STM32_open_pin_data), GPIO-STM32F417 and GPIO-STM32F410. */
#define SERIAL_ALTERNATE 7u
/* Where its clock is turned on, and which prescaler its bus has. */
#define SERIAL_ENR RCC->APB1ENR
#define SERIAL_ENR_BIT RCC_APB1ENR_USART2EN
#define SERIAL_PPRE_Pos RCC_CFGR_PPRE1_Pos
