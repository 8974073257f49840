/* All of RTOS_BENCH_V1, in the order of wire/results/rtos_bench.def.
 * SPDX-License-Identifier: MIT
 */
#include "bench/rtos_bench/measurement.h"

#include "bench/rtos_bench/phase_critical.h"
#include "wire/wire.h"

#define MEASURE_METRIC(id, function) function,
#define MEASURE_PHASE(id, function)
static measure_metric *const metrics[RESULTS] = {
#include "measurements.def"
};
#undef MEASURE_METRIC
#undef MEASURE_PHASE

#define MEASURE_METRIC(id, function)
#define MEASURE_PHASE(id, function) function,
static measure_phase *const phases[PHASES] = {
#include "measurements.def"
};
#undef MEASURE_METRIC
#undef MEASURE_PHASE

/* Rows here and there must be the same measurements in the same order. */
enum {
#define MEASURE_METRIC(id, function) MEASURE_METRIC_##id,
#define MEASURE_PHASE(id, function)
#include "measurements.def"
#undef MEASURE_METRIC
#undef MEASURE_PHASE
    MEASURE_METRICS
};
enum {
#define MEASURE_METRIC(id, function)
#define MEASURE_PHASE(id, function) MEASURE_PHASE_##id,
#include "measurements.def"
#undef MEASURE_METRIC
#undef MEASURE_PHASE
    MEASURE_PHASES
};
#define MEASURE_METRIC(id, function)                                                               \
    _Static_assert((int)MEASURE_METRIC_##id == (int)RESULT_##id, "order of " #id);
#define MEASURE_PHASE(id, function)                                                                \
    _Static_assert((int)MEASURE_PHASE_##id == (int)PHASE_##id, "order of " #id);
#include "measurements.def"
#undef MEASURE_METRIC
#undef MEASURE_PHASE
_Static_assert((int)MEASURE_METRICS == (int)RESULTS, "a measurement is missing");
_Static_assert((int)MEASURE_PHASES == (int)PHASES, "a phase is missing");

static void run_metric(enum result metric)
{
    bench_settle();
    metrics[metric](samples[0], result_samples(metric));
    result_print(metric, samples[0], result_samples(metric));
}

static void run_phase(enum result_phase phase)
{
    struct phase_counts counts;
    bench_settle();
    phases[phase](samples[SAMPLES_IRQ_ENTRY], samples[SAMPLES_EVENT_TO_TASK], result_pairs(phase),
                  &counts);
    result_print_phase(phase, &counts);
}

void bench_run(void)
{
    for (int metric = 0; metric < RESULTS; metric++)
        run_metric((enum result)metric);
    for (int phase = 0; phase < PHASES; phase++)
        if (phase != PHASE_CRITICAL5000 || phase_critical20us_cycles() != WIRE_CRITICAL_CYCLES)
            run_phase((enum result_phase)phase);
}
