/* How deep interrupts nest: the Cortex-M ports of the kernel do not count it.
 * SPDX-License-Identifier: MIT
 *
 * An interrupt that comes between load and store of a count has put it back before it returns: no
 * masking is needed. FreeRTOSConfig.h includes this file.
 */
#pragma once

#include <stdint.h>

struct monitor {
    uint32_t depth;
    uint32_t deepest;
};
extern volatile struct monitor monitor;

static inline void monitor_enter(void)
{
    uint32_t depth = monitor.depth + 1;
    monitor.depth = depth;
    if (depth > monitor.deepest)
        monitor.deepest = depth;
}

static inline void monitor_exit(void)
{
    monitor.depth--;
}
