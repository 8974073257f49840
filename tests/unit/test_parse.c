/* parse: runs, samples and damage, whatever surrounds them and however the bytes are cut.
 * SPDX-License-Identifier: MIT
 */
#include "cmocka_all.h"

#include <string.h>

#include "capture_text.h"
#include "judged.h"

static struct judged judged;
static struct buf good;

static int make_good(void **state)
{
    (void)state;
    capture_text_add(&good, &(struct capture_text_options){0});
    return 0;
}

static int free_good(void **state)
{
    (void)state;
    buf_free(&good);
    return 0;
}

static int free_judged(void **state)
{
    (void)state;
    judged_free(&judged);
    return 0;
}

static void parse(const char *text)
{
    judged_text(&judged, text, strlen(text), SIZE_MAX, false);
}

#define HEAD "BEGIN,RTOS_BENCH_V1\n"
#define END "END,RTOS_BENCH_V1,heap_free=2,min_heap=1\n"

/* One line of every kind that is no row, with checksums. */
static const char sealed_lines[] =
    HEAD "CONFIG,core=250000000,tick=1000,preempt=1,slicing=1,fpu=0,compiler=x,ICACHE=1,wire=1\n"
         "DWT_READ_PAIR,1\n"
         "RESULT,slice_A_B,n=1,hz=1,min_ticks=1,avg_ticks=1,p99_ticks=1,max_ticks=1,min_ns=1,"
         "avg_ns=1,p99_ns=1,max_ns=1\n"
         "PHASE,idle,irq=2048,task=2048,bad=0,status=OK\n" END;

static const char *last_line(const struct buf *text)
{
    return strstr(text->bytes, "END,");
}

static void every_cut_gives_the_same_run(void **state)
{
    (void)state;
    static const size_t chunks[] = {1, 2, 3, 7, 4096};
    for (size_t i = 0; i < sizeof chunks / sizeof chunks[0]; i++) {
        judged_text(&judged, good.bytes, good.length, chunks[i], false);
        const struct run *run = judged_run(&judged);
        assert_int_equal(judged.session.count, 1);
        assert_int_equal(judged.verdict, VERDICT_VERIFIED);
        assert_int_equal(run_samples(run), 2047 + 5 * 1000 + 3 * 2 * 2048);
        assert_int_equal(run->lines, run->lines_with_crc);
        judged_free(&judged);
    }
    parse("");
}

static void results_of_pairs_belong_to_their_phase(void **state)
{
    (void)state;
    judged_text(&judged, good.bytes, good.length, 4096, false);
    const struct run *run = judged_run(&judged);
    for (int phase = 0; phase < CAPTURE_TEXT_PHASES; phase++)
        for (int pair = 0; pair < WIRE_PAIRS; pair++) {
            const struct series *series =
                run_series(run, wire_pairs[pair].name, wire_phases[phase].name);
            assert_non_null(series);
            assert_int_equal(series->count, wire_phases[phase].samples);
            assert_true(series->result_line > series->first_line);
        }
    assert_null(run_series(run, "irq_entry", NULL));
    assert_null(run_series(run, "irq_entry", "none"));
}

/* C05 */
static void runs_are_counted_as_they_begin_and_end(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        size_t runs, ended, reset, cut;
    } rows[] = {
        {HEAD END, 1, 1, 0, 0}, {HEAD HEAD END, 2, 1, 1, 0}, {HEAD END HEAD END, 2, 2, 0, 0},
        {HEAD, 1, 0, 0, 1},     {HEAD END HEAD, 2, 1, 0, 1}, {END, 0, 0, 0, 0},
        {"", 0, 0, 0, 0},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        size_t ends[4] = {0};
        parse(rows[i].text);
        assert_int_equal(judged.session.count, rows[i].runs);
        for (size_t r = 0; r < judged.session.count; r++)
            ends[judged.session.runs[r]->end]++;
        assert_int_equal(ends[RUN_ENDED], rows[i].ended);
        assert_int_equal(ends[RUN_RESET], rows[i].reset);
        assert_int_equal(ends[RUN_CUT], rows[i].cut);
        judged_free(&judged);
    }
    parse("");
}

/* C04 */
static void a_reset_in_the_middle_of_a_line(void **state)
{
    (void)state;
    parse(HEAD "RAW,slice_A_B,0,1\nRAW,slice_A_B,1," HEAD END);
    assert_int_equal(judged.session.count, 2);
    const struct run *first = judged.session.runs[0];
    assert_int_equal(first->end, RUN_RESET);
    assert_int_equal(first->lost.lines, 1);
    assert_int_equal(run_series(first, "slice_A_B", NULL)->count, 1);
    assert_int_equal(judged.session.runs[1]->end, RUN_ENDED);
    assert_int_equal(judged.session.runs[1]->series_count, 0);
}

static void rows_of_two_runs_are_never_mixed(void **state)
{
    (void)state;
    parse(HEAD "RAW,slice_A_B,0,1\n" HEAD "RAW,slice_A_B,0,2\nRAW,slice_A_B,1,3\n" END);
    const struct series *series = run_series(judged_run(&judged), "slice_A_B", NULL);
    assert_int_equal(series->count, 2);
    assert_int_equal(series->raw[0], 2);
    assert_false(series->damaged);
}

/* C09 */
static void noise_outside_is_ignored_and_inside_is_damage(void **state)
{
    (void)state;
    parse("boot\n\xff\xfe\n\n" HEAD "what?\n" END "bye\n");
    assert_int_equal(judged.intake.parser.noise_lines, 3);
    assert_int_equal(judged.intake.parser.first_noise, 1);
    assert_int_equal(judged_run(&judged)->lost.lines, 1);
}

/* A floating line sends bytes and no line ends; BEGIN and END may stand behind as many as they
 * like. */
static void noise_longer_than_a_line(void **state)
{
    (void)state;
    static const size_t sizes[] = {1, WIRE_LINE_MAX - 20, WIRE_LINE_MAX, 3 * WIRE_LINE_MAX};
    static const struct {
        const char *front, *back;
        uint64_t lost_lines, lost_rows;
        size_t runs;
    } rows[] = {
        {"", HEAD "RAW,slice_A_B,0,5\n" END, 0, 0, 1},
        {HEAD "RAW,slice_A_B,0,5\n" END, "", 0, 0, 1},
        {HEAD "RAW,slice_A_B,0,5\n", "RAW,slice_A_B,1,6\nRAW,slice_A_B,2,7\n" END, 1, 1, 1},
        {HEAD "RAW,slice_A_B,0,5\n", "\nRAW,slice_A_B,1,6\n" END, 1, 0, 1},
        {HEAD "RAW,slice_A_B,0,5\n", HEAD "RAW,slice_A_B,0,6\n" END, 0, 0, 2},
        {HEAD "RAW,slice_A_B,0,5\n", END, 1, 0, 1},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++)
        for (size_t k = 0; k < sizeof sizes / sizeof sizes[0]; k++) {
            struct buf text = {0};
            buf_add_text(&text, rows[i].front);
            for (size_t byte = 0; byte < sizes[k]; byte++)
                buf_add(&text, "\x80", 1);
            buf_add_text(&text, rows[i].back);
            for (size_t chunk = 1; chunk < 5000; chunk = chunk * 17) {
                judged_text(&judged, text.bytes, text.length, chunk, false);
                const struct run *run = judged_run(&judged);
                assert_int_equal(judged.session.count, rows[i].runs);
                assert_int_equal(run->end, RUN_ENDED);
                assert_int_equal(run->lost.lines, rows[i].lost_lines);
                assert_int_equal(run->lost.rows, rows[i].lost_rows);
                assert_true(run->lost.lines == 0 || run->lost.bytes >= sizes[k]);
                judged_free(&judged);
            }
            buf_free(&text);
        }
    parse("");
}

/* Of a port that stays open nothing else ends the run. Without checksum nobody knows what else was
 * lost of the line before. */
static void an_end_behind_another_line(void **state)
{
    (void)state;
    parse(HEAD "RAW,slice_A_B,0,5" END);
    const struct run *run = judged_run(&judged);
    assert_int_equal(run->end, RUN_ENDED);
    assert_int_equal(run->lost.lines, 1);
    assert_int_equal(run->series_count, 0);
    judged_free(&judged);
    struct buf text = {0};
    capture_text_seal(&text, sealed_lines, strlen(sealed_lines));
    size_t at = (size_t)(last_line(&text) - text.bytes);
    struct buf joined = {0};
    buf_add(&joined, text.bytes, at - 1);
    buf_add(&joined, text.bytes + at, text.length - at);
    judged_text(&judged, joined.bytes, joined.length, 100, false);
    run = judged_run(&judged);
    assert_int_equal(run->end, RUN_ENDED);
    assert_int_equal(run->lost.lines, 0);
    assert_int_equal(run->phase_count, 1);
    assert_int_equal(judged.verdict, VERDICT_FAILED);
    assert_non_null(strstr(run->findings.list[0].text, "its line end was lost"));
    buf_free(&joined);
    buf_free(&text);
}

static void an_index_that_jumps_back_or_ahead(void **state)
{
    (void)state;
    parse(HEAD "RAW,slice_A_B,0,5\nRAW,slice_A_B,2,6\nRAW,slice_A_B,2,7\nRAW,slice_A_B,3,8\n" END);
    const struct run *run = judged_run(&judged);
    const struct series *series = run_series(run, "slice_A_B", NULL);
    assert_true(series->damaged);
    assert_int_equal(series->count, 3);
    assert_int_equal(series->next_index, 4);
    assert_int_equal(run->findings.list[0].line, 3);
    assert_non_null(strstr(run->findings.list[0].text, "1 row(s) missing"));
    assert_int_equal(run->findings.list[1].line, 4);
    assert_non_null(strstr(run->findings.list[1].text, "index 2 again"));
}

static void a_damaged_row_is_reported_once(void **state)
{
    (void)state;
    parse(HEAD "RAW,slice_A_B,0,5\nRAW,slice_A_B,1,x\nRAW,slice_A_B,2,6\n" END);
    const struct run *run = judged_run(&judged);
    size_t about_rows = 0;
    for (size_t i = 0; i < run->findings.length; i++)
        about_rows += strstr(run->findings.list[i].text, "RAW,slice_A_B,1,x") != NULL ||
                      strstr(run->findings.list[i].text, "missing;") != NULL;
    assert_int_equal(about_rows, 1);
    assert_true(run_series(run, "slice_A_B", NULL)->damaged);
}

static void the_end_needs_no_line_end(void **state)
{
    (void)state;
    judged_text(&judged, good.bytes, good.length - 1, 4096, false);
    assert_int_equal(judged.verdict, VERDICT_VERIFIED);
    assert_int_equal(judged.session.findings.count[FINDING_WARNING], 1);
    judged_free(&judged);
    parse(HEAD "RAW,slice_A_B,0,5");
    assert_int_equal(judged_run(&judged)->end, RUN_CUT);
    assert_int_equal(judged_run(&judged)->series_count, 0);
}

/* C07: whichever byte of a checked capture is lost is seen: here every byte of the first rows. */
static void a_lost_byte_is_always_seen(void **state)
{
    (void)state;
    struct buf text = {0};
    const size_t from = strlen("BEGIN,RTOS_BENCH_V1,crc=B449\n"), until = from + 200;
    for (size_t at = from; at < until; at++) {
        text.length = 0;
        buf_add(&text, good.bytes, at);
        buf_add(&text, good.bytes + at + 1, good.length - at - 1);
        judged_text(&judged, text.bytes, text.length, 65536, false);
        if (judged.verdict == VERDICT_VERIFIED)
            fail_msg("byte %zu can be lost unseen", at);
        judged_free(&judged);
    }
    buf_free(&text);
    parse("");
}

static bool is_named(uint64_t line)
{
    const struct findings *findings = &judged_run(&judged)->findings;
    for (size_t i = 0; i < findings->length; i++)
        if (findings->list[i].line == line && findings->list[i].kind != FINDING_WARNING)
            return true;
    return false;
}

/* Judges sealed lines with text[at] replaced by some bytes, and expects that its line is named. */
static void damage(const struct buf *text, size_t at, const char *bytes, uint64_t line)
{
    struct buf out = {0};
    buf_add(&out, text->bytes, at);
    buf_add_text(&out, bytes);
    buf_add(&out, text->bytes + at + 1, text->length - at - 1);
    judged_text(&judged, out.bytes, out.length, 65536, false);
    bool late = out.bytes[0] == 'E' && line == 1; /* like a capture that was started too late */
    if (late)
        assert_int_equal(judged.session.count, 0);
    else if (judged.session.count != 1 || judged.verdict != VERDICT_FAILED || !is_named(line))
        fail_msg("byte %zu, now \"%s\", of line %zu: not reported", at, bytes, (size_t)line);
    /* Only damage of END itself can hide that the run is over. */
    size_t size = strlen(last_line(text));
    if (!late)
        assert_int_equal(judged_run(&judged)->end == RUN_ENDED,
                         out.length >= size &&
                             memcmp(out.bytes + out.length - size,
                                    text->bytes + text->length - size, size) == 0);
    judged_free(&judged);
    buf_free(&out);
}

/* Whatever byte of a line is lost, added or changed, the line is named; a run begins and ends. */
static void damage_in_any_byte_of_any_line_is_named(void **state)
{
    (void)state;
    struct buf text = {0};
    uint64_t line = 1;
    capture_text_seal(&text, sealed_lines, strlen(sealed_lines));
    for (size_t at = 0; at < text.length; at++) {
        char byte = text.bytes[at];
        if (byte == '\n') {
            line++;
            continue;
        }
        const char changed[] = {(char)(byte ^ 1), '\0'}, before[] = {'#', byte, '\0'};
        damage(&text, at, "", line);
        damage(&text, at, changed, line);
        damage(&text, at, byte == ',' ? ";" : ",", line);
        if (at != 0) /* else it is noise before BEGIN */
            damage(&text, at, before, line);
    }
    buf_free(&text);
    parse("");
}

static void damaged_checksums_of_begin(void **state)
{
    (void)state;
    static const char *const fields[] = {",crc=b449",
                                         ",crc=B44",
                                         ",crc=",
                                         ",crc=B448",
                                         ",crc=B4499",
                                         ",crc",
                                         ",crc=B449,crc=0000",
                                         ",crc=B449,crc=F2C5",
                                         ",crc=B449,",
                                         ",B449",
                                         ""};
    for (size_t i = 0; i < sizeof fields / sizeof fields[0]; i++) {
        struct buf text = {0};
        const char *rest = strchr(good.bytes, '\n');
        buf_printf(&text, "BEGIN,RTOS_BENCH_V1%s%s", fields[i], rest);
        judged_text(&judged, text.bytes, text.length, 65536, false);
        if (judged.session.count != 1 || judged.verdict != VERDICT_FAILED || !is_named(1) ||
            judged_run(&judged)->findings.count[FINDING_NO] != 1)
            fail_msg("\"%s\": not reported, or more than it", fields[i]);
        judged_free(&judged);
        buf_free(&text);
    }
    parse("");
}

static void an_end_without_its_checksum_ends_the_run(void **state)
{
    (void)state;
    struct buf text = {0};
    const char *end = strstr(good.bytes, "\nEND,");
    buf_add(&text, good.bytes, (size_t)(end - good.bytes) + 1);
    buf_add_text(&text, END);
    judged_text(&judged, text.bytes, text.length, 65536, false);
    assert_int_equal(judged_run(&judged)->end, RUN_END_DAMAGED);
    assert_int_equal(judged_run(&judged)->findings.count[FINDING_NO], 1);
    assert_true(is_named(13210));
    buf_free(&text);
}

static void another_protocol_begins_and_ends_no_run(void **state)
{
    (void)state;
    parse("BEGIN,RTOS_BENCH_V2\n");
    assert_int_equal(judged.session.count, 0);
    judged_free(&judged);
    parse(HEAD "BEGIN,RTOS_BENCH_V2\n" END);
    assert_int_equal(judged.session.count, 1);
    assert_true(is_named(2));
    judged_free(&judged);
    parse(HEAD "END,RTOS_BENCH_V2,heap_free=2,min_heap=1\n");
    assert_int_equal(judged_run(&judged)->end, RUN_END_DAMAGED);
    assert_true(is_named(2));
}

static void findings_are_counted_but_not_hoarded(void **state)
{
    (void)state;
    struct buf text = {0};
    buf_add_text(&text, HEAD);
    for (int i = 0; i < 10000; i++)
        buf_add_text(&text, "noise\n");
    judged_text(&judged, text.bytes, text.length, 4096, false);
    buf_free(&text);
    assert_true(judged_run(&judged)->findings.count[FINDING_NO] > 10000);
    assert_true(judged_run(&judged)->findings.length <= FINDING_KINDS * FINDINGS_KEPT);
}

static void findings_that_are_alike_become_one(void **state)
{
    (void)state;
    struct findings findings = {0};
    for (uint64_t line = 1; line <= 5; line++) {
        finding_add(&findings, FINDING_NO, line, "first rule of %d", 1);
        finding_add(&findings, FINDING_NO, line + 10, "second rule of %d", 2);
    }
    /* The ninth has no room. */
    assert_int_equal(findings.count[FINDING_NO], 10);
    assert_string_equal(findings.list[0].text,
                        "first rule of 1; 4 more like this, the last on line 5");
    assert_string_equal(findings.list[1].text, "second rule of 2");
    assert_int_equal(findings.length, 6);
    finding_add(&findings, FINDING_WARNING, 0, "third rule of %d", 3);
    assert_int_equal(findings.length, 7);
    findings_free(&findings);
}

static void series_and_runs_are_limited(void **state)
{
    (void)state;
    struct buf text = {0};
    buf_add_text(&text, HEAD);
    for (int i = 0; i < 1000; i++)
        buf_printf(&text,
                   "RAW,m%d,0,1\nRAW,p%d,0,1,2\nRESULT,r%d,n=1,hz=1,min_ticks=1,avg_ticks=1,"
                   "p99_ticks=1,max_ticks=1,min_ns=1,avg_ns=1,p99_ns=1,max_ns=1\n",
                   i, i, i);
    judged_text(&judged, text.bytes, text.length, 4096, false);
    assert_true(judged_run(&judged)->series_count <= RUN_SERIES_MAX);
    judged_free(&judged);
    text.length = 0;
    for (unsigned i = 0; i < SESSION_RUNS_MAX + 10; i++)
        buf_add_text(&text, HEAD);
    judged_text(&judged, text.bytes, text.length, 4096, false);
    assert_int_equal(judged.session.count, SESSION_RUNS_MAX);
    assert_int_equal(findings_worst(&judged.session.findings), FINDING_TROUBLE);
    buf_free(&text);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_teardown(every_cut_gives_the_same_run, free_judged),
        cmocka_unit_test_teardown(results_of_pairs_belong_to_their_phase, free_judged),
        cmocka_unit_test_teardown(runs_are_counted_as_they_begin_and_end, free_judged),
        cmocka_unit_test_teardown(a_reset_in_the_middle_of_a_line, free_judged),
        cmocka_unit_test_teardown(rows_of_two_runs_are_never_mixed, free_judged),
        cmocka_unit_test_teardown(noise_outside_is_ignored_and_inside_is_damage, free_judged),
        cmocka_unit_test_teardown(noise_longer_than_a_line, free_judged),
        cmocka_unit_test_teardown(an_end_behind_another_line, free_judged),
        cmocka_unit_test_teardown(an_index_that_jumps_back_or_ahead, free_judged),
        cmocka_unit_test_teardown(a_damaged_row_is_reported_once, free_judged),
        cmocka_unit_test_teardown(the_end_needs_no_line_end, free_judged),
        cmocka_unit_test_teardown(a_lost_byte_is_always_seen, free_judged),
        cmocka_unit_test_teardown(damage_in_any_byte_of_any_line_is_named, free_judged),
        cmocka_unit_test_teardown(damaged_checksums_of_begin, free_judged),
        cmocka_unit_test_teardown(an_end_without_its_checksum_ends_the_run, free_judged),
        cmocka_unit_test_teardown(another_protocol_begins_and_ends_no_run, free_judged),
        cmocka_unit_test_teardown(findings_are_counted_but_not_hoarded, free_judged),
        cmocka_unit_test(findings_that_are_alike_become_one),
        cmocka_unit_test_teardown(series_and_runs_are_limited, free_judged),
    };
    return cmocka_run_group_tests(tests, make_good, free_good);
}
