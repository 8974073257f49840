/* ledger: windows are cut to the cycle, warm-up is dropped, and an account that does not add up is
 * invalid.
 * SPDX-License-Identifier: MIT
 */
#include "cmocka_all.h"

#include <string.h>

#include "host/core/ledger.h"

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
    assert_true(ledger_read(&ledger, cycle));
    ledger_span(&ledger, LEDGER_INSTRUCTION, BEGIN, cycle, cycle + 2);
    ledger_span(&ledger, LEDGER_INSTRUCTION, BEGIN + 2, cycle + 2, cycle + 6);
    ledger_span(&ledger, LEDGER_INSTRUCTION, BEGIN + 4, cycle + 6, cycle + 10);
    ledger_span(&ledger, LEDGER_ENTRY, 14, cycle + 10, cycle + 22);
    ledger_span(&ledger, LEDGER_INSTRUCTION, PONG, cycle + 22, cycle + 25);
    ledger_span(&ledger, LEDGER_INSTRUCTION, PONG + 2, cycle + 25, cycle + 30 + late);
    assert_true(ledger_probe(&ledger, END, cycle + 30 + late, &thread));
    assert_false(ledger_read(&ledger, cycle + 30 + late));
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
    ledger_read(&ledger, 1005);
    ledger_span(&ledger, LEDGER_INSTRUCTION, BEGIN, 1000, 1006);
    ledger_span(&ledger, LEDGER_INSTRUCTION, PONG, 1006, 1020);
    ledger_probe(&ledger, END, 1020, &thread);
    ledger_span(&ledger, LEDGER_INSTRUCTION, END, 1020, 1021);
    ledger_span(&ledger, LEDGER_ENTRY, 15, 1021, 1033);
    ledger_span(&ledger, LEDGER_RETURN, 15, 1033, 1042);
    ledger_probe(&ledger, END, 1042, &thread);
    assert_false(ledger_read(&ledger, 1045));
    ledger_span(&ledger, LEDGER_INSTRUCTION, END, 1042, 1046);
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
    assert_false(ledger_read(&ledger, 900));
    notify(1000, 0);
    assert_false(ledger_read(&ledger, 1100));
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
    ledger_read(&ledger, 1000);
    ledger_span(&ledger, LEDGER_INSTRUCTION, BEGIN, 1000, 1029);
    ledger_probe(&ledger, END, 1030, &thread);
    ledger_read(&ledger, 1030);
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
    ledger_span(&ledger, LEDGER_INSTRUCTION, PING, 1000, 1007);
    ledger_span(&ledger, LEDGER_ENTRY, 61, 1007, 1019);
    ledger_span(&ledger, LEDGER_INSTRUCTION, HANDLER, 1019, 1021);
    assert_false(ledger_probe(&ledger, IRQ_END, 1021, &thread));
    ledger_finish(&ledger, &run);
    const struct ledger_table *table = &ledger.tables[0];
    assert_string_equal(table->why, "");
    assert_string_equal(table->phase, "busy");
    assert_int_equal(row(table, "ping")->cycles, 2);
    assert_int_equal(row(table, "exception entry")->cycles, 12);
    assert_int_equal(row(table, "handler")->cycles, 2);
    assert_int_equal(row(table, "bus read")->cycles, 10);
    assert_int_equal(table->total, 26);
    assert_int_equal(table->before_min, 2);
    assert_int_equal(table->before_max, 2);
    assert_int_equal(table->from_entry.value, 24);
    assert_int_equal(table->from_entry.differ, 0);
}

/* A slice ends where the next begins: one label, one stamp more than there are windows. */
static void windows_may_follow_each_other(void **state)
{
    (void)state;
    uint64_t raw[] = {100, 100};
    struct series series = {.name = "slice_A_B", .raw = raw, .count = 2};
    struct run run = run_of(&series, 1);
    assert_true(ledger_probe(&ledger, SLICE, 500, &thread));
    assert_true(ledger_read(&ledger, 500));
    ledger_span(&ledger, LEDGER_INSTRUCTION, SLICE, 500, 600);
    assert_true(ledger_probe(&ledger, SLICE, 600, &thread));
    assert_true(ledger_read(&ledger, 600));
    ledger_span(&ledger, LEDGER_INSTRUCTION, PING, 600, 640);
    ledger_span(&ledger, LEDGER_SLEEP, 0, 640, 700);
    assert_true(ledger_probe(&ledger, SLICE, 700, &thread));
    assert_true(ledger_read(&ledger, 700));
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
    ledger_read(&ledger, 0);
    assert_true(ledger_span(&ledger, LEDGER_SLEEP, 0, 0, 1000000));
    assert_false(ledger_span(&ledger, LEDGER_SLEEP, 0, 1000000, 9000000));
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
        cmocka_unit_test_setup_teardown(windows_may_follow_each_other, init, finish),
        cmocka_unit_test_setup_teardown(a_window_without_end_is_dropped, init, finish),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
