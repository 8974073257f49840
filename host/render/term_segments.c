/* A context switch by its segments, beside the ranges that were published.
 * SPDX-License-Identifier: MIT
 */
#include <inttypes.h>

#include "host/core/ledger/ledger_segments.h"
#include "term_parts.h"

static void add_range(const struct segments_range *range, size_t windows, struct buf *out)
{
    uint64_t tenths = (range->sum * 10 + windows / 2) / windows;
    buf_printf(out, " %6" PRIu64 " %6" PRIu64 ".%" PRIu64 " %6" PRIu64, range->min, tenths / 10,
               tenths % 10, range->max);
}

/* The average decides. */
static bool is_inside(const struct segments_range *range, size_t windows, uint64_t min,
                      uint64_t max)
{
    return range->sum >= min * windows && range->sum <= max * windows;
}

static void add_row(const char *name, const struct segments_range *range, size_t windows,
                    uint64_t min, uint64_t max, struct buf *out)
{
    buf_printf(out, "  %-32s", name);
    add_range(range, windows, out);
    if (max != 0)
        buf_printf(out, " %6" PRIu64 " to %3" PRIu64 " %s", min, max,
                   is_inside(range, windows, min, max) ? "inside" : "outside");
    buf_add_text(out, "\n");
}

static bool is_outside(const struct segments_table *table, int segment)
{
    const struct segment_row *row = &segment_rows[segment];
    return row->published_max != 0 && !is_inside(&table->segments[segment], table->windows,
                                                 row->published_min, row->published_max);
}

/* What the segments that lie outside are made of. */
static void add_instructions(const struct segments_table *table, struct buf *out)
{
    bool is_first = true;
    for (int segment = 0; segment < SEGMENTS; segment++) {
        if (!is_outside(table, segment))
            continue;
        if (is_first)
            buf_add_text(out, "  what lies outside, by instruction of the handler:\n");
        is_first = false;
        for (size_t i = 0; i < table->map->count; i++) {
            const struct segments_instruction *instruction = &table->map->instructions[i];
            if ((int)instruction->segment != segment)
                continue;
            buf_printf(out, "  %-32.32s", instruction->text);
            add_range(&table->instructions[i], table->windows, out);
            buf_printf(out, " %s\n", segment_rows[segment].name);
        }
    }
}

/* What a switch between tasks without FPU pays for it: the tests, and the instructions skipped. */
static void add_float(const struct segments_table *table, struct buf *out)
{
    static const enum segment parts[] = {SEGMENT_FLOAT_TEST, SEGMENT_SAVE_FLOAT,
                                         SEGMENT_RESTORE_FLOAT};
    struct segments_range all = {0};
    for (size_t i = 0; i < sizeof parts / sizeof parts[0]; i++) {
        all.min += table->segments[parts[i]].min;
        all.max += table->segments[parts[i]].max;
        all.sum += table->segments[parts[i]].sum;
    }
    if (all.max != 0)
        add_row("  of it for an unused FPU", &all, table->windows, 0, 0, out);
}

void term_add_segments(const struct ledger_table *account, struct buf *out)
{
    const struct segments_table *table = account->segments;
    buf_printf(out, "\n%s by segment", account->name);
    if (table->why[0] != '\0') {
        buf_printf(out, ": INVALID\n  %s\n", table->why);
        return;
    }
    buf_printf(out, ", %zu windows; each adds up to its sample\n", table->windows);
    buf_printf(out, "  %-32s %6s %8s %6s   %s\n", "cycles", "min", "avg", "max", "published");
    for (int i = 0; i < SEGMENTS; i++)
        if (table->segments[i].max != 0)
            add_row(segment_rows[i].name, &table->segments[i], table->windows,
                    segment_rows[i].published_min, segment_rows[i].published_max, out);
    add_row("entry to exit of the handler", &table->handler, table->windows, SEGMENTS_PUBLISHED_MIN,
            SEGMENTS_PUBLISHED_MAX, out);
    add_float(table, out);
    add_row("the whole window, as sampled", &table->total, table->windows, 0, 0, out);
    add_instructions(table, out);
    buf_add_text(out, "  published: an STM32F407 (Cortex-M4F) at 120 MHz, stamps in its handler\n");
}
