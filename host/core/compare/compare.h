/* Has it become slower? Two groups of runs, measurement by measurement.
 * SPDX-License-Identifier: MIT
 *
 * Two gates:
 * - exact, for simulated runs: the simulator repeats itself to the cycle, so any other value is a
 *   change, or with given limits one beyond them. One run a side.
 * - noise, for boards: of each run one value of a statistic; the runs of a side differ by noise. A
 *   change is called only where the interval of the shift lies beyond C cycles and beyond X % of
 *   the base. C is the widest range of this statistic of this measurement within a side, at least
 *   one tick; X is the median over all measurements of that range in percent, so that one that
 *   repeated well by luck is not trusted too far. Either may be given instead.
 *
 * Samples are compared where both sides have them, RESULT lines otherwise. Runs must be verified,
 * or at least consistent summaries.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "effect.h"
#include "host/core/run/run.h"

/* Of a side, for limits that are derived from noise. */
#define COMPARE_RUNS_NEEDED 3u
/* Of the interval of a shift, where there are enough runs. */
#define COMPARE_CONFIDENCE 0.99

enum compare_gate { COMPARE_EXACT, COMPARE_NOISE };

/* In order of weight. */
enum compare_change {
    COMPARE_EQUAL,     /* the same, sample by sample */
    COMPARE_WITHIN,    /* other values, within noise: no verdict */
    COMPARE_ADDED,     /* only NEW has it */
    COMPARE_MOVED,     /* other samples, the same statistics */
    COMPARE_FASTER,    /* nothing slower, something faster */
    COMPARE_UNDECIDED, /* other values, and too few runs to know the noise */
    COMPARE_GONE,      /* only BASE has it */
    COMPARE_SLOWER,    /* something slower */
    COMPARE_CHANGES
};
/* "equal", "within limits", ... */
extern const char *const compare_change_name[COMPARE_CHANGES];

struct compare_side {
    const struct run *const *runs;
    size_t count; /* 1 to EFFECT_GROUP_MAX */
};

struct compare_options {
    enum compare_gate gate;
    bool has_cycles, has_percent; /* given: instead of derived, or of 0 */
    double cycles, percent;
};

/* One statistic of one measurement, in ticks. */
struct compare_row {
    double base, new;       /* of the run, or the median over a side's runs */
    struct effect effect;   /* COMPARE_EXACT: no interval, low and high are the shift */
    double cycles, percent; /* limits */
    bool decides;           /* whether a change of it counts: COMPARE_NOISE, avg and p99 */
    enum compare_change change;
};

struct compare_metric {
    const char *name, *phase; /* phase NULL where none; into a run */
    uint64_t hz;
    bool has_raw;           /* both sides have all samples */
    uint64_t base_n, new_n; /* samples of a run; of the first, where they differ */
    enum compare_change change;
    struct compare_row rows[STATS_ITEMS]; /* not of one that is gone or added */
    /* With samples on both sides. */
    double delta;         /* Cliff's, over all samples of a side */
    size_t differ;        /* COMPARE_EXACT: samples that differ, index by index */
    int64_t common_shift; /* of these the most common difference, */
    size_t common_count;  /* and how many have it */
};

struct comparison {
    struct compare_options options;
    size_t base_runs, new_runs;
    struct compare_metric *metrics; /* in BASE's order, then what only NEW has */
    size_t metric_count, capacity;
    size_t count[COMPARE_CHANGES]; /* of metrics */
};

/* The runs must outlive it. COMPARE_EXACT takes one run a side. */
void compare_runs(struct comparison *comparison, const struct compare_side *base,
                  const struct compare_side *new, const struct compare_options *options);
void compare_free(struct comparison *comparison);

/* The heaviest change that a measurement has. */
enum compare_change compare_worst(const struct comparison *comparison);

/* ---- the gates, each in its own file ---- */

void compare_exact(struct compare_metric *metric, const struct series *base,
                   const struct series *new, const struct compare_options *options);
void compare_noise(struct comparison *comparison, const struct compare_side *base,
                   const struct compare_side *new);
/* Average ticks with their fraction where there are samples. */
double compare_average(const struct series *series, bool has_raw);
