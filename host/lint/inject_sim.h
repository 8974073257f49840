/* Lets each creation of a kernel object fail once, and sees whether the program takes another way.
 * SPDX-License-Identifier: MIT
 *
 * At the first call from each place the board is kept (sim_snapshot) and goes two ways: in one the
 * call succeeds, in the other the kernel's heap is asked for more than it has. The instructions
 * that the caller's task then executes, those of the kernel left out, are compared: where they
 * part, the program has looked at the result.
 */
#pragma once

#include "code.h"
#include "host/core/simulated/source_sim.h"
#include "lint.h"

/* Adds findings. options as of watch_sim. False and error where the image cannot be started. */
bool inject_sim(struct lint *lint, const struct code *code, const char *image_name,
                const struct source_sim_options *options, struct error *error);
