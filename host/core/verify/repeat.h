/* Do repeated runs have equal statistics, item by item?
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>

#include "host/core/run/run.h"

/* One item of one measurement that is not the same in all runs. */
struct repeat_difference {
    const char *name, *phase; /* phase NULL where none; into a run */
    char item[16];            /* "n", "max_ticks", "avg_ns" */
    uint64_t *values;         /* one a run */
    bool *has;                /* whether a run has this measurement at all, one a run */
};

struct repeat {
    size_t run_count, items; /* items: how many were compared */
    struct repeat_difference *differences;
    size_t count, capacity;
};

/* count >= 1; the runs must outlive it. Compares recomputed statistics where a run has samples, as
 * sent otherwise. */
void repeat_compare(struct repeat *repeat, const struct run *const *runs, size_t count);
void repeat_free(struct repeat *repeat);
