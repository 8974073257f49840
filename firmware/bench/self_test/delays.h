/* Delays of a known number of core cycles.
 * SPDX-License-Identifier: MIT
 */
#pragma once

/* Called in a window; all of them cost the same but for the cycles that they are there for. */
typedef void delay(void);

/* The delay of a row of self_test.def: planted_<ID>. */
#define WIRE_METRIC(bench, id, name, n, unit, need, meaning) extern delay planted_##id;
#include "lib/results.def"
