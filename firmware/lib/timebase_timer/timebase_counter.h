/* The counter of core cycles where the core has none: the board's 32-bit timer, at the core clock.
 * SPDX-License-Identifier: MIT
 *
 * An Armv6-M core has no DWT_CYCCNT, and its LDR takes an offset with low registers only.
 */
#pragma once

#include "board_timer.h"

#define TIMEBASE_COUNTER_NAME BOARD_TIMER_NAME
#define TIMEBASE_BASE BOARD_TIMER_BASE
#define TIMEBASE_COUNTER_OFFSET BOARD_TIMER_COUNTER_OFFSET
/* Constraint of a register that LDR can use. */
#define TIMEBASE_REGISTER "l"
