/* Says whether repeated runs have equal statistics.
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>

#include "host/core/run/run.h"

/* One line on standard output where they are equal, one more for each item that is not. Returns
 * whether they are. count >= 2. */
bool say_repeat(const struct run *const *runs, size_t count);
