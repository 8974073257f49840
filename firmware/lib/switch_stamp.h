/* The kernel's switch-in hook: one stamp of the cycle counter, and only when a measurement asks.
 * SPDX-License-Identifier: MIT
 *
 * Included by FreeRTOSConfig.h, so it is compiled into the kernel. What the hook costs when nobody
 * asks (a load, a compare) is part of every switch that this firmware measures.
 */
#pragma once

#include <stdint.h>

/* Where the next stamp goes; NULL while nobody asks. */
extern uint32_t *switch_stamp_next;

/* Stores one stamp and stops asking after the last. The kernel expands its hook twice, the symbol
 * on the stamp must exist once: hence a function. */
void switch_stamp_store(void);

/* Asks for count stamps from now on, behind skip that are thrown away. Interrupts must be masked or
 * the caller must not block in between, else the caller's own switches count. */
void switch_stamp_ask(uint32_t *stamps, uint32_t skip, uint32_t count);

static inline void switch_stamp_hook(void)
{
    if (switch_stamp_next != 0)
        switch_stamp_store();
}
