/* Windows of two images: functions by name, instructions by text in order.
 * SPDX-License-Identifier: MIT
 */
#include "cmocka_all.h"

#include <stdio.h>
#include <string.h>

#include "host/core/ledger/ledger_diff.h"

/* Two images: f at 0x100 in the one and at 0x200 in the other, where it has one instruction more.
 */
static struct image_symbol base_symbol = {(char *)"f", 0x100, 0x20, true};
static struct image_symbol new_symbol = {(char *)"f", 0x200, 0x20, true};
static const struct image base_image = {.symbols = &base_symbol, .symbol_count = 1};
static const struct image new_image = {.symbols = &new_symbol, .symbol_count = 1};

static const char *text_of_base(void *context, uint32_t address, char *text, size_t size)
{
    static const char *const texts[] = {"ldr r3, [pc, #12]", "adds r3, r3, #1", "bl 0x08001000"};
    (void)context;
    snprintf(text, size, "%s", texts[(address - 0x100) / 2]);
    return text;
}

static const char *text_of_new(void *context, uint32_t address, char *text, size_t size)
{
    static const char *const texts[] = {"ldr r3, [pc, #40]", "nop", "adds r3, r3, #1",
                                        "bl 0x08002468"};
    (void)context;
    snprintf(text, size, "%s", texts[(address - 0x200) / 2]);
    return text;
}

static void what_only_moved_is_matched(void **state)
{
    (void)state;
    /* In order of execution, which need not be that of addresses. */
    struct ledger_place in_base[] = {{0x104, 1, 3}, {0x100, 1, 2}, {0x102, 2, 2}};
    struct ledger_place in_new[] = {{0x200, 1, 2}, {0x202, 1, 1}, {0x204, 2, 2}, {0x206, 1, 4}};
    struct ledger_shape base_shape = {in_base, 3}, new_shape = {in_new, 4};
    struct ledger_row base_rows[] = {{(char *)"f", 4, 7, 0, 0, 70},
                                     {(char *)"exception entry", 0, 12, 0, 0, 120}};
    struct ledger_row new_rows[] = {{(char *)"f", 5, 9, 0, 0, 90},
                                    {(char *)"exception entry", 0, 12, 0, 0, 120}};
    struct ledger_table base = {.windows = 10,
                                .total = 19,
                                .all_total = 195,
                                .rows = base_rows,
                                .row_count = 2,
                                .shape = &base_shape};
    struct ledger_table new = {.windows = 10,
                               .total = 21,
                               .all_total = 215,
                               .rows = new_rows,
                               .row_count = 2,
                               .shape = &new_shape};
    struct ledger_diff diff;
    ledger_diff_make(&diff, &(struct ledger_diff_side){&base, &base_image, text_of_base, NULL},
                     &(struct ledger_diff_side){&new, &new_image, text_of_new, NULL});
    assert_int_equal(diff.count, 1);
    const struct ledger_diff_function *f = &diff.functions[0];
    assert_string_equal(f->what, "f");
    assert_true(f->base_cycles == 7 && f->new_cycles == 9);
    assert_int_equal(f->instruction_count, 2);
    assert_string_equal(f->instructions[0].text, "nop");
    assert_true(!f->instructions[0].in_base && f->instructions[0].new_address == 0x202);
    assert_true(f->instructions[1].in_base && f->instructions[1].in_new);
    assert_true(f->instructions[1].base_cycles == 3 && f->instructions[1].new_cycles == 4);
    ledger_diff_free(&diff);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(what_only_moved_is_matched)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
