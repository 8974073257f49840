/* The USART of the STM32F0 and STM32H5 (RM0091, RM0481); the STM32F4 has an older one.
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include <stddef.h>
#include <stdint.h>

struct usart_registers {
    volatile uint32_t CR1; /* 0x00 */
    uint32_t reserved_04[2];
    volatile uint32_t BRR; /* 0x0C */
    uint32_t reserved_10[3];
    volatile uint32_t ISR; /* 0x1C */
    uint32_t reserved_20[2];
    volatile uint32_t TDR; /* 0x28 */
};
#define USART_CR1_UE (1u << 0)
#define USART_CR1_TE (1u << 3)
#define USART_ISR_TC (1u << 6)
#define USART_ISR_TXE (1u << 7)
#define USART_ISR_TEACK (1u << 21)

/* A wrong gap above would shift everything behind it. */
_Static_assert(offsetof(struct usart_registers, BRR) == 0x0C, "USART");
_Static_assert(offsetof(struct usart_registers, TDR) == 0x28, "USART");
