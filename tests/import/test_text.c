/* Captures as text: the dialects of VCD and of Saleae's CSV, case by case (text.def).
 * SPDX-License-Identifier: MIT
 */
#include <stdio.h>
#include <string.h>

#include "edge_list.h"
#include "tests/unit/cmocka_all.h"

#define VCD_NS "$timescale 1ns $end\n"
#define VCD_A " $var wire 1 a a $end $enddefinitions $end\n"
#define VCD_AB " $var wire 1 a a $end $var wire 1 b b $end $enddefinitions $end\n"
#define VCD_BUS " $var wire 4 v v [3:0] $end $enddefinitions $end\n"

enum outcome { READ, READ_WHOLE, READ_WARNED, TRUNCATED, REFUSED };

static const struct text_case {
    const char *name;
    enum outcome outcome;
    struct import_options options;
    const char *file;
    size_t size;
    const char *names;
    uint64_t hz;
    const char *edges, *message;
} cases[] = {
#define READS(name, options, file, names, hz, edges)                                               \
    {name, READ, {options}, file, sizeof file - 1, names, hz, edges, NULL},
#define WHOLE(name, options, file, names, hz, edges)                                               \
    {name, READ_WHOLE, {options}, file, sizeof file - 1, names, hz, edges, NULL},
#define WARNS(name, options, file, edges, message)                                                 \
    {name, READ_WARNED, {options}, file, sizeof file - 1, NULL, 0, edges, message},
#define CUT(name, options, file, edges, message)                                                   \
    {name, TRUNCATED, {options}, file, sizeof file - 1, NULL, 0, edges, message},
#define FAILS(name, options, file, message)                                                        \
    {name, REFUSED, {options}, file, sizeof file - 1, NULL, 0, NULL, message},
#include "text.def"
#undef READS
#undef WHOLE
#undef WARNS
#undef CUT
#undef FAILS
};
#define CASES (sizeof cases / sizeof cases[0])

static void check(const struct text_case *wanted, const struct edge_list *list)
{
    if (wanted->outcome == REFUSED) {
        assert_false(list->ok);
        if (strstr(list->error.text, wanted->message) == NULL)
            fail_msg("says \"%s\", not \"%s\"", list->error.text, wanted->message);
        return;
    }
    if (!list->ok)
        fail_msg("refused: %s", list->error.text);
    assert_string_equal(list->text.bytes, wanted->edges);
    assert_int_equal(list->truncated, wanted->outcome == TRUNCATED);
    if (wanted->outcome == TRUNCATED || wanted->outcome == READ_WARNED) {
        if (strstr(list->warnings.bytes, wanted->message) == NULL)
            fail_msg("warns \"%s\", not \"%s\"", list->warnings.bytes, wanted->message);
        return;
    }
    assert_string_equal(list->names.bytes, wanted->names);
    assert_int_equal(list->hz, wanted->hz);
}

/* C32: pieces of any size give the same. */
static void test_cases(void **state)
{
    static const size_t chunks[] = {1, 7, 4096, 1u << 20};
    (void)state;
    for (size_t i = 0; i < CASES; i++)
        for (size_t chunk = 0; chunk < sizeof chunks / sizeof chunks[0]; chunk++) {
            struct edge_list list = {0};
            print_message("%s\n", cases[i].name);
            edge_list_read(&list, "file", cases[i].file, cases[i].size, chunks[chunk],
                           &cases[i].options, 0);
            check(&cases[i], &list);
            edge_list_free(&list);
        }
}

/* C31: cut at any byte, a capture gives the first edges of the whole one, or is refused. */
static void test_cut_anywhere(void **state)
{
    (void)state;
    for (size_t i = 0; i < CASES; i++)
        for (size_t size = 0; cases[i].outcome == READ && size < cases[i].size; size++) {
            struct edge_list list = {0};
            edge_list_read(&list, "file", cases[i].file, size, 4096, &cases[i].options, 0);
            if (list.ok && strncmp(list.text.bytes, cases[i].edges, list.text.length) != 0)
                fail_msg("%s, cut at %zu: %s", cases[i].name, size, list.text.bytes);
            edge_list_free(&list);
        }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_cases),
        cmocka_unit_test(test_cut_anywhere),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
