/* The measured windows of the bench image are those that firmware/bench/README.md describes: who
 * stamps them, at which priority, and how many context switches lie in them.
 * SPDX-License-Identifier: MIT
 */
#include "tests/unit/cmocka_all.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "host/core/run/facts.h"
#include "windows.h"

#define WARM_UP_ROUNDS 32
#define WARM_UP_SLICES 4
/* A tick interrupt that wakes nobody takes less than this, entry and return included. */
#define TICK_CYCLES_MAX 150u

static struct windows windows;

static int record(void **state)
{
    (void)state;
    const char *image = getenv("BENCH_ELF");
    if (image == NULL)
        return -1;
    windows_record(&windows, image);
    return 0;
}

static int release(void **state)
{
    (void)state;
    windows_free(&windows);
    return 0;
}

static const struct run *the_run(void)
{
    assert_int_equal(windows.session.count, 1);
    assert_int_equal(windows.session.runs[0]->end, RUN_ENDED);
    return windows.session.runs[0];
}

/* Priority and name of a task that stamps; name NULL for any. */
struct stamper {
    uint32_t priority;
    const char *name;
};

static const struct {
    int metric;
    struct stamper opener, closer;
    uint32_t switches;
} metric_rows[] = {
    {WIRE_METRIC_SLICE_A_B, {10, NULL}, {10, NULL}, 1},
    {WIRE_METRIC_NOTIFY_PREEMPT, {41, "ping"}, {42, "pong"}, 1},
    {WIRE_METRIC_NOTIFY_BLOCK, {41, "ping"}, {41, "ping"}, 2},
    {WIRE_METRIC_NOTIFY_BLOCK_LOW, {42, "ping"}, {42, "ping"}, 2},
    {WIRE_METRIC_NOTIFY_ONEWAY, {42, "ping"}, {41, "pong"}, 1},
    {WIRE_METRIC_NOTIFY_REWAIT, {41, "ping"}, {41, "ping"}, 2},
};

static bool is_stamper(const struct windows_task *task, const struct stamper *wanted)
{
    return task->priority == wanted->priority &&
           (wanted->name == NULL || strcmp(task->name, wanted->name) == 0);
}

static void wrong_window(const struct window_list *list, size_t index)
{
    const struct window *w = &list->list[index];
    fail_msg("%s, window %zu: from %s (priority %" PRIu32 ") to %s (priority %" PRIu32 "), %" PRIu32
             " context switches",
             list->name, index, w->opener.name, w->opener.priority, w->closer.name,
             w->closer.priority, w->switches);
}

/* Rounds of a metric that come before its samples. */
static size_t unstored(int metric)
{
    /* Of the slices those that warm up, and the first interval, which is partial. */
    return metric == WIRE_METRIC_SLICE_A_B ? WARM_UP_SLICES + 1 : WARM_UP_ROUNDS;
}

static void metrics_are_stamped_by_the_right_tasks(void **state)
{
    (void)state;
    assert_int_equal(sizeof metric_rows / sizeof metric_rows[0], SECTION_A_METRICS);
    for (int row = 0; row < SECTION_A_METRICS; row++) {
        const struct window_list *list = &windows.lists[metric_rows[row].metric];
        for (size_t i = 0; i < list->count; i++)
            if (!is_stamper(&list->list[i].opener, &metric_rows[row].opener) ||
                !is_stamper(&list->list[i].closer, &metric_rows[row].closer) ||
                list->list[i].switches != metric_rows[row].switches)
                wrong_window(list, i);
    }
}

/* Whom the interrupt finds running; the background task of critical20us sleeps most of the time. */
static const struct {
    int phase;
    struct stamper one, other;
} phase_rows[] = {
    {WIRE_PHASE_IDLE, {0, "IDLE"}, {0, "IDLE"}},
    {WIRE_PHASE_BUSY, {10, "load"}, {10, "load"}},
    {WIRE_PHASE_CRITICAL20US, {10, "load"}, {0, "IDLE"}},
};

/* The pair's window number i of a phase; all phases use the same symbols. */
static const struct window *pair_window(int pair, int phase, size_t i)
{
    const struct window_list *list = &windows.lists[SECTION_A_METRICS + pair];
    size_t before = 0;
    for (int p = 0; p < phase; p++)
        before += wire_phases[p].samples;
    assert_true(before + i < list->count);
    return &list->list[before + i];
}

static void pairs_are_stamped_by_the_right_tasks(void **state)
{
    (void)state;
    static const struct stamper receiver = {42, "receiver"};
    assert_int_equal(sizeof phase_rows / sizeof phase_rows[0], SECTION_A_PHASES);
    for (int row = 0; row < SECTION_A_PHASES; row++)
        for (size_t i = 0; i < wire_phases[phase_rows[row].phase].samples; i++) {
            const struct window *irq = pair_window(WIRE_PAIR_IRQ_ENTRY, phase_rows[row].phase, i);
            const struct window *task =
                pair_window(WIRE_PAIR_EVENT_TO_TASK, phase_rows[row].phase, i);
            if (!is_stamper(&irq->closer, &phase_rows[row].one) &&
                !is_stamper(&irq->closer, &phase_rows[row].other))
                fail_msg("%s, pair %zu interrupts %s (priority %" PRIu32 ")",
                         wire_phases[phase_rows[row].phase].name, i, irq->closer.name,
                         irq->closer.priority);
            if (!is_stamper(&task->closer, &receiver))
                fail_msg("%s, pair %zu wakes %s (priority %" PRIu32 ")",
                         wire_phases[phase_rows[row].phase].name, i, task->closer.name,
                         task->closer.priority);
            assert_int_equal(task->begin, irq->begin);
        }
}

static const struct series *series_of(const char *name, const char *phase)
{
    const struct series *series = run_series(the_run(), name, phase);
    assert_non_null(series);
    return series;
}

static void samples_are_the_cycles_of_their_windows(void **state)
{
    (void)state;
    for (int metric = 0; metric < SECTION_A_METRICS; metric++) {
        const struct window_list *list = &windows.lists[metric];
        const struct series *series = series_of(wire_metrics[metric].name, NULL);
        assert_int_equal(series->count, wire_metrics[metric].samples);
        assert_int_equal(list->count, unstored(metric) + series->count);
        for (size_t i = 0; i < series->count; i++) {
            const struct window *w = &list->list[unstored(metric) + i];
            if (w->end - w->begin != series->raw[i])
                fail_msg("%s, index %zu: a window of %" PRIu64 " cycles, a sample of %" PRIu64,
                         series->name, i, w->end - w->begin, series->raw[i]);
        }
    }
}

/* A sample is not the most common one exactly where a tick came into its window. */
static void notifications_differ_by_ticks_only(void **state)
{
    (void)state;
    for (int metric = WIRE_METRIC_NOTIFY_PREEMPT; metric < SECTION_A_METRICS; metric++) {
        const struct series *series = series_of(wire_metrics[metric].name, NULL);
        struct mode mode = stats_mode(series->raw, series->count);
        for (size_t i = 0; i < series->count; i++) {
            const struct window *w = &windows.lists[metric].list[unstored(metric) + i];
            if ((series->raw[i] != mode.value) != (w->ticks != 0))
                fail_msg("%s, index %zu: %" PRIu64 " ticks (most common %" PRIu64 "), and %" PRIu32
                         " kernel ticks in it",
                         series->name, i, series->raw[i], mode.value, w->ticks);
            assert_true(series->raw[i] >= mode.value);
        }
    }
}

/* From the ISR to the task it is always as long, but where a tick comes in between or is being
 * served; in pair 0, since the interrupt's code has left the cache while the phase before was
 * printed; and in the last, in which the ISR disables the interrupt. */
static void handovers_differ_by_ticks_only(void **state)
{
    (void)state;
    for (int phase = 0; phase <= WIRE_PHASE_BUSY; phase++) {
        const struct series *irq = series_of("irq_entry", wire_phases[phase].name);
        const struct series *task = series_of("event_to_task", wire_phases[phase].name);
        struct mode mode;
        size_t n;
        assert_true(facts_handover_mode(the_run(), wire_phases[phase].name, &mode, &n));
        for (size_t i = 1; i + 1 < n; i++) {
            const struct window *w = pair_window(WIRE_PAIR_EVENT_TO_TASK, phase, i);
            bool differs = task->raw[i] - irq->raw[i] != mode.value;
            bool touched = w->ticks != 0 || w->since_tick < TICK_CYCLES_MAX;
            if (differs ? !touched : w->ticks != 0)
                fail_msg("%s, pair %zu: %" PRIu64 " from ISR to task (most common %" PRIu64
                         "), and %" PRIu32 " kernel ticks in it, the last %" PRIu64
                         " cycles before",
                         wire_phases[phase].name, i, task->raw[i] - irq->raw[i], mode.value,
                         w->ticks, w->since_tick);
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(metrics_are_stamped_by_the_right_tasks),
        cmocka_unit_test(pairs_are_stamped_by_the_right_tasks),
        cmocka_unit_test(samples_are_the_cycles_of_their_windows),
        cmocka_unit_test(notifications_differ_by_ticks_only),
        cmocka_unit_test(handovers_differ_by_ticks_only),
    };
    return cmocka_run_group_tests(tests, record, release);
}
