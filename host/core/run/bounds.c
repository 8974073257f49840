/* The rows of bounds.def.
 * SPDX-License-Identifier: MIT
 */
#include "bounds.h"

const struct bound bounds[] = {
#define BOUND(knob, low, high) {knob, low, high},
#include "bounds.def"
#undef BOUND
};

const size_t bound_count = sizeof bounds / sizeof bounds[0];
