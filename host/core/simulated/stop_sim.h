/* Ctrl-C stops the board that runs.
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include "sim/sim.h"

/* From now on a signal asks sim to stop, which its sim_run answers; NULL: none any more, before the
 * board is freed. One board at a time. */
void stop_sim_by_signal(struct sim *sim);
