/* Constants of the timing model as a command line changes them.
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>

#include "host/base/error.h"
#include "sim/sim.h"
#include "source_sim.h"

/* False and error, with a name that is near, where the machine has no such knob. */
bool knobs_sim_set(struct sim *sim, const struct source_sim_knob *knobs, size_t count,
                   struct error *error);
