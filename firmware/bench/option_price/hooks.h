/* What the kernel's hooks do where an option has them.
 * SPDX-License-Identifier: MIT
 *
 * Included by FreeRTOSConfig.h, so it is compiled into the kernel.
 */
#pragma once

#include <stdint.h>

#include "lib/timebase.h"

/* When the last task was switched in. */
extern uint32_t option_trace_last;

static inline void option_trace_stamp(void)
{
    option_trace_last = timebase_now();
}
