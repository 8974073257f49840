/* Registers of the STM32F0 that the boards' code uses, named as in ST's RM0091.
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include <stddef.h>
#include <stdint.h>

#include "boards/stm32/gpio.h"
#include "boards/stm32/usart.h"

/* ---- FLASH: embedded flash interface ---- */

struct flash_registers {
    volatile uint32_t ACR; /* 0x00 */
};
#define FLASH ((struct flash_registers *)0x40022000u)
#define FLASH_ACR_LATENCY_Msk (7u << 0)
#define FLASH_ACR_LATENCY_Pos 0u
#define FLASH_ACR_PRFTBE (1u << 4)
#define FLASH_ACR_PRFTBS (1u << 5)

/* ---- RCC: reset and clock control ---- */

struct rcc_registers {
    volatile uint32_t CR;   /* 0x00 */
    volatile uint32_t CFGR; /* 0x04 */
    uint32_t reserved_08[3];
    volatile uint32_t AHBENR;  /* 0x14 */
    volatile uint32_t APB2ENR; /* 0x18 */
    volatile uint32_t APB1ENR; /* 0x1C */
};
#define RCC ((struct rcc_registers *)0x40021000u)
#define RCC_CR_HSIRDY (1u << 1)
#define RCC_CR_PLLON (1u << 24)
#define RCC_CR_PLLRDY (1u << 25)
#define RCC_CFGR_SW_Msk (3u << 0)
#define RCC_CFGR_SW_PLL (2u << 0)
#define RCC_CFGR_SWS_Msk (3u << 2)
#define RCC_CFGR_SWS_PLL (2u << 2)
#define RCC_CFGR_HPRE_Msk (15u << 4)
#define RCC_CFGR_PPRE_Pos 8u
#define RCC_CFGR_PPRE_Msk (7u << 8)
#define RCC_CFGR_PLLSRC_Msk (3u << 15)
#define RCC_CFGR_PLLSRC_HSI_DIV2 (0u << 15)
#define RCC_CFGR_PLLMUL_Pos 18u
#define RCC_CFGR_PLLMUL_Msk (15u << 18)
#define RCC_AHBENR_GPIOAEN (1u << 17)
#define RCC_APB1ENR_TIM2EN (1u << 0)
#define RCC_APB1ENR_USART2EN (1u << 17)
#define RCC_APB2ENR_SYSCFGEN (1u << 0)
#define RCC_APB2ENR_USART1EN (1u << 14)

/* ---- SYSCFG ---- */

struct syscfg_registers {
    volatile uint32_t CFGR1; /* 0x00 */
};
#define SYSCFG ((struct syscfg_registers *)0x40010000u)
#define SYSCFG_CFGR1_MEM_MODE_Msk (3u << 0)
#define SYSCFG_CFGR1_MEM_MODE_SRAM (3u << 0)

/* ---- GPIO ---- */

#define GPIOA ((struct gpio_registers *)0x48000000u)

/* ---- USART ---- */

#define USART1 ((struct usart_registers *)0x40013800u)
#define USART2 ((struct usart_registers *)0x40004400u)

/* A wrong gap above would shift everything behind it. */
_Static_assert(offsetof(struct rcc_registers, AHBENR) == 0x14, "RCC");
