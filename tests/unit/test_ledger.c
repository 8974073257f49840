/* ledger: windows are cut to the cycle, warm-up is dropped, and an account that does not add up is
 * invalid.
 * SPDX-License-Identifier: MIT
 */
#include "cmocka_all.h"

#include <stdio.h>
#include <string.h>

#include "host/core/ledger/ledger.h"

enum {
    PING = 0x100,
    PONG = 0x200,
    HANDLER = 0x300,
    BEGIN = 0x110,
    END = 0x210,
    IRQ_END = 0x310,
    SLICE = 0x350
};

static struct image_symbol symbols[] = {
    {"ping", PING, 0x80, true},
    {"window_begin_notify_preempt", BEGIN, 0, false},
    {"pong", PONG, 0x80, true},
    {"window_end_notify_preempt", END, 0, false},
    {"handler", HANDLER, 0x80, true},
    {"window_end_irq_entry", IRQ_END, 0, false},
    {"window_end_slice_A_B", SLICE, 0, false},
};
static const struct image image = {.symbols = symbols,
                                   .symbol_count = sizeof symbols / sizeof symbols[0]};
static struct ledger ledger;
static const struct ledger_state thread; /* no exception, nothing masked */

static int init(void **state)
{
    (void)state;
    ledger_init(&ledger, &image);
    return 0;
}

static int finish(void **state)
{
    (void)state;
    ledger_free(&ledger);
    return 0;
}

/* One notify window from cycle on: 3 instructions in ping, an entry, 2 in pong; 2+4+4+12+3+5 = 30
 * cycles, and late more in pong. */
static uint64_t notify(uint64_t cycle, uint64_t late)
{
    assert_true(ledger_probe(&ledger, BEGIN, cycle, &thread));
    assert_true(ledger_read(&ledger, cycle, NULL));
    ledger_span(&ledger, &(struct ledger_spent){LEDGER_INSTRUCTION, BEGIN, cycle, cycle + 2, NULL});
    ledger_span(&ledger,
                &(struct ledger_spent){LEDGER_INSTRUCTION, BEGIN + 2, cycle + 2, cycle + 6, NULL});
    ledger_span(&ledger,
                &(struct ledger_spent){LEDGER_INSTRUCTION, BEGIN + 4, cycle + 6, cycle + 10, NULL});
    ledger_span(&ledger, &(struct ledger_spent){LEDGER_ENTRY, 14, cycle + 10, cycle + 22, NULL});
    ledger_span(&ledger,
                &(struct ledger_spent){LEDGER_INSTRUCTION, PONG, cycle + 22, cycle + 25, NULL});
    ledger_span(&ledger, &(struct ledger_spent){LEDGER_INSTRUCTION, PONG + 2, cycle + 25,
                                                cycle + 30 + late, NULL});
    assert_true(ledger_probe(&ledger, END, cycle + 30 + late, &thread));
    assert_false(ledger_read(&ledger, cycle + 30 + late, NULL));
    return cycle + 30 + late;
}

static struct run run_of(struct series *series, size_t count)
{
    return (struct run){.series = series, .series_count = count};
}

static const struct ledger_row *row(const struct ledger_table *table, const char *what)
{
    for (size_t i = 0; i < table->row_count; i++)
        if (strcmp(table->rows[i].what, what) == 0)
            return &table->rows[i];
    fail_msg("no row %s", what);
    return NULL;
}

static void the_modal_window_is_accounted(void **state)
{
    (void)state;
    uint64_t raw[] = {30, 37, 30};
    struct series series = {.name = "notify_preempt", .raw = raw, .count = 3};
    struct run run = run_of(&series, 1);
    uint64_t cycle = notify(1000, 99); /* warm-up */
    cycle = notify(cycle + 50, 0);
    cycle = notify(cycle + 50, 7);
    notify(cycle + 50, 0);
    ledger_finish(&ledger, &run);
    assert_int_equal(ledger.table_count, 1);
    const struct ledger_table *table = &ledger.tables[0];
    assert_string_equal(table->why, "");
    assert_int_equal(table->windows, 3);
    assert_int_equal(table->total, 30);
    assert_int_equal(table->all_total, 97);
    assert_int_equal(table->row_count, 3);
    assert_int_equal(row(table, "ping")->cycles, 10);
    assert_int_equal(row(table, "ping")->instructions, 3);
    assert_int_equal(row(table, "exception entry")->cycles, 12);
    assert_int_equal(row(table, "exception entry")->instructions, 0);
    assert_int_equal(row(table, "pong")->cycles, 8);
    assert_int_equal(row(table, "pong")->all_cycles, 31);
}

/* The loads of the stamps wait for the flash before they read the counter, and the second is given
 * up once for an interrupt: the window is what lies between the reads. */
static void a_window_lies_between_the_reads(void **state)
{
    (void)state;
    uint64_t raw[] = {40};
    struct series series = {.name = "notify_preempt", .raw = raw, .count = 1};
    struct run run = run_of(&series, 1);
    ledger_probe(&ledger, BEGIN, 1000, &thread);
    ledger_read(&ledger, 1005, NULL);
    ledger_span(&ledger, &(struct ledger_spent){LEDGER_INSTRUCTION, BEGIN, 1000, 1006, NULL});
    ledger_span(&ledger, &(struct ledger_spent){LEDGER_INSTRUCTION, PONG, 1006, 1020, NULL});
    ledger_probe(&ledger, END, 1020, &thread);
    ledger_span(&ledger, &(struct ledger_spent){LEDGER_INSTRUCTION, END, 1020, 1021, NULL});
    ledger_span(&ledger, &(struct ledger_spent){LEDGER_ENTRY, 15, 1021, 1033, NULL});
    ledger_span(&ledger, &(struct ledger_spent){LEDGER_RETURN, 15, 1033, 1042, NULL});
    ledger_probe(&ledger, END, 1042, &thread);
    assert_false(ledger_read(&ledger, 1045, NULL));
    ledger_span(&ledger, &(struct ledger_spent){LEDGER_INSTRUCTION, END, 1042, 1046, NULL});
    ledger_finish(&ledger, &run);
    const struct ledger_table *table = &ledger.tables[0];
    assert_string_equal(table->why, "");
    assert_int_equal(row(table, "ping")->cycles, 1);
    assert_int_equal(row(table, "pong")->cycles, 14 + 1 + 3);
    assert_int_equal(row(table, "exception entry")->cycles, 12);
    assert_int_equal(row(table, "exception return")->cycles, 9);
}

/* A read of the counter that is no stamp's. */
static void other_reads_are_none_of_its_business(void **state)
{
    (void)state;
    uint64_t raw[] = {30};
    struct series series = {.name = "notify_preempt", .raw = raw, .count = 1};
    struct run run = run_of(&series, 1);
    assert_false(ledger_read(&ledger, 900, NULL));
    notify(1000, 0);
    assert_false(ledger_read(&ledger, 1100, NULL));
    ledger_finish(&ledger, &run);
    assert_string_equal(ledger.tables[0].why, "");
}

static void a_sample_that_differs_makes_it_invalid(void **state)
{
    (void)state;
    uint64_t raw[] = {31};
    struct series series = {.name = "notify_preempt", .raw = raw, .count = 1};
    struct run run = run_of(&series, 1);
    notify(1000, 0);
    ledger_finish(&ledger, &run);
    assert_non_null(strstr(ledger.tables[0].why, "took 30 cycles, but its sample says 31"));
    assert_int_equal(ledger.tables[0].row_count, 0);
}

static void a_gap_makes_it_invalid(void **state)
{
    (void)state;
    uint64_t raw[] = {30};
    struct series series = {.name = "notify_preempt", .raw = raw, .count = 1};
    struct run run = run_of(&series, 1);
    ledger_probe(&ledger, BEGIN, 1000, &thread);
    ledger_read(&ledger, 1000, NULL);
    ledger_span(&ledger, &(struct ledger_spent){LEDGER_INSTRUCTION, BEGIN, 1000, 1029, NULL});
    ledger_probe(&ledger, END, 1030, &thread);
    ledger_read(&ledger, 1030, NULL);
    ledger_finish(&ledger, &run);
    assert_non_null(strstr(ledger.tables[0].why, "add up to 29 cycles of 30"));
}

static void missing_windows_and_labels_are_said(void **state)
{
    (void)state;
    uint64_t raw[] = {30, 30};
    struct series series[] = {{.name = "notify_preempt", .raw = raw, .count = 2},
                              {.name = "notify_block", .raw = raw, .count = 2}};
    struct run run = run_of(series, 2);
    notify(1000, 0);
    ledger_finish(&ledger, &run);
    assert_int_equal(ledger.table_count, 2);
    assert_non_null(strstr(ledger.tables[0].why, "1 windows were seen for 2 samples"));
    assert_non_null(strstr(ledger.tables[1].why, "no label window_end_notify_block"));
}

/* The timer compares in the middle of an instruction: only the part behind it counts. */
static void a_timer_window_begins_inside_a_span(void **state)
{
    (void)state;
    uint64_t irq[] = {26}, task[] = {99};
    struct series series[] = {{.name = "irq_entry", .phase = "busy", .raw = irq, .count = 1},
                              {.name = "event_to_task", .phase = "busy", .raw = task, .count = 1}};
    struct run_phase phases[] = {{.name = "idle"}, {.name = "busy"}};
    struct run run = {.series = series, .series_count = 2, .phases = phases, .phase_count = 2};
    ledger.phase = 1;
    assert_true(ledger_timer(&ledger, 1005, &thread));
    ledger_span(&ledger, &(struct ledger_spent){LEDGER_INSTRUCTION, PING, 1000, 1007, NULL});
    ledger_span(&ledger, &(struct ledger_spent){LEDGER_ENTRY, 61, 1007, 1019, NULL});
    ledger_span(&ledger, &(struct ledger_spent){LEDGER_INSTRUCTION, HANDLER, 1019, 1021, NULL});
    assert_true(ledger_probe(&ledger, IRQ_END, 1021, &thread));
    uint32_t until_read[LEDGER_WAITS_TOLD] = {[LEDGER_WAIT_APB - LEDGER_WAIT_PIPELINE] = 10};
    assert_false(ledger_read(&ledger, 1031, until_read));
    ledger_finish(&ledger, &run);
    const struct ledger_table *table = &ledger.tables[0];
    assert_string_equal(table->why, "");
    assert_string_equal(table->phase, "busy");
    assert_int_equal(row(table, "ping")->cycles, 2);
    assert_int_equal(row(table, "exception entry")->cycles, 12);
    assert_int_equal(row(table, "handler")->cycles, 12);
    assert_int_equal(row(table, "handler")->data, 10);
    assert_int_equal(table->waits[LEDGER_WAIT_BEFORE], 2);
    assert_int_equal(table->waits[LEDGER_WAIT_EXECUTE], 2);
    assert_int_equal(table->waits[LEDGER_WAIT_APB], 10);
    assert_int_equal(table->waits[LEDGER_WAIT_EXCEPTION], 12);
    assert_int_equal(table->total, 26);
    assert_int_equal(table->before_min, 2);
    assert_int_equal(table->before_max, 2);
    assert_int_equal(table->from_entry.value, 24);
    assert_int_equal(table->from_entry.differ, 0);
}

/* One window of a timer that counts every second cycle. */
static const char *why_of_counts(uint64_t length, uint64_t counts)
{
    uint64_t raw[] = {counts};
    struct series series = {.name = "irq_entry", .phase = "idle", .raw = raw, .count = 1};
    struct run_phase phase = {.name = "idle"};
    struct run run = {.series = &series, .series_count = 1, .phases = &phase, .phase_count = 1};
    static char why[160];
    ledger_init(&ledger, &image);
    ledger.keys[WIRE_METRICS + WIRE_PAIR_IRQ_ENTRY].cycles_a_tick = 2;
    ledger_timer(&ledger, 1000, &thread);
    ledger_span(&ledger, &(struct ledger_spent){LEDGER_ENTRY, 61, 1000, 1000 + length, NULL});
    ledger_probe(&ledger, IRQ_END, 1000 + length, &thread);
    ledger_read(&ledger, 1000 + length, NULL);
    ledger_finish(&ledger, &run);
    assert_int_equal(ledger.table_count, 1);
    snprintf(why, sizeof why, "%s", ledger.tables[0].why);
    assert_true(why[0] != '\0' || ledger.tables[0].total == length);
    ledger_free(&ledger);
    return why;
}

static void counts_of_a_slower_timer_are_truncated(void **state)
{
    (void)state;
    assert_string_equal(why_of_counts(26, 13), "");
    assert_string_equal(why_of_counts(27, 13), "");
    assert_non_null(strstr(why_of_counts(28, 13), "took 28 cycles, but its sample says 13"));
    assert_non_null(strstr(why_of_counts(25, 13), "took 25 cycles, but its sample says 13"));
    ledger_init(&ledger, &image);
}

/* What the loads at both ends waited for is the window's only between the reads; the rest of what
 * an instruction takes is its execution. */
static void waits_are_told_apart(void **state)
{
    (void)state;
    enum {
        FETCH = LEDGER_WAIT_FETCH - LEDGER_WAIT_PIPELINE,
        PPB = LEDGER_WAIT_PPB - LEDGER_WAIT_PIPELINE,
        SRAM = LEDGER_WAIT_SRAM - LEDGER_WAIT_PIPELINE
    };
    uint64_t raw[] = {20};
    struct series series = {.name = "notify_preempt", .raw = raw, .count = 1};
    struct run run = run_of(&series, 1);
    uint32_t until_read[LEDGER_WAITS_TOLD] = {[FETCH] = 4, [PPB] = 1};
    uint32_t whole[LEDGER_WAITS_TOLD] = {[FETCH] = 4, [PPB] = 3};
    uint32_t store[LEDGER_WAITS_TOLD] = {[SRAM] = 2};
    ledger_probe(&ledger, BEGIN, 1000, &thread);
    ledger_read(&ledger, 1005, until_read);
    ledger_span(&ledger, &(struct ledger_spent){LEDGER_INSTRUCTION, BEGIN, 1000, 1008, whole});
    ledger_span(&ledger, &(struct ledger_spent){LEDGER_INSTRUCTION, PONG, 1008, 1020, store});
    ledger_probe(&ledger, END, 1020, &thread);
    ledger_read(&ledger, 1025, until_read);
    ledger_finish(&ledger, &run);
    const struct ledger_table *table = &ledger.tables[0];
    assert_string_equal(table->why, "");
    assert_int_equal(table->waits[LEDGER_WAIT_PPB], 2 + 1);
    assert_int_equal(table->waits[LEDGER_WAIT_FETCH], 4);
    assert_int_equal(table->waits[LEDGER_WAIT_SRAM], 2);
    assert_int_equal(table->waits[LEDGER_WAIT_EXECUTE], 1 + 10);
    assert_int_equal(row(table, "ping")->data, 2);
    assert_int_equal(row(table, "pong")->data, 3);
    assert_int_equal(row(table, "pong")->fetch, 4);
}

static void a_wait_longer_than_its_instruction_makes_it_invalid(void **state)
{
    (void)state;
    uint64_t raw[] = {30};
    struct series series = {.name = "notify_preempt", .raw = raw, .count = 1};
    struct run run = run_of(&series, 1);
    uint32_t waits[LEDGER_WAITS_TOLD] = {31};
    ledger_probe(&ledger, BEGIN, 1000, &thread);
    ledger_read(&ledger, 1000, NULL);
    ledger_span(&ledger, &(struct ledger_spent){LEDGER_INSTRUCTION, BEGIN, 1000, 1030, waits});
    ledger_probe(&ledger, END, 1030, &thread);
    ledger_read(&ledger, 1030, NULL);
    ledger_finish(&ledger, &run);
    assert_non_null(strstr(ledger.tables[0].why, "window 0 waited longer than it took"));
}

/* A slice ends where the next begins: one label, one stamp more than there are windows. */
static void windows_may_follow_each_other(void **state)
{
    (void)state;
    uint64_t raw[] = {100, 100};
    struct series series = {.name = "slice_A_B", .raw = raw, .count = 2};
    struct run run = run_of(&series, 1);
    assert_true(ledger_probe(&ledger, SLICE, 500, &thread));
    assert_true(ledger_read(&ledger, 500, NULL));
    ledger_span(&ledger, &(struct ledger_spent){LEDGER_INSTRUCTION, SLICE, 500, 600, NULL});
    assert_true(ledger_probe(&ledger, SLICE, 600, &thread));
    assert_true(ledger_read(&ledger, 600, NULL));
    ledger_span(&ledger, &(struct ledger_spent){LEDGER_INSTRUCTION, PING, 600, 640, NULL});
    ledger_span(&ledger, &(struct ledger_spent){LEDGER_SLEEP, 0, 640, 700, NULL});
    assert_true(ledger_probe(&ledger, SLICE, 700, &thread));
    assert_true(ledger_read(&ledger, 700, NULL));
    ledger_finish(&ledger, &run);
    const struct ledger_table *table = &ledger.tables[0];
    assert_string_equal(table->why, "");
    assert_int_equal(table->windows, 2);
    assert_int_equal(row(table, "handler")->cycles, 100);
    assert_int_equal(table->all_total, 200);
}

static void a_window_without_end_is_dropped(void **state)
{
    (void)state;
    ledger_probe(&ledger, BEGIN, 0, &thread);
    ledger_read(&ledger, 0, NULL);
    assert_true(ledger_span(&ledger, &(struct ledger_spent){LEDGER_SLEEP, 0, 0, 1000000, NULL}));
    assert_false(
        ledger_span(&ledger, &(struct ledger_spent){LEDGER_SLEEP, 0, 1000000, 9000000, NULL}));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(the_modal_window_is_accounted, init, finish),
        cmocka_unit_test_setup_teardown(a_window_lies_between_the_reads, init, finish),
        cmocka_unit_test_setup_teardown(other_reads_are_none_of_its_business, init, finish),
        cmocka_unit_test_setup_teardown(a_sample_that_differs_makes_it_invalid, init, finish),
        cmocka_unit_test_setup_teardown(a_gap_makes_it_invalid, init, finish),
        cmocka_unit_test_setup_teardown(missing_windows_and_labels_are_said, init, finish),
        cmocka_unit_test_setup_teardown(a_timer_window_begins_inside_a_span, init, finish),
        cmocka_unit_test_setup_teardown(counts_of_a_slower_timer_are_truncated, init, finish),
        cmocka_unit_test_setup_teardown(waits_are_told_apart, init, finish),
        cmocka_unit_test_setup_teardown(a_wait_longer_than_its_instruction_makes_it_invalid, init,
                                        finish),
        cmocka_unit_test_setup_teardown(windows_may_follow_each_other, init, finish),
        cmocka_unit_test_setup_teardown(a_window_without_end_is_dropped, init, finish),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
