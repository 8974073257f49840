/* The two further runs of `tailchain run --bounds`.
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include "host/core/run/run.h"
#include "host/core/simulated/source_sim.h"
#include "target.h"

/* Runs the image once more with the constants of bounds.def at their low (high) ends, and verifies
 * the run. *run points into session, which must be empty. Returns EXIT_YES, or an exit code after a
 * message. */
int run_bound(const struct target *target, const struct source_sim_options *options, bool high,
              struct session *session, const struct run **run);
