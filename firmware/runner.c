/* Walks the bench table: measures first, prints after, in the order of wire/results.def.
 * SPDX-License-Identifier: MIT
 */
#include "application.h"

#include "FreeRTOS.h"
#include "task.h"

#include "bench/bench.h"
#include "boards/board.h"
#include "lib/check.h"
#include "lib/emit.h"
#include "lib/samples.h"
#include "lib/stats.h"
#include "lib/timebase.h"
#include "wire/wire.h"

/* The runner formats lines and sorts samples; neither needs much. */
#define STACK_WORDS 512

/* Ticks that pass before each measurement. The code of a tick and of a switch is then in the
 * instruction cache, as in any system that has been running; the very first pass would put some
 * hundred cycles of cache misses into the first sample. */
#define SETTLE_TICKS 2

#define BENCH_METRIC(id, function) function,
static bench_metric *const metrics[WIRE_METRICS] = {
#include "benches.def"
};
#undef BENCH_METRIC

#define BENCH_PHASE(id, function) function,
static bench_phase *const phases[WIRE_PHASES] = {
#include "benches.def"
};
#undef BENCH_PHASE

/* Rows of the two tables must be the same measurements in the same order. */
enum {
#define BENCH_METRIC(id, function) BENCH_METRIC_##id,
#include "benches.def"
#undef BENCH_METRIC
    BENCH_METRICS
};
enum {
#define BENCH_PHASE(id, function) BENCH_PHASE_##id,
#include "benches.def"
#undef BENCH_PHASE
    BENCH_PHASES
};
#define BENCH_METRIC(id, function)                                                                 \
    _Static_assert((int)BENCH_METRIC_##id == (int)WIRE_METRIC_##id, "order of " #id);
#define BENCH_PHASE(id, function)                                                                  \
    _Static_assert((int)BENCH_PHASE_##id == (int)WIRE_PHASE_##id, "order of " #id);
#include "benches.def"
#undef BENCH_METRIC
#undef BENCH_PHASE
_Static_assert((int)BENCH_METRICS == (int)WIRE_METRICS, "a measurement is missing");
_Static_assert((int)BENCH_PHASES == (int)WIRE_PHASES, "a phase is missing");

static void print_configuration(void)
{
    struct emit_config config = {
        .core_hz = board_core_hz(),
        .tick_hz = configTICK_RATE_HZ,
        .preempt = configUSE_PREEMPTION,
        .slicing = configUSE_TIME_SLICING,
        .fpu = configENABLE_FPU,
        .compiler = __VERSION__,
        .icache = board_icache_on(),
        .wfi = configUSE_IDLE_HOOK,
        .priorities = configMAX_PRIORITIES,
    };
    emit_configuration(&config);
}

static void print_result(const struct wire_series *series, uint32_t *ticks, uint32_t n, uint32_t hz)
{
    struct stats stats;
    stats_compute(&stats, ticks, n, hz);
    emit_result(series, &stats, hz);
}

static void run_metric(int metric)
{
    const struct wire_series *series = &wire_metrics[metric];
    uint32_t *ticks = samples[0];

    vTaskDelay(SETTLE_TICKS);
    metrics[metric](ticks, series->samples);
    for (uint32_t i = 0; i < series->samples; i++)
        emit_raw(series, i, ticks[i]);
    print_result(series, ticks, series->samples, board_core_hz());
}

/* A phase counts only when every interrupt woke the task once; otherwise its pairs are printed as
 * they are and the run fails. */
static void run_phase(int phase)
{
    const struct wire_series *series = &wire_phases[phase];
    uint32_t n = series->samples;
    struct bench_phase_counts counts;

    vTaskDelay(SETTLE_TICKS);
    phases[phase](samples[SAMPLES_IRQ_ENTRY], samples[SAMPLES_EVENT_TO_TASK], n, &counts);
    uint32_t pairs = counts.irq < counts.task ? counts.irq : counts.task;
    bool ok = counts.irq == n && counts.task == n && counts.bad == 0;

    for (uint32_t i = 0; i < pairs; i++)
        emit_raw_pair(series, i, samples[SAMPLES_IRQ_ENTRY][i], samples[SAMPLES_EVENT_TO_TASK][i]);
    emit_phase(series, &(struct emit_phase){counts.irq, counts.task, counts.bad, ok});
    CHECK(ok, "the phase is incomplete or has bad pairs");
    for (int pair = 0; pair < WIRE_PAIRS; pair++)
        print_result(&wire_pairs[pair], samples[pair], n, board_timer_hz());
}

static void run(void *argument)
{
    (void)argument;
    emit_begin();
    print_configuration();
    timebase_init();
    emit_read_pair(timebase_read_pair());
    for (int metric = 0; metric < WIRE_METRICS; metric++)
        run_metric(metric);
    for (int phase = 0; phase < WIRE_PHASES; phase++)
        run_phase(phase);
    emit_end(xPortGetFreeHeapSize(), xPortGetMinimumEverFreeHeapSize());
    check_park();
}

void application_start(void)
{
    CHECK(xTaskCreate(run, "runner", STACK_WORDS, NULL, BENCH_RUNNER_PRIORITY, NULL) == pdPASS,
          "the runner cannot be created");
}
