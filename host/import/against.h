/* An imported series against the counts that the target took of the same events.
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include "host/base/error.h"
#include "host/core/run/run.h"
#include "host/import/fit.h"
#include "host/import/pairs.h"

struct against {
    const char *file; /* of the run, for people */
    const struct series *series;
    uint64_t target_hz; /* nominal */
    /* x: the target's seconds by its nominal clock; y: the analyser's. Samples that follow each
     * other without gap (from one edge to the next of the same kind) are one time line, which a
     * constant offset does not touch: then x and y are the sums so far. */
    struct fit fit;
    bool is_time_line;
    /* By the analyser's clock, in parts per billion: how much faster the target's clock is than its
     * nominal one. Ends of the 95 % interval; likewise the offset, in ps. */
    double clock_ppb, clock_ppb_low, clock_ppb_high;
    double offset_ps, offset_ps_low, offset_ps_high;
};

/* The series of a run that a user names ("notify_preempt", "idle:irq_entry"; NULL: the only one
 * with samples, or with as many as were imported). NULL and error where there is none. */
const struct series *against_series(const struct run *run, const char *name, size_t samples,
                                    struct error *error);
/* Pairs sample by sample. False and error where their counts differ or are too few. */
/* step_seconds: the analyser's resolution, as far as it is known. */
bool against_fit(struct against *against, struct pairs *pairs, uint64_t analyser_hz,
                 double step_seconds, struct error *error);
