/* Runs an image on its simulated board and watches what it does with interrupts, clock and flash.
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include "code.h"
#include "host/core/simulated/source_sim.h"
#include "lint.h"

struct watch_outcome {
    bool ended;       /* by itself: a run's END, an exit, a stop; else limit_ns had passed */
    bool interrupted; /* by a signal */
    char stop[512];   /* why it stopped, "" where it did not or where that is a finding */
    uint64_t simulated_ns;
    uint64_t tick_hz; /* of SysTick at the end; 0: it is off */
    bool fpu_on;      /* CPACR lets privileged code use it */
};

/* options: machine, limit_ns, knobs, lenient, progress. intake is fed with what the first USART
 * sends. False and error where the image cannot be started. */
bool watch_sim(struct lint *lint, const struct code *code, const char *image_name,
               const struct source_sim_options *options, struct intake *intake,
               struct environment *environment, struct watch_outcome *outcome, struct error *error);
