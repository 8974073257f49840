/* A context switch by its segments, beside the ranges that were published.
 * SPDX-License-Identifier: MIT
 */
#include <inttypes.h>

#include "host/core/ledger/ledger_segments.h"
#include "table.h"
#include "term_parts.h"

static void add_range(struct table *out, const struct segments_range *range, size_t windows)
{
    uint64_t tenths = (range->sum * 10 + windows / 2) / windows;
    table_cell(out, "%" PRIu64, range->min);
    table_cell(out, "%" PRIu64 ".%" PRIu64, tenths / 10, tenths % 10);
    table_cell(out, "%" PRIu64, range->max);
}

/* The average decides. */
static bool is_inside(const struct segments_range *range, size_t windows, uint64_t min,
                      uint64_t max)
{
    return range->sum >= min * windows && range->sum <= max * windows;
}

static void add_row(struct table *out, const char *name, const struct segments_range *range,
                    size_t windows, uint64_t min, uint64_t max)
{
    table_row(out);
    table_cell(out, "  %s", name);
    add_range(out, range, windows);
    if (max != 0)
        table_cell(out, "%6" PRIu64 " to %3" PRIu64 " %s", min, max,
                   is_inside(range, windows, min, max) ? "inside" : "outside");
}

static bool is_outside(const struct segments_table *table, int segment)
{
    const struct segment_row *row = &segment_rows[segment];
    return row->published_max != 0 && !is_inside(&table->segments[segment], table->windows,
                                                 row->published_min, row->published_max);
}

/* What the segments that lie outside are made of. */
static void add_instructions(struct table *out, const struct segments_table *table)
{
    bool is_first = true;
    for (int segment = 0; segment < SEGMENTS; segment++) {
        if (!is_outside(table, segment))
            continue;
        if (is_first)
            table_line(out, "  what lies outside, by instruction of the handler:");
        is_first = false;
        for (size_t i = 0; i < table->map->count; i++) {
            const struct segments_instruction *instruction = &table->map->instructions[i];
            if ((int)instruction->segment != segment)
                continue;
            table_row(out);
            table_cell(out, "  %s", instruction->text);
            add_range(out, &table->instructions[i], table->windows);
            table_cell(out, "%s", segment_rows[segment].name);
        }
    }
}

/* What a switch between tasks without FPU pays for it: the tests, and the instructions skipped. */
static void add_float(struct table *out, const struct segments_table *table)
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
        add_row(out, "  of it for an unused FPU", &all, table->windows, 0, 0);
}

void term_add_segments(const struct ledger_table *account, struct buf *out)
{
    const struct segments_table *table = account->segments;
    static const struct table_title titles[] = {{"  cycles", 34, true},
                                                {"min", 6, false},
                                                {"avg", 8, false},
                                                {"max", 6, false},
                                                {"  published", 0, true}};
    struct table rows = {0};
    buf_printf(out, "\n%s by segment", account->name);
    if (table->why[0] != '\0') {
        buf_printf(out, ": INVALID\n  %s\n", table->why);
        return;
    }
    buf_printf(out, ", %zu windows; each adds up to its sample\n", table->windows);
    table_titles(&rows, titles, 5);
    for (int i = 0; i < SEGMENTS; i++)
        if (table->segments[i].max != 0)
            add_row(&rows, segment_rows[i].name, &table->segments[i], table->windows,
                    segment_rows[i].published_min, segment_rows[i].published_max);
    add_row(&rows, "entry to exit of the handler", &table->handler, table->windows,
            SEGMENTS_PUBLISHED_MIN, SEGMENTS_PUBLISHED_MAX);
    add_float(&rows, table);
    add_row(&rows, "the whole window, as sampled", &table->total, table->windows, 0, 0);
    add_instructions(&rows, table);
    table_end(&rows, out);
    buf_add_text(out, "  published: an STM32F407 (Cortex-M4F) at 120 MHz, stamps in its handler\n");
}
