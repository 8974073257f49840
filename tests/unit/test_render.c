/* render: the terminal report fits 80 columns and says what it must; the JSON is JSON and the same
 * every time.
 * SPDX-License-Identifier: MIT
 */
#include "cmocka_all.h"

#include <stdlib.h>
#include <string.h>

#include <jansson.h>

#include "capture_text.h"
#include "host/render/render.h"
#include "judged.h"

static struct judged judged;
static struct report report;
static struct buf out;

static int make_report(void **state)
{
    (void)state;
    struct buf text = {0};
    capture_text_add(&text, &(struct capture_text_options){0});
    judged_text(&judged, text.bytes, text.length, 65536, false);
    buf_free(&text);
    report = (struct report){.name = "run.log",
                             .run = judged_run(&judged),
                             .verdict = judged.verdict,
                             .board = "nucleo-h5e5zj"};
    return 0;
}

static int free_report(void **state)
{
    (void)state;
    judged_free(&judged);
    return 0;
}

static int free_out(void **state)
{
    (void)state;
    buf_free(&out);
    return 0;
}

/* Words, wherever the lines break. */
static void says(const char *words)
{
    struct buf flat = {0};
    for (size_t i = 0; i < out.length; i++) {
        bool blank = out.bytes[i] == ' ' || out.bytes[i] == '\n';
        if (!blank || flat.length == 0 || flat.bytes[flat.length - 1] != ' ')
            buf_add(&flat, blank ? " " : &out.bytes[i], 1);
    }
    if (strstr(flat.bytes, words) == NULL)
        fail_msg("does not say \"%s\":\n%s", words, out.bytes);
    buf_free(&flat);
}

static size_t widest(void)
{
    size_t widest = 0;
    for (const char *line = out.bytes; *line != '\0';) {
        size_t length = strcspn(line, "\n");
        widest = length > widest ? length : widest;
        line += length + (line[length] == '\n');
    }
    return widest;
}

static void the_table_fits_and_says_what_it_must(void **state)
{
    (void)state;
    render_one(&render_term, &report, &out);
    assert_in_range(widest(), 60, 80);
    says("the maximum of irq_entry, ");
    says("is sampled, 1,000 phases");
    says("every 252,250 cycles and the kernel tick every 250,000");
    says("It is no worst case.");
    says("Masked time adds up to the whole section to the worst latency");
    says("A background task below the interrupt's level adds");
    says("no external instrument calibrated it");
    says("nominal clock that CONFIG states (250,000,000 Hz)");
    says("silicon: avg diff");
    says("idle event_to_task - irq_entry");
    says("Verified: every statistic recomputed from 19,335 raw samples.");
}

static void another_board_has_no_silicon_beside(void **state)
{
    (void)state;
    struct report other = report;
    other.board = NULL;
    render_one(&render_term, &other, &out);
    assert_null(strstr(out.bytes, "silicon"));
    assert_null(strstr(out.bytes, "%"));
}

static void a_failed_verification_is_shouted(void **state)
{
    (void)state;
    struct report failed = report;
    failed.verdict = VERDICT_FAILED;
    render_one(&render_term, &failed, &out);
    says("NOT VERIFIED: do not use these figures.");
}

static void a_ledger_is_shown_with_its_sum(void **state)
{
    (void)state;
    struct ledger_row rows[] = {{"xTaskGenericNotify", 40, 60, 7, 20, 60},
                                {"exception entry", 0, 12, 0, 0, 12}};
    struct ledger_table tables[] = {
        {.name = "notify_preempt",
         .windows = 7,
         .total = 72,
         .cycles_a_tick = 2,
         .sample = 36,
         .waits = {[LEDGER_WAIT_EXECUTE] = 33,
                   [LEDGER_WAIT_FETCH] = 7,
                   [LEDGER_WAIT_APB] = 20,
                   [LEDGER_WAIT_EXCEPTION] = 12},
         .all_waits = {[LEDGER_WAIT_EXECUTE] = 231,
                       [LEDGER_WAIT_FETCH] = 50,
                       [LEDGER_WAIT_APB] = 140,
                       [LEDGER_WAIT_EXCEPTION] = 84},
         .rows = rows,
         .row_count = 2},
        {.name = "irq_entry", .phase = "idle", .why = "it does not add up"}};
    struct ledger ledger = {.tables = tables, .table_count = 2};
    struct report with = report;
    with.ledger = &ledger;
    render_one(&render_term, &with, &out);
    assert_in_range(widest(), 60, 80);
    says("xTaskGenericNotify 40 60 83.3 % 7 20");
    says("the whole window, as sampled 40 72 100.0 % 7 20");
    says("wait for the fetch from flash 7 9.7 % 7.1");
    says("wait for a device on an APB 20 27.8 % 20.0");
    says("sampled as 36 counts of 2 cycles");
    says("idle irq_entry: ledger INVALID it does not add up");
}

static void bounds_stand_side_by_side(void **state)
{
    (void)state;
    struct report with = report;
    struct series faster = {
        .name = "notify_preempt", .result_line = 1, .sent.ticks = {1, 319, 1, 1}};
    struct run low = {.series = &faster, .series_count = 1};
    with.low = &low;
    with.high = report.run;
    render_one(&render_term, &with, &out);
    assert_in_range(widest(), 60, 80);
    says("notify_preempt 319 373 373 373");
    says("dmb 1 to 4");
    says("exception_return 10 to 12");
    buf_free(&out);
    render_one(&render_json, &with, &out);
    says("{\"name\":\"notify_preempt\",\"phase\":null,\"low_avg_ticks\":319,");
}

static json_t *parsed(void)
{
    json_error_t error;
    json_t *document = json_loadb(out.bytes, out.length, JSON_REJECT_DUPLICATES, &error);
    if (document == NULL)
        fail_msg("line %d: %s", error.line, error.text);
    return document;
}

static void the_json_has_every_sample(void **state)
{
    (void)state;
    render_one(&render_json, &report, &out);
    json_t *document = parsed();
    assert_int_equal(json_integer_value(json_object_get(document, "schema")), 1);
    assert_true(json_is_true(json_object_get(document, "verified")));
    json_t *config = json_object_get(document, "config");
    assert_int_equal(json_integer_value(json_object_get(config, "core")), 250000000);
    assert_string_equal(json_string_value(json_object_get(config, "compiler")), "0.0.0 synthetic");
    json_t *results = json_object_get(document, "results");
    assert_int_equal(json_array_size(results),
                     CAPTURE_TEXT_METRICS + CAPTURE_TEXT_PHASES * WIRE_PAIRS);
    size_t samples = 0;
    for (size_t i = 0; i < json_array_size(results); i++) {
        json_t *result = json_array_get(results, i);
        json_t *raw = json_object_get(result, "raw");
        samples += json_array_size(raw);
        assert_int_equal(json_integer_value(json_object_get(result, "n")), json_array_size(raw));
        const struct series *series = &report.run->series[i];
        assert_string_equal(json_string_value(json_object_get(result, "name")), series->name);
        assert_true(json_is_null(json_object_get(result, "phase")) == (series->phase == NULL));
        assert_int_equal(json_integer_value(json_object_get(result, "p99_ns")),
                         series->computed.ns[STATS_P99]);
        for (size_t s = 0; s < json_array_size(raw); s++)
            assert_int_equal(json_integer_value(json_array_get(raw, s)), series->raw[s]);
    }
    assert_int_equal(samples, run_samples(report.run));
    assert_int_equal(json_array_size(json_object_get(document, "phases")), CAPTURE_TEXT_PHASES);
    json_decref(document);
}

static void the_environment_goes_into_the_json(void **state)
{
    (void)state;
    struct environment environment = {.machine = "nucleo-h5e5zj",
                                      .engine = "blocks",
                                      .note[NOTE_FLAGS] = "-O2",
                                      .flash_bytes = 49572,
                                      .cycles = UINT64_MAX,
                                      .knobs = {{"dsb", 4, 2}},
                                      .knob_count = 1};
    struct report simulated = report;
    simulated.environment = &environment;
    render_one(&render_json, &simulated, &out);
    json_t *document = parsed();
    json_t *object = json_object_get(document, "environment");
    assert_string_equal(
        json_string_value(json_object_get(json_object_get(object, "note"), "flags")), "-O2");
    assert_int_equal(json_integer_value(json_object_get(object, "flash_bytes")), 49572);
    assert_string_equal(json_string_value(json_object_get(object, "cycles")),
                        "18446744073709551615");
    assert_int_equal(json_integer_value(json_object_get(json_object_get(object, "knobs"), "dsb")),
                     4);
    json_decref(document);
}

static void the_json_is_the_same_every_time(void **state)
{
    (void)state;
    struct buf again = {0};
    render_one(&render_json, &report, &out);
    render_one(&render_json, &report, &again);
    assert_int_equal(out.length, again.length);
    assert_memory_equal(out.bytes, again.bytes, out.length);
    buf_free(&again);
}

static void formats_have_names(void **state)
{
    (void)state;
    assert_ptr_equal(renderer_find("term"), &render_term);
    assert_ptr_equal(renderer_find("json"), &render_json);
    assert_null(renderer_find("pdf"));
    for (size_t i = 0; renderer_name(i) != NULL; i++)
        assert_non_null(renderer_find(renderer_name(i)));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_teardown(the_table_fits_and_says_what_it_must, free_out),
        cmocka_unit_test_teardown(another_board_has_no_silicon_beside, free_out),
        cmocka_unit_test_teardown(a_failed_verification_is_shouted, free_out),
        cmocka_unit_test_teardown(a_ledger_is_shown_with_its_sum, free_out),
        cmocka_unit_test_teardown(bounds_stand_side_by_side, free_out),
        cmocka_unit_test_teardown(the_json_has_every_sample, free_out),
        cmocka_unit_test_teardown(the_environment_goes_into_the_json, free_out),
        cmocka_unit_test_teardown(the_json_is_the_same_every_time, free_out),
        cmocka_unit_test(formats_have_names),
    };
    return cmocka_run_group_tests(tests, make_report, free_report);
}
