/* Interrupt controller: enable, disable, prioritise and pend one external interrupt.
 * SPDX-License-Identifier: MIT
 *
 * Armv8-M Architecture Reference Manual, D1.2: NVIC_ISERn, NVIC_ICERn, NVIC_ISPRn, NVIC_ICPRn,
 * NVIC_IPRn. The same in Armv7-M (B3.4) and Armv6-M (B3.4), which allows word accesses only.
 */
#pragma once

#include <stdint.h>

#define NVIC_ISER ((volatile uint32_t *)0xE000E100u)
#define NVIC_ICER ((volatile uint32_t *)0xE000E180u)
#define NVIC_ISPR ((volatile uint32_t *)0xE000E200u)
#define NVIC_ICPR ((volatile uint32_t *)0xE000E280u)
#define NVIC_IPR ((volatile uint32_t *)0xE000E400u)

/* priority: the register's byte, the level in its upper bits. A request that is pending from
 * before is dropped. */
static inline void nvic_enable(uint32_t interrupt, uint8_t priority)
{
    uint32_t shift = interrupt % 4u * 8u;
    uint32_t others = NVIC_IPR[interrupt / 4u] & ~(0xFFu << shift);
    NVIC_IPR[interrupt / 4u] = others | (uint32_t)priority << shift;
    NVIC_ICPR[interrupt / 32u] = 1u << interrupt % 32u;
    NVIC_ISER[interrupt / 32u] = 1u << interrupt % 32u;
}

static inline void nvic_disable(uint32_t interrupt)
{
    NVIC_ICER[interrupt / 32u] = 1u << interrupt % 32u;
}

static inline void nvic_pend(uint32_t interrupt)
{
    NVIC_ISPR[interrupt / 32u] = 1u << interrupt % 32u;
}
