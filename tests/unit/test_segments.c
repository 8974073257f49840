/* segments: the handlers of three ports are sorted instruction by instruction, others are refused,
 * and an account whose segments do not add up is invalid. SPDX-License-Identifier: MIT
 */
#include "cmocka_all.h"

#include <stdio.h>
#include <string.h>

#include "host/core/ledger/ledger_segments.h"

enum {
    HANDLER = 0x200,
    SELECT = 0x300,
    TASK = 0x100,
    OTHER_ISR = 0x380,
    BEGIN = 0x110,
    END = 0x130
};

static struct image_symbol symbols[] = {
    {"task", TASK, 0x80, true},
    {"window_begin_yield_to_task", BEGIN, 0, false},
    {"window_end_yield_to_task", END, 0, false},
    {"PendSV_Handler", HANDLER, 0x80, true},
    {"vTaskSwitchContext", SELECT, 0x40, true},
    {"other_isr", OTHER_ISR, 0x40, true},
};
static const struct image image = {.symbols = symbols,
                                   .symbol_count = sizeof symbols / sizeof symbols[0]};

/* An instruction and where it belongs; each takes 2 bytes here. */
struct line {
    const char *text;
    enum segment segment;
};

static const struct line m4f[] = {
    {"mrs r0, PSP", SEGMENT_READ_PSP},
    {"isb sy", SEGMENT_READ_PSP},
    {"ldr r3, [pc, #80] @ 0x800111c", SEGMENT_STORE_TOP},
    {"ldr r2, [r3, #0]", SEGMENT_STORE_TOP},
    {"tst.w lr, #16", SEGMENT_FLOAT_TEST},
    {"it eq", SEGMENT_FLOAT_TEST},
    {"vstmdbeq r0!, {s16-s31}", SEGMENT_SAVE_FLOAT},
    {"stmdb r0!, {r4, r5, r6, r7, r8, r9, sl, fp, lr}", SEGMENT_SAVE},
    {"str r0, [r2, #0]", SEGMENT_STORE_TOP},
    {"stmdb sp!, {r0, r3}", SEGMENT_ENTER_CRITICAL},
    {"mov.w r0, #80", SEGMENT_ENTER_CRITICAL},
    {"msr BASEPRI, r0", SEGMENT_ENTER_CRITICAL},
    {"dsb sy", SEGMENT_ENTER_CRITICAL},
    {"isb sy", SEGMENT_ENTER_CRITICAL},
    {"bl 0x300", SEGMENT_SWITCH_CONTEXT},
    {"mov.w r0, #0", SEGMENT_LEAVE_CRITICAL},
    {"msr BASEPRI, r0", SEGMENT_LEAVE_CRITICAL},
    {"pop {r0, r3}", SEGMENT_LEAVE_CRITICAL},
    {"ldr r1, [r3, #0]", SEGMENT_LOAD_TOP},
    {"ldr r0, [r1, #0]", SEGMENT_LOAD_TOP},
    {"ldmia.w r0!, {r4, r5, r6, r7, r8, r9, sl, fp, lr}", SEGMENT_RESTORE},
    {"tst.w lr, #16", SEGMENT_FLOAT_TEST},
    {"it eq", SEGMENT_FLOAT_TEST},
    {"vldmiaeq r0!, {s16-s31}", SEGMENT_RESTORE_FLOAT},
    {"msr PSP, r0", SEGMENT_RETURN},
    {"isb sy", SEGMENT_RETURN},
    {"bx lr", SEGMENT_RETURN},
};

static const struct line m33[] = {
    {"mrs r0, PSP", SEGMENT_READ_PSP},
    {"mrs r2, PSPLIM", SEGMENT_SAVE},
    {"mov r3, lr", SEGMENT_SAVE},
    {"stmdb r0!, {r2, r3, r4, r5, r6, r7, r8, r9, sl, fp}", SEGMENT_SAVE},
    {"ldr r2, [pc, #52] @ 0x80014d4", SEGMENT_STORE_TOP},
    {"ldr r1, [r2, #0]", SEGMENT_STORE_TOP},
    {"str r0, [r1, #0]", SEGMENT_STORE_TOP},
    {"mov.w r0, #80", SEGMENT_ENTER_CRITICAL},
    {"msr BASEPRI, r0", SEGMENT_ENTER_CRITICAL},
    {"dsb sy", SEGMENT_ENTER_CRITICAL},
    {"isb sy", SEGMENT_ENTER_CRITICAL},
    {"bl 0x300", SEGMENT_SWITCH_CONTEXT},
    {"mov.w r0, #0", SEGMENT_LEAVE_CRITICAL},
    {"msr BASEPRI, r0", SEGMENT_LEAVE_CRITICAL},
    {"ldr r2, [pc, #16] @ 0x80014d4", SEGMENT_LOAD_TOP},
    {"ldr r1, [r2, #0]", SEGMENT_LOAD_TOP},
    {"ldr r0, [r1, #0]", SEGMENT_LOAD_TOP},
    {"ldmia.w r0!, {r2, r3, r4, r5, r6, r7, r8, r9, sl, fp}", SEGMENT_RESTORE},
    {"msr PSPLIM, r2", SEGMENT_RETURN},
    {"msr PSP, r0", SEGMENT_RETURN},
    {"bx r3", SEGMENT_RETURN},
};

static const struct line m0[] = {
    {"mrs r0, PSP", SEGMENT_READ_PSP},
    {"ldr r2, [pc, #56] @ 0x8001230", SEGMENT_STORE_TOP},
    {"ldr r1, [r2, #0]", SEGMENT_STORE_TOP},
    {"subs r0, #36", SEGMENT_STORE_TOP},
    {"str r0, [r1, #0]", SEGMENT_STORE_TOP},
    {"mov r3, lr", SEGMENT_SAVE},
    {"stmia r0!, {r3, r4, r5, r6, r7}", SEGMENT_SAVE},
    {"mov r4, r8", SEGMENT_SAVE},
    {"stmia r0!, {r4, r5, r6, r7}", SEGMENT_SAVE},
    {"cpsid i", SEGMENT_ENTER_CRITICAL},
    {"bl 0x300", SEGMENT_SWITCH_CONTEXT},
    {"cpsie i", SEGMENT_LEAVE_CRITICAL},
    {"ldr r2, [pc, #28] @ 0x8001230", SEGMENT_LOAD_TOP},
    {"ldr r1, [r2, #0]", SEGMENT_LOAD_TOP},
    {"ldr r0, [r1, #0]", SEGMENT_LOAD_TOP},
    {"adds r0, #20", SEGMENT_RESTORE},
    {"ldmia r0!, {r4, r5, r6, r7}", SEGMENT_RESTORE},
    {"mov r8, r4", SEGMENT_RESTORE},
    {"msr PSP, r0", SEGMENT_RETURN},
    {"subs r0, #36", SEGMENT_RESTORE},
    {"ldmia r0!, {r3, r4, r5, r6, r7}", SEGMENT_RESTORE},
    {"bx r3", SEGMENT_RETURN},
};

/* A handler as text; a line that is left out, one that reads otherwise; NULL for none. */
struct listing {
    const struct line *lines;
    size_t count;
    const struct line *without, *changed;
    const char *instead;
};

static int read_line(void *context, uint32_t address, char *text, size_t size)
{
    const struct listing *listing = context;
    const struct line *line = listing->lines + (address - HANDLER) / 2;
    if (listing->without != NULL && line >= listing->without)
        line++;
    if (line >= listing->lines + listing->count)
        return 0;
    snprintf(text, size, "%s", line == listing->changed ? listing->instead : line->text);
    return 2;
}

static struct segments_map map;

#define READ(port, ...)                                                                            \
    segments_map_read(                                                                             \
        &map, &image, read_line,                                                                   \
        &(struct listing){.lines = port, .count = sizeof port / sizeof port[0], __VA_ARGS__})

static void expect(const struct line *lines, size_t count)
{
    assert_string_equal(map.why, "");
    assert_int_equal(map.count, count);
    assert_int_equal(map.end - map.begin, 2 * count);
    for (size_t i = 0; i < count; i++) {
        if (map.instructions[i].segment != lines[i].segment)
            fail_msg("\"%s\" is in \"%s\"", lines[i].text,
                     segment_rows[map.instructions[i].segment].name);
        assert_int_equal(segments_map_find(&map, HANDLER + 2 * (uint32_t)i), i);
    }
    assert_int_equal(segments_map_find(&map, map.end), -1);
}

static void the_handlers_of_three_ports_are_sorted(void **state)
{
    (void)state;
    READ(m4f);
    expect(m4f, sizeof m4f / sizeof m4f[0]);
    READ(m33);
    expect(m33, sizeof m33 / sizeof m33[0]);
    READ(m0);
    expect(m0, sizeof m0 / sizeof m0[0]);
}

static void other_handlers_are_refused(void **state)
{
    (void)state;
    READ(m33, .changed = &m33[3], .instead = "blx r3");
    assert_non_null(strstr(map.why, "0x00000206 \"blx r3\", which fits no segment"));
    assert_int_equal(map.count, 0);
    READ(m33, .changed = &m33[3], .instead = "b.n 0x200");
    assert_non_null(strstr(map.why, "fits no segment"));
    READ(m33, .changed = &m33[16], .instead = "bl 0x300"); /* a second call */
    assert_non_null(strstr(map.why, "\"bl 0x300\", which fits no segment"));
    READ(m33, .without = &m33[6]);
    assert_non_null(strstr(map.why, "no instruction for \"store top of stack in the TCB\""));
    READ(m33, .without = &m33[3]);
    assert_non_null(strstr(map.why, "no instruction for \"save registers\""));
    READ(m0, .without = &m0[9]);
    assert_non_null(strstr(map.why, "no instruction for \"enter critical section\""));
    READ(m33, .without = &m33[19]);
    assert_non_null(strstr(map.why, "no instruction for \"write PSP, return\""));
    READ(m33, .without = &m33[0]);
    assert_non_null(strstr(map.why, "no instruction for \"entry, read PSP\""));
    READ(m33, .without = &m33[20]); /* no return: the listing ends */
    assert_non_null(strstr(map.why, "\"no instruction\""));
}

/* ---- accounts ---- */

static struct ledger ledger;

static int init(void **state)
{
    (void)state;
    READ(m33);
    ledger_init(&ledger, &image);
    ledger_want_segments(&ledger, &map);
    return 0;
}

static int finish(void **state)
{
    (void)state;
    ledger_free(&ledger);
    return 0;
}

static uint64_t now;

static void spend(enum ledger_span kind, uint32_t address, uint64_t cycles)
{
    ledger_span(&ledger, &(struct ledger_spent){kind, address, now, now + cycles, NULL});
    now += cycles;
}

static void stamp(uint32_t label)
{
    static const struct ledger_state thread;
    ledger_probe(&ledger, label, now, &thread);
    ledger_read(&ledger, now, NULL);
}

/* One pass of the handler: each of its 21 instructions takes a cycle, the call's target 40. */
static void handler(void)
{
    for (uint32_t i = 0; i < sizeof m33 / sizeof m33[0]; i++) {
        spend(LEDGER_INSTRUCTION, HANDLER + 2 * i, 1);
        if (m33[i].segment == SEGMENT_SWITCH_CONTEXT)
            spend(LEDGER_INSTRUCTION, SELECT, 40);
    }
}

static void yield_window(bool with_tick)
{
    now += 1000;
    stamp(BEGIN);
    spend(LEDGER_INSTRUCTION, BEGIN, 3);
    if (with_tick) {
        spend(LEDGER_ENTRY, 15, 12);
        spend(LEDGER_INSTRUCTION, OTHER_ISR, 50);
        spend(LEDGER_TAIL_CHAIN, 14, 6);
    } else {
        spend(LEDGER_ENTRY, 14, 12);
    }
    handler();
    spend(LEDGER_RETURN, 14, 10);
    spend(LEDGER_INSTRUCTION, TASK, 4);
    stamp(END);
    spend(LEDGER_INSTRUCTION, END, 2);
}

/* 3 + 12 + 61 + 10 + 4, and 56 where the tick comes first. */
#define PLAIN 90u
#define TICKED 146u

static const struct segments_table *account(uint64_t *raw, size_t count)
{
    struct series series = {.name = "yield_to_task", .raw = raw, .count = count};
    struct run run = {.series = &series, .series_count = 1};
    ledger_finish(&ledger, &run);
    assert_int_equal(ledger.table_count, 1);
    assert_string_equal(ledger.tables[0].why, "");
    return ledger.tables[0].segments;
}

static void segments_add_up_to_every_sample(void **state)
{
    (void)state;
    uint64_t raw[] = {PLAIN, TICKED, PLAIN};
    const char *name;
    yield_window(false);
    yield_window(true);
    yield_window(false);
    const struct segments_table *table = account(raw, 3);
    assert_string_equal(table->why, "");
    assert_null(ledger_segments_trouble(&ledger, &name));
    assert_int_equal(table->windows, 3);
    assert_int_equal(table->segments[SEGMENT_BEFORE].max, 3);
    assert_int_equal(table->segments[SEGMENT_EXCEPTION_ENTRY].max, 12);
    assert_int_equal(table->segments[SEGMENT_TAIL_CHAIN].min, 0);
    assert_int_equal(table->segments[SEGMENT_TAIL_CHAIN].max, 6);
    assert_int_equal(table->segments[SEGMENT_INTERRUPTS].sum, 50);
    assert_int_equal(table->segments[SEGMENT_SWITCH_CONTEXT].min, 41);
    assert_int_equal(table->segments[SEGMENT_SAVE].max, 3);
    assert_int_equal(table->segments[SEGMENT_EXCEPTION_RETURN].min, 10);
    assert_int_equal(table->segments[SEGMENT_AFTER].max, 4);
    assert_int_equal(table->handler.min, 61);
    assert_int_equal(table->handler.max, 61);
    assert_int_equal(table->total.min, PLAIN);
    assert_int_equal(table->total.max, TICKED);
    assert_int_equal(table->instructions[3].sum, 3);
}

/* A span that is no part of a switch: the ledger has it, the segments do not. */
static void what_is_in_no_segment_makes_it_invalid(void **state)
{
    (void)state;
    uint64_t raw[] = {PLAIN + 7};
    const char *name, *why;
    stamp(BEGIN);
    spend(LEDGER_INSTRUCTION, BEGIN, 3);
    spend(LEDGER_SLEEP, 0, 7);
    spend(LEDGER_ENTRY, 14, 12);
    handler();
    spend(LEDGER_RETURN, 14, 10);
    spend(LEDGER_INSTRUCTION, TASK, 4);
    stamp(END);
    account(raw, 1);
    why = ledger_segments_trouble(&ledger, &name);
    assert_non_null(why);
    assert_string_equal(name, "yield_to_task");
    assert_string_equal(why, "the segments of window 0 add up to 90 cycles of 97");
}

static void a_window_holds_one_switch(void **state)
{
    (void)state;
    uint64_t raw[] = {PLAIN + 83};
    const char *name, *why;
    stamp(BEGIN);
    spend(LEDGER_INSTRUCTION, BEGIN, 3);
    for (int i = 0; i < 2; i++) {
        spend(LEDGER_ENTRY, 14, 12);
        handler();
        spend(LEDGER_RETURN, 14, 10);
    }
    spend(LEDGER_INSTRUCTION, TASK, 4);
    stamp(END);
    account(raw, 1);
    why = ledger_segments_trouble(&ledger, &name);
    assert_non_null(why);
    assert_string_equal(why, "window 0 holds 2 runs of the PendSV handler, not one");
}

static void a_handler_that_is_refused_is_trouble(void **state)
{
    (void)state;
    uint64_t raw[] = {PLAIN};
    const char *name, *why;
    READ(m33, .changed = &m33[3], .instead = "blx r3");
    yield_window(false);
    account(raw, 1);
    why = ledger_segments_trouble(&ledger, &name);
    assert_non_null(why);
    assert_non_null(strstr(why, "fits no segment"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_handlers_of_three_ports_are_sorted),
        cmocka_unit_test(other_handlers_are_refused),
        cmocka_unit_test_setup_teardown(segments_add_up_to_every_sample, init, finish),
        cmocka_unit_test_setup_teardown(what_is_in_no_segment_makes_it_invalid, init, finish),
        cmocka_unit_test_setup_teardown(a_window_holds_one_switch, init, finish),
        cmocka_unit_test_setup_teardown(a_handler_that_is_refused_is_trouble, init, finish),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
