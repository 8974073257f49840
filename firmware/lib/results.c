/* Prints the results of this image's bench.
 * SPDX-License-Identifier: MIT
 */
#include "lib/results.h"

#include "boards/board.h"
#include "lib/check.h"
#include "lib/emit.h"
#include "lib/samples.h"
#include "lib/stats.h"

enum unit { CYCLES, TIMER };

struct row {
    const char *name;
    uint32_t samples;
    enum unit unit;
};

struct value_row {
    const char *name;
    const char *unit;
};

/* The last row of each table is none: a bench may have no results of a kind. */
static const struct row results[RESULTS + 1] = {
#define WIRE_METRIC(bench, id, name, n, unit, need, meaning) {name, n, unit},
#include "lib/results.def"
};

static const struct row phases[PHASES + 1] = {
#define WIRE_PHASE(bench, id, name, n, need, meaning) {name, n, TIMER},
#include "lib/results.def"
};

static const struct value_row values[VALUES + 1] = {
#define WIRE_VALUE(bench, id, name, unit, need, meaning) {name, unit},
#include "lib/results.def"
};

#define WIRE_METRIC(bench, id, name, n, unit, need, meaning)                                       \
    _Static_assert(n <= SAMPLES_MAX, "the store is too short for " name);
#define WIRE_PHASE(bench, id, name, n, need, meaning)                                              \
    _Static_assert(n <= SAMPLES_MAX, "the store is too short for " name);
#include "lib/results.def"

uint32_t result_samples(enum result result)
{
    return results[result].samples;
}

uint32_t result_pairs(enum result_phase phase)
{
    return phases[phase].samples;
}

static void print_statistics(const char *name, uint32_t *ticks, uint32_t n, enum unit unit)
{
    uint32_t hz = unit == TIMER ? board_timer_hz() : board_core_hz();
    struct stats stats;
    stats_compute(&stats, ticks, n, hz);
    emit_result(name, &stats, hz);
}

void result_print(enum result result, uint32_t *ticks, uint32_t n)
{
    const struct row *row = &results[result];
    CHECK(n != 0, "a result without samples");
    CHECK(row->samples == 0 || row->samples == n, "a result with another count than its row says");
    board_led_toggle();
    for (uint32_t i = 0; i < n; i++)
        emit_raw(row->name, i, ticks[i]);
    print_statistics(row->name, ticks, n, row->unit);
}

void result_print_phase(enum result_phase phase, const struct phase_counts *counts)
{
    const struct row *row = &phases[phase];
    uint32_t n = row->samples;
    uint32_t pairs = counts->irq < counts->task ? counts->irq : counts->task;
    bool ok = counts->irq == n && counts->task == n && counts->bad == 0;

    board_led_toggle();
    for (uint32_t i = 0; i < pairs; i++)
        emit_raw_pair(row->name, i, samples[SAMPLES_IRQ_ENTRY][i],
                      samples[SAMPLES_EVENT_TO_TASK][i]);
    emit_phase(row->name, &(struct emit_phase){counts->irq, counts->task, counts->bad, ok});
    CHECK(ok, "the phase is incomplete or has bad pairs");
    print_statistics(samples_name[SAMPLES_IRQ_ENTRY], samples[SAMPLES_IRQ_ENTRY], n, TIMER);
    print_statistics(samples_name[SAMPLES_EVENT_TO_TASK], samples[SAMPLES_EVENT_TO_TASK], n, TIMER);
}

void result_print_value(enum result_value value, uint32_t number)
{
    emit_value(values[value].name, number, values[value].unit);
}
