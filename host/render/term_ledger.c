/* The ledger as tables: what ran inside a window, and what it cost.
 * SPDX-License-Identifier: MIT
 */
#include <inttypes.h>

#include "term_parts.h"

static void add_row(const struct ledger_row *row, const struct ledger_table *table, struct buf *out)
{
    uint64_t tenths =
        table->total != 0 ? (row->cycles * 1000 + table->total / 2) / table->total : 0;
    buf_printf(out, "  %-46.46s ", row->what);
    if (row->instructions != 0)
        buf_printf(out, "%9" PRIu64, row->instructions);
    else
        buf_printf(out, "%9s", "");
    buf_printf(out, " %9" PRIu64 " %4" PRIu64 ".%" PRIu64 " %%\n", row->cycles, tenths / 10,
               tenths % 10);
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
    buf_printf(out, "  %-46s %9s %9s %8s\n", "function", "instr.", "cycles", "share");
    for (size_t i = 0; i < table->row_count; i++) {
        add_row(&table->rows[i], table, out);
        sum += table->rows[i].cycles;
        instructions += table->rows[i].instructions;
    }
    buf_printf(out, "  %-46s %9" PRIu64 " %9" PRIu64 "  100.0 %%\n", "the whole window, as sampled",
               instructions, sum);
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
