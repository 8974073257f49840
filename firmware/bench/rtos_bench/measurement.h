/* What a measurement of section A looks like: a function that fills samples.
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include "bench/bench.h"

/* Fills ticks with n samples. */
typedef void measure_metric(uint32_t *ticks, uint32_t n);
/* Fills both columns with up to n pairs and says how many there are. */
typedef void measure_phase(uint32_t *irq_entry, uint32_t *event_to_task, uint32_t n,
                           struct phase_counts *counts);

#define MEASURE_METRIC(id, function) measure_metric function;
#define MEASURE_PHASE(id, function) measure_phase function;
#include "measurements.def"
#undef MEASURE_METRIC
#undef MEASURE_PHASE
