/* No wait state where the clock needs one.
 * SPDX-License-Identifier: MIT
 */
#include "plan.h"

#define FLASH_ACR (*(volatile uint32_t *)0x40022000u)
#define LATENCY 7u

void plan_prepare(void)
{
    FLASH_ACR &= ~LATENCY;
}
