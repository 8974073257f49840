/* tailchain run on an image that is no benchmark of ours: any bare-metal ELF.
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include <stdbool.h>

#include "host/core/simulated/source_sim.h"
#include "target.h"

struct run_plain_options {
    struct source_sim_options board;
    const char *output; /* -o, or NULL for standard output */
    bool cycles;        /* print how many it took */
    bool stop_on_fault;
};

/* Whether `run` captures and verifies an image: it carries our note, and that says which wire it
 * speaks. Any other image just runs, its console on ours. */
bool run_is_bench(const struct image *image);
/* Returns the exit code: the guest's own where it ended itself. */
int run_plain(const struct target *target, const struct run_plain_options *options);
