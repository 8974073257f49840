/* The file of tailchain run --vcd.
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include "host/base/output.h"
#include "host/core/simulated/pins_sim.h"

/* All zero: none was asked for. */
struct run_pins {
    struct output file;
    struct pins_sim pins;
    struct error error;
    bool failed;
};

/* Before the work. image: what is run, which it must not replace; *pins is what records into it. */
bool run_pins_open(struct run_pins *run_pins, const char *path, const char *image,
                   struct pins_sim **pins, struct error *error);
/* Keeps what was recorded, unless the run never began or was broken off. Returns code, or another
 * exit code after a message. */
int run_pins_finish(struct run_pins *run_pins, int code);
