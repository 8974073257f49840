/* text: grouped numbers, printable bytes, near misses.
 * SPDX-License-Identifier: MIT
 */
#include "cmocka_all.h"

#include <string.h>

#include "host/base/text.h"

static void numbers_are_grouped(void **state)
{
    (void)state;
    char text[TEXT_NUMBER_MAX];
    assert_string_equal(text_number(0, text), "0");
    assert_string_equal(text_number(999, text), "999");
    assert_string_equal(text_number(1000, text), "1,000");
    assert_string_equal(text_number(UINT64_MAX, text), "18,446,744,073,709,551,615");
}

static void a_terminal_obeys_nothing(void **state)
{
    (void)state;
    char text[32];
    /* C09 */
    assert_string_equal(text_printable("a\x1b[2J\0b\xa9", 8, text, sizeof text),
                        "a\\x1B[2J\\x00b\\xA9");
    assert_string_equal(text_printable("", 0, text, sizeof text), "");
}

static void long_text_is_cut_visibly(void **state)
{
    (void)state;
    char text[8];
    assert_string_equal(text_printable("1234567", 7, text, sizeof text), "1234567");
    assert_string_equal(text_printable("12345678", 8, text, sizeof text), "1234...");
    assert_string_equal(text_printable("\1\1\1", 3, text, sizeof text), "\\x01...");
}

static void near_misses(void **state)
{
    (void)state;
    static const char *const words[] = {"run", "capture", "verify", "report"};
    static const char *const longer[] = {"lint", "history", "help", "histogram"};
    assert_string_equal(text_nearest("verifiy", words, 4), "verify");
    assert_string_equal(text_nearest("reprot", words, 4), "report");
    assert_string_equal(text_nearest("rum", words, 4), "run");
    assert_string_equal(text_nearest("captur", words, 4), "capture");
    assert_string_equal(text_nearest("ver", words, 4), "verify");
    /* An abbreviation is meant rather than a word of other letters, if it is of one. */
    assert_string_equal(text_nearest("lin", longer, 2), "lint");
    assert_string_equal(text_nearest("hist", longer, 2), "history");
    assert_null(text_nearest("hist", longer, 4));
    assert_string_equal(text_nearest("rnu", words, 4), "run");
    assert_null(text_nearest("profile", words, 4));
    assert_null(text_nearest("rats", words, 4));
    assert_null(text_nearest("", words, 4));
    char longest[400];
    memset(longest, 'r', sizeof longest - 1);
    longest[sizeof longest - 1] = '\0';
    assert_null(text_nearest(longest, words, 4));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(numbers_are_grouped),
        cmocka_unit_test(a_terminal_obeys_nothing),
        cmocka_unit_test(long_text_is_cut_visibly),
        cmocka_unit_test(near_misses),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
