/* score: work over cycles, and which series have none.
 * SPDX-License-Identifier: MIT
 */
#include "cmocka_all.h"

#include "host/core/run/score.h"

static struct run run_of_bench(char *bench, struct series *series)
{
    return (struct run){.config[WIRE_CONFIG_BENCH] = {.present = true, .text = bench},
                        .series = series,
                        .series_count = 1};
}

static struct series series_of(char *name, uint64_t avg_ticks)
{
    return (struct series){
        .name = name, .result_line = 1, .sent = {.n = 3, .ticks[STATS_AVG] = avg_ticks}};
}

static void work_is_divided_by_average_cycles(void **state)
{
    (void)state;
    struct score score;
    struct series series = series_of("md5_m4_o2_flash", 231254);
    struct run run = run_of_bench("md5", &series);
    assert_true(score_of(&run, &series, &score));
    assert_int_equal(score.per_mhz, 95449); /* 22,073 x 10^6 / 231,254 = 95,449.1 */
    assert_int_equal(score.n, 3);
    assert_string_equal(score.name, "md5_m4_o2_flash");
    assert_string_equal(score.unit, "bytes/s/MHz");
    assert_true(score_in(&run));
}

static void the_largest_score_is_whole(void **state)
{
    (void)state;
    struct score score;
    struct series series = series_of("matrix_m0_os_ram", 1);
    struct run run = run_of_bench("matrix", &series);
    assert_true(score_of(&run, &series, &score));
    assert_int_equal(score.per_mhz, UINT64_C(32768000000));
    assert_string_equal(score.unit, "multiplications/s/MHz");
}

static void what_does_no_counted_work_has_none(void **state)
{
    (void)state;
    static const struct {
        char *bench, *name, *phase;
        uint64_t avg_ticks;
    } cases[] = {
        {"rtos_bench", "notify_preempt", NULL, 373},
        {"thread_metric", "thread_metric_basic", NULL, 5000},
        {"preempt_response", "preempt_response", NULL, 5000},
        {"md5", "md5_m4_o2_flash", NULL, 0},
        {"md5", "md5_m4_o2_flash", "idle", 231254},
        {"md5", "sha256_m4_o2_flash", NULL, 231254},
        {"toaster", "md5_m4_o2_flash", NULL, 231254},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct score score;
        struct series series = series_of(cases[i].name, cases[i].avg_ticks);
        series.phase = cases[i].phase;
        struct run run = run_of_bench(cases[i].bench, &series);
        assert_false(score_of(&run, &series, &score));
        assert_false(score_in(&run));
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(work_is_divided_by_average_cycles),
        cmocka_unit_test(the_largest_score_is_whole),
        cmocka_unit_test(what_does_no_counted_work_has_none),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
