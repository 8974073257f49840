/* Reads the JSON report of a run, for the tests of its figures.
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include <jansson.h>
#include <stddef.h>
#include <stdint.h>

#include "host/core/run/stats.h"

/* One result: what it says, and what its samples give. */
struct report_result {
    const uint64_t *raw;
    size_t n;
    struct stats stats; /* from raw */
    double average;     /* not truncated */
};

/* Ends the program with a message where the file is no report. */
json_t *report_read(const char *path);
/* The same where there is no such result; phase NULL for none. Keeps its samples until the end. */
struct report_result report_result(const json_t *report, const char *name, const char *phase);
/* A member by path, "environment.note.kernel"; ends the program where there is none. */
const json_t *report_at(const json_t *report, const char *path);
/* An object of the array `phases`. */
const json_t *report_phase(const json_t *report, const char *name);
