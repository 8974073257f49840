/* Fewer wait states than the clock needs.
 * SPDX-License-Identifier: MIT
 */
#include "plan.h"

#define FLASH_ACR (*(volatile uint32_t *)0x40022000u)
#define LATENCY 15u

void plan_prepare(void)
{
    FLASH_ACR = (FLASH_ACR & ~LATENCY) | 2u;
}
