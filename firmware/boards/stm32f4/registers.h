/* Registers of the STM32F4 that the boards' code uses, named as in ST's RM0090 (F407) and RM0401
 * (F410). SPDX-License-Identifier: MIT
 *
 * Addresses, offsets and bits are the same in both parts, but for the voltage scale: one bit in the
 * F407, two in the F410.
 */
#pragma once

#include <stddef.h>
#include <stdint.h>

#include "boards/stm32/gpio.h"

/* ---- PWR: power control ---- */

struct pwr_registers {
    volatile uint32_t CR;  /* 0x00 */
    volatile uint32_t CSR; /* 0x04 */
};
#define PWR ((struct pwr_registers *)0x40007000u)
#define PWR_CR_VOS_Msk (3u << 14)
/* Scale 1: the F407's one bit is the upper half, and its lower half is reserved. */
#define PWR_CR_VOS_F407_SCALE1 (1u << 14)
#define PWR_CR_VOS_F410_SCALE1 (3u << 14)
#define PWR_CSR_VOSRDY (1u << 14)

/* ---- FLASH: embedded flash interface ---- */

struct flash_registers {
    volatile uint32_t ACR; /* 0x00 */
};
#define FLASH ((struct flash_registers *)0x40023C00u)
#define FLASH_ACR_LATENCY_Msk (7u << 0)
#define FLASH_ACR_LATENCY_Pos 0u
#define FLASH_ACR_PRFTEN (1u << 8)
#define FLASH_ACR_ICEN (1u << 9)
#define FLASH_ACR_DCEN (1u << 10)
#define FLASH_ACR_ICRST (1u << 11)
#define FLASH_ACR_DCRST (1u << 12)

/* ---- RCC: reset and clock control ---- */

struct rcc_registers {
    volatile uint32_t CR;      /* 0x00 */
    volatile uint32_t PLLCFGR; /* 0x04 */
    volatile uint32_t CFGR;    /* 0x08 */
    uint32_t reserved_0c[9];
    volatile uint32_t AHB1ENR; /* 0x30 */
    uint32_t reserved_34[3];
    volatile uint32_t APB1ENR; /* 0x40 */
    volatile uint32_t APB2ENR; /* 0x44 */
};
#define RCC ((struct rcc_registers *)0x40023800u)
#define RCC_CR_HSION (1u << 0)
#define RCC_CR_HSIRDY (1u << 1)
#define RCC_CR_PLLON (1u << 24)
#define RCC_CR_PLLRDY (1u << 25)
#define RCC_PLLCFGR_PLLM_Pos 0u
#define RCC_PLLCFGR_PLLN_Pos 6u
#define RCC_PLLCFGR_PLLP_Pos 16u
#define RCC_PLLCFGR_PLLQ_Pos 24u
/* M, N, P, Q and the source (bit 22, 0: HSI); what else is there keeps its reset value. */
#define RCC_PLLCFGR_USED_Msk (0x3Fu << 0 | 0x1FFu << 6 | 3u << 16 | 1u << 22 | 0xFu << 24)
#define RCC_CFGR_SW_Msk (3u << 0)
#define RCC_CFGR_SW_PLL (2u << 0)
#define RCC_CFGR_SWS_Msk (3u << 2)
#define RCC_CFGR_SWS_PLL (2u << 2)
#define RCC_CFGR_HPRE_Msk (15u << 4)
#define RCC_CFGR_PPRE1_Pos 10u
#define RCC_CFGR_PPRE1_Msk (7u << 10)
#define RCC_CFGR_PPRE2_Pos 13u
#define RCC_CFGR_PPRE2_Msk (7u << 13)
#define RCC_AHB1ENR_GPIOAEN (1u << 0)
#define RCC_AHB1ENR_GPIODEN (1u << 3)
#define RCC_APB1ENR_TIM2EN (1u << 0)
#define RCC_APB1ENR_TIM5EN (1u << 3)
#define RCC_APB1ENR_USART2EN (1u << 17)
#define RCC_APB1ENR_PWREN (1u << 28)
#define RCC_APB2ENR_USART1EN (1u << 4)

/* ---- GPIO ---- */

#define GPIOA ((struct gpio_registers *)0x40020000u)
#define GPIOD ((struct gpio_registers *)0x40020C00u)

/* ---- USART ---- */

struct usart_registers {
    volatile uint32_t SR;  /* 0x00 */
    volatile uint32_t DR;  /* 0x04 */
    volatile uint32_t BRR; /* 0x08 */
    volatile uint32_t CR1; /* 0x0C */
};
#define USART1 ((struct usart_registers *)0x40011000u)
#define USART2 ((struct usart_registers *)0x40004400u)
#define USART_SR_TC (1u << 6)
#define USART_SR_TXE (1u << 7)
#define USART_CR1_TE (1u << 3)
#define USART_CR1_UE (1u << 13)

/* A wrong gap above would shift everything behind it. */
_Static_assert(offsetof(struct rcc_registers, AHB1ENR) == 0x30, "RCC");
_Static_assert(offsetof(struct rcc_registers, APB1ENR) == 0x40, "RCC");
