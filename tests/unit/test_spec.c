/* wire/SPEC.md: its tables say what the rows of lines.def and results.def say, no less, no more.
 * SPDX-License-Identifier: MIT
 */
#include "cmocka_all.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "host/base/buf.h"
#include "wire/results.h"

static struct buf spec;

static int read_spec(void **state)
{
    (void)state;
    char bytes[4096];
    size_t got;
    FILE *file = fopen(SPEC_PATH, "r");
    if (file == NULL)
        return -1;
    while ((got = fread(bytes, 1, sizeof bytes, file)) > 0)
        buf_add(&spec, bytes, got);
    fclose(file);
    return 0;
}

static int free_spec(void **state)
{
    (void)state;
    buf_free(&spec);
    return 0;
}

/* The text of a section, from its heading to the next; static. */
static const char *section(const char *heading)
{
    static char text[8192];
    char start[64];
    snprintf(start, sizeof start, "\n%s\n", heading);
    const char *begin = strstr(spec.bytes, start);
    if (begin == NULL)
        fail_msg("no section %s", heading);
    begin += strlen(start);
    const char *end = strstr(begin, "\n#");
    size_t length = end != NULL ? (size_t)(end - begin) : strlen(begin);
    assert_true(length < sizeof text);
    memcpy(text, begin, length);
    text[length] = '\0';
    return text;
}

/* Rows of the tables in a text, without `headings`. */
static int rows_in(const char *text, int headings)
{
    int rows = -headings;
    for (const char *at = text; (at = strstr(at, "\n| ")) != NULL; at++)
        rows++;
    return rows;
}

struct field_row {
    const char *kind, *field, *key, *type, *need;
};

static const struct field_row field_rows[] = {
#define WIRE_LINE(kind, tag)
#define WIRE_FIELD(kind, field, key, type, need) {#kind, #field, key, #type, #need},
#include "wire/lines.def"
#undef WIRE_LINE
#undef WIRE_FIELD
};

#define FIELD_ROWS (sizeof field_rows / sizeof field_rows[0])

static void every_kind_has_its_fields_in_order(void **state)
{
    (void)state;
    const char *kind = "", *at = NULL;
    int expected = 0;
    for (size_t i = 0; i < FIELD_ROWS; i++) {
        const struct field_row *row = &field_rows[i];
        char name[64], heading[64], line[256];
        if (strcmp(kind, row->kind) != 0) {
            kind = row->kind;
            snprintf(heading, sizeof heading, "### %s", kind);
            at = section(heading);
            expected = 0;
            for (size_t j = i; j < FIELD_ROWS && strcmp(field_rows[j].kind, kind) == 0; j++)
                expected++;
            assert_int_equal(rows_in(at, 1), expected);
        }
        size_t length = strlen(row->field);
        for (size_t c = 0; c <= length; c++)
            name[c] = (char)tolower((unsigned char)row->field[c]);
        snprintf(line, sizeof line, "\n| %s | %s | %s | %s | ", name,
                 row->key[0] != '\0' ? row->key : "-", row->type, row->need);
        const char *found = strstr(at, line);
        if (found == NULL)
            fail_msg("### %s has no row%s (in this order)", kind, line);
        at = found + 1;
    }
}

/* The rows of section A; of other benches the page tells nothing. */
static int check_series(const char *heading, const struct wire_series *rows, int count,
                        bool with_samples)
{
    const char *at = section(heading);
    int checked = 0;
    for (int i = 0; i < count; i++) {
        if (rows[i].bench != WIRE_BENCH_RTOS_BENCH && with_samples)
            continue;
        checked++;
        char line[256];
        if (with_samples)
            snprintf(line, sizeof line, "\n| %s | %u | %s |\n", rows[i].name, rows[i].samples,
                     rows[i].meaning);
        else
            snprintf(line, sizeof line, "\n| %s | %s |\n", rows[i].name, rows[i].meaning);
        const char *found = strstr(at, line);
        if (found == NULL)
            fail_msg("%s has no row%s(in this order)", heading, line);
        at = found + 1;
    }
    return checked;
}

static void metrics_and_phases_are_those_of_the_rows(void **state)
{
    (void)state;
    int metrics = check_series("## Metrics", wire_metrics, WIRE_METRICS, true);
    int phases = check_series("## Phases", wire_phases, WIRE_PHASES, true);
    check_series("## Phases", wire_pairs, WIRE_PAIRS, false);
    assert_int_equal(rows_in(section("## Metrics"), 1), metrics);
    assert_int_equal(rows_in(section("## Phases"), 2), phases + WIRE_PAIRS);
}

static void the_session_starts_with_a_true_line(void **state)
{
    (void)state;
    const char *text = section("## A session, shortened");
    const char *line = strstr(text, "BEGIN");
    struct wire_record record;
    int field;
    assert_non_null(line);
    assert_int_equal(wire_parse(line, strcspn(line, "\n"), &record, &field), WIRE_OK);
    assert_true(record.has_crc);
}

static void the_limits_are_those_of_the_header(void **state)
{
    (void)state;
    assert_int_equal(WIRE_LINE_MAX, 4096);
    assert_non_null(strstr(spec.bytes, "at most 4,096 bytes"));
    assert_int_equal(WIRE_READ_PAIR_MAX_TICKS, 50);
    assert_non_null(strstr(section("### DWT_READ_PAIR"), "0, or more than 50,"));
    assert_int_equal(WIRE_PHASE_PERIOD_US, 1009);
    assert_non_null(strstr(section("## Phases"), "every 1,009 us"));
    assert_int_equal(WIRE_CRITICAL_CYCLES, 5000);
    assert_non_null(strstr(section("## Phases"), "5,000 core cycles"));
    assert_int_equal(WIRE_CRITICAL_US, 20);
    assert_non_null(strstr(section("## Phases"), "for 20 us"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_kind_has_its_fields_in_order),
        cmocka_unit_test(metrics_and_phases_are_those_of_the_rows),
        cmocka_unit_test(the_session_starts_with_a_true_line),
        cmocka_unit_test(the_limits_are_those_of_the_header),
    };
    return cmocka_run_group_tests(tests, read_spec, free_spec);
}
