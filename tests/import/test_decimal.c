/* Exact decimals, quantities with a unit, and times without an exponent.
 * SPDX-License-Identifier: MIT
 */
#include <string.h>

#include "host/import/decimal.h"
#include "tests/unit/cmocka_all.h"

static void numbers(void **state)
{
    static const struct {
        const char *text;
        int power;
        bool reads, exact;
        int64_t scaled;
    } cases[] = {{"0", 9, true, true, 0},
                 {"-0.0", 9, true, true, 0},
                 {"1.470471113", 9, true, true, 1470471113},
                 {" 1.5 ", 3, true, true, 1500},
                 {"+2", 0, true, true, 2},
                 {"100", -2, true, true, 1},
                 {".5", 1, true, true, 5},
                 {"5.", 1, true, true, 50},
                 {"1e-9", 9, true, true, 1},
                 {"1.25E+2", 0, true, true, 125},
                 {"0.0000000014", 9, true, false, 1},
                 {"0.0000000015", 9, true, false, 2},
                 {"-0.0000000015", 9, true, false, -2},
                 {"0.00000000049999", 9, true, false, 0},
                 {"1e-90", 9, true, false, 0},
                 {"1000000000.000000001", 9, true, true, 1000000000000000001},
                 {"0.1234567890123456789012345", 3, true, false, 123},
                 {"9223372036854775807", 0, true, true, INT64_MAX},
                 {"9223372036854775808", 0, false, false, 0},
                 {"1e19", 0, false, false, 0},
                 {"", 0, false, false, 0},
                 {".", 0, false, false, 0},
                 {"-", 0, false, false, 0},
                 {"1e", 0, false, false, 0},
                 {"1e999", 0, false, false, 0},
                 {"1,5", 0, false, false, 0},
                 {"0x10", 0, false, false, 0},
                 {"1 2", 0, false, false, 0}};
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct decimal value;
        int64_t scaled = 0;
        bool exact = false;
        bool reads = decimal_parse(cases[i].text, strlen(cases[i].text), &value) &&
                     decimal_scale(&value, cases[i].power, &scaled, &exact);
        print_message("%s\n", cases[i].text);
        assert_int_equal(reads, cases[i].reads);
        if (!reads)
            continue;
        assert_int_equal(scaled, cases[i].scaled);
        assert_int_equal(exact, cases[i].exact);
    }
}

static void times(void **state)
{
    static const struct {
        const char *text;
        bool reads;
        int64_t fs;
    } cases[] = {{"1 ns", true, 1000000},
                 {"100us", true, 100000000000},
                 {"0.5 ms", true, 500000000000},
                 {"1s", true, 1000000000000000},
                 {"3 ps", true, 3000},
                 {"7fs", true, 7},
                 {"1 NS", true, 1000000},
                 {"1", false, 0},
                 {"ns", false, 0},
                 {"1 m", false, 0},
                 {"1 ns x", false, 0}};
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct decimal value;
        int64_t fs;
        bool exact;
        print_message("%s\n", cases[i].text);
        bool reads = decimal_seconds(cases[i].text, strlen(cases[i].text), &value);
        assert_int_equal(reads, cases[i].reads);
        if (!reads)
            continue;
        assert_true(decimal_scale(&value, 15, &fs, &exact));
        assert_int_equal(fs, cases[i].fs);
    }
}

/* C41: fixed decimals, exact where decimals can be. */
static void ticks(void **state)
{
    static const struct {
        int64_t ticks;
        uint64_t hz;
        const char *text;
    } cases[] = {{0, 1000000, "0.000000000"},
                 {5, 1000000, "0.000005000"},
                 {-5, 1000000, "-0.000005000"},
                 {1000000000001, 1000000000, "1000.000000001"},
                 {1, 1000000000000, "0.000000000001"},
                 {1, UINT64_C(1000000000000000), "0.000000000000001"},
                 {1, 24000000, "0.000000041666666"},
                 {7, 1, "7.000000000"},
                 {INT64_MAX, 1000000000, "9223372036.854775807"},
                 {INT64_MIN, 1, "-9223372036854775808.000000000"}};
    char text[DECIMAL_TICKS_MAX];
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++)
        assert_string_equal(decimal_ticks(cases[i].ticks, cases[i].hz, text), cases[i].text);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(numbers),
        cmocka_unit_test(times),
        cmocka_unit_test(ticks),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
