/* Fewer wait states than the clock needs.
 * SPDX-License-Identifier: MIT
 */
#include "plan.h"

#define FLASH_ACR (*(volatile uint32_t *)0x40023C00u)
#define LATENCY 7u

void plan_prepare(void)
{
    FLASH_ACR = (FLASH_ACR & ~LATENCY) | 4u;
}
