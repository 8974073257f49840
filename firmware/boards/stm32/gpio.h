/* A GPIO port of an STM32: registers, and what a pin is used for. SPDX-License-Identifier: MIT
 *
 * The layout of all families here (RM0090, RM0091, RM0401, RM0481, GPIO registers).
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct gpio_registers {
    volatile uint32_t MODER; /* 0x00 */
    uint32_t reserved_04;
    volatile uint32_t OSPEEDR; /* 0x08 */
    uint32_t reserved_0c[2];
    volatile uint32_t ODR;  /* 0x14 */
    volatile uint32_t BSRR; /* 0x18 */
    uint32_t reserved_1c;
    volatile uint32_t AFR[2]; /* 0x20: pins 0 to 7, 0x24: pins 8 to 15 */
};
#define GPIO_MODER_OUTPUT 1u
#define GPIO_MODER_ALTERNATE 2u
#define GPIO_OSPEEDR_HIGH 2u

/* A wrong gap above would shift everything behind it. */
_Static_assert(offsetof(struct gpio_registers, BSRR) == 0x18, "GPIO");
_Static_assert(offsetof(struct gpio_registers, AFR) == 0x20, "GPIO");

/* pin: 0 to 15; mode: GPIO_MODER_...; function: number of the alternate function, 0 to 15. */
static inline void gpio_use_pin(struct gpio_registers *port, uint32_t pin, uint32_t mode,
                                uint32_t function)
{
    uint32_t shift = pin % 8u * 4u;
    port->AFR[pin / 8u] = (port->AFR[pin / 8u] & ~(15u << shift)) | function << shift;
    port->MODER = (port->MODER & ~(3u << 2u * pin)) | mode << 2u * pin;
}

static inline void gpio_toggle(struct gpio_registers *port, uint32_t pin)
{
    bool on = (port->ODR >> pin & 1u) != 0;
    port->BSRR = on ? 1u << (pin + 16u) : 1u << pin;
}
