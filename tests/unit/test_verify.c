/* verify: each way in which a run can be untrue is found, named and placed; a true one passes.
 * SPDX-License-Identifier: MIT
 */
#include "cmocka_all.h"

#include <regex.h>
#include <stdlib.h>
#include <string.h>

#include "capture_text.h"
#include "judged.h"

static struct judged judged;
static struct buf good, plain; /* with checksums, and without */

static int make_good(void **state)
{
    (void)state;
    capture_text_add(&good, &(struct capture_text_options){0});
    capture_text_add(&plain, &(struct capture_text_options){.no_crc = true});
    return 0;
}

static int free_good(void **state)
{
    (void)state;
    buf_free(&good);
    buf_free(&plain);
    return 0;
}

static int free_judged(void **state)
{
    (void)state;
    judged_free(&judged);
    return 0;
}

/* A change of one stretch of the capture without checksums: the first match of a pattern. */
struct change {
    const char *pattern, *replacement;
    enum finding_kind worst;
    const char *says; /* part of the first finding that is as bad as the worst */
};

static void apply(const struct change *change, struct buf *out)
{
    regex_t regex;
    regmatch_t match;
    assert_int_equal(regcomp(&regex, change->pattern, REG_EXTENDED | REG_NEWLINE), 0);
    if (regexec(&regex, plain.bytes, 1, &match, 0) != 0)
        fail_msg("no match for %s", change->pattern);
    regfree(&regex);
    buf_add(out, plain.bytes, (size_t)match.rm_so);
    buf_add_text(out, change->replacement);
    buf_add(out, plain.bytes + match.rm_eo, plain.length - (size_t)match.rm_eo);
}

static const char *first_finding(enum finding_kind kind)
{
    const struct findings *findings = &judged_run(&judged)->findings;
    for (size_t i = 0; i < findings->length; i++)
        if (findings->list[i].kind == kind)
            return findings->list[i].text;
    return "";
}

static void check(const struct change *change)
{
    struct buf text = {0};
    apply(change, &text);
    judged_text(&judged, text.bytes, text.length, 65536, false);
    const struct run *run = judged_run(&judged);
    assert_non_null(run);
    if (findings_worst(&run->findings) != change->worst ||
        strstr(first_finding(change->worst), change->says) == NULL)
        fail_msg("%s -> %s: worst %d, \"%s\"", change->pattern, change->replacement,
                 (int)findings_worst(&run->findings), first_finding(change->worst));
    buf_free(&text);
    judged_free(&judged);
}

static void a_whole_run_is_verified(void **state)
{
    (void)state;
    judged_text(&judged, good.bytes, good.length, 65536, false);
    assert_int_equal(judged.verdict, VERDICT_VERIFIED);
    assert_int_equal(judged_run(&judged)->findings.length, 0);
    for (size_t i = 0; i < judged_run(&judged)->series_count; i++)
        assert_true(judged_run(&judged)->series[i].has_computed);
    judged_free(&judged);
    judged_text(&judged, plain.bytes, plain.length, 65536, false);
    assert_int_equal(judged.verdict, VERDICT_VERIFIED);
}

/* Of a task with little left there is a warning; a run without stacks is as good. */
static void stacks_are_kept_and_looked_at(void **state)
{
    (void)state;
    static const struct change change = {
        "^END", "STACK,ping,size=1024,free=64\nSTACK,pong,size=1024,free=63\nEND", FINDING_WARNING,
        "STACK pong: 63 of 1024 B were never used"};
    struct buf text = {0};
    apply(&change, &text);
    judged_text(&judged, text.bytes, text.length, 65536, false);
    const struct run *run = judged_run(&judged);
    assert_int_equal(judged.verdict, VERDICT_VERIFIED);
    assert_int_equal(run->findings.length, 1);
    assert_non_null(strstr(first_finding(change.worst), change.says));
    assert_int_equal(run->stack_count, 2);
    assert_int_equal(run_stack_used(run_stack(run, "ping")), 960);
    assert_null(run_stack(run, "idle"));
    buf_free(&text);
}

/* C12 */
static void every_contradiction_is_found(void **state)
{
    (void)state;
    static const struct change changes[] = {
        /* rows */
        {"^RAW,notify_block,500,.*\n", "", FINDING_NO, "row(s) missing"},
        {"^RAW,notify_block,500,", "RAW,notify_block,499,", FINDING_NO, "index 499 again"},
        {"^RAW,busy,2047,.*\n", "", FINDING_NO, "2047 RAW rows"},
        {"^RAW,notify_oneway,999,.*\n", "", FINDING_NO, "999 RAW rows"},
        {"^RAW,slice_A_B,10,[0-9]+", "RAW,slice_A_B,10,1", FINDING_NO, "min_ticks="},
        {"^RAW,slice_A_B,10,[0-9]+", "RAW,slice_A_B,10,99999999999", FINDING_NO, "32 bits"},
        {"^RAW,idle,3,[0-9]+,", "RAW,idle,3,999,", FINDING_NO, "but its RAW rows give"},
        {"^RAW,idle,3,[0-9]+,", "RAW,idle,3,4294967290,", FINDING_NO, "but its RAW rows give"},
        {"^RAW,idle,3,", "RAW,idle,3,18446744073709551616,", FINDING_TROUBLE, "64 bits"},
        {"^RAW,idle,3,", "RAW,idle,3,x,", FINDING_NO, "digits"},
        /* results */
        {"n=1000", "n=1001", FINDING_NO, "n=1001, but there are 1000 RAW rows"},
        {"hz=250000000", "hz=125000000", FINDING_NO, "CONFIG on line 2 says core=250000000"},
        {"hz=250000000", "hz=0", FINDING_NO, "hz=0"},
        {"max_ns=[0-9]+", "max_ns=1", FINDING_NO, "max_ns=1, but its RAW rows give"},
        {"^RESULT,notify_block,.*\n", "", FINDING_NO, "no RESULT notify_block before it"},
        /* phases */
        {"irq=2048,task=2048", "irq=2048,task=2047", FINDING_NO, "do not pair"},
        {"irq=2048,task=2048", "irq=2047,task=2047", FINDING_NO, "takes 2048 pairs"},
        {"bad=0,status=OK", "bad=3,status=OK", FINDING_NO, "yet status=OK: a contradiction"},
        {"bad=0,status=OK", "bad=3,status=BAD", FINDING_NO, "bad=3"},
        {"bad=0,status=OK", "bad=0,status=BAD", FINDING_NO, "status=BAD"},
        {"^PHASE,critical20us,.*\n", "", FINDING_NO, "no PHASE critical20us before it"},
        /* order */
        {"^DWT_READ_PAIR,1\n", "", FINDING_NO, "no DWT_READ_PAIR before it"},
        {"^CONFIG.*\n", "", FINDING_NO, "no CONFIG before it"},
        {"^DWT_READ_PAIR,1\n",
         "CONFIG,core=250000000,tick=1000,preempt=1,slicing=1,fpu=0,compiler=x,ICACHE=1\n"
         "DWT_READ_PAIR,1\n",
         FINDING_NO, "CONFIG again, first on line 2"},
        {"^PHASE,busy.*\n", "END,RTOS_BENCH_V1,heap_free=2,min_heap=1\n", FINDING_NO,
         "END comes, but no PHASE busy before it"},
        /* the head and the end */
        {"core=250000000", "core=0", FINDING_NO, "above 0"},
        {"tick=1000", "tick=0", FINDING_NO, "above 0"},
        {"ICACHE=1", "ICACHE=2", FINDING_NO, "ICACHE=2, but it is a switch"},
        {"wire=2", "wire=3", FINDING_TROUBLE, "wire=3"},
        {"wire=2", "wire=0", FINDING_TROUBLE, "wire=0"},
        {"wire=2,bench=.*", "wire=1", FINDING_WARNING, ""}, /* a capture of the first version */
        {"bench=rtos_bench", "bench=newer", FINDING_WARNING, "bench=newer is none"},
        {"bench=rtos_bench", "bench=preempt_response", FINDING_NO,
         "none of bench preempt_response"},
        {"timer=250000000", "timer=125000000", FINDING_NO, "says timer=125000000"},
        {"timer=250000000", "timer=0", FINDING_NO, "timer must be above 0"},
        {"^DWT_READ_PAIR,1", "DWT_READ_PAIR,0", FINDING_NO, "does not run"},
        {"^DWT_READ_PAIR,1", "DWT_READ_PAIR,50", FINDING_WARNING, ""},
        {"^DWT_READ_PAIR,1", "DWT_READ_PAIR,51", FINDING_NO, "cannot take that long"},
        {"^DWT_READ_PAIR,1", "DWT_READ_PAIR,5000", FINDING_NO, "cannot take that long"},
        {"min_heap=90000", "min_heap=100001", FINDING_NO, "above heap_free"},
        {"^END", "STACK,runner,size=2048,free=2049\nEND", FINDING_NO,
         "free=2049 is above size=2048"},
        {"^END", "STACK,a,size=2048,free=9\nSTACK,a,size=2048,free=9\nEND", FINDING_NO,
         "STACK a again, first on line"},
        {"^END,.*\n", "", FINDING_NO, "cut off"},
        {"^END,.*\n", "END,RTOS_BENCH_V1,status=FAIL\n", FINDING_NO, "no ERROR line"},
        {"^END,", "FIN,", FINDING_NO, "no line of RTOS_BENCH_V1"},
        /* noise */
        {"^PHASE,busy", "PHA\1SE,busy", FINDING_NO, "PHA\\x01SE"},
    };
    for (size_t i = 0; i < sizeof changes / sizeof changes[0]; i++)
        check(&changes[i]);
    judged_text(&judged, "", 0, 1, false);
}

/* Two RESULT lines that changed places. */
static void results_swapped(void **state)
{
    (void)state;
    struct buf text = {0};
    const char *a = strstr(plain.bytes, "RESULT,notify_preempt,");
    const char *b = strstr(plain.bytes, "RESULT,notify_block,");
    const char *a_end = strchr(a, '\n') + 1, *b_end = strchr(b, '\n') + 1;
    buf_add(&text, plain.bytes, (size_t)(a - plain.bytes));
    buf_add(&text, b, (size_t)(b_end - b));
    buf_add(&text, a_end, (size_t)(b - a_end));
    buf_add(&text, a, (size_t)(a_end - a));
    buf_add_text(&text, b_end);
    judged_text(&judged, text.bytes, text.length, 65536, false);
    assert_int_equal(judged.verdict, VERDICT_FAILED);
    buf_free(&text);
}

static void a_changed_digit_breaks_the_checksum(void **state)
{
    (void)state;
    struct buf text = {0};
    buf_add(&text, good.bytes, good.length);
    char *row = strstr(text.bytes, "RAW,notify_preempt,77,");
    row[strlen("RAW,notify_preempt,77,")]++;
    judged_text(&judged, text.bytes, text.length, 65536, false);
    const struct findings *findings = &judged_run(&judged)->findings;
    assert_int_equal(judged.verdict, VERDICT_FAILED);
    assert_int_equal(findings->length, 1);
    assert_int_equal(findings->list[0].line, 3 + 2047 + 1 + 78);
    assert_non_null(strstr(findings->list[0].text, "checksum does not match"));
    buf_free(&text);
}

static void a_line_without_checksum_among_lines_with(void **state)
{
    (void)state;
    struct buf text = {0};
    const char *crc = strstr(strstr(good.bytes, "RAW,slice_A_B,5,"), ",crc=");
    buf_add(&text, good.bytes, (size_t)(crc - good.bytes));
    buf_add_text(&text, crc + strlen(",crc=0000"));
    judged_text(&judged, text.bytes, text.length, 65536, false);
    assert_int_equal(judged.verdict, VERDICT_FAILED);
    assert_non_null(strstr(first_finding(FINDING_NO), "no checksum"));
    buf_free(&text);
}

static void a_failed_run_says_where(void **state)
{
    (void)state;
    struct buf text = {0};
    capture_text_add(&text, &(struct capture_text_options){.fails = true});
    judged_text(&judged, text.bytes, text.length, 65536, false);
    const struct findings *findings = &judged_run(&judged)->findings;
    assert_int_equal(findings->length, 1);
    assert_int_equal(findings->list[0].kind, FINDING_NO);
    assert_non_null(strstr(findings->list[0].text, "bench/made_up.c:42: the counter stands still"));
    buf_free(&text);
}

static void a_summary_is_no_verification(void **state)
{
    (void)state;
    struct buf text = {0};
    capture_text_add(&text, &(struct capture_text_options){.summary = true});
    judged_text(&judged, text.bytes, text.length, 65536, false);
    assert_int_equal(judged.verdict, VERDICT_SUMMARY);
    assert_int_equal(findings_worst(&judged_run(&judged)->findings), FINDING_TROUBLE);
    judged_free(&judged);
    judged_text(&judged, text.bytes, text.length, 65536, true);
    assert_int_equal(judged.verdict, VERDICT_SUMMARY);
    assert_int_equal(findings_worst(&judged_run(&judged)->findings), FINDING_WARNING);
    judged_free(&judged);
    char *changed = strstr(text.bytes, "RESULT,notify_block,");
    changed = strstr(changed, "max_ns=");
    changed[strlen("max_ns=")]++;
    struct buf sealed = {0};
    capture_text_seal(&sealed, text.bytes, text.length);
    judged_text(&judged, sealed.bytes, sealed.length, 65536, true);
    assert_int_equal(judged.verdict, VERDICT_FAILED);
    assert_int_equal(findings_worst(&judged_run(&judged)->findings), FINDING_NO);
    buf_free(&sealed);
    buf_free(&text);
}

static void an_older_writer_may_lack_metrics_but_no_phase(void **state)
{
    (void)state;
    struct buf text = {0}, out = {0};
    capture_text_add(&text, &(struct capture_text_options){.no_crc = true, .no_wire = true});
    const char *from = strstr(text.bytes, "RAW,notify_block_low,0,");
    const char *to = strstr(text.bytes, "RAW,idle,0,");
    buf_add(&out, text.bytes, (size_t)(from - text.bytes));
    buf_add_text(&out, to);
    judged_text(&judged, out.bytes, out.length, 65536, false);
    assert_int_equal(judged.verdict, VERDICT_VERIFIED);
    judged_free(&judged);
    out.length = 0;
    from = strstr(text.bytes, "RAW,busy,0,");
    to = strstr(text.bytes, "RAW,critical20us,0,");
    buf_add(&out, text.bytes, (size_t)(from - text.bytes));
    buf_add_text(&out, to);
    judged_text(&judged, out.bytes, out.length, 65536, false);
    assert_int_equal(judged.verdict, VERDICT_FAILED);
    assert_non_null(strstr(first_finding(FINDING_NO), "PHASE busy"));
    buf_free(&text);
    buf_free(&out);
}

#define ROW "RAW,coremark,0,7\n"
#define RESULT                                                                                     \
    "RESULT,coremark,n=1,hz=250000000,min_ticks=7,avg_ticks=7,p99_ticks=7,max_ticks=7,min_ns=28,"  \
    "avg_ns=28,p99_ns=28,max_ns=28\n"

/* Lines before END, in a capture that states its wire version and in one that does not. */
static void names_that_nobody_lists(void **state)
{
    (void)state;
    static const struct {
        const char *lines;
        enum finding_kind worst; /* where CONFIG has no wire; with one it is always NO */
        const char *says;
        size_t warnings;
    } rows[] = {
        {ROW RESULT, FINDING_WARNING, "RAW coremark is none that this tailchain knows", 1},
        {ROW, FINDING_WARNING, "RAW coremark is none that this tailchain knows", 2},
        {RESULT ROW, FINDING_NO, "RAW coremark comes too late", 1},
        {ROW RESULT ROW, FINDING_NO, "RAW coremark again", 1},
        {ROW RESULT RESULT, FINDING_NO, "RESULT coremark again", 1},
        {"RAW,nap,0,1,2\n", FINDING_WARNING, "RAW nap is none that this tailchain knows", 2},
        {"RAW,slice_A_B,0,1,2\n", FINDING_WARNING, "RAW slice_A_B is none that", 2},
        {"RAW,idle,0,1\n", FINDING_WARNING, "RAW idle is none that this tailchain knows", 2},
        {"PHASE,nap,irq=1,task=1,bad=0,status=OK\n", FINDING_WARNING, "PHASE nap is none that", 1},
        {"RAW,idle,2048,1,2\n", FINDING_NO, "RAW idle again", 0},
        {"RAW,notify_block,1000,1\n", FINDING_NO, "RAW notify_block again", 0},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++)
        for (int wire = 0; wire <= 1; wire++) {
            struct buf text = {0}, out = {0};
            capture_text_add(&text,
                             &(struct capture_text_options){.no_crc = true, .no_wire = wire == 0});
            const char *end = strstr(text.bytes, "END,");
            buf_add(&out, text.bytes, (size_t)(end - text.bytes));
            buf_add_text(&out, rows[i].lines);
            buf_add_text(&out, end);
            judged_text(&judged, out.bytes, out.length, 65536, false);
            const struct findings *findings = &judged_run(&judged)->findings;
            enum finding_kind worst = wire == 1 ? FINDING_NO : rows[i].worst;
            if (findings_worst(findings) != worst)
                fail_msg("%s, wire %d: worst %d", rows[i].lines, wire,
                         (int)findings_worst(findings));
            assert_int_equal(judged.verdict == VERDICT_VERIFIED, worst == FINDING_WARNING);
            if (wire == 0 && strstr(first_finding(worst), rows[i].says) == NULL)
                fail_msg("%s: \"%s\"", rows[i].lines, first_finding(worst));
            if (wire == 0)
                assert_int_equal(findings->count[FINDING_WARNING], rows[i].warnings);
            else if (rows[i].warnings != 0)
                assert_non_null(
                    strstr(first_finding(worst), "is none of bench rtos_bench in wire version 2"));
            judged_free(&judged);
            buf_free(&text);
            buf_free(&out);
        }
    judged_text(&judged, "", 0, 1, false);
}

static void only_rows_with_a_result_count(void **state)
{
    (void)state;
    struct buf text = {0}, out = {0};
    capture_text_add(&text, &(struct capture_text_options){.no_crc = true, .no_wire = true});
    const char *end = strstr(text.bytes, "END,");
    buf_add(&out, text.bytes, (size_t)(end - text.bytes));
    buf_add_text(&out, ROW RESULT "RAW,other,0,7\nRAW,nap,0,1,2\n");
    buf_add_text(&out, end);
    judged_text(&judged, out.bytes, out.length, 65536, false);
    assert_int_equal(judged.verdict, VERDICT_VERIFIED);
    assert_int_equal(run_samples(judged_run(&judged)), 2047 + 5 * 1000 + 3 * 2 * 2048 + 1);
    assert_true(run_series(judged_run(&judged), "coremark", NULL)->has_computed);
    assert_false(run_series(judged_run(&judged), "other", NULL)->has_computed);
    buf_free(&text);
    buf_free(&out);
}

/* Rows of something else do not make a summary less of a summary. */
static void a_summary_with_stray_rows_is_a_summary(void **state)
{
    (void)state;
    struct buf text = {0}, out = {0};
    capture_text_add(
        &text, &(struct capture_text_options){.no_crc = true, .no_wire = true, .summary = true});
    const char *end = strstr(text.bytes, "END,");
    buf_add(&out, text.bytes, (size_t)(end - text.bytes));
    buf_add_text(&out, ROW);
    buf_add_text(&out, end);
    judged_text(&judged, out.bytes, out.length, 65536, true);
    assert_int_equal(judged.verdict, VERDICT_SUMMARY);
    assert_int_equal(run_samples(judged_run(&judged)), 0);
    buf_free(&text);
    buf_free(&out);
}

static void whole_files(void **state)
{
    (void)state;
    static char line[CAPTURE_LINE_BYTES + 2];
    memset(line, 'x', CAPTURE_LINE_BYTES + 1);
    const struct {
        const char *text, *says;
    } rows[] = {
        {"", "empty"},
        {"hello\n", "no line BEGIN,RTOS_BENCH_V1"},
        {"BEGIN,RTOS_BENCH_V2\n", "another protocol"},
        {"EGIN,RTOS_BENCH_V1\nEND,RTOS_BENCH_V1,heap_free=2,min_heap=1\n", "first byte was lost"},
        {line, "no line end in 64 MiB"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        judged_text(&judged, rows[i].text, strlen(rows[i].text), 4000, false);
        const struct findings *findings = &judged.session.findings;
        assert_int_equal(findings_worst(findings), FINDING_TROUBLE);
        assert_non_null(strstr(findings->list[0].text, rows[i].says));
        judged_free(&judged);
    }
    judged_text(&judged, "", 0, 1, false);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_teardown(a_whole_run_is_verified, free_judged),
        cmocka_unit_test_teardown(stacks_are_kept_and_looked_at, free_judged),
        cmocka_unit_test_teardown(every_contradiction_is_found, free_judged),
        cmocka_unit_test_teardown(results_swapped, free_judged),
        cmocka_unit_test_teardown(a_changed_digit_breaks_the_checksum, free_judged),
        cmocka_unit_test_teardown(a_line_without_checksum_among_lines_with, free_judged),
        cmocka_unit_test_teardown(a_failed_run_says_where, free_judged),
        cmocka_unit_test_teardown(a_summary_is_no_verification, free_judged),
        cmocka_unit_test_teardown(an_older_writer_may_lack_metrics_but_no_phase, free_judged),
        cmocka_unit_test_teardown(names_that_nobody_lists, free_judged),
        cmocka_unit_test_teardown(only_rows_with_a_result_count, free_judged),
        cmocka_unit_test_teardown(a_summary_with_stray_rows_is_a_summary, free_judged),
        cmocka_unit_test_teardown(whole_files, free_judged),
    };
    return cmocka_run_group_tests(tests, make_good, free_good);
}
