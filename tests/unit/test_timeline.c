/* timeline: slices of one track follow each other, whatever the core and the kernel do (C41, C42).
 * SPDX-License-Identifier: MIT
 */
#include "cmocka_all.h"

#include <stdio.h>
#include <string.h>

#include "host/base/buf.h"
#include "host/core/ledger/timeline.h"

static void on_write(void *context, const char *bytes, size_t length)
{
    buf_add(context, bytes, length);
}

static const struct timeline_task a = {0x20000100, "a"}, b = {0x20000200, "b"}, nobody = {0};

static struct timeline began(struct buf *text)
{
    struct timeline timeline = {.write = on_write, .context = text};
    timeline_begin(&timeline, "board");
    buf_free(text);
    return timeline;
}

/* The slices, a line each: process, track, name, begin and length in us. */
static void assert_slices(struct timeline *timeline, uint64_t end_ps, struct buf *text,
                          const char *wanted)
{
    timeline_end(timeline, end_ps);
    struct buf slices = {0};
    for (char *line = strtok(text->bytes, "\n"); line != NULL; line = strtok(NULL, "\n")) {
        char name[64], begin[32], length[32];
        int process, track;
        if (sscanf(line,
                   "{\"ph\":\"X\",\"name\":\"%63[^\"]\",\"pid\":%d,\"tid\":%d,\"ts\":%31[0-9.],"
                   "\"dur\":%31[0-9.]}",
                   name, &process, &track, begin, length) == 5)
            buf_printf(&slices, "%d %d %s %s %s\n", process, track, name, begin, length);
    }
    assert_string_equal(slices.bytes, wanted);
    buf_free(&slices);
    buf_free(text);
}

static void nested_handlers_have_tracks_of_their_own(void **state)
{
    (void)state;
    struct buf text = {0};
    struct timeline timeline = began(&text);
    timeline_enter(&timeline, 16, 1000000);
    timeline_enter(&timeline, 20, 2000000);
    timeline_leave(&timeline, 20, 3000000, &nobody);
    timeline_leave(&timeline, 16, 4000001, &nobody);
    assert_slices(&timeline, 5000000, &text,
                  "1 20 IRQ 4 2.000000 1.000000\n1 16 IRQ 0 1.000000 3.000001\n");
}

/* SysTick is being entered when a more urgent interrupt takes its frame over; told again behind. */
static void an_overtaken_entry_begins_when_its_turn_comes(void **state)
{
    (void)state;
    struct buf text = {0};
    struct timeline timeline = began(&text);
    timeline_enter(&timeline, 15, 1000000);
    timeline_enter(&timeline, 16, 1000000);
    timeline_leave(&timeline, 16, 2000000, &nobody);
    timeline_enter(&timeline, 15, 2000000);
    timeline_leave(&timeline, 15, 3000000, &nobody);
    assert_slices(&timeline, 5000000, &text,
                  "1 16 IRQ 0 1.000000 1.000000\n1 15 SysTick 2.000000 1.000000\n");
}

/* A return and a tail-chain at the same cycle: the one ends where the other begins. */
static void equal_times_do_not_overlap(void **state)
{
    (void)state;
    struct buf text = {0};
    struct timeline timeline = began(&text);
    for (uint64_t us = 1; us <= 2; us++) {
        timeline_enter(&timeline, 14, us * 1000000);
        timeline_leave(&timeline, 14, (us + 1) * 1000000, us == 1 ? &a : &b);
    }
    timeline_enter(&timeline, 14, 3000000);
    timeline_leave(&timeline, 14, 4000000, &a);
    assert_slices(&timeline, 6000000, &text,
                  "1 14 PendSV 1.000000 1.000000\n1 14 PendSV 2.000000 1.000000\n"
                  "2 1 a 2.000000 0.000000\n1 14 PendSV 3.000000 1.000000\n"
                  "2 2 b 3.000000 0.000000\n2 1 a 4.000000 2.000000\n");
}

static void what_is_under_way_at_the_end_lasts_until_then(void **state)
{
    (void)state;
    struct buf text = {0};
    struct timeline timeline = began(&text);
    timeline_leave(&timeline, 11, 1000000, &a);
    timeline_enter(&timeline, 3, 2000000);
    assert_slices(&timeline, 1000000000000000001u, &text,
                  "1 3 HardFault 2.000000 999999999998.000001\n"
                  "2 1 a 1.000000 999999999999.000001\n");
}

/* A deleted task's TCB may be given to another; names are the guest's. */
static void a_track_is_one_task(void **state)
{
    (void)state;
    struct buf text = {0};
    struct timeline timeline = began(&text);
    struct timeline_task reused = a, hostile = b;
    snprintf(reused.name, sizeof reused.name, "new");
    snprintf(hostile.name, sizeof hostile.name, "q\\\n\x80z");
    const struct timeline_task *const order[] = {&a, &hostile, &reused, &hostile};
    for (uint64_t us = 0; us < 4; us++) {
        timeline_enter(&timeline, 14, (2 * us + 1) * 1000000);
        timeline_leave(&timeline, 14, (2 * us + 2) * 1000000, order[us]);
    }
    buf_free(&text);
    assert_slices(&timeline, 9000000, &text, "2 2 q???z 8.000000 1.000000\n");
    assert_int_equal(timeline.task_count, 3);
}

static void too_many_tasks_have_no_track(void **state)
{
    (void)state;
    struct buf text = {0};
    struct timeline timeline = began(&text);
    for (uint32_t n = 1; n <= 2 * TIMELINE_TASKS; n++) {
        struct timeline_task task = {n, "t"};
        timeline_leave(&timeline, 14, n, &task);
    }
    assert_int_equal(timeline.task_count, TIMELINE_TASKS);
    buf_free(&text);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(nested_handlers_have_tracks_of_their_own),
        cmocka_unit_test(an_overtaken_entry_begins_when_its_turn_comes),
        cmocka_unit_test(equal_times_do_not_overlap),
        cmocka_unit_test(what_is_under_way_at_the_end_lasts_until_then),
        cmocka_unit_test(a_track_is_one_task),
        cmocka_unit_test(too_many_tasks_have_no_track),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
