/* Registers of the STM32H5 that this board's code uses, named as in ST's RM0481.
 * SPDX-License-Identifier: MIT
 *
 * Non-secure addresses (TZEN=0). Addresses and bits as in ST's device header stm32h5e5xx.h;
 * sequences and meanings as in RM0481. What could not be checked against the STM32H5E5's own manual
 * is listed in docs/boards/nucleo-h5e5zj.md.
 */
#pragma once

#include <stddef.h>
#include <stdint.h>

#include "boards/stm32/gpio.h"
#include "boards/stm32/usart.h"

/* ---- PWR: power control ---- */

struct pwr_registers {
    uint32_t reserved_00[4];
    volatile uint32_t VOSCR; /* 0x10 */
    volatile uint32_t VOSSR; /* 0x14 */
};
#define PWR ((struct pwr_registers *)0x44020800u)
#define PWR_VOSCR_VOS_Msk (3u << 4)
#define PWR_VOSCR_VOS_SCALE0 (3u << 4)
#define PWR_VOSSR_VOSRDY (1u << 3)
#define PWR_VOSSR_ACTVOSRDY (1u << 13)

/* ---- FLASH: embedded flash interface ---- */

struct flash_registers {
    volatile uint32_t ACR; /* 0x00 */
};
#define FLASH ((struct flash_registers *)0x40022000u)
#define FLASH_ACR_LATENCY_Msk (15u << 0)
#define FLASH_ACR_LATENCY_5WS (5u << 0)
#define FLASH_ACR_WRHIGHFREQ_Msk (3u << 4)
#define FLASH_ACR_WRHIGHFREQ_2 (2u << 4)

/* ---- RCC: reset and clock control ---- */

struct rcc_registers {
    volatile uint32_t CR; /* 0x00 */
    uint32_t reserved_04[6];
    volatile uint32_t CFGR1; /* 0x1C */
    volatile uint32_t CFGR2; /* 0x20 */
    uint32_t reserved_24;
    volatile uint32_t PLL1CFGR; /* 0x28 */
    uint32_t reserved_2c[2];
    volatile uint32_t PLL1DIVR; /* 0x34 */
    uint32_t reserved_38[21];
    volatile uint32_t AHB2ENR; /* 0x8C */
    uint32_t reserved_90[3];
    volatile uint32_t APB1LENR; /* 0x9C */
};
#define RCC ((struct rcc_registers *)0x44020C00u)
#define RCC_CR_HSION (1u << 0)
#define RCC_CR_HSIRDY (1u << 1)
#define RCC_CR_HSIDIV_Pos 3u
#define RCC_CR_HSIDIV_Msk (3u << RCC_CR_HSIDIV_Pos)
#define RCC_CR_HSIDIVF (1u << 5)
#define RCC_CR_PLL1ON (1u << 24)
#define RCC_CR_PLL1RDY (1u << 25)
#define RCC_CFGR1_SW_Msk (3u << 0)
#define RCC_CFGR1_SW_PLL1 (3u << 0)
#define RCC_CFGR1_SWS_Msk (3u << 3)
#define RCC_CFGR1_SWS_PLL1 (3u << 3)
#define RCC_CFGR2_HPRE_Msk (15u << 0)
#define RCC_CFGR2_PPRE1_Msk (7u << 4)
#define RCC_CFGR2_PPRE2_Msk (7u << 8)
#define RCC_CFGR2_PPRE3_Msk (7u << 12)
#define RCC_PLL1CFGR_PLL1SRC_HSI (1u << 0)
#define RCC_PLL1CFGR_PLL1RGE_4_8_MHZ (2u << 2)
#define RCC_PLL1CFGR_PLL1VCOSEL_WIDE (0u << 5)
#define RCC_PLL1CFGR_PLL1M_Pos 8u
#define RCC_PLL1CFGR_PLL1PEN (1u << 16)
#define RCC_PLL1DIVR_PLL1N_Pos 0u
#define RCC_PLL1DIVR_PLL1P_Pos 9u
#define RCC_PLL1DIVR_PLL1Q_Pos 16u
#define RCC_PLL1DIVR_PLL1R_Pos 24u
#define RCC_AHB2ENR_GPIOBEN (1u << 1)
#define RCC_AHB2ENR_GPIODEN (1u << 3)
#define RCC_APB1LENR_TIM2EN (1u << 0)
#define RCC_APB1LENR_USART3EN (1u << 18)

/* ---- ICACHE: instruction cache ---- */

struct icache_registers {
    volatile uint32_t CR; /* 0x00 */
    volatile uint32_t SR; /* 0x04 */
};
#define ICACHE ((struct icache_registers *)0x40030400u)
#define ICACHE_CR_EN (1u << 0)
#define ICACHE_SR_BUSYF (1u << 0)

/* ---- GPIO ---- */

#define GPIOB ((struct gpio_registers *)0x42020400u)
#define GPIOD ((struct gpio_registers *)0x42020C00u)
#define GPIO_AF7_USART3 7u

/* ---- USART ---- */

#define USART3 ((struct usart_registers *)0x40004800u)

/* A wrong gap above would shift everything behind it. */
_Static_assert(offsetof(struct pwr_registers, VOSSR) == 0x14, "PWR");
_Static_assert(offsetof(struct rcc_registers, CFGR2) == 0x20, "RCC");
_Static_assert(offsetof(struct rcc_registers, PLL1DIVR) == 0x34, "RCC");
_Static_assert(offsetof(struct rcc_registers, AHB2ENR) == 0x8C, "RCC");
_Static_assert(offsetof(struct rcc_registers, APB1LENR) == 0x9C, "RCC");
