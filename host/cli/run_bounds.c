/* The two further runs of `tailchain run --bounds`.
 * SPDX-License-Identifier: MIT
 */
#include "run_bounds.h"

#include <stdio.h>
#include <stdlib.h>

#include "cli.h"
#include "host/base/xalloc.h"
#include "host/core/run/bounds.h"
#include "host/core/verify/verify.h"

static void ignore_bytes(void *context, const char *bytes, size_t length)
{
    (void)context;
    (void)bytes;
    (void)length;
}

/* The user's knobs, then the bounds: the later of two values counts. */
static struct source_sim_knob *knobs_with_bounds(const struct source_sim_options *options,
                                                 bool high)
{
    struct source_sim_knob *knobs = xcalloc(options->knob_count + bound_count, sizeof *knobs);
    for (size_t i = 0; i < options->knob_count; i++)
        knobs[i] = options->knobs[i];
    for (size_t i = 0; i < bound_count; i++)
        knobs[options->knob_count + i] =
            (struct source_sim_knob){bounds[i].knob, high ? bounds[i].high : bounds[i].low};
    return knobs;
}

/* The run that was made, verified; NULL and a message where it is not one. */
static const struct run *verified_run(const struct session *session, const char *path, bool high)
{
    struct run *run = session->count != 0 ? session->runs[session->count - 1] : NULL;
    if (run != NULL && verify_run(run, false) == VERDICT_VERIFIED)
        return run;
    fprintf(stderr, "tailchain: %s: no verified run at the %s bounds; try its knobs with --knob\n",
            path, high ? "high" : "low");
    return NULL;
}

int run_bound(const struct target *target, const struct source_sim_options *options, bool high,
              struct session *session, const struct run **run)
{
    static const char in_low[] = "the run at the low bounds was broken off, and nothing is kept";
    static const char in_high[] = "the run at the high bounds was broken off, and nothing is kept";
    static struct intake intake;
    struct environment environment;
    struct source_sim_outcome outcome;
    struct error error;
    struct source_sim_options bounded = *options;
    bounded.pins = NULL;
    bounded.timeline = NULL;
    struct source_sim_knob *knobs = knobs_with_bounds(options, high);
    bounded.knobs = knobs;
    bounded.knob_count = options->knob_count + bound_count;
    bounded.bytes = ignore_bytes;
    bounded.ledger = NULL;
    intake_init(&intake, session);
    bool started = source_sim_run(&target->image, target->path, &bounded, &intake, &environment,
                                  &outcome, &error);
    free(knobs);
    if (!started)
        return cli_fail(&error);
    if (outcome.end == SOURCE_SIM_INTERRUPTED)
        return cli_say_interrupted(target->path, high ? in_high : in_low);
    *run = verified_run(session, target->path, high);
    return *run != NULL ? EXIT_YES : EXIT_NO;
}
