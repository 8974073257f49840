/* Faults where no handler can be reached: the core locks up.
 * SPDX-License-Identifier: MIT
 */
#include "application.h"

#include <stdint.h>

#define SCB_VTOR (*(volatile uint32_t *)0xE000ED08u)

/* An address without memory: the vector of the fault itself cannot be read. */
void application_start(void)
{
    SCB_VTOR = 0x60000000u;
    __asm volatile("dsb\n\tisb\n\tudf #0");
}
