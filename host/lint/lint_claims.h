/* What an image and its run state of the clock, against what the simulated board does.
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include "host/core/run/environment.h"
#include "host/core/run/run.h"
#include "lint.h"

/* run: NULL for a program that is no benchmark. tick_hz: of SysTick, 0 where it is off. */
void lint_claims(struct lint *lint, const struct run *run, const struct environment *environment,
                 uint64_t tick_hz);
