/* number: what people write behind options.
 * SPDX-License-Identifier: MIT
 */
#include "cmocka_all.h"

#include <stdlib.h>
#include <string.h>

#include "host/base/number.h"

static void whole_numbers(void **state)
{
    (void)state;
    uint64_t number;
    assert_true(number_whole("0", 10, &number));
    assert_int_equal(number, 0);
    assert_true(number_whole("00010", 10, &number));
    assert_int_equal(number, 10);
    assert_true(number_whole("18446744073709551615", UINT64_MAX, &number));
    assert_true(number == UINT64_MAX);
    static const char *const no_numbers[] = {"",    "-1",  "+1", " 1",  "1 ",
                                             "0x1", "1.0", "11", "9999"};
    for (size_t i = 0; i < sizeof no_numbers / sizeof no_numbers[0]; i++)
        assert_false(number_whole(no_numbers[i], 10, &number));
    assert_false(number_whole("18446744073709551616", UINT64_MAX, &number));
    /* A digit that alone is above the limit. */
    assert_false(number_whole("9", 5, &number));
    assert_false(number_whole("1", 0, &number));
}

static void real_numbers(void **state)
{
    (void)state;
    double number;
    assert_true(number_real("2.5e-1", 10, &number));
    assert_true(number == 0.25);
    assert_true(number_real("10", 10, &number));
    static const char *const no_numbers[] = {"",   "nan",   "inf",   "0x1p1", " 1",   "1 ",
                                             "-1", "10.01", "1e999", "1e",    "1.2.3"};
    for (size_t i = 0; i < sizeof no_numbers / sizeof no_numbers[0]; i++)
        assert_false(number_real(no_numbers[i], 10, &number));
}

static void seconds(void **state)
{
    (void)state;
    uint64_t ns;
    assert_true(number_seconds("1.5", &ns));
    assert_int_equal(ns, 1500000000);
    assert_true(number_seconds("0.000000001999", &ns));
    assert_int_equal(ns, 1);
    assert_true(number_seconds("1000000", &ns));
    assert_true(ns == NUMBER_SECONDS_MAX * UINT64_C(1000000000));
    static const char *const no_times[] = {"",          "0",   "0.0000000009", ".5", "1000001",
                                           "1000000.1", "1,5", "1s",           "-1"};
    for (size_t i = 0; i < sizeof no_times / sizeof no_times[0]; i++)
        assert_false(number_seconds(no_times[i], &ns));
}

static void named_numbers(void **state)
{
    (void)state;
    uint64_t number;
    const char *given;
    char good[] = "dsb=4", empty[] = "=4", bare[] = "dsb", none[] = "dsb=", two[] = "a=1=2";
    assert_true(number_named(good, 10, &number, &given));
    assert_string_equal(good, "dsb");
    assert_int_equal(number, 4);
    assert_false(number_named(empty, 10, &number, &given));
    assert_null(given);
    assert_false(number_named(bare, 10, &number, &given));
    assert_null(given);
    assert_false(number_named(none, 10, &number, &given));
    assert_string_equal(given, "");
    assert_false(number_named(two, 10, &number, &given));
    assert_string_equal(given, "1=2");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(whole_numbers),
        cmocka_unit_test(real_numbers),
        cmocka_unit_test(seconds),
        cmocka_unit_test(named_numbers),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
