/* The kernel of irq_nesting: its own interrupt is counted too.
 * SPDX-License-Identifier: MIT
 *
 * portYIELD_FROM_ISR expands one of the two hooks of the exit, in our interrupts as in the kernel's.
 */
#pragma once

#include "bench/irq_nesting/monitor.h"

#define traceISR_ENTER() monitor_enter()
#define traceISR_EXIT() monitor_exit()
#define traceISR_EXIT_TO_SCHEDULER() monitor_exit()
