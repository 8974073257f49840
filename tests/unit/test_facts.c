/* facts: modes, arrival phases, and published figures that agree with the published log.
 * SPDX-License-Identifier: MIT
 */
#include "cmocka_all.h"

#include <stdio.h>
#include <string.h>

#include "host/core/run/facts.h"
#include "judged.h"

static struct judged judged;

static int read_log(void **state)
{
    (void)state;
    static char text[65536];
    FILE *file = fopen(PUBLISHED_LOG, "r");
    if (file == NULL)
        return -1;
    size_t length = fread(text, 1, sizeof text, file);
    fclose(file);
    judged_text(&judged, text, length, length, true);
    return 0;
}

static int free_log(void **state)
{
    (void)state;
    judged_free(&judged);
    return 0;
}

static void the_rows_are_those_of_the_log(void **state)
{
    (void)state;
    size_t found = 0;
    const struct run *run = judged_run(&judged);
    assert_int_equal(judged.verdict, VERDICT_SUMMARY);
    for (size_t i = 0; i < run->series_count; i++) {
        const struct series *series = &run->series[i];
        const struct published *published =
            published_of("nucleo-h5e5zj", run, series->phase, series->name);
        assert_non_null(published);
        assert_memory_equal(published->ticks, series->sent.ticks, sizeof published->ticks);
        found++;
    }
    assert_int_equal(found, 9);
    assert_true(published_has("nucleo-h5e5zj"));
    assert_false(published_has("toaster"));
    assert_true(published_in("nucleo-h5e5zj", run));
    assert_null(published_of("nucleo-h5e5zj", run, NULL, "notify_oneway"));
    assert_null(published_of("toaster", run, NULL, "notify_block"));
    assert_false(published_in("toaster", run));
    assert_false(published_in(NULL, run));
    /* At another clock nothing was published. */
    struct run other = {.config[WIRE_CONFIG_CORE] = {.present = true, .number = 64000000}};
    assert_null(published_of("nucleo-h5e5zj", &other, NULL, "notify_block"));
}

static void arrival_meets_the_tick_at_a_thousand_places(void **state)
{
    (void)state;
    struct facts_arrival arrival;
    assert_true(facts_arrival(judged_run(&judged), &arrival));
    assert_int_equal(arrival.period_ticks, 252250);
    assert_int_equal(arrival.tick_ticks, 250000);
    assert_int_equal(arrival.spacing_ticks, 250);
    assert_int_equal(arrival.places, 1000);
}

static void no_clock_no_arrival(void **state)
{
    (void)state;
    struct run run = {0};
    struct facts_arrival arrival;
    assert_false(facts_arrival(&run, &arrival));
    run.config[WIRE_CONFIG_TICK] = (struct run_config_value){true, 1000, NULL};
    run.config[WIRE_CONFIG_CORE] = (struct run_config_value){true, 250000001, NULL};
    assert_false(facts_arrival(&run, &arrival));
    run.config[WIRE_CONFIG_CORE] = (struct run_config_value){true, UINT64_MAX, NULL};
    assert_false(facts_arrival(&run, &arrival));
}

static void handover_is_modulo_32_bits(void **state)
{
    (void)state;
    uint64_t irq[] = {26, 30, 26}, task[] = {466, 470, 20};
    struct series series[] = {{.name = "irq_entry", .phase = "idle", .raw = irq, .count = 3},
                              {.name = "event_to_task", .phase = "idle", .raw = task, .count = 3}};
    struct run run = {.series = series, .series_count = 2};
    struct mode mode;
    size_t n;
    assert_true(facts_handover_mode(&run, "idle", &mode, &n));
    assert_int_equal(mode.value, 440);
    assert_int_equal(mode.differ, 1);
    assert_int_equal(n, 3);
    assert_false(facts_handover_mode(&run, "busy", &mode, &n));
    series[0].damaged = true;
    assert_false(facts_handover_mode(&run, "idle", &mode, &n));
}

static void differences_are_rounded_to_thousandths(void **state)
{
    (void)state;
    assert_int_equal(published_difference(373, 373), 0);
    assert_int_equal(published_difference(380, 373), 19);  /* 1.877 % */
    assert_int_equal(published_difference(366, 373), -19); /* -1.877 % */
    assert_int_equal(published_difference(UINT64_MAX, 1), INT64_MAX);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_rows_are_those_of_the_log),
        cmocka_unit_test(arrival_meets_the_tick_at_a_thousand_places),
        cmocka_unit_test(no_clock_no_arrival),
        cmocka_unit_test(handover_is_modulo_32_bits),
        cmocka_unit_test(differences_are_rounded_to_thousandths),
    };
    return cmocka_run_group_tests(tests, read_log, free_log);
}
