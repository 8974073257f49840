/* capture: lines come out the same however the bytes are cut; memory stays bounded.
 * SPDX-License-Identifier: MIT
 */
#include "cmocka_all.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "host/base/buf.h"
#include "host/core/run/capture.h"

static void note_line(void *context, const struct capture_line *line)
{
    struct buf *out = context;
    buf_printf(out, "%u:", (unsigned)line->number);
    if (line->skipped != 0)
        buf_printf(out, "(%u)", (unsigned)line->skipped);
    buf_add(out, line->text, line->length);
    buf_add_text(out, "|");
}

static struct buf lines_of(const char *bytes, size_t length, size_t chunk)
{
    struct buf out = {0};
    static struct capture capture;
    capture_init(&capture, (struct capture_sink){note_line, &out});
    for (size_t at = 0; at < length; at += chunk)
        capture_feed(&capture, bytes + at, length - at < chunk ? length - at : chunk);
    struct capture_line rest = capture_rest(&capture);
    buf_add_text(&out, "rest:");
    buf_add(&out, rest.text, rest.length);
    buf_add(&out, "", 1);
    return out;
}

/* C01 */
static void ends_count_once_in_every_cut(void **state)
{
    (void)state;
    static const struct {
        const char *bytes, *lines;
    } rows[] = {
        {"a\nb\n", "1:a|2:b|rest:"},    {"a\r\nb\r\n", "1:a|2:b|rest:"},
        {"a\rb\r", "1:a|2:b|rest:"},    {"a\r\n\r\nb", "1:a|2:|rest:b"},
        {"a\n\nb", "1:a|2:|rest:b"},    {"a\n\rb", "1:a|2:|rest:b"},
        {"\r\r\n\n", "1:|2:|3:|rest:"}, {"", "rest:"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++)
        for (size_t chunk = 1; chunk <= 8; chunk++) {
            struct buf out = lines_of(rows[i].bytes, strlen(rows[i].bytes), chunk);
            assert_string_equal(out.bytes, rows[i].lines);
            buf_free(&out);
        }
}

/* C06 */
static void nul_is_a_byte_like_any_other(void **state)
{
    (void)state;
    for (size_t chunk = 1; chunk <= 6; chunk++) {
        struct buf out = lines_of("a\0b\nc\0", 6, chunk);
        assert_memory_equal(out.bytes, "1:a\0b|rest:c\0", 13);
        buf_free(&out);
    }
}

static void the_longest_line_is_whole(void **state)
{
    (void)state;
    static char bytes[WIRE_LINE_MAX + 1];
    memset(bytes, 'x', sizeof bytes);
    bytes[WIRE_LINE_MAX] = '\n';
    for (size_t chunk = 1; chunk <= sizeof bytes; chunk = chunk * 3 + 1) {
        struct buf out = lines_of(bytes, sizeof bytes, chunk);
        assert_int_equal(out.length, strlen("1:") + WIRE_LINE_MAX + strlen("|rest:") + 1);
        buf_free(&out);
    }
}

/* Noise without a line end, and what comes behind it. */
static void of_a_longer_line_its_end_is_kept(void **state)
{
    (void)state;
    static char bytes[5 * WIRE_LINE_MAX];
    for (size_t longer = 1; longer < sizeof bytes - WIRE_LINE_MAX - 2; longer = longer * 5 + 1) {
        size_t end = WIRE_LINE_MAX + longer;
        memset(bytes, 'x', sizeof bytes);
        bytes[longer - 1] = '<';
        bytes[longer] = '>';
        bytes[end] = '\n';
        bytes[end + 1] = 'y';
        for (size_t chunk = 1; chunk <= sizeof bytes; chunk = chunk * 3 + 1) {
            struct buf out = lines_of(bytes, end + 2, chunk);
            char begin[24];
            int size = snprintf(begin, sizeof begin, "1:(%zu)>xxx", longer);
            assert_memory_equal(out.bytes, begin, (size_t)size);
            assert_int_equal(out.length, (size_t)size - 4 + WIRE_LINE_MAX + strlen("|rest:y") + 1);
            assert_string_equal(out.bytes + out.length - strlen("xx|rest:y") - 1, "xx|rest:y");
            buf_free(&out);
        }
    }
}

static void a_line_without_end_ends_the_capture(void **state)
{
    (void)state;
    static const char bytes[1 << 16];
    static struct capture capture;
    struct buf out = {0};
    capture_init(&capture, (struct capture_sink){note_line, &out});
    for (uint64_t fed = 0; fed < CAPTURE_LINE_BYTES; fed += sizeof bytes)
        assert_true(capture_feed(&capture, bytes, sizeof bytes));
    assert_false(capture_feed(&capture, "x", 1));
    assert_true(capture.too_long);
    assert_int_equal(capture.number, 1);
    assert_false(capture_feed(&capture, "\n", 1));
    assert_int_equal(out.length, 0);
}

static void a_converted_capture_is_noticed(void **state)
{
    (void)state;
    static struct capture capture;
    struct buf out = {0};
    capture_init(&capture, (struct capture_sink){note_line, &out});
    capture_feed(&capture, "a\nb\r\n", 5);
    assert_int_equal(capture.first_cr_lf, 2);
    assert_int_equal(capture.bytes, 5);
    buf_free(&out);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(ends_count_once_in_every_cut),
        cmocka_unit_test(nul_is_a_byte_like_any_other),
        cmocka_unit_test(the_longest_line_is_whole),
        cmocka_unit_test(of_a_longer_line_its_end_is_kept),
        cmocka_unit_test(a_line_without_end_ends_the_capture),
        cmocka_unit_test(a_converted_capture_is_noticed),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
