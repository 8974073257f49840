/* Waits for a flag of the hardware, but not for ever. SPDX-License-Identifier: MIT
 *
 * The including board.c defines READY_POLLS: polls before a flag that does not come ends the run; a
 * second and more at any of its clocks, while the slowest flag (PLL lock, voltage scale) takes less
 * than a millisecond.
 */
#pragma once

#include <stdbool.h>
#include <stdint.h>

/* Whether the register's bits under mask get to be value in time. */
static inline bool becomes(const volatile uint32_t *reg, uint32_t mask, uint32_t value)
{
    for (uint32_t polls = 0; polls < READY_POLLS; polls++)
        if ((*reg & mask) == value)
            return true;
    return false;
}
