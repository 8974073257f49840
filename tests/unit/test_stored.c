/* stored: a sample's window is the pair of readings that its store fits, and unknown without one.
 * SPDX-License-Identifier: MIT
 */
#include "cmocka_all.h"

#include <stdlib.h>

#include "host/core/ledger/stored.h"

enum { STORE = 0x20001000, WORDS = 16, COLUMN = WORDS / 2, SYSTICK = 15 };

static struct image_symbol symbols[] = {{STORED_SYMBOL, STORE, WORDS * 4, false}};
static const struct image image = {.symbols = symbols, .symbol_count = 1};
static const struct ledger_state thread;
static struct stored stored;

static int init(void **state)
{
    (void)state;
    return stored_init(&stored, &image) ? 0 : -1;
}

static int finish(void **state)
{
    (void)state;
    stored_free(&stored);
    return 0;
}

/* Two readings, and the store of their difference. */
static void pass(uint64_t begin, uint32_t ticks, size_t slot)
{
    stored_reading(&stored, begin, &thread);
    stored_reading(&stored, begin + ticks, &thread);
    stored_value(&stored, STORE + 4 * (uint32_t)slot, ticks);
}

/* Sends a series row by row, as a board does. */
static const struct stored_series *send(const char *name, uint64_t *raw, size_t count)
{
    struct series series = {.name = (char *)name, .raw = raw};
    struct run run = {.series = &series, .series_count = stored.looked_at + 1};
    struct series *all = &series;
    struct series *list = calloc(run.series_count, sizeof *list);
    run.series = list;
    while (series.count < count) {
        series.count++;
        list[run.series_count - 1] = *all;
        stored_sent(&stored, &run);
    }
    free(list);
    return &stored.series[stored.series_count - 1];
}

static void a_window_lies_between_two_readings(void **state)
{
    (void)state;
    uint64_t raw[] = {100, 130};
    pass(1000, 100, 0);
    stored_reading(&stored, 2000, &thread);
    stored_exception(&stored, SYSTICK, 2050, &thread);
    stored_reading(&stored, 2130, &thread);
    stored_exception(&stored, SYSTICK, 2140, &thread); /* behind it */
    stored_value(&stored, STORE + 4, 130);
    const struct stored_series *found = send("a", raw, 2);
    assert_int_equal(found->count, 2);
    assert_int_equal(found->windows[0].begin, 1000);
    assert_int_equal(found->windows[0].end, 1100);
    assert_int_equal(found->windows[0].entry_count, 0);
    assert_int_equal(found->windows[1].begin, 2000);
    assert_int_equal(found->windows[1].entry_count, 1);
    assert_int_equal(found->windows[1].entries[0].times, 1);
}

static void a_reading_behind_the_window_is_looked_past(void **state)
{
    (void)state;
    uint64_t raw[] = {100};
    stored_reading(&stored, 1000, &thread);
    stored_reading(&stored, 1100, &thread);
    stored_reading(&stored, 1107, &thread); /* by an interrupt, before the store */
    stored_value(&stored, STORE, 100);
    const struct stored_series *found = send("a", raw, 1);
    assert_int_equal(found->count, 1);
    assert_int_equal(found->windows[0].end, 1100);
}

static void a_store_without_readings_makes_the_series_unknown(void **state)
{
    (void)state;
    uint64_t raw[] = {100, 101};
    pass(1000, 100, 0);
    stored_value(&stored, STORE + 4, 101);
    assert_int_equal(send("a", raw, 2)->count, 0);
}

static void no_window_ends_twice(void **state)
{
    (void)state;
    uint64_t raw[] = {100, 100};
    pass(1000, 100, 0);
    stored_value(&stored, STORE + 4, 100); /* computed from nothing that was read since */
    assert_int_equal(send("a", raw, 2)->count, 0);
}

static void other_samples_than_those_stored_are_unknown(void **state)
{
    (void)state;
    uint64_t raw[] = {100, 101};
    pass(1000, 100, 0);
    pass(2000, 100, 1);
    assert_int_equal(send("a", raw, 2)->count, 0);
}

static void what_the_firmware_sorts_behind_sending_changes_nothing(void **state)
{
    (void)state;
    uint64_t first[] = {200, 100}, second[] = {300};
    pass(1000, 200, 0);
    pass(2000, 100, 1);
    pass(3000, 300, COLUMN);
    assert_int_equal(send("a", first, 2)->count, 2);
    stored_value(&stored, STORE, 100);
    stored_value(&stored, STORE + 4, 200);
    const struct stored_series *found = send("b", second, 1);
    assert_int_equal(found->count, 1);
    assert_int_equal(found->windows[0].begin, 3000);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(a_window_lies_between_two_readings, init, finish),
        cmocka_unit_test_setup_teardown(a_reading_behind_the_window_is_looked_past, init, finish),
        cmocka_unit_test_setup_teardown(a_store_without_readings_makes_the_series_unknown, init,
                                        finish),
        cmocka_unit_test_setup_teardown(no_window_ends_twice, init, finish),
        cmocka_unit_test_setup_teardown(other_samples_than_those_stored_are_unknown, init, finish),
        cmocka_unit_test_setup_teardown(what_the_firmware_sorts_behind_sending_changes_nothing,
                                        init, finish),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
