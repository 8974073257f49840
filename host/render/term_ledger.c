/* The ledger as tables: what ran inside a window, and what it cost.
 * SPDX-License-Identifier: MIT
 */
#include <inttypes.h>

#include "term_parts.h"

static void add_number(uint64_t value, int width, struct buf *out)
{
    if (value != 0)
        buf_printf(out, " %*" PRIu64, width, value);
    else
        buf_printf(out, " %*s", width, "");
}

static void add_share(uint64_t cycles, uint64_t total, struct buf *out)
{
    uint64_t tenths = total != 0 ? (cycles * 1000 + total / 2) / total : 0;
    buf_printf(out, " %4" PRIu64 ".%" PRIu64 " %%", tenths / 10, tenths % 10);
}

/* The last two columns; nothing stands behind the last number. */
static void add_stalls(uint64_t fetch, uint64_t data, struct buf *out)
{
    if (fetch != 0 || data != 0)
        add_number(fetch, 6, out);
    if (data != 0)
        add_number(data, 6, out);
    buf_add_text(out, "\n");
}

static void add_row(const struct ledger_row *row, const struct ledger_table *table, struct buf *out)
{
    buf_printf(out, "  %-36.36s", row->what);
    add_number(row->instructions, 7, out);
    buf_printf(out, " %8" PRIu64, row->cycles);
    add_share(row->cycles, table->total, out);
    add_stalls(row->fetch, row->data, out);
}

/* A total of "fetch" or "data". */
static uint64_t sum_of(const struct ledger_table *table, bool of_data)
{
    uint64_t sum = 0;
    for (size_t i = 0; i < table->row_count; i++)
        sum += of_data ? table->rows[i].data : table->rows[i].fetch;
    return sum;
}

/* The same cycles once more, by what they were spent on, bus by bus. */
static void add_waits(const struct ledger_table *table, struct buf *out)
{
    buf_printf(out, "  %-44s %8s %8s %10s\n", "where the cycles are", "cycles", "share", "mean");
    for (int i = 0; i < LEDGER_WAITS; i++) {
        if (table->all_waits[i] == 0)
            continue;
        uint64_t tenths = (table->all_waits[i] * 10 + table->windows / 2) / table->windows;
        buf_printf(out, "  %-44s %8" PRIu64, ledger_wait_rows[i].name, table->waits[i]);
        add_share(table->waits[i], table->total, out);
        buf_printf(out, " %8" PRIu64 ".%" PRIu64 "\n", tenths / 10, tenths % 10);
    }
}

/* Of samples in counts of a slower clock. */
static void add_counts(const struct ledger_table *table, struct buf *out)
{
    if (table->cycles_a_tick != 1)
        buf_printf(out,
                   "  sampled as %" PRIu64 " counts of %" PRIu64
                   " cycles: what is less than a count is lost\n",
                   table->sample, table->cycles_a_tick);
}

/* Why irq_entry spreads: the instruction, or the masked section, that had to end first. */
static void add_entry(const struct ledger_table *table, struct buf *out)
{
    buf_printf(out,
               "  until exception entry %" PRIu64 " to %" PRIu64 " cycles; from it on %" PRIu64,
               table->before_min, table->before_max, table->from_entry.value);
    if (table->from_entry.differ != 0)
        buf_printf(out, ", but for %zu windows\n", table->from_entry.differ);
    else
        buf_add_text(out, " in every window\n");
}

static void add_table(const struct ledger_table *table, struct buf *out)
{
    uint64_t sum = 0, instructions = 0;
    buf_printf(out, "\n%s%s%s", table->phase != NULL ? table->phase : "",
               table->phase != NULL ? " " : "", table->name);
    if (table->why[0] != '\0') {
        buf_printf(out, ": %s\n  %s\n", table->is_missing ? "no ledger" : "ledger INVALID",
                   table->why);
        return;
    }
    buf_printf(out, ": the most common of %zu windows\n", table->windows);
    buf_printf(out, "  %-36s %7s %8s %8s %6s %6s\n", "function", "instr.", "cycles", "share",
               "fetch", "data");
    for (size_t i = 0; i < table->row_count; i++) {
        add_row(&table->rows[i], table, out);
        sum += table->rows[i].cycles;
        instructions += table->rows[i].instructions;
    }
    buf_printf(out, "  %-36s %7" PRIu64 " %8" PRIu64 "  100.0 %%", "the whole window, as sampled",
               instructions, sum);
    add_stalls(sum_of(table, false), sum_of(table, true), out);
    add_waits(table, out);
    add_counts(table, out);
    if (table->by_timer)
        add_entry(table, out);
}

void term_add_ledger(const struct ledger *ledger, struct buf *out)
{
    for (size_t i = 0; i < ledger->table_count; i++)
        add_table(&ledger->tables[i], out);
    for (size_t i = 0; i < ledger->table_count; i++)
        if (ledger->tables[i].segments != NULL && !term_in_fpu_matrix(&ledger->tables[i]))
            term_add_segments(&ledger->tables[i], out);
    term_add_fpu_matrix(ledger, out);
}
