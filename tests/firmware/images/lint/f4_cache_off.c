/* ART's caches and its prefetch are off.
 * SPDX-License-Identifier: MIT
 */
#include "plan.h"

#define FLASH_ACR (*(volatile uint32_t *)0x40023C00u)
#define PRFTEN_ICEN_DCEN (7u << 8)

void plan_prepare(void)
{
    FLASH_ACR &= ~PRFTEN_ICEN_DCEN;
    nvic_enable(BOARD_SOFT_A_IRQ, PLAN_LEVEL);
}
