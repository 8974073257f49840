/* The counter of core cycles where the core has one: DWT_CYCCNT.
 * SPDX-License-Identifier: MIT
 *
 * Armv8-M Architecture Reference Manual, D1.2.73; Armv7-M Architecture Reference Manual, C1.8.8.
 */
#pragma once

#define TIMEBASE_COUNTER_NAME "DWT_CYCCNT"
#define TIMEBASE_BASE 0xE0001000u
#define TIMEBASE_COUNTER_OFFSET 4
/* Constraint of a register that LDR can use. */
#define TIMEBASE_REGISTER "r"
