/* cause: what happened in a window is what the core did in it, and is unknown where windows do not
 * fit the samples.
 * SPDX-License-Identifier: MIT
 */
#include "cmocka_all.h"

#include <string.h>

#include "host/core/ledger/cause.h"

enum {
    BEGIN = 0x110,
    END = 0x210,
    IRQ_END = 0x310,
    TASK_END = 0x390,
    SLICE = 0x350,
    RESPONSE_END = 0x3D0
};
enum { PENDSV = 14, SYSTICK = 15, TIMER = 61, OTHER = 44 };

static struct image_symbol symbols[] = {
    {"window_begin_notify_preempt", BEGIN, 0, false},
    {"window_end_notify_preempt", END, 0, false},
    {"window_end_irq_entry", IRQ_END, 0, false},
    {"window_end_event_to_task", TASK_END, 0, false},
    {"window_end_slice_A_B", SLICE, 0, false},
    {"window_end_preempt_response", RESPONSE_END, 0, false},
};
static const struct image image = {.symbols = symbols,
                                   .symbol_count = sizeof symbols / sizeof symbols[0]};
static const struct ledger_state thread, masked = {.masked = true}, in_timer = {.exception = TIMER},
                                         in_tick = {.exception = SYSTICK};
static struct ledger ledger;
static struct causes causes;

static int init(void **state)
{
    (void)state;
    ledger_init(&ledger, &image);
    ledger.entries_only = true;
    return 0;
}

static int finish(void **state)
{
    (void)state;
    causes_free(&causes);
    ledger_free(&ledger);
    return 0;
}

/* A notify window of 30 cycles in which an exception is entered, 0 for PendSV alone. */
static uint64_t notify(uint64_t cycle, uint32_t exception, const struct ledger_state *began)
{
    assert_false(ledger_probe(&ledger, BEGIN, cycle, began));
    assert_false(ledger_read(&ledger, cycle, NULL));
    if (exception != 0)
        ledger_exception(&ledger, exception, cycle + 5, &thread);
    ledger_exception(&ledger, PENDSV, cycle + 10, &thread);
    assert_false(ledger_probe(&ledger, END, cycle + 30, &thread));
    assert_false(ledger_read(&ledger, cycle + 30, NULL));
    return cycle + 50;
}

static const struct cause_list *list(const char *name, const char *phase, enum cause_kind kind)
{
    const struct cause_series *series = causes_find(&causes, name, phase);
    assert_non_null(series);
    return &series->of[kind];
}

static void ticks_and_other_interrupts_are_told_apart(void **state)
{
    (void)state;
    uint64_t raw[] = {30, 30, 30, 30};
    struct series series = {.name = "notify_preempt", .raw = raw, .count = 4};
    struct run run = {.series = &series, .series_count = 1};
    char text[CAUSE_TEXT_MAX];
    uint64_t cycle = notify(1000, SYSTICK, &thread); /* warm-up, which has no sample */
    cycle = notify(cycle, 0, &thread);
    cycle = notify(cycle, SYSTICK, &thread);
    cycle = notify(cycle, OTHER, &thread);
    notify(cycle, 0, &in_tick);
    causes_of_ledger(&causes, &ledger, &run);
    const struct cause_list *ticks = list("notify_preempt", NULL, CAUSE_TICK);
    assert_int_equal(ticks->count, 2);
    assert_int_equal(ticks->samples[0].index, 1);
    assert_int_equal(ticks->samples[1].index, 3);
    const struct cause_list *others = list("notify_preempt", NULL, CAUSE_OTHER);
    assert_int_equal(others->count, 1);
    assert_int_equal(others->samples[0].index, 2);
    assert_string_equal(cause_text(CAUSE_OTHER, &others->samples[0], text), "exception 44");
    assert_int_equal(list("notify_preempt", NULL, CAUSE_MASKED)->count, 0);
}

/* A pair of windows from the compare on; the timer's exception is entered late cycles behind it. */
static void pair(uint64_t cycle, const struct ledger_state *began, uint64_t late,
                 const struct ledger_state *entered, uint32_t also)
{
    assert_false(ledger_timer(&ledger, cycle, began));
    ledger_exception(&ledger, TIMER, cycle + late, entered);
    ledger_probe(&ledger, IRQ_END, cycle + late + 14, &in_timer);
    ledger_read(&ledger, cycle + late + 24, NULL);
    if (also != 0)
        ledger_exception(&ledger, also, cycle + late + 20, &thread);
    ledger_exception(&ledger, PENDSV, cycle + late + 30, &thread);
    ledger_probe(&ledger, TASK_END, cycle + late + 80, &thread);
    ledger_read(&ledger, cycle + late + 90, NULL);
}

static void masking_counts_where_the_timer_could_not_come_through(void **state)
{
    (void)state;
    uint64_t irq[] = {26, 526, 26}, task[] = {99, 599, 99};
    struct series series[] = {{.name = "irq_entry", .phase = "idle", .raw = irq, .count = 3},
                              {.name = "event_to_task", .phase = "idle", .raw = task, .count = 3}};
    struct run_phase phases[] = {{.name = "idle"}};
    struct run run = {.series = series, .series_count = 2, .phases = phases, .phase_count = 1};
    char text[CAUSE_TEXT_MAX];
    pair(1000, &thread, 2, &thread, 0);
    pair(5000, &masked, 502, &thread, SYSTICK);
    pair(9000, &masked, 2, &masked, 0); /* above the mask */
    causes_of_ledger(&causes, &ledger, &run);
    for (size_t i = 0; i < 2; i++) {
        const struct cause_list *late = list(series[i].name, "idle", CAUSE_MASKED);
        assert_int_equal(late->count, 1);
        assert_int_equal(late->samples[0].index, 1);
        assert_int_equal(late->samples[0].cycles, 502);
        assert_int_equal(list(series[i].name, "idle", CAUSE_OTHER)->count, 0);
        assert_int_equal(list(series[i].name, "idle", CAUSE_TICK)->count, i); /* behind the ISR */
    }
    assert_string_equal(
        cause_text(CAUSE_MASKED, &list("irq_entry", "idle", CAUSE_MASKED)->samples[0], text),
        "entered 502 cycles after the compare");
}

/* Where no window ends in the timer's handler, its exception is the one that all windows have. */
static void the_measured_interrupt_is_no_cause(void **state)
{
    (void)state;
    uint64_t raw[] = {80, 80};
    struct series series = {.name = "preempt_response", .raw = raw, .count = 2};
    struct run run = {.series = &series, .series_count = 1};
    for (uint64_t cycle = 1000; cycle <= 2000; cycle += 1000) {
        ledger_timer(&ledger, cycle, &thread);
        if (cycle == 2000)
            ledger_exception(&ledger, OTHER, cycle + 1, &thread);
        ledger_exception(&ledger, TIMER, cycle + 20, &thread);
        ledger_probe(&ledger, RESPONSE_END, cycle + 80, &thread);
        ledger_read(&ledger, cycle + 80, NULL);
    }
    causes_of_ledger(&causes, &ledger, &run);
    const struct cause_list *others = list("preempt_response", NULL, CAUSE_OTHER);
    assert_int_equal(others->count, 1);
    assert_int_equal(others->samples[0].index, 1);
    assert_int_equal(others->samples[0].number, OTHER);
}

static void what_is_in_every_window_is_said_so(void **state)
{
    (void)state;
    uint64_t raw[] = {100, 100};
    struct series series = {.name = "slice_A_B", .raw = raw, .count = 2};
    struct run run = {.series = &series, .series_count = 1};
    for (uint64_t cycle = 500; cycle <= 700; cycle += 100) {
        ledger_probe(&ledger, SLICE, cycle, &thread);
        ledger_read(&ledger, cycle, NULL);
        ledger_exception(&ledger, SYSTICK, cycle + 50, &thread);
    }
    causes_of_ledger(&causes, &ledger, &run);
    const struct cause_series *found = causes_find(&causes, "slice_A_B", NULL);
    assert_non_null(found);
    assert_true(found->every[CAUSE_TICK]);
    assert_false(found->every[CAUSE_OTHER]);
}

/* A notify window of so many cycles and instructions without any exception. */
static uint64_t plain(uint64_t cycle, uint64_t cycles, uint64_t executed)
{
    const struct ledger_state began = {.executed = 1000};
    ledger.executed = 1000;
    ledger_probe(&ledger, BEGIN, cycle, &began);
    ledger_read(&ledger, cycle, NULL);
    ledger.executed = 1000 + executed;
    ledger_probe(&ledger, END, cycle + cycles, &thread);
    ledger_read(&ledger, cycle + cycles, NULL);
    return cycle + cycles + 20;
}

static void what_else_is_longer_is_held_against_most(void **state)
{
    (void)state;
    uint64_t raw[] = {30, 30, 38, 41};
    struct series series = {.name = "notify_preempt", .raw = raw, .count = 4};
    struct run run = {.series = &series, .series_count = 1};
    char text[CAUSE_TEXT_MAX];
    uint64_t cycle = plain(plain(1000, 30, 20), 30, 20);
    plain(plain(cycle, 38, 20), 41, 31);
    causes_of_ledger(&causes, &ledger, &run);
    const struct cause_list *waits = list("notify_preempt", NULL, CAUSE_WAIT);
    assert_int_equal(waits->count, 1);
    assert_int_equal(waits->samples[0].index, 2);
    assert_string_equal(cause_text(CAUSE_WAIT, &waits->samples[0], text),
                        "8 cycles longer for the same instructions");
    const struct cause_list *paths = list("notify_preempt", NULL, CAUSE_PATH);
    assert_int_equal(paths->count, 1);
    assert_int_equal(paths->samples[0].index, 3);
    assert_string_equal(cause_text(CAUSE_PATH, &paths->samples[0], text),
                        "11 instructions more than most");
    assert_int_equal(list("notify_preempt", NULL, CAUSE_LATE)->count, 0);
}

static void an_interrupt_that_is_entered_later_is_told(void **state)
{
    (void)state;
    uint64_t irq[] = {26, 26, 35}, task[] = {400, 400, 400};
    struct series series[] = {{.name = "irq_entry", .phase = "idle", .raw = irq, .count = 3},
                              {.name = "event_to_task", .phase = "idle", .raw = task, .count = 3}};
    struct run_phase phases[] = {{.name = "idle"}};
    struct run run = {.series = series, .series_count = 2, .phases = phases, .phase_count = 1};
    char text[CAUSE_TEXT_MAX];
    pair(1000, &thread, 2, &thread, 0);
    pair(5000, &thread, 2, &thread, 0);
    pair(9000, &thread, 11, &thread, 0);
    causes_of_ledger(&causes, &ledger, &run);
    const struct cause_list *late = list("irq_entry", "idle", CAUSE_LATE);
    assert_int_equal(late->count, 1);
    assert_int_equal(late->samples[0].index, 2);
    assert_string_equal(cause_text(CAUSE_LATE, &late->samples[0], text),
                        "9 cycles later than most");
    assert_int_equal(list("irq_entry", "idle", CAUSE_WAIT)->count, 0);
}

static void what_is_oftener_than_in_every_window_is_told(void **state)
{
    (void)state;
    uint64_t raw[] = {100, 100};
    struct series series = {.name = "slice_A_B", .raw = raw, .count = 2};
    struct run run = {.series = &series, .series_count = 1};
    char text[CAUSE_TEXT_MAX];
    for (uint64_t cycle = 500; cycle <= 700; cycle += 100) {
        ledger_probe(&ledger, SLICE, cycle, &thread);
        ledger_read(&ledger, cycle, NULL);
        for (uint64_t times = 0; times < (cycle == 600 ? 3 : 1); times++)
            ledger_exception(&ledger, OTHER, cycle + 50 + times, &thread);
    }
    causes_of_ledger(&causes, &ledger, &run);
    const struct cause_series *found = causes_find(&causes, "slice_A_B", NULL);
    assert_true(found->every[CAUSE_OTHER]);
    assert_int_equal(found->of[CAUSE_OTHER].count, 1);
    assert_int_equal(found->of[CAUSE_OTHER].samples[0].index, 1);
    assert_string_equal(cause_text(CAUSE_OTHER, &found->of[CAUSE_OTHER].samples[0], text),
                        "exception 44, 2 more than in every window");
}

static void what_does_not_fit_is_unknown(void **state)
{
    (void)state;
    uint64_t raw[] = {30, 31};
    struct series series = {.name = "notify_preempt", .raw = raw, .count = 2};
    struct run run = {.series = &series, .series_count = 1};
    notify(notify(1000, SYSTICK, &thread), 0, &thread);
    causes_of_ledger(&causes, &ledger, &run);
    assert_null(causes_find(&causes, "notify_preempt", NULL)); /* another length */
    series.count = 1;
    series.damaged = true;
    causes_of_ledger(&causes, &ledger, &run);
    assert_null(causes_find(&causes, "notify_preempt", NULL));
    assert_null(causes_find(NULL, "notify_preempt", NULL));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(ticks_and_other_interrupts_are_told_apart, init, finish),
        cmocka_unit_test_setup_teardown(masking_counts_where_the_timer_could_not_come_through, init,
                                        finish),
        cmocka_unit_test_setup_teardown(the_measured_interrupt_is_no_cause, init, finish),
        cmocka_unit_test_setup_teardown(what_is_in_every_window_is_said_so, init, finish),
        cmocka_unit_test_setup_teardown(what_else_is_longer_is_held_against_most, init, finish),
        cmocka_unit_test_setup_teardown(an_interrupt_that_is_entered_later_is_told, init, finish),
        cmocka_unit_test_setup_teardown(what_is_oftener_than_in_every_window_is_told, init, finish),
        cmocka_unit_test_setup_teardown(what_does_not_fit_is_unknown, init, finish),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
